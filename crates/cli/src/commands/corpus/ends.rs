//! Ends: positions of two players with an empty pool, each with the small plays that win and those
//! that lose.

use std::collections::BTreeMap;

use rayon::prelude::*;
use rummilab::bots::plan::{End, EndValues};
use rummilab::bots::standoff::NoAnswer;
use rummilab::chance::{Key, Stream};
use rummilab::core::RuleSet;
use rummilab::engine::CorpusPosition;
use rummilab::runs::judge;
use serde_json::json;

use crate::error::Error;
use crate::output::Out;

/// Spare tiles of the player with fewer of them.
const SPARE: std::ops::RangeInclusive<usize> = 13..=25;
/// Questions about each play; one with more is not decided, and the end is left out.
const QUESTIONS: u64 = 150_000;

/// Deals that are looked at together.
const TOGETHER: usize = 32;

/// Writes the first `most` ends among these positions, one of a deal at most, with what their plays
/// are worth. The position of a line is written by `line`.
pub fn write_ends(
    rules: &RuleSet,
    found: &[CorpusPosition],
    (seed, most): (u64, usize),
    line: &(dyn Fn(&CorpusPosition) -> serde_json::Value + Sync),
) -> Result<(), Error> {
    let mut deals: BTreeMap<u64, Vec<&CorpusPosition>> = BTreeMap::new();
    for one in found {
        let number = one.deal().trim_start_matches('b').parse().unwrap_or(0);
        deals.entry(number).or_default().push(one);
    }
    let deals: Vec<(u64, Vec<&CorpusPosition>)> = deals.into_iter().collect();
    let of_deal = |values: &mut EndValues, (number, ends): &(u64, Vec<&CorpusPosition>)| {
        let mut stream = Stream::new(Key::sample(seed, "end of a deal", *number));
        let mut order = ends.clone();
        stream.shuffle(&mut order);
        // The spare tiles of one position are known soon, what its plays are worth is not.
        for one in order {
            let Some(end) = End::of(rules, one.position.rack, one.position.table) else {
                continue;
            };
            match written(rules, one, &end, values, line) {
                Ok(None) => {}
                Ok(Some(text)) => return Ok(text),
                Err(NoAnswer::BudgetExhausted) => {}
                Err(NoAnswer::Solver(error)) => return Err(error.into()),
            }
        }
        Ok(None)
    };
    let mut out = Out::new();
    let mut left = most;
    for together in deals.chunks(TOGETHER) {
        let lines = together.par_iter();
        let lines: Result<Vec<Option<String>>, Error> = lines
            .map_init(|| EndValues::new(QUESTIONS), of_deal)
            .collect();
        for line in lines?.into_iter().flatten().take(left) {
            out.bytes(format!("{line}\n").as_bytes())?;
            left -= 1;
        }
        out.flush()?;
        if left == 0 {
            break;
        }
    }
    Ok(())
}

/// The line of an end: `Some(None)` if it has the spare tiles but is not decided, so that no easier
/// end of this deal takes its place.
fn written(
    rules: &RuleSet,
    one: &CorpusPosition,
    end: &End,
    values: &mut EndValues,
    line: &dyn Fn(&CorpusPosition) -> serde_json::Value,
) -> Result<Option<Option<String>>, NoAnswer> {
    let mut solver = judge();
    let spare = values.spare(rules, end, solver.as_mut())?;
    let least = spare.map(|[own, other]| own.min(other));
    let (Some(spare), Some(true)) = (spare, least.map(|least| SPARE.contains(&least))) else {
        return Ok(None);
    };
    let Some(plays) = values.plays(rules, end, solver.as_mut())? else {
        return Ok(Some(None));
    };
    let that = |wins: bool| -> Vec<String> {
        let plays = plays.iter().filter(|(_, won)| *won == wins);
        plays.map(|(laid, _)| laid.to_string()).collect()
    };
    let text = json!({
        "position": line(one),
        "spare": spare,
        "wins": that(true),
        "loses": that(false),
    });
    Ok(Some(Some(text.to_string())))
}
