//! Foreign text on its way to a terminal: from bots, headers, plans, rules, files and arguments. It
//! is shown and controls nothing; JSON keeps it unchanged.

use std::fs;
use std::path::Path;

use rummilab::record::{Header, Reader, Writer};
use serde_json::Value;

use crate::common::{Folder, Said, plain, play, run, run_in};
use crate::programs::misbehaving;

/// Clears the screen, names the window, paints (C1), deletes, writes backwards and begins a line of
/// its own.
const HOSTILE: &str = "\x1b[2J\x1b]0;mine\x07\u{9b}31m\x7f\u{202e}evil\nwarning: all is well";

/// A part of it in its visible form.
const SHOWN: &str = "\\u001b[2J";

/// Checks that the output does not control a terminal.
#[track_caller]
fn check_harmless((_, out, err): &Said) {
    let said = format!("{out}{err}");
    let turns = |c: char| ('\u{202a}'..='\u{202e}').contains(&c);
    let steers = |c: char| turns(c) || (c.is_control() && c != '\n');
    assert!(!said.contains(steers), "{said:?}");
}

/// Checks also that the hostile text is shown in visible form.
#[track_caller]
fn check(said: &Said) {
    check_harmless(said);
    assert!(format!("{}{}", said.1, said.2).contains(SHOWN), "{said:?}");
}

/// Checks also that it is on one line.
#[track_caller]
fn check_line(said: &Said) {
    check(said);
    let (_, out, err) = said;
    assert!(
        !format!("{out}{err}").contains("\nwarning: all is well"),
        "{said:?}"
    );
}

#[test]
fn words_of_bots() {
    let folder = Folder::new();
    let (notes, out) = (folder.path(), folder.at("run"));
    let tournament = |mode: &str| {
        let bot = misbehaving(mode, notes);
        let out = plain(&out);
        let bots = ["--bot", &bot, "--bot", "greedy", "--deals", "1"];
        run(&[&["tournament", "--out", out], &bots[..]].concat())
    };
    check_line(&tournament("hostile-start"));
    let played = tournament("hostile");
    assert_eq!(played.0, 1);
    check_line(&played);
    check_line(&run(&["replay", plain(&out)]));
    let person = ["play", "--plain", "--bot", &misbehaving("hostile", notes)];
    let played = run_in(folder.path(), &person, "d\nd\nd\nlog\n");
    check_line(&played);
    let command = misbehaving("hostile-hello", notes);
    let checked = [
        "bot", "check", &command, "--rules", "original", "--turns", "3",
    ];
    check_line(&run(&checked));
    let (_, json, _) = run(&[&checked[..], &["--json"]].concat());
    let first: Value = serde_json::from_str(json.lines().next().expect("a line")).expect("JSON");
    let detail = first["detail"].as_str().expect("a text");
    assert!(detail.starts_with(HOSTILE), "{detail:?}");
}

/// The record of a match with another header.
fn forged(from: &Path, to: &Path, change: impl FnOnce(&mut Header)) {
    let reader = Reader::open(&from.join("games.bin")).expect("a record");
    let mut header = reader.header().clone();
    change(&mut header);
    fs::create_dir_all(to).expect("writable");
    let mut writer = Writer::create(&to.join("games.bin"), &header).expect("new");
    for block in reader {
        writer.append(&block.expect("sound")).expect("writable");
    }
}

#[test]
fn headers_of_records() {
    let folder = Folder::new();
    let (whole, foreign) = (folder.at("whole"), folder.at("foreign"));
    play(&whole, &["--bots", "greedy,single", "--deals", "1"]);
    forged(&whole, &foreign, |header| {
        header.build = HOSTILE.to_owned();
        header.plan_hash = HOSTILE.to_owned();
        header.bots[0].label = HOSTILE.to_owned();
    });
    for command in ["status", "verify", "replay"] {
        check_line(&run(&[command, plain(&foreign)]));
    }
    for command in [
        "analyse export",
        "analyse export --csv",
        "analyse games --csv",
        "league --json",
    ] {
        let words: Vec<&str> = command.split(' ').collect();
        check(&run(&[&words[..], &[plain(&foreign)]].concat()));
    }
    let out = folder.at("merged");
    check_line(&run(&[
        "merge",
        plain(&foreign),
        plain(&foreign),
        "--out",
        plain(&out),
    ]));
    forged(&whole, &folder.at("rules"), |header| {
        header.plan = format!("{HOSTILE} = 1");
    });
    for command in ["status", "verify"] {
        check(&run(&[command, plain(&folder.at("rules"))]));
    }
}

