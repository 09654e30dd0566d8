//! What a person who mistyped a tile may have meant.

use rummilab_core::{RuleSet, Tile};
use serde::Serialize;

use super::line::Told;
use super::real_table::Impossible;

/// How many lines before the failing one are tried, too.
const EARLIER: usize = 8;

/// The likeliest correction: one tile of one line changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Nearest {
    /// The number of the line, from 1.
    pub line: usize,
    /// The line as it may have been meant.
    pub text: String,
}

/// Finds the likeliest change of one tile with which all lines can be true. The failing line is the
/// last one. `can_be` tries a list of lines, from the line of the given number on.
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

/// A line with one tile changed or left out, the likelier slips first: another colour, a
/// neighbouring value, any other tile, one tile too many. If a tile is suspected, only that one is
/// changed.
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

/// The distance of two tiles: 1 for another colour, 2 for a neighbouring value, 3 for anything
/// else.
fn slip(typed: Tile, meant: Tile) -> u8 {
    match (typed.value(), meant.value()) {
        (Some(a), Some(b)) if a == b => 1,
        (Some(a), Some(b)) if typed.colour() == meant.colour() && a.abs_diff(b) == 1 => 2,
        _ => 3,
    }
}
