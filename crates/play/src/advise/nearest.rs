//! The likeliest correction of a mistyped tile.

use rummilab_core::{RuleSet, Tile};
use serde::Serialize;

use super::line::Told;
use super::real_table::Impossible;

/// Number of lines before the failing one that are tried as well.
const EARLIER: usize = 8;

/// A correction: one tile of one line is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Nearest {
    /// The number of the line, from 1.
    pub line: usize,
    /// The corrected line.
    pub text: String,
}

/// Finds the likeliest change of one tile with which all lines are possible. The failing line is
/// the last one. `can_be` tries a list of lines, starting with the line of the given number.
pub fn nearest(
    lines: &[Told],
    why: &Impossible,
    rules: &RuleSet,
    mut can_be: impl FnMut(&[Told], usize) -> bool,
) -> Option<Nearest> {
    let suspect = match why {
        Impossible::Copies(tile, _) | Impossible::NotOnRack(tile) => Some(*tile),
        Impossible::NoFit(_) | Impossible::NoOpening(..) => None,
        _ => return None,
    };
    let numbers = (0..lines.len()).rev().take(1 + EARLIER);
    for number in numbers {
        let suspect = suspect.filter(|_| number + 1 == lines.len());
        for told in changes(&lines[number], suspect, rules) {
            let mut changed = lines.to_vec();
            changed[number] = told;
            if can_be(&changed, number) {
                return Some(Nearest {
                    line: number + 1,
                    text: changed[number].to_string(),
                });
            }
        }
    }
    None
}

/// A line with one tile changed or left out, likelier slips first: another colour, a neighbouring
/// value, any other tile, one tile too many. A suspected tile is the only one that is changed.
fn changes(told: &Told, suspect: Option<Tile>, rules: &RuleSet) -> Vec<Told> {
    let tiles = told.tiles();
    let mut kinds = rules.all_tiles();
    kinds.sort_unstable();
    kinds.dedup();
    let mut found: Vec<(u8, Told)> = Vec::new();
    for (at, tile) in tiles.iter().enumerate() {
        if suspect.is_some_and(|suspect| suspect != *tile) {
            continue;
        }
        for kind in kinds.iter().filter(|kind| *kind != tile) {
            let mut other = tiles.to_vec();
            other[at] = *kind;
            found.push((slip(*tile, *kind), told.with_tiles(other)));
        }
        if matches!(told, Told::Laid(..)) && tiles.len() > 1 {
            let mut fewer = tiles.to_vec();
            fewer.remove(at);
            found.push((4, told.with_tiles(fewer)));
        }
    }
    found.sort_by_key(|(slip, _)| *slip);
    found.into_iter().map(|(_, told)| told).collect()
}

/// The distance of two tiles: 1 for another colour, 2 for a neighbouring value, 3 otherwise.
fn slip(typed: Tile, meant: Tile) -> u8 {
    match (typed.value(), meant.value()) {
        (Some(a), Some(b)) if a == b => 1,
        (Some(a), Some(b)) if typed.colour() == meant.colour() && a.abs_diff(b) == 1 => 2,
        _ => 3,
    }
}