/// What spreadsheets take for formulas, and what they show of it once it is text.
#[test]
fn cells_of_spreadsheets() {
    let folder = Folder::new();
    let (whole, foreign, out) = (
        folder.at("whole"),
        folder.at("foreign"),
        folder.at("merged"),
    );
    play(&whole, &["--bots", "greedy,single", "--deals", "1"]);
    for formula in ["=1+1", "+cmd|' /C calc'!A0", "@SUM(1)", "-2+f()", "\t=1"] {
        fs::remove_dir_all(&foreign).ok();
        fs::remove_dir_all(&out).ok();
        forged(&whole, &foreign, |header| {
            header.bots[0].label = formula.to_owned();
        });
        let times = fs::read_to_string(whole.join("timings.csv")).expect("a file");
        let times = times.replace("greedy", formula);
        fs::write(foreign.join("timings.csv"), times).expect("writable");
        let (foreign, out) = (plain(&foreign), plain(&out));
        assert_eq!(run(&["merge", foreign, "--out", out]).0, 0);
        let exported = run(&["analyse", "export", foreign, "--csv"]).1;
        let file = |name| fs::read_to_string(Path::new(out).join(name)).expect("a file");
        let files = ["games.csv", "blocks.csv", "timings.csv"].map(file);
        for table in files.into_iter().chain([exported]) {
            let mut rows = csv::ReaderBuilder::new();
            let rows = rows.has_headers(false).from_reader(table.as_bytes());
            let cells: Vec<String> = rows
                .into_records()
                .flat_map(|row| {
                    row.expect("CSV")
                        .iter()
                        .map(str::to_owned)
                        .collect::<Vec<_>>()
                })
                .collect();
            assert!(
                !cells.iter().any(|cell| cell.starts_with(formula)),
                "{table}"
            );
            let shown = format!("'{formula}");
            assert!(cells.iter().any(|cell| cell.starts_with(&shown)), "{table}");
        }
    }
    let line = serde_json::json!({"id": "=1+1", "rack": "R3 R4 R5"}).to_string();
    fs::write(folder.at("racks"), line).expect("writable");
    let args = "bench --positions racks --solvers search --out b";
    assert_eq!(folder.run(&args.split(' ').collect::<Vec<_>>()).0, 0);
    assert!(folder.text("b/times.csv").contains("\n1,'=1+1,"));
}

#[cfg(unix)]
#[test]
fn names_of_files_and_arguments() {
    let folder = Folder::new();
    let name = HOSTILE.replace('\n', " ");
    let out = folder.at(&name);
    check(&run(&[
        "tournament",
        "--bots",
        "greedy,single",
        "--deals",
        "1",
        "--out",
        plain(&out),
    ]));
    for command in ["status", "verify", "report"] {
        fs::remove_file(out.join("summary.json")).ok();
        check(&run(&[command, plain(&out)]));
    }
    let (_, json, _) = run(&["status", plain(&out), "--json"]);
    let said: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(said["records"][0]["file"], plain(&out.join("games.bin")));
    let file = format!("{name}.toml");
    check(&run_in(folder.path(), &["rules", &file], ""));
    check(&run_in(folder.path(), &["run", &file], ""));
    // The argument parser removes escape sequences.
    check_harmless(&run_in(folder.path(), &["verify", ".", &name], ""));
    check(&run(&["solve", "--rack", HOSTILE]));
}

#[test]
fn fields_of_plans_and_rules() {
    let folder = Folder::new();
    let hostile = HOSTILE.replace('\n', " ");
    let text = toml::Value::String(hostile.clone()).to_string();
    for plan in [
        format!("bots = [{text}]"),
        format!("bots = ['greedy', 'hold']\nformat = {text}"),
        format!("bots = ['greedy', 'hold']\nrules = {text}"),
        format!("{text} = 1"),
    ] {
        fs::write(folder.at("plan.toml"), plan).expect("writable");
        check(&run(&["run", plain(&folder.at("plan.toml"))]));
    }
    let plan = format!("bots = 'x' {hostile}");
    fs::write(folder.at("plan.toml"), plan).expect("writable");
    check_harmless(&run(&["run", plain(&folder.at("plan.toml"))]));
    let bot = format!("cmd:{HOSTILE}");
    check(&run(&[
        "tournament",
        "--bot",
        &bot,
        "--bots",
        "greedy",
        "--deals",
        "1",
    ]));
    fs::write(
        folder.at("mine.toml"),
        format!("base = 'original'\nabout = {text}"),
    )
    .expect("writable");
    check(&run(&["rules", plain(&folder.at("mine.toml"))]));
}

#[test]
fn answers_to_a_batch_hold_what_was_sent() {
    let line = serde_json::json!({"id": HOSTILE, "rack": HOSTILE}).to_string();
    for command in ["solve", "check"] {
        let said = run_in(
            &std::env::temp_dir(),
            &[command, "--batch", "-"],
            line.clone(),
        );
        check(&said);
        let answer: Value = serde_json::from_str(&said.1).expect("JSON");
        assert_eq!(answer["id"], HOSTILE);
    }
}
