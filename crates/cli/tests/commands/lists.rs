//! `rummilab solve --question plays` and `after-draw`: the JSON, the text, batches, and flags that
//! exclude each other. `bench` compares sharing with repetition.

use serde_json::Value;

use crate::common::{Folder, each, json_lines, quiet, refused, run_in, says, without};

/// The answer without micros.
fn solve(args: &str) -> String {
    let out = quiet(&format!("solve {args}"));
    without(&out, "\"micros\":")
}

const TABLE: &str = "--table 'R3 R4 R5 ; K7 B7 O7'";

#[test]
fn all_plays_as_json() {
    let asked = format!("{TABLE} --rack 'R6 R7 J' --question plays --json");
    let found = solve(&asked);
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
    let few = solve(&format!("{asked} --most 2"));
    assert_eq!(few, record(&plays[..2], "later"));
    // Plain repetition by another solver gives the same answer.
    let ilp = solve(&format!("{asked} --solver ilp"));
    assert_eq!(ilp.replace("\"ilp\"", "\"search\""), record(&plays, "none"));
}

#[test]
fn plays_for_people() {
    for (args, expected) in [
        (
            format!("{TABLE} --rack 'R6 R12'"),
            "One play:\n\n tiles   value   lay\n     1       6   R6\n\nProven: there are no \
             others.",
        ),
        (
            format!("{TABLE} --rack R12"),
            "Nothing can be laid.\n\nProven: there are no others.",
        ),
        (
            "--rack 'R10 B10 K10 R1 R2 R3' --unopened".to_owned(),
            "All 2 plays, the best first:\n\n tiles   value   lay\n     6      36   R1 R2 R3 R10 \
             B10 K10\n     3      30   R10 B10 K10\n\nProven: there are no others.",
        ),
        (
            "--table-tiles 'R3 R4' --rack R5".to_owned(),
            "The tiles of the table cannot be split into legal sets.\nProven.",
        ),
    ] {
        let found = solve(&format!("{args} --question plays"));
        let (answer, _) = found.split_once("\n\nTaken for granted:").expect(&found);
        assert_eq!(answer, expected, "{args}");
    }
}

#[test]
fn draws_as_json_and_for_people() {
    let asked = format!("{TABLE} --rack 'R7 R8' --question after-draw");
    let unseen = format!("{asked} --unseen 'R6 R6 R9 B13'");
    let found = solve(&format!("{unseen} --json"));
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
    let text = solve(&unseen);
    says(
        &text,
        &[
            "Without a draw: 1 tile worth 7: R7",
            "3 of 4 unseen tiles let the whole rack go, 1 change nothing",
            "R6 R7 R8   yes",
        ],
    );
    // By default all tiles except those on table and rack: 106 less 8.
    let all = solve(&format!("{asked} --json"));
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
        json_lines(&out)
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
    let cases = r#"
        --question plays --explain => --explain does not apply to --question plays
        --most 3 => --most does not apply to --question best
        --question plays --unseen R6 => --unseen does not apply to --question plays
        --question after-draw --unseen 'R3 R3' => too many R3 unseen: table and rack leave 1
        --question after-draw --unseen Q => --unseen & `Q`
        --question plays --most 0 => from 1 to
    "#;
    each(cases, |args, parts| {
        refused(&format!("solve {TABLE} --rack R6 {args}"), parts);
    });
}

#[test]
fn lists_are_timed_against_repetition() {
    let folder = Folder::new();
    let lines = r#"{"table":["R3 R4 R5","K7 B7 O7"],"rack":"R6 R7 J B1 K1"}
{"table":[],"rack":"R10 B10 K10 R1 R2 R3","opened":false}
{"table":["R1 R2 R3 R4"],"rack":"B1 K1 R5"}
"#;
    folder.write("positions.jsonl", lines);
    for objective in ["plays", "ten-plays", "after-draw"] {
        let solvers = format!("--solvers search,ilp --objective {objective}");
        let out = folder.told(&format!(
            "bench --positions positions.jsonl {solvers} --repeat 1 --json"
        ));
        let report: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(report["positions"], 3);
        assert_eq!(report["disagreements"], 0);
        assert_eq!(report["solvers"][1]["optimal"], 3);
    }
}
