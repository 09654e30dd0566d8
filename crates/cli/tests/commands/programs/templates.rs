//! `rummilab bot new` and `rummilab bot check`: the templates keep the protocol and play well
//! enough, and the check says what to fix.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use rummilab::core::RuleSet;
use rummilab_solver_suite::long_tier;
use serde_json::{Value, json};

use super::{PATIENT, RULES, SHORT, me, misbehaving, with_bot};
use crate::common::{Folder, json_lines, says, words};
use crate::serve::{hello_and, serve};

fn template(language: &str, folder: &Folder) -> String {
    let new = format!("bot new --lang {language}");
    let text = folder.told(&new);
    let mut lines = text.lines();
    let line = lines.find_map(|line| line.strip_prefix("Check it:  rummilab bot check "));
    let command = line.expect("it says how to check it").trim_matches('"');
    says(&text, &[&format!("--bot \"cmd:{command}\"")]);
    folder.refused(&new, &["was left alone"]);
    command.to_owned()
}

/// Plays a match of a program and checks that there were no faults; returns the bots of the
/// summary.
#[track_caller]
fn plays_without_faults(folder: &Folder, run: &str, command: &str, args: &str) -> Value {
    folder.play(run, &with_bot(&format!("cmd:{command}"), args));
    let bots = folder.json(&format!("{run}/summary.json"))["bots"].clone();
    let none = json!({"illegal":0,"timeout":0,"crash":0,"protocol":0});
    for bot in 0..2 {
        assert_eq!(bots[bot]["faults"], none, "{bots}");
    }
    bots
}

/// It passes the check and beats `random`. In the long tier this is checked under all rules; under
/// `original` it must win 95 of 100 games and be even with `greedy`. Equal seeds give equal games,
/// so the figures never vary.
fn passes_and_beats_random(command: &str, folder: &Folder) {
    let (turns, deals, checked) = if long_tier() {
        ("200", 200, &RULES[..])
    } else {
        ("4", 2, &RULES[..1])
    };
    let mut check = vec![
        "bot", "check", command, "--turns", turns, "--clock", PATIENT,
    ];
    for rules in checked {
        check.extend(["--rules", rules]);
    }
    let text = folder.told(&check);
    says(&text, &["ok     refused solve: it moves"]);
    for rules in checked {
        says(&text, &[&format!("ok     {rules}: plays the same again")]);
    }
    let plays = |opponent: &str| {
        let args = format!("--bot {opponent} --deals {deals} --clock {PATIENT}");
        plays_without_faults(folder, opponent, command, &args)
    };
    let bots = plays("random");
    let least = if long_tier() { 0.95 } else { 0.5 };
    assert!(bots[0]["win_rate"].as_f64() >= Some(least), "{bots}");
    let bots = plays("greedy");
    if long_tier() {
        let ends = [0, 1].map(|end| bots[0]["win_rate_ci"][end].as_f64());
        assert!(ends[0] < Some(0.5) && Some(0.5) < ends[1], "{bots}");
    }
}

#[test]
fn the_python_template_is_short_passes_the_check_and_beats_random() {
    let folder = Folder::new();
    let command = template("python", &folder);
    assert_eq!(command, "python3 mybot.py");
    for language in ["py", "js", "rs"] {
        let path = format!("templates/mybot.{language}");
        let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
        assert!(text.expect("there").lines().count() < 55, "{language}");
    }
    passes_and_beats_random(&command, &folder);
}

#[test]
fn the_js_template_passes_the_check_and_beats_random() {
    if Command::new("node").arg("--version").output().is_err() {
        eprintln!(
            "SKIPPED: Node.js is missing (Debian: nodejs), so the template for it was not run"
        );
        return;
    }
    let folder = Folder::new();
    let command = template("js", &folder);
    passes_and_beats_random(&command, &folder);
}

#[test]
fn a_folder_that_is_there_takes_the_template() {
    let folder = Folder::new();
    for (language, file) in [("python", "mybot.py"), ("js", "mybot.js")] {
        let text = folder.told(&format!("bot new --lang {language} --out ."));
        says(&text, &[&format!("Written:   ./{file}")]);
        assert!(folder.at(file).is_file());
    }
}

