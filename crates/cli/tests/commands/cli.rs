//! The command line as a whole: help, typos, completions, man pages, versions, broken pipes.

use std::io::Read;
use std::process::{Command, Stdio};

#[test]
fn whoever_stops_reading_ends_it_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("many.jsonl");
    std::fs::write(&file, "{\"rack\":\"R1 R2 R3\"}\n".repeat(20_000)).unwrap();
    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .env("LC_ALL", "C")
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
        .env("LC_ALL", "C")
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
    // Standard input stays open. One line may not be enough: a process that another test starts at
    // this moment holds the pipe open until it is another program.
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        let _ = writeln!(stdin, "{line}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    };
    assert!(status.success());
    drop(stdin);
}

/// A program that asks line by line gets each answer before its next question.
#[test]
fn a_lone_line_is_answered_at_once() {
    use std::io::{BufRead, BufReader, Write};

    let mut child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .env("LC_ALL", "C")
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
