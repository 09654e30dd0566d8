//! The positions of `data/positions`, read for the benches. Refuses nothing: a broken corpus is a broken bench.

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{Position, RuleSet};

/// A position with its certified answers.
#[derive(Debug)]
pub struct Known {
    /// The position.
    pub position: Position,
    /// Tiles and value of the best play for most tiles.
    pub tiles: (usize, u32),
    /// Whether the whole rack goes.
    pub goes_out: bool,
}

/// Every `step`-th position of a corpus under the original rules.
///
/// # Panics
/// If the file is not there or not as `rummilab corpus` writes it.
pub fn corpus(name: &str, step: usize) -> Vec<Known> {
    let rules = RuleSet::preset("original").expect("the preset is sound");
    let path = format!(
        "{}/../data/positions/{name}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).expect("the corpus is there");
    text.lines()
        .step_by(step)
        .map(|line| known(line, &rules))
        .collect()
}

fn known(line: &str, rules: &RuleSet) -> Known {
    let line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let sets: Vec<String> = line["table"]
        .as_array()
        .expect("sets")
        .iter()
        .map(text)
        .collect();
    let table = parse_table(&sets.join(" ; "), rules).expect("sets");
    let rack = parse_tiles(&text(&line["rack"]), rules).expect("tiles");
    let certified = &line["certified"];
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    Known {
        position: Position {
            table: table.counts().expect("a table of the game"),
            rack: rack.into_iter().collect(),
            opened: line["opened"].as_bool().expect("true or false"),
            ..Position::default()
        },
        tiles: (
            number(&certified["tiles"][0]) as usize,
            number(&certified["tiles"][1]) as u32,
        ),
        goes_out: certified["goes_out"].as_bool().expect("true or false"),
    }
}
