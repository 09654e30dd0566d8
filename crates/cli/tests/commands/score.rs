//! `score` judges answers to positions by the rules, and also turns of bots.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;

use crate::common::{Folder, json_lines, says};

/// Three positions: single tiles that fit, a run that goes out, and an opening short of 30 points.
const POSITIONS: &str = r#"
{"id":"one","table":["R3 R4 R5","K7 B7 O7"],"rack":"R6 J K1","certified":{"tiles":[2,36],"value":[2,36],"goes_out":false}}
{"position":{"id":"two","table":["B4 B5 B6"],"rack":"B7 B8","certified":{"tiles":[2,15],"value":[2,15],"goes_out":true}},"tiles":2,"goes_out":true,"steps":1,"grade":1}
{"id":3,"table":[],"rack":"R10 B10 K10 O1","opened":false,"certified":{"tiles":[3,30],"value":[3,30],"goes_out":false}}
"#;

/// A folder with the positions and these answers.
fn answered(answers: &str) -> Folder {
    let folder = Folder::new();
    folder.write("positions.jsonl", POSITIONS);
    folder.write("answers.jsonl", answers);
    folder
}

const SCORE: &str = "score answers.jsonl --positions positions.jsonl";

#[track_caller]
fn check(answers: &str, expected: &str) {
    let said = answered(answers).told(&format!("{SCORE} --json"));
    let said: Value = serde_json::from_str(&said).expect("JSON");
    let sum = &said["all"];
    let counts = ["answered", "legal", "tiles", "best", "went_out"];
    let found = counts.map(|count| sum[count].to_string()).join(" ");
    assert_eq!(found, expected, "{answers}");
    assert_eq!(
        (&sum["positions"], &sum["most_tiles"]),
        (&3.into(), &7.into())
    );
    assert_eq!(said["grades"]["1"]["positions"], 1);
}

