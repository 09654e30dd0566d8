//! The positions of `data/positions`, read for the benches. A broken corpus ends the bench.

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{Position, RuleSet, Seat, Table};

/// A position with its certified answers.
#[derive(Debug)]
pub struct Known {
    /// The position.
    pub position: Position,
    /// The sets of its table.
    pub before: Table,
    /// Tiles and value of the best play for most tiles.
    pub tiles: (usize, u32),
    /// Whether the whole rack goes.
    pub goes_out: bool,
}

/// Positions of one rule system.
#[derive(Debug)]
pub struct Corpus {
    /// The rules of all its positions.
    pub rules: RuleSet,
    /// The positions.
    pub positions: Vec<Known>,
}

/// Every `step`-th position of a corpus.
///
/// # Panics
/// If the file is not there or not as `rummilab corpus` writes it.
pub fn corpus(name: &str, step: usize) -> Corpus {
    let path = format!(
        "{}/../data/positions/{name}.jsonl",
        env!("CARGO_MANIFEST_DIR")
    );
    let text = std::fs::read_to_string(path).expect("the corpus is there");
    let line = |line: &str| -> serde_json::Value { serde_json::from_str(line).expect("JSON") };
    let lines: Vec<_> = text.lines().step_by(step).map(line).collect();
    let name = lines[0]["rules"].as_str().expect("a name of rules");
    let rules = RuleSet::preset(name).expect("a preset");
    let positions = lines.iter().map(|line| known(line, &rules)).collect();
    Corpus { rules, positions }
}

fn known(line: &serde_json::Value, rules: &RuleSet) -> Known {
    let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
    let list = |value: &serde_json::Value| value.as_array().expect("a list").clone();
    let sets: Vec<String> = list(&line["table"]).iter().map(text).collect();
    let mut table = parse_table(&sets.join(" ; "), rules).expect("sets");
    if !line["owners"].is_null() {
        let owner = |seat: &serde_json::Value| seat.as_u64().map(|seat| seat as u8);
        let owners = list(&line["owners"]).iter().map(owner).collect();
        table = Table::owned(table.sets().to_vec(), owners);
    }
    let rack = parse_tiles(&text(&line["rack"]), rules).expect("tiles");
    let opened = line["opened"].as_bool().expect("true or false");
    let me = line["me"].as_u64().map(|me| me as usize);
    let certified = &line["certified"];
    let number = |value: &serde_json::Value| value.as_u64().expect("a number");
    Known {
        position: rules.position(&table, rack.into_iter().collect(), opened, me.map(Seat)),
        before: table,
        tiles: (
            number(&certified["tiles"][0]) as usize,
            number(&certified["tiles"][1]) as u32,
        ),
        goes_out: certified["goes_out"].as_bool().expect("true or false"),
    }
}
