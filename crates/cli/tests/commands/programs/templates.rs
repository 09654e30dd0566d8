//! `rummilab bot new` and `rummilab bot check`: the templates keep the protocol and play well enough, and the check says what to
//! mend.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use super::{PATIENT, RULES, SHORT, me, misbehaving};
use crate::common::{fails, run, run_in, summary};

/// Whether the environment asks for the long tests.
fn long() -> bool {
    std::env::var_os("RUMMILAB_TIER").is_some_and(|tier| tier == "long")
}

fn template(language: &str, folder: &Path) -> String {
    let (code, text, error) = run_in(folder, &["bot", "new", "--lang", language], "");
    assert_eq!(code, 0, "{error}");
    let line = text
        .lines()
        .find_map(|line| line.strip_prefix("Check it:  rummilab bot check "));
    let command = line
        .expect("it says how to check it")
        .trim_matches('"')
        .to_owned();
    assert!(text.contains(&format!("--bot \"cmd:{command}\"")), "{text}");
    fails(
        &run_in(folder, &["bot", "new", "--lang", language], ""),
        2,
        &["was left alone"],
    );
    command
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

/// Writes [`SMALL`] as `small.toml`.
fn write_small(folder: &Path) {
    fs::write(folder.join("small.toml"), SMALL).expect("writable");
}

/// In a folder with the template: it passes the check and beats `random`, in the long tier under all rules, otherwise under
/// these.
fn passes_and_beats_random(command: &str, folder: &Path, rules: &'static str) {
    let (turns, checked) = if long() {
        ("200", &RULES[..])
    } else {
        ("4", &[rules][..])
    };
    write_small(folder);
    let file = |rules: &'static str| {
        if rules == "small" {
            "small.toml"
        } else {
            rules
        }
    };
    let mut check = vec!["bot", "check", command, "--turns", turns];
    check.extend(["--clock", PATIENT]);
    for rules in checked {
        check.extend(["--rules", file(rules)]);
    }
    let (code, text, error) = run_in(folder, &check, "");
    assert_eq!(code, 0, "{text}{error}");
    for rules in checked {
        assert!(
            text.contains(&format!("ok     {rules}: plays the same again")),
            "{text}"
        );
    }
    let bot = format!("cmd:{command}");
    let args = [
        "tournament",
        "--bot",
        &bot,
        "--bot",
        "random",
        "--rules",
        if long() { "original" } else { file(rules) },
        "--deals",
        if long() { "15" } else { "1" },
        "--clock",
        PATIENT,
        "--out",
        "random",
    ];
    let (code, _, error) = run_in(folder, &args, "");
    assert_eq!(code, 0, "{error}");
    let bots = summary(&folder.join("random"))["bots"].clone();
    assert!(bots[0]["win_rate"].as_f64() > Some(0.5), "{bots}");
    let none = serde_json::json!({"illegal":0,"timeout":0,"crash":0,"protocol":0});
    assert_eq!(
        (&bots[0]["faults"], &bots[1]["faults"]),
        (&none, &none),
        "{bots}"
    );
}

#[test]
fn the_python_template_is_short_passes_the_check_and_beats_random() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = template("python", folder.path());
    assert_eq!(command, "python3 mybot.py");
    let text = fs::read_to_string(folder.path().join("mybot.py")).expect("written");
    assert!(text.lines().count() < 60);
    passes_and_beats_random(&command, folder.path(), "small");
}

