//! `rummilab solve --question plays` and `after-draw`: contract, text for people, batches, and what does not go together.
//! `bench` compares sharing with repetition.

use std::fs;

use serde_json::Value;

use crate::common::{fails, quiet, run, run_in, says, without, words};

/// The answer without micros.
fn solve(args: &[&str]) -> String {
    let out = quiet(&[&["solve"], args].concat());
    without(&out, "\"micros\":")
}

const TABLE: &str = "R3 R4 R5 ; K7 B7 O7";

#[test]
fn all_plays_as_json() {
    let found = solve(&words(&format!(
        "--table '{TABLE}' --rack 'R6 R7 J' --question plays --json"
    )));
    let plays = [
        (3, 13, "R6 R7 J"),
        (2, 13, "R6 R7"),
        (2, 7, "R7 J"),
        (2, 6, "R6 J"),
        (1, 7, "R7"),
        (1, 6, "R6"),
        (1, 0, "J"),
    ];
    let plays: Vec<String> = plays
        .iter()
        .map(|(tiles, value, played)| {
            format!(r#"{{"tiles":{tiles},"value":{value},"played":"{played}"}}"#)
        })
        .collect();
    let record = |plays: &[String], rest: &str| {
        let plays = plays.join(",");
        format!(
            "{{\"id\":null,\"status\":\"optimal\",\"question\":\"plays\",\"plays\":[{plays}],\"rest\":\"{rest}\",\"solver\":\"search\",\"micros\":}}\n"
        )
    };
    assert_eq!(found, record(&plays, "none"));
    let asked = [
        "--table",
        TABLE,
        "--rack",
        "R6 R7 J",
        "--question",
        "plays",
        "--json",
    ];
    let few = solve(&[&asked[..], &["--most", "2"]].concat());
    assert_eq!(few, record(&plays[..2], "later"));
    // Plain repetition by another solver says the same.
    let ilp = solve(&[&asked[..], &["--solver", "ilp"]].concat());
    assert_eq!(ilp.replace("\"ilp\"", "\"search\""), record(&plays, "none"));
}

#[test]
fn plays_for_people() {
    let text = |args: &[&str]| {
        let found = solve(&[args, &["--question", "plays"]].concat());
        let lines: Vec<&str> = found.lines().collect();
        let (last, rest) = lines.split_last().expect("a line");
        let last = last.split(':').next().unwrap_or_default();
        format!("{}\n{last}", rest.join("\n"))
    };
    assert_eq!(
        text(&["--table", TABLE, "--rack", "R6 R12"]),
        "One play:\n\n tiles   value   lay\n     1       6   R6\n\nProven complete"
    );
    assert_eq!(
        text(&["--table", TABLE, "--rack", "R12"]),
        "Nothing can be laid.\n\nProven complete"
    );
    assert_eq!(
        text(&["--rack", "R10 B10 K10 R1 R2 R3", "--unopened"]),
        "All 2 plays, the best first:\n\n tiles   value   lay\n     6      36   R1 R2 R3 R10 B10 K10\n     3      30   R10 B10 K10\n\nProven complete"
    );
    assert_eq!(
        text(&["--table-tiles", "R3 R4", "--rack", "R5"]),
        "The tiles of the table cannot be split into legal sets.\nProven"
    );
}

#[test]
fn draws_as_json_and_for_people() {
    let asked = [
        "--table",
        TABLE,
        "--rack",
        "R7 R8",
        "--question",
        "after-draw",
    ];
    let unseen = ["--unseen", "R6 R6 R9 B13"];
    let found = solve(&[&asked[..], &unseen, &["--json"]].concat());
    let draw = |draw: &str, unseen: u8, best: &str, out: bool| {
        format!(r#"{{"draw":"{draw}","unseen":{unseen},{best},"goes_out":{out}}}"#)
    };
    let draws = [
        draw("R6", 2, r#""tiles":3,"value":21,"played":"R6 R7 R8""#, true),
        draw("R9", 1, r#""tiles":3,"value":24,"played":"R7 R8 R9""#, true),
        draw("B13", 1, r#""tiles":1,"value":7,"played":"R7""#, false),
    ];
    let draws = draws.join(",");
    assert_eq!(
        found,
        format!(
            "{{\"id\":null,\"status\":\"optimal\",\"question\":\"after-draw\",\"now\":{{\"tiles\":1,\"value\":7,\"played\":\"R7\"}},\"draws\":[{draws}],\"unseen\":4,\"going_out\":3,\"solver\":\"search\",\"micros\":}}\n"
        )
    );
    let text = solve(&[&asked[..], &unseen].concat());
    says(
        &text,
        &[
            "Without a draw: 1 tile worth 7: R7",
            "3 of 4 unseen tiles let the whole rack go, 1 change nothing",
            "R6 R7 R8   yes",
        ],
    );
    // All tiles but those on table and rack, unless they are named: 106 less 8.
    let all = solve(&[&asked[..], &["--json"]].concat());
    let all: Value =
        serde_json::from_str(&all.replace("\"micros\":", "\"micros\":0")).expect("JSON");
    assert_eq!(all["unseen"], 98);
    assert_eq!(all["draws"].as_array().map(Vec::len), Some(53));
}

#[test]
fn lines_of_a_batch_are_lists_too() {
    let lines = r#"{"id":1,"table":["R3 R4 R5"],"rack":"R6 R7"}
{"id":2,"table_tiles":"R3 R4","rack":"R5"}
{"id":3,"rack":"R6 ?"}
"#;
    let folder = std::env::temp_dir();
    let ask = |question: &str, lines: &str| {
        let args = ["solve", "--batch", "-", "--question", question];
        let (code, out, _) = run_in(&folder, &args, lines);
        assert_eq!(code, 2);
        let records = out
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        records.collect::<Vec<_>>()
    };
    let found = ask("plays", lines);
    assert_eq!(found[0]["plays"][0]["played"], "R6 R7");
    assert_eq!(found[0]["rest"], "none");
    assert_eq!(found[1]["status"], "infeasible");
    assert_eq!(found[2]["status"], "error");
    let found = ask(
        "after-draw",
        &lines.replace("R6 R7\"", "R6 R7\",\"unseen\":\"R8\""),
    );
    assert_eq!(found[0]["draws"][0]["played"], "R6 R7 R8");
    assert_eq!(
        (&found[0]["going_out"], &found[0]["unseen"]),
        (&1.into(), &1.into())
    );
    assert_eq!(found[1]["status"], "infeasible");
}

#[test]
fn what_says_nothing_about_a_question_is_refused() {
    let solve = |args: &[&str]| run(&[&["solve", "--table", TABLE, "--rack", "R6"], args].concat());
    fails(
        &solve(&["--question", "plays", "--explain"]),
        2,
        &["--explain says nothing about --question plays"],
    );
    fails(
        &solve(&["--most", "3"]),
        2,
        &["--most says nothing about --question best"],
    );
    fails(
        &solve(&["--question", "plays", "--unseen", "R6"]),
        2,
        &["--unseen says nothing about --question plays"],
    );
    fails(
        &solve(&["--question", "after-draw", "--unseen", "R3 R3"]),
        2,
        &["too many R3 unseen: table and rack leave 1"],
    );
    fails(
        &solve(&["--question", "after-draw", "--unseen", "Q"]),
        2,
        &["--unseen", "`Q`"],
    );
    fails(
        &solve(&["--question", "plays", "--most", "0"]),
        2,
        &["from 1 to"],
    );
}

#[test]
fn sharing_is_timed_against_repetition() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join("positions.jsonl");
    let lines = r#"{"table":["R3 R4 R5","K7 B7 O7"],"rack":"R6 R7 J B1 K1"}
{"table":[],"rack":"R10 B10 K10 R1 R2 R3","opened":false}
{"table":["R1 R2 R3 R4"],"rack":"B1 K1 R5"}
"#;
    fs::write(&file, lines).expect("writable");
    let file = file.to_str().expect("a plain path");
    for objective in ["plays", "ten-plays", "after-draw"] {
        let out = quiet(&format!(
            "bench --positions {file} --solvers search,search:repeat,ilp --objective {objective} --repeat 1 --json"
        ));
        let report: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(
            (&report["positions"], &report["disagreements"]),
            (&3.into(), &0.into())
        );
        assert_eq!(report["solvers"][1]["name"], "search:repeat");
        assert_eq!(report["solvers"][1]["optimal"], 3);
    }
}
