//! The benchmark of `score`.

use std::collections::BTreeSet;
use std::fs;

use crate::common::json_lines;

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