#[test]
fn the_js_template_passes_the_check_and_beats_random() {
    if std::process::Command::new("node")
        .arg("--version")
        .output()
        .is_err()
    {
        eprintln!(
            "SKIPPED: Node.js is missing (Debian: nodejs), so the template for it was not run"
        );
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let command = template("js", folder.path());
    passes_and_beats_random(&command, folder.path(), "small");
}

#[test]
fn a_folder_that_is_there_takes_the_template() {
    let folder = tempfile::tempdir().expect("a folder");
    for (language, file) in [("python", "mybot.py"), ("js", "mybot.js")] {
        let written = |text: &str| text.contains(&format!("Written:   ./{file}"));
        let (code, text, error) = run_in(
            folder.path(),
            &["bot", "new", "--lang", language, "--out", "."],
            "",
        );
        assert!(code == 0 && written(&text), "{text}{error}");
        assert!(folder.path().join(file).is_file());
    }
}

/// The template is built with the workspace as an example, so that the test needs no network.
#[test]
fn the_rust_template_passes_the_check_and_beats_random() {
    let folder = tempfile::tempdir().expect("a folder");
    let command = template("rust", folder.path());
    assert_eq!(command, "mybot/target/release/mybot");
    let written = fs::read_to_string(folder.path().join("mybot/src/main.rs")).expect("written");
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/mybot.rs");
    assert_eq!(written, fs::read_to_string(built).expect("there"));
    assert!(folder.path().join("mybot/Cargo.toml").exists());
    let target: PathBuf = Path::new(env!("CARGO_BIN_EXE_rummilab"))
        .parent()
        .expect("a folder")
        .join("examples/bot_template");
    passes_and_beats_random(
        &format!("'{}'", target.display()),
        folder.path(),
        "original",
    );
}

/// Two small games; 200 of `original` in the long tier.
#[test]
fn a_python_bot_plays_against_greedy_without_a_fault() {
    let deals = if long() { 100 } else { 1 };
    let deals_text = deals.to_string();
    let folder = tempfile::tempdir().expect("a folder");
    let command = format!("cmd:{}", template("python", folder.path()));
    write_small(folder.path());
    let args = [
        "tournament",
        "--bot",
        &command,
        "--bot",
        "greedy",
        "--deals",
        &deals_text,
        "--rules",
        if long() { "original" } else { "small.toml" },
        "--seed",
        "1",
        "--clock",
        PATIENT,
        "--out",
        "run",
    ];
    let (code, text, error) = run_in(folder.path(), &args, "");
    assert_eq!(code, 0, "{error}");
    let summary = summary(&folder.path().join("run"));
    assert_eq!(summary["games"], 2 * deals);
    assert_eq!(
        summary["bots"][0]["faults"],
        serde_json::json!({"illegal":0,"timeout":0,"crash":0,"protocol":0}),
        "{text}"
    );
}

#[test]
fn the_check_says_what_to_mend() {
    let folder = tempfile::tempdir().expect("a folder");
    let check = |mode: &str| {
        let bot = misbehaving(mode, folder.path());
        run(&[
            "bot",
            "check",
            &bot,
            "--rules",
            "tournament",
            "--turns",
            "10",
            "--clock",
            SHORT,
        ])
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
        let (code, text, error) = check(mode);
        assert_eq!(code, 1, "{mode}: {text}{error}");
        assert!(text.contains(said), "{mode}: {text}");
        assert!(text.contains("does not keep the protocol"), "{text}");
    }
    let serve = format!("{} serve --bot hold", me());
    let (code, text, error) = run(&[
        "bot", "check", &serve, "--turns", "60", "--rules", "original", "--clock", PATIENT,
        "--json",
    ]);
    assert_eq!(code, 0, "{text}{error}");
    for line in text.lines() {
        let verdict: Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(verdict["ok"], true, "{line}");
    }
}

#[test]
fn a_bot_that_draws_luck_elsewhere_does_not_play_the_same_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let template =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("templates/mybot.py"));
    let lucky = template.expect("there").replace(
        "def play(state, rules, opened):\n",
        "def play(state, rules, opened):\n    import random\n    if state[\"pool\"] and random.random() < 0.5: return \"pass\" if rules[\"draw_first\"] else \"draw\"\n",
    );
    fs::write(folder.path().join("lucky.py"), lucky).expect("written");
    write_small(folder.path());
    let (code, text, _) = run_in(
        folder.path(),
        &[
            "bot",
            "check",
            "python3 lucky.py",
            "--rules",
            "small.toml",
            "--turns",
            "12",
        ],
        "",
    );
    assert_eq!(code, 1, "{text}");
    assert!(
        text.contains("with the same seed it plays otherwise when it is started again"),
        "{text}"
    );
}
