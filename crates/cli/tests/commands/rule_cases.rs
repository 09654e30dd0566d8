//! Every line of docs/rules.md#cases through `rummilab check --batch`.

use serde_json::{Value, json};

use crate::common::{answered, quiet_in};

/// The set and turn cases, as core's own tests read them.
const CASES: &str = include_str!("../../../core/tests/rules/cases.txt");

/// A line for `check --batch`, and the expected answer: the kinds of a set, if any; whether a turn
/// is legal.
struct Case {
    line: Value,
    legal: bool,
    kinds: Option<Value>,
}

fn cases() -> Vec<Case> {
    let lines = CASES.lines().filter(|line| !line.is_empty());
    lines
        .filter(|line| !line.starts_with('#'))
        .enumerate()
        .map(|(id, line)| {
            let fields: Vec<&str> = line.split('|').collect();
            match fields[0] {
                "SET" => set(id, &fields),
                "TURN" => turn(id, &fields),
                other => panic!("{other}"),
            }
        })
        .collect()
}

/// `rules` and `options` of a system.
fn with_system(mut line: Value, system: &str) -> Value {
    let (name, option) = system.split_once('+').unwrap_or((system, ""));
    let name = match name {
        "ORIG" => "original",
        "TOURN" => "tournament",
        "TWIST" => "twist",
        "HOUSE" => "house",
        other => panic!("{other}"),
    };
    line["rules"] = name.into();
    match option {
        "" => {}
        "end" => line["options"] = json!({ "wrap": "end" }),
        switch => line["options"] = json!({ switch: true }),
    }
    line
}

fn set(id: usize, fields: &[&str]) -> Case {
    let [_, system, mode, tiles, expected, ..] = fields else {
        panic!("{fields:?}")
    };
    let line = json!({"id": id, "set": tiles, "as_laid": *mode == "L"});
    let kinds = expected.split_whitespace().filter_map(|kind| {
        let (kind, value) = kind.split_once('=')?;
        Some((kind.to_owned(), value.parse::<u32>().ok()?.into()))
    });
    Case {
        line: with_system(line, system),
        legal: *expected != "illegal",
        kinds: Some(Value::Object(kinds.collect())),
    }
}

fn turn(id: usize, fields: &[&str]) -> Case {
    let [_, system, opened, before, played, after, expected, ..] = fields else {
        panic!("{fields:?}")
    };
    let table = |text: &str| -> Vec<String> {
        let sets = text.split(';').filter(|set| *set != "-");
        sets.map(str::to_owned).collect()
    };
    let line = json!({
        "id": id,
        "before": table(before),
        "played": played.trim_matches('-'),
        "after": table(after),
        "opened": *opened == "yes",
    });
    Case {
        line: with_system(line, system),
        legal: *expected == "legal",
        kinds: None,
    }
}

#[test]
fn every_line_gets_its_answer() {
    let cases = cases();
    assert!(cases.len() > 70, "{}", cases.len());
    let lines: Vec<String> = cases.iter().map(|case| case.line.to_string()).collect();
    let out = answered("check", &lines.join("\n"));
    let answers: Vec<Value> = out
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect();
    assert_eq!(answers.len(), cases.len());
    for (case, answer) in cases.iter().zip(&answers) {
        assert_eq!(answer["id"], case.line["id"]);
        assert_eq!(answer["legal"], case.legal, "{}\n{answer}", case.line);
        assert_eq!(answer.get("kinds"), case.kinds.as_ref(), "{}", case.line);
        assert_eq!(answer["reason"].is_string(), !case.legal, "{answer}");
    }
}

/// Both solvers find a play of at least as many tiles, given the old table and the rack.
#[test]
fn both_solvers_find_every_legal_turn() {
    let turns: Vec<Value> = cases()
        .into_iter()
        .filter(|case| case.legal && case.kinds.is_none())
        .map(|case| {
            let mut line = case.line;
            let fields = line.as_object_mut().expect("it is there");
            fields.remove("after");
            let (before, played) = (fields.remove("before"), fields.remove("played"));
            fields.insert("table".to_owned(), before.expect("it is there"));
            fields.insert("rack".to_owned(), played.expect("it is there"));
            line
        })
        .collect();
    let lines: Vec<String> = turns.iter().map(Value::to_string).collect();
    for solver in ["search", "ilp"] {
        let args = ["solve", "--solver", solver, "--batch", "-"];
        let out = quiet_in(&std::env::temp_dir(), &args, lines.join("\n"));
        for (turn, answer) in turns.iter().zip(out.lines()) {
            let answer: Value = serde_json::from_str(answer).expect("a line of JSON");
            let tiles = turn["rack"]
                .as_str()
                .expect("it is there")
                .split_whitespace()
                .count();
            assert_eq!(answer["status"], "optimal", "{turn}");
            assert_eq!(answer["tiles"], tiles, "{turn}\n{answer}");
        }
    }
}