/// The template is built with the workspace as an example, so that the test needs no network.
#[test]
fn the_rust_template_passes_the_check_and_beats_random() {
    let folder = Folder::new();
    let command = template("rust", &folder);
    assert_eq!(command, "mybot/target/release/mybot");
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/mybot.rs");
    let built = fs::read_to_string(built).expect("there");
    assert_eq!(folder.text("mybot/src/main.rs"), built);
    assert!(folder.at("mybot/Cargo.toml").exists());
    let target = Path::new(env!("CARGO_BIN_EXE_rummilab")).parent();
    let target = target.expect("a folder").join("examples/bot_template");
    passes_and_beats_random(&format!("'{}'", target.display()), &folder);
}

#[test]
fn the_check_says_what_to_mend() {
    let folder = Folder::new();
    let check = |bot: &str, args: &str| {
        let args = [&["bot", "check", bot], &words(args)[..]].concat();
        folder.run(&args)
    };
    for (mode, said) in [
        ("crash", "FAILED tournament: plays: Crash with 2 seats"),
        ("hang", "Timeout with 2 seats"),
        ("lie", "Illegal with 2 seats"),
        ("flood", "debugging output belongs on standard error"),
        (
            "choosy",
            "FAILED tournament: it does not play tournament: I do not like these rules",
        ),
        ("honest", "FAILED unknown request: it answered Ok"),
    ] {
        let bot = misbehaving(mode, folder.path());
        let args = format!("--rules tournament --turns 10 --clock {SHORT}");
        let (code, text, error) = check(&bot, &args);
        assert_eq!(code, 1, "{mode}: {text}{error}");
        says(&text, &[said, "does not keep the protocol"]);
    }
    let serve = format!("{} serve --bot hold", me());
    let args = format!("--turns 60 --rules original --clock {PATIENT} --json");
    let (code, text, error) = check(&serve, &args);
    assert_eq!(code, 0, "{text}{error}");
    for verdict in json_lines(&text) {
        assert_eq!(verdict["ok"], true, "{verdict}");
    }
}

/// The Python template with one line replaced.
fn changed_template(line: &str, other: &str) -> String {
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/mybot.py");
    let template = fs::read_to_string(template).expect("there");
    assert_eq!(template.matches(line).count(), 1, "{line}");
    template.replace(line, other)
}

#[test]
fn a_bot_that_draws_luck_elsewhere_does_not_play_the_same_again() {
    let folder = Folder::new();
    let lucky = changed_template(
        "    if tiles and not waits:",
        "    import random\n    if tiles and (not waits or random.random() < 0.5):",
    );
    folder.write("lucky.py", lucky);
    let (code, text, _) = folder.run("bot check 'python3 lucky.py' --rules original --turns 60");
    assert_eq!(code, 1, "{text}");
    let said = "with the same seed it plays otherwise when it is started again";
    says(&text, &[said]);
}

#[test]
fn a_bot_that_needs_the_solver_is_told_so() {
    let folder = Folder::new();
    let needy = changed_template("case \"solve\" | \"error\":", "case \"solve\":");
    folder.write("needy.py", needy);
    let (code, text, _) = folder.run("bot check 'python3 needy.py' --rules original --turns 4");
    assert_eq!(code, 1, "{text}");
    says(&text, &["FAILED refused solve: it answered Error"]);
}

/// The exchange on the page of the protocol is that of the Python template and the harness.
#[test]
fn the_exchange_on_the_page_is_what_happens() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bot-api/PROTOCOL.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let lines = |from: &str| -> Vec<Value> {
        let lines = page.lines().filter_map(|line| line.strip_prefix(from));
        let lines = lines.filter(|line| line.starts_with('{'));
        lines
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    };
    let (harness, bot) = (lines("harness "), lines("bot     "));
    let original = RuleSet::preset("original").expect("it ships");
    let game = json!({"id": 4, "type": "newgame", "rules": "original",
        "all_rules": original.spec(), "players": 2, "seat": 0});
    let folder = Folder::new();
    template("python", &folder);
    let mut child = Command::new("python3")
        .arg("mybot.py")
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python runs");
    let mut input = child.stdin.take().expect("a pipe");
    for line in [&game].into_iter().chain(&harness) {
        writeln!(input, "{line}").expect("it listens");
    }
    drop(input);
    let said = child.wait_with_output().expect("it ends").stdout;
    let mut said = json_lines(&String::from_utf8(said).expect("UTF-8"));
    for line in &mut said {
        line.as_object_mut()
            .expect("an object")
            .retain(|_, value| !value.is_null());
    }
    assert_eq!(said[1..], bot);
    let served = serve("greedy", &hello_and(&game, &bot[..1]));
    assert_eq!(served[2], harness[1]);
}
