//! The command line as a whole: help, typos, completions, broken pipes.

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
    let questions = "opening count games turn what-if".split(' ');
    let questions = questions.map(|question| format!("analyse {question}"));
    for command in commands.map(str::to_owned).chain(questions) {
        let out = told(&format!("{command} --help"));
        let (_, examples) = out.split_once("Examples:\n").expect(&command);
        says(examples, &[&format!("rummilab {command}")]);
    }
    let (code, _, err) = run("analyse");
    assert_eq!(code, 2);
    says(&err, &["what-if"]);
}

#[test]
fn o_is_out_everywhere() {
    for command in "tournament run merge play report train league".split(' ') {
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
        // The scripts of the others have no values of options.
        if ["bash", "zsh", "fish"].contains(&shell) {
            says(&out, &["champion", "twist", "opening_min"]);
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
