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
