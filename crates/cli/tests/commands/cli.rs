//! The command line as a whole: help, typos, completions, broken pipes.

use std::io::Read;
use std::process::{Command, Stdio};

use crate::common::{fails, run};

#[test]
fn alone_it_prints_help() {
    let (code, out, err) = run(&[]);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, run(&["--help"]).1);
    assert!(out.contains("Usage: rummilab [COMMAND]"), "{out}");
}

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "solve",
        "check",
        "rules",
        "merge",
        "status",
        "serve",
        "bot",
        "completions",
    ] {
        let (code, out, _) = run(&[command, "--help"]);
        assert_eq!(code, 0);
        assert!(
            out.contains(&format!("Examples:\n  rummilab {command}")),
            "{out}"
        );
    }
}

#[test]
fn every_question_of_analyse_has_help_with_examples() {
    for question in ["opening", "count", "games", "turn", "what-if"] {
        let (code, out, _) = run(&["analyse", question, "--help"]);
        assert_eq!(code, 0);
        let example = format!("Examples:\n  rummilab analyse {question}");
        assert!(out.contains(&example), "{out}");
    }
    let (code, _, err) = run(&["analyse"]);
    assert_eq!(code, 2);
    assert!(err.contains("what-if"), "{err}");
}

#[test]
fn typos_are_met_with_a_suggestion() {
    fails(
        &run(&["sovle"]),
        2,
        &["unrecognized subcommand 'sovle'", "'solve'"],
    );
    fails(&run(&["solve", "--rak", "R1"]), 2, &["'--rak'", "'--rack'"]);
    fails(
        &run(&["solve", "--rack", "", "--solver", "serch"]),
        2,
        &["invalid value 'serch'", "did you mean `search`?"],
    );
    fails(
        &run(&["solve", "--rack", "", "--objective", "valu"]),
        2,
        &["[possible values: tiles, value]"],
    );
    fails(
        &run(&["completions", "csh"]),
        2,
        &["possible values: bash, elvish, fish, powershell, zsh"],
    );
    fails(&run(&["solve"]), 2, &["--rack <TILES>"]);
}

#[test]
fn completions_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, err) = run(&["completions", shell]);
        assert_eq!((code, err.as_str()), (0, ""));
        for word in ["solve", "check", "rules", "rack"] {
            assert!(out.contains(word), "{shell}: {word}");
        }
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

/// A program that asks line by line gets each answer before it asks again.
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
