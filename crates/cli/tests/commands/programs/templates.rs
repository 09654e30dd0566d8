//! `rummilab bot new` and `rummilab bot check`: the templates keep the protocol and play well enough, and the check says what to
//! mend.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::json;

use super::{PATIENT, RULES, SHORT, me, misbehaving, with_bot};
use crate::common::{Folder, json_lines, says, words};

/// Whether the environment asks for the long tests.
fn long() -> bool {
    std::env::var_os("RUMMILAB_TIER").is_some_and(|tier| tier == "long")
}

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

/// A small game: a complete search in a slow language takes a third of a second a turn in `original`, here a fiftieth.
const SMALL: &str = "\
base = \"original\"
name = \"small\"
about = \"Three colours up to 8\"
colours = \"RBK\"
values = 8
hand = 10
";

/// What a command line calls these rules in a folder with [`SMALL`].
fn file(rules: &str) -> &str {
    if rules == "small" {
        "small.toml"
    } else {
        rules
    }
}

/// Plays a match of a program in a folder with [`SMALL`] and insists that nobody made a fault; the bots of the summary.
#[track_caller]
fn plays_without_faults(folder: &Folder, command: &str, args: &str) -> serde_json::Value {
    folder.play("run", &with_bot(&format!("cmd:{command}"), args));
    let bots = folder.json("run/summary.json")["bots"].clone();
    let none = json!({"illegal":0,"timeout":0,"crash":0,"protocol":0});
    for bot in 0..2 {
        assert_eq!(bots[bot]["faults"], none, "{bots}");
    }
    bots
}

/// In a folder with the template: it passes the check and beats `random`, in the long tier under all rules, otherwise under
/// these.
fn passes_and_beats_random(command: &str, folder: &Folder, rules: &'static str) {
    let (turns, deals, checked) = match long() {
        true => ("200", 15, &RULES[..]),
        false => ("4", 1, &[rules][..]),
    };
    folder.write("small.toml", SMALL);
    let mut check = vec![
        "bot", "check", command, "--turns", turns, "--clock", PATIENT,
    ];
    for rules in checked {
        check.extend(["--rules", file(rules)]);
    }
    let text = folder.told(&check);
    for rules in checked {
        says(&text, &[&format!("ok     {rules}: plays the same again")]);
    }
    let rules = if long() { "original" } else { file(rules) };
    let args = format!("--bot random --rules {rules} --deals {deals} --clock {PATIENT}");
    let bots = plays_without_faults(folder, command, &args);
    assert!(bots[0]["win_rate"].as_f64() > Some(0.5), "{bots}");
}

#[test]
fn the_python_template_is_short_passes_the_check_and_beats_random() {
    let folder = Folder::new();
    let command = template("python", &folder);
    assert_eq!(command, "python3 mybot.py");
    assert!(folder.text("mybot.py").lines().count() < 60);
    passes_and_beats_random(&command, &folder, "small");
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
    passes_and_beats_random(&command, &folder, "small");
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
    passes_and_beats_random(&format!("'{}'", target.display()), &folder, "original");
}

/// Two small games; 200 of `original` in the long tier.
#[test]
fn a_python_bot_plays_against_greedy_without_a_fault() {
    let (deals, rules) = if long() {
        (100, "original")
    } else {
        (1, "small")
    };
    let folder = Folder::new();
    let command = template("python", &folder);
    folder.write("small.toml", SMALL);
    let rules = file(rules);
    let args = format!("--bot greedy --deals {deals} --rules {rules} --seed 1 --clock {PATIENT}");
    plays_without_faults(&folder, &command, &args);
    assert_eq!(folder.json("run/summary.json")["games"], 2 * deals);
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

#[test]
fn a_bot_that_draws_luck_elsewhere_does_not_play_the_same_again() {
    let folder = Folder::new();
    let template = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/mybot.py");
    let lucky = fs::read_to_string(template).expect("there").replace(
        "def play(state, rules, opened):\n",
        "def play(state, rules, opened):\n    import random\n    if state[\"pool\"] and random.random() < 0.5: return \"pass\" if rules[\"draw_first\"] else \"draw\"\n",
    );
    folder.write("lucky.py", lucky);
    folder.write("small.toml", SMALL);
    let (code, text, _) = folder.run("bot check 'python3 lucky.py' --rules small.toml --turns 12");
    assert_eq!(code, 1, "{text}");
    let said = "with the same seed it plays otherwise when it is started again";
    says(&text, &[said]);
}