#[test]
fn answers_are_judged_by_the_rules() {
    // All best, in another order of sets and tiles, with fields of their own.
    let best = r#"{"id":"one","table":["O7 K7 B7","R6 R3 R5 R4 J"],"model":"m","tiles":9}
{"id":"two","table":["B4 B5 B6 B7 B8"]}
{"id":3,"table":["K10 R10 B10"]}"#;
    check(best, "3 3 7 3 1");
    check("", "0 0 0 0 0");
    check("\n\n", "0 0 0 0 0");
    check(r#"{"id":"two","draw":true}"#, "1 1 0 0 0");
    // An unchanged table lays nothing.
    check(r#"{"id":"two","table":["B6 B5 B4"]}"#, "1 1 0 0 0");
    check(r#"{"id":"two","table":["B4 B5 B6 B7"]}"#, "1 1 1 0 0");
    // A tile that is not on the rack, a missing table tile, an illegal set, an illegal opening, an
    // invalid tile.
    for illegal in [
        r#"{"id":"two","table":["B3 B4 B5 B6"]}"#,
        r#"{"id":"two","table":["B5 B6 B7"]}"#,
        r#"{"id":"two","table":["B4 B5 B6","B7 B8"]}"#,
        r#"{"id":3,"table":["R10 B10 K10 O1"]}"#,
        r#"{"id":3,"table":["R10 B10 O10"]}"#,
        r#"{"id":"two","table":["B4 B5 B6 X7"]}"#,
        r#"{"id":"two","table":[""]}"#,
    ] {
        check(illegal, "1 0 0 0 0");
    }
}

#[test]
fn every_position_is_shown_with_the_reason() {
    let folder = answered(r#"{"id":"two","table":["B4 B5 B6","B7 B8"]}"#);
    let said = folder.told(&format!("{SCORE} --each --json"));
    let lines = json_lines(&said);
    assert_eq!(lines.len(), 4);
    assert_eq!(lines[0]["answer"], Value::Null);
    let two = &lines[1];
    assert_eq!((&two["id"], &two["most_tiles"]), (&"two".into(), &2.into()));
    says(
        two["answer"]["illegal"].as_str().expect("a reason"),
        &["`B7 B8` has too few tiles"],
    );
    let table = folder.told(SCORE);
    says(
        &table,
        &["grade", "all", "0.0 [0.0, 56.1]", "0.0 [0.0, 79.3]"],
    );
}

#[test]
fn what_cannot_be_scored_is_named_with_its_place() {
    let cases = [
        (
            r#"{"id":"four","draw":true}"#,
            "answers.jsonl:1: no position is called `four`",
        ),
        (
            "{\"id\":\"two\",\"draw\":true}\n\n{\"id\":\"two\",\"draw\":true}",
            "answers.jsonl:3: `two` has an answer already",
        ),
        (r#"{"id":"two"}"#, "expected either `table`"),
        (
            r#"{"id":"two","draw":true,"table":[]}"#,
            "expected either `table`",
        ),
        (r#"{"draw":true}"#, "there is no `id`"),
        ("[1]", "is no JSON object"),
        ("{\"id\":\"two\",", "answers.jsonl:1: column"),
    ];
    for (answers, expected) in cases {
        let (code, out, said) = answered(answers).run(SCORE);
        assert_eq!((code, out.as_str()), (2, ""), "{answers}");
        says(&said, &[expected]);
    }
    let positions = [
        ("", "holds no position"),
        (r#"{"id":"x","rack":"R1"}"#, "no `certified` answers"),
        (r#"{"rack":"R1"}"#, "positions.jsonl:1: there is no `id`"),
        (
            r#"{"id":"x","rack":"R1","table_tiles":"R2","certified":{"tiles":[0,0],"value":[0,0],"goes_out":false}}"#,
            "heap of tiles",
        ),
        (
            r#"{"id":"x","rules":"house","rack":"R1","certified":{"tiles":[0,0],"value":[0,0],"goes_out":false}}"#,
            "under the rules `house` groups have owners",
        ),
    ];
    for (text, expected) in positions {
        let folder = answered("");
        folder.write("positions.jsonl", text);
        let (code, _, said) = folder.run(SCORE);
        assert_eq!(code, 2, "{text}");
        says(&said, &[expected]);
    }
    let twice = POSITIONS.replace("\"id\":3", "\"id\":\"two\"");
    let folder = answered("");
    folder.write("positions.jsonl", &twice);
    says(&folder.run(SCORE).2, &["two positions are called `two`"]);
}

/// The solver is right everywhere through every bot that asks it; a bot that draws at random is
/// not.
#[test]
fn our_own_answers_are_all_right() {
    let folder = Folder::new();
    let corpus = "corpus --bots hold,greedy --deals 40 --seed 9 --take 100000 --puzzles 25";
    let lines = folder.told(corpus);
    folder.write("positions.jsonl", &lines);
    let positions: Vec<String> = json_lines(&lines)
        .iter()
        .map(|line| line["position"].to_string())
        .collect();
    assert_eq!(positions.len(), 25);
    folder.write("plain.jsonl", positions.join("\n"));
    folder.write("answers.jsonl", folder.told("solve --batch plain.jsonl"));
    let said: Value = serde_json::from_str(&folder.told(&format!("{SCORE} --json"))).expect("JSON");
    let all = &said["all"];
    assert_eq!((&all["best"], &all["legal"]), (&25.into(), &25.into()));
    assert_eq!(all["tiles"], all["most_tiles"]);
    let bots = "score --bots greedy,random --positions positions.jsonl --json";
    let said: Value = serde_json::from_str(&folder.told(bots)).expect("JSON");
    assert_eq!(&said["greedy"], all);
    assert!(said["random"]["best"].as_u64() < Some(25));
    assert_eq!(said["random"]["legal"], 25);
    assert_eq!(folder.told(bots), folder.told(bots));
}

/// Games of one deal begin alike, so two positions of a grade could be equal (a bug of the first
/// file).
#[test]
fn no_grade_of_the_benchmark_has_two_positions_of_a_deal() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/benchmark/positions.jsonl"
    );
    let lines = json_lines(&fs::read_to_string(file).expect("the benchmark"));
    let deals: BTreeSet<(u64, &str)> = lines
        .iter()
        .map(|line| {
            let id = line["position"]["id"].as_str().expect("a name");
            let (deal, _) = id.split_once('g').expect("block, game and turn");
            (line["grade"].as_u64().expect("a grade"), deal)
        })
        .collect();
    assert_eq!((lines.len(), deals.len()), (500, 500));
}
