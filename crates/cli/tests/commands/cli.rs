//! The command line as a whole: help, typos, completions, man pages, versions, broken pipes.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::common::{each, quiet, refused, run, says, told};

#[test]
fn alone_it_prints_help() {
    let out = quiet(&[]);
    assert_eq!(out, run("--help").1);
    says(&out, &["Usage: rummilab [COMMAND]"]);
}

#[test]
fn every_command_has_help_with_examples() {
    let commands = "solve check rules merge status serve bot completions".split(' ');
    let questions = "opening count games review".split(' ');
    let questions = questions.map(|question| format!("analyse {question}"));
    for command in commands.map(str::to_owned).chain(questions) {
        let out = told(&format!("{command} --help"));
        let (_, examples) = out.split_once("Examples:\n").expect(&command);
        says(examples, &[&format!("rummilab {command}")]);
    }
    let (code, _, err) = run("analyse");
    assert_eq!(code, 2);
    says(&err, &["review"]);
}

#[test]
fn o_is_out_everywhere() {
    for command in "tournament run merge play report league".split(' ') {
        says(told(&format!("{command} --help")), &["-o, --out <"]);
    }
}

#[test]
fn typos_are_met_with_a_suggestion() {
    let cases = r#"
        sovle => unrecognized subcommand 'sovle' & 'solve'
        solve --rak R1 => '--rak' & '--rack'
        solve --rack '' --solver serch => invalid value 'serch' & did you mean `search`?
        solve --rack '' --objective valu => [possible values: tiles, value]
        completions csh => possible values: bash, elvish, fish, powershell, zsh
        solve => --rack <TILES>
    "#;
    each(cases, refused);
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let out = quiet(&["completions", shell]);
        says(&out, &["solve", "check", "rules", "rack"]);
        // The scripts of the other shells have no values of options.
        if ["bash", "zsh", "fish"].contains(&shell) {
            says(&out, &["champion", "twist", "opening_min"]);
        }
    }
}

/// A page for each command that help lists, down to `analyse games`, and a script for each shell.
#[test]
fn man_pages_and_scripts_are_files() {
    let folder = tempfile::tempdir().unwrap();
    quiet(&["man", "--out", &folder.path().display().to_string()]);
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    for (page, words) in [
        ("rummilab", "tournament"),
        ("rummilab-solve", "unopened"),
        ("rummilab-analyse-games", "win_rate"),
        ("rummilab-man", "man/man1"),
    ] {
        says(text(&format!("man/man1/{page}.1")), &[words]);
    }
    let guard = folder.path().join("man/man1/rummilab-guard.1");
    assert!(!guard.exists(), "what is hidden has no page");
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        says(text(&format!("completions/rummilab.{shell}")), &["opening"]);
    }
}

#[test]
fn versions_short_and_with_the_facts_of_the_build() {
    let version = concat!("rummilab ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(quiet(&["-V"]), version);
    let long = quiet(&["--version"]);
    assert!(long.starts_with(version), "{long}");
    for fact in ["commit ", "built by rustc 1.", "target ", "profile "] {
        says(&long, &[fact]);
    }
}

#[test]
fn whoever_stops_reading_ends_it_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.jsonl");
    std::fs::write(&file, "{\"rack\":\"R1 R2 R3\"}\n".repeat(20_000)).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .args(["solve", "--batch"])
        .arg(&file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    stdout.read_exact(&mut [0; 10]).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

/// Threads that wait for a line do not keep a program alive to which nobody listens any more.
#[test]
fn whoever_stops_reading_ends_it_while_it_waits_for_lines() {
    use std::io::{BufRead, BufReader, Write};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .args(["check", "--batch", "-", "--threads", "3"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let line = r#"{"set":"R1 R2 R3"}"#;
    writeln!(stdin, "{line}").unwrap();
    answers.read_line(&mut String::new()).unwrap();
    drop(answers);
    writeln!(stdin, "{line}").unwrap();
    // Standard input stays open.
    assert!(child.wait().unwrap().success());
    drop(stdin);
}

/// A program that asks line by line gets each answer before its next question.
#[test]
fn a_lone_line_is_answered_at_once() {
    use std::io::{BufRead, BufReader, Write};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .args(["check", "--batch", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for id in 0..3 {
        writeln!(stdin, "{{\"id\":{id},\"set\":\"R1 R2 R3\"}}").unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert!(answer.starts_with(&format!("{{\"id\":{id},")), "{answer}");
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}
