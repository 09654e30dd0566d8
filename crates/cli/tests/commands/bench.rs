//! `corpus` makes positions on which the solvers agree; `bench` times the solvers and finds
//! differences.

use serde_json::Value;

use crate::common::{Folder, each, json_lines, says, told};

/// A corpus of ten positions of greedy play.
#[track_caller]
fn corpus(more: &str) -> String {
    told(&format!("corpus --deals 3 --take 10 {more}"))
}

#[test]
fn the_solvers_agree_on_a_corpus_and_are_timed() {
    let folder = Folder::new();
    let lines = corpus("--seed 5");
    assert_eq!(lines.lines().count(), 10);
    let again = corpus("--seed 5");
    assert_eq!(lines, again, "the same seed makes the same positions");
    folder.write("positions.jsonl", &lines);
    for objective in ["tiles", "value", "go-out", "opening"] {
        let solvers = ["search", "ilp"];
        let args = format!("--solvers {} --objective {objective}", solvers.join(","));
        let report = folder.told(&format!(
            "bench --positions positions.jsonl {args} --repeat 1 --json"
        ));
        let report: Value = serde_json::from_str(&report).expect("JSON");
        assert_eq!(report["positions"], 10);
        assert_eq!(report["disagreements"], 0);
        let found = report["solvers"].as_array().expect("a list").iter();
        assert_eq!(found.map(|s| &s["name"]).collect::<Vec<_>>(), solvers);
        for key in ["median_us", "mean_us", "p95_us", "p99_us", "max_us"] {
            let time = report["solvers"][1][key].as_f64();
            assert!(time.is_some_and(|time| time > 0.0), "{key}");
        }
        assert_eq!(report["solvers"][0]["optimal"], 10);
    }
    // The lines are also valid for `solve --batch`.
    let answers = json_lines(&folder.told("solve --batch positions.jsonl"));
    for (line, answer) in json_lines(&lines).iter().zip(answers) {
        assert_eq!(line["certified"]["tiles"][0], answer["tiles"]);
        assert_eq!(line["certified"]["tiles"][1], answer["value"]);
    }
}

#[test]
fn a_disagreement_ends_with_1_and_a_command_to_paste() {
    let folder = Folder::new();
    let line = r#"{"id":"x","rack":"R6 K1","table":["R3 R4 R5"],"certified":{"tiles":[2,7],"value":[1,6],"goes_out":false}}"#;
    folder.write("positions.jsonl", line);
    let bench = "bench --positions positions.jsonl --solvers search";
    let (code, _, said) = folder.run(bench);
    assert_eq!(code, 1);
    let command = r#"rummilab solve --rules original --table "R3 R4 R5" --rack "R6 K1""#;
    says(&said, &[command]);
    folder.told(&format!("{bench} --objective value"));
}

#[test]
fn filters_keep_what_they_say() {
    let lines = corpus("--bots hold:h=3,greedy --min-rack 15 --min-jokers 1 --solvers search");
    assert!(!lines.is_empty());
    for line in json_lines(&lines) {
        let rack = line["rack"].as_str().expect("a rack");
        assert!(rack.split(' ').count() >= 15, "{line}");
        assert!(line.to_string().contains('J'), "{line}");
    }
    let hard = corpus("--beats-hand --solvers search --option jokers=0");
    for line in hard.lines() {
        says(line, &[r#""options":{"jokers":"0"}"#]);
        assert!(!line.contains("\"tiles\":[0,"), "{line}");
    }
    for line in corpus("--unopened --solvers search").lines() {
        says(line, &[r#""opened":false"#]);
    }
}

#[test]
fn bad_input_is_named() {
    let folder = Folder::new();
    folder.write(
        "positions.jsonl",
        "{\"rack\":\"R1\"}\n\n{\"rack\":\"Q1\"}\n",
    );
    let cases = r#"
        bench --positions nowhere.jsonl => nowhere.jsonl
        bench --positions /dev/null --solvers search => no position
        bench --positions x --solvers serch => did you mean `search`
        bench --positions x --solvers ilp:backend=round => round
        bench --positions positions.jsonl --solvers search => positions.jsonl:3:
        corpus --bots gredy => did you mean `greedy`
    "#;
    each(cases, |args, parts| folder.refused(args, parts));
}
