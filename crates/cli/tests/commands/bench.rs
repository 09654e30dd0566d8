//! `corpus` makes positions on which the solvers agree, `bench` times the solvers and finds where they do not.

use std::fs;

use serde_json::Value;

use crate::common::{run, words};

/// A corpus of ten positions of greedy play.
fn corpus(more: &[&str]) -> String {
    let args = [&["corpus", "--deals", "3", "--take", "10"], more].concat();
    let output = run(&args);
    assert_eq!(output.0, 0, "{}", output.2);
    output.1
}

#[test]
fn the_solvers_agree_on_a_corpus_and_are_timed() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("positions.jsonl");
    let lines = corpus(&["--seed", "5"]);
    assert_eq!(lines.lines().count(), 10);
    assert_eq!(
        lines,
        corpus(&["--seed", "5"]),
        "the same seed makes the same positions"
    );
    fs::write(&file, &lines).expect("writable");
    let file = file.to_str().expect("a plain path");
    for objective in ["tiles", "value", "go-out", "opening"] {
        let output = run(&words(&format!(
            "bench --positions {file} --solvers search,ilp,ilp:model=columns --objective {objective} --repeat 1 --json"
        )));
        assert_eq!(output.0, 0, "{objective}: {}", output.2);
        let report: Value = serde_json::from_str(&output.1).expect("JSON");
        assert_eq!(
            (&report["positions"], &report["disagreements"]),
            (&10.into(), &0.into())
        );
        let names: Vec<&Value> = report["solvers"]
            .as_array()
            .expect("a list")
            .iter()
            .map(|s| &s["name"])
            .collect();
        assert_eq!(names, ["search", "ilp", "ilp:model=columns"]);
        for key in ["median_us", "mean_us", "p95_us", "p99_us", "max_us"] {
            assert!(
                report["solvers"][1][key]
                    .as_f64()
                    .is_some_and(|time| time > 0.0),
                "{key}"
            );
        }
        assert_eq!(report["solvers"][0]["optimal"], 10);
    }
    // The lines are those of `solve --batch` too.
    let answers = run(&["solve", "--batch", file]);
    assert_eq!(answers.0, 0);
    for (line, answer) in lines.lines().zip(answers.1.lines()) {
        let (line, answer): (Value, Value) = (
            serde_json::from_str(line).expect("JSON"),
            serde_json::from_str(answer).expect("JSON"),
        );
        assert_eq!(line["certified"]["tiles"][0], answer["tiles"]);
        assert_eq!(line["certified"]["tiles"][1], answer["value"]);
    }
}

#[test]
fn a_disagreement_ends_with_1_and_a_command_to_paste() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("positions.jsonl");
    let line = r#"{"id":"x","rack":"R6 K1","table":["R3 R4 R5"],"certified":{"tiles":[2,7],"value":[1,6],"goes_out":false}}"#;
    fs::write(&file, line).expect("writable");
    let file = file.to_str().expect("a plain path");
    let output = run(&["bench", "--positions", file, "--solvers", "search"]);
    assert_eq!(output.0, 1);
    let said = output.2;
    assert!(
        said.contains("rummilab solve --rules original --table \"R3 R4 R5\" --rack \"R6 K1\""),
        "{said}"
    );
    let value = run(&words(&format!(
        "bench --positions {file} --solvers search --objective value"
    )));
    assert_eq!(value.0, 0, "{}", value.2);
}

#[test]
fn filters_keep_what_they_say() {
    let lines = corpus(&words(
        "--bots hold:h=3,greedy --min-rack 15 --min-jokers 1 --solvers search",
    ));
    assert!(!lines.is_empty());
    for line in lines.lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let rack = line["rack"].as_str().expect("a rack");
        assert!(rack.split(' ').count() >= 15, "{line}");
        assert!(line.to_string().contains('J'), "{line}");
    }
    let hard = corpus(&words("--beats-hand --solvers search --option jokers=0"));
    assert!(hard.lines().all(
        |line| line.contains(r#""options":{"jokers":"0"}"#) && !line.contains("\"tiles\":[0,")
    ));
    assert!(
        corpus(&["--unopened", "--solvers", "search"])
            .lines()
            .all(|line| line.contains(r#""opened":false"#))
    );
}

#[test]
fn bad_input_is_named() {
    let check = |args: &[&str], part: &str| {
        let output = run(args);
        assert_eq!(output.0, 2, "{args:?}");
        assert!(output.2.contains(part), "{args:?}: {}", output.2);
    };
    check(&["bench", "--positions", "nowhere.jsonl"], "nowhere.jsonl");
    check(
        &["bench", "--positions", "/dev/null", "--solvers", "search"],
        "no position",
    );
    check(
        &["bench", "--positions", "x", "--solvers", "serch"],
        "did you mean `search`",
    );
    check(
        &["bench", "--positions", "x", "--solvers", "ilp:model=round"],
        "round",
    );
    check(&["corpus", "--bots", "gredy"], "did you mean `greedy`");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("positions.jsonl");
    fs::write(&file, "{\"rack\":\"R1\"}\n\n{\"rack\":\"Q1\"}\n").expect("writable");
    check(
        &[
            "bench",
            "--positions",
            file.to_str().expect("plain"),
            "--solvers",
            "search",
        ],
        "positions.jsonl:3:",
    );
}
