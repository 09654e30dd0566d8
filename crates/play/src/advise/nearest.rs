//! The likeliest correction of a mistyped tile.

use rummilab_core::{RuleSet, Tile};
use serde::Serialize;

use super::line::GameLine;
use super::real_table::Impossible;

/// Number of lines before the failing one that are tried as well.
const EARLIER: usize = 8;

/// How much less likely a slip in an earlier line is than one in the line just typed.
const EARLIER_LINE: u8 = 2;

/// A correction: one tile of one line is changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Nearest {
    /// The number of the line, from 1.
    pub line: usize,
    pub text: String,
    /// What to type for it: the line, if it is the one that was refused, else `fix` and its number.
    pub command: String,
    /// Whether the line that was refused has to be typed again after the correction.
    pub again: bool,
}

/// Lines of which one is impossible, and the change that caused it.
pub struct Refused<'a> {
    /// All lines, the refused change among them.
    pub lines: &'a [GameLine],
    pub why: &'a Impossible,
    /// The index of the line that was typed.
    pub typed: usize,
    /// Whether it would be a new line, not a correction of an old one.
    pub new: bool,
}

/// Finds the likeliest change of one tile with which all lines are possible. `can_be` tries a list
/// of lines, starting with the line of the given index.
pub fn nearest(
    refused: &Refused<'_>,
    rules: &RuleSet,
    mut can_be: impl FnMut(&[GameLine], usize) -> bool,
) -> Option<Nearest> {
    let Refused { lines, typed, .. } = *refused;
    // One tile less is still too many.
    if lines[typed].tiles().len() > rules.deck().len() + 1 {
        return None;
    }
    let suspect = match refused.why {
        Impossible::Copies(tile, _) | Impossible::NotOnRack(tile) => Some(*tile),
        Impossible::NoFit(_) | Impossible::NoOpening(..) => None,
        _ => return None,
    };
    // A correction of an old line is typed by its number, and can change no other line.
    let earliest = if refused.new {
        typed.saturating_sub(EARLIER)
    } else {
        typed
    };
    let mut changes: Vec<(u8, usize, GameLine)> = Vec::new();
    for number in (earliest..=typed).rev() {
        let penalty = if number == typed { 0 } else { EARLIER_LINE };
        let kind = match (refused.why, number == typed) {
            (Impossible::NotOnRack(_), false) => Change::Into,
            _ => Change::Of,
        };
        let found = changes_of(
            &lines[number],
            suspect.map(|tile| (kind, tile)),
            refused.why,
            rules,
        );
        changes.extend(found.map(|(slip, line)| (slip + penalty, number, line)));
    }
    // Of equal slips the one in the later line comes first, because the sort is stable.
    changes.sort_by_key(|(slip, ..)| *slip);
    changes.into_iter().find_map(|(_, number, line)| {
        let mut changed = lines.to_vec();
        changed[number] = line;
        can_be(&changed, number).then(|| {
            let text = changed[number].to_string();
            let again = number != typed;
            let command = if refused.new && !again {
                text.clone()
            } else {
                format!("fix {} {text}", number + 1)
            };
            let line = number + 1;
            Nearest {
                line,
                text,
                command,
                again,
            }
        })
    })
}

/// The role of a suspected tile in a slip.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Change {
    /// It was typed for another.
    Of,
    /// Another was typed for it.
    Into,
}

/// A line with one tile changed, left out or added, and its distance from the typed line. If a tile
/// is suspected, every change involves it.
fn changes_of(
    line: &GameLine,
    suspect: Option<(Change, Tile)>,
    why: &Impossible,
    rules: &RuleSet,
) -> impl Iterator<Item = (u8, GameLine)> {
    let tiles = line.tiles();
    let kinds: Vec<Tile> = rules.kinds().collect();
    let laid = matches!(line, GameLine::Laid(..));
    let mut found: Vec<(u8, GameLine)> = Vec::new();
    for (at, tile) in tiles.iter().enumerate() {
        let fits = |meant: Option<Tile>| match suspect {
            Some((Change::Of, suspect)) => *tile == suspect,
            Some((Change::Into, suspect)) => meant == Some(suspect),
            None => true,
        };
        for kind in kinds
            .iter()
            .filter(|kind| *kind != tile && fits(Some(**kind)))
        {
            let mut other = tiles.to_vec();
            other[at] = *kind;
            found.push((slip(*tile, *kind), line.with_tiles(other)));
        }
        if laid && tiles.len() > 1 && fits(None) {
            let mut fewer = tiles.to_vec();
            fewer.remove(at);
            found.push((one_too_many(why), line.with_tiles(fewer)));
        }
    }
    if laid && suspect.is_none() {
        for joker in kinds.iter().filter(|kind| kind.is_joker()) {
            let mut more = tiles.to_vec();
            more.push(*joker);
            found.push((FORGOTTEN_JOKER, line.with_tiles(more)));
        }
    }
    found.into_iter()
}

/// The slip of leaving a joker out.
const FORGOTTEN_JOKER: u8 = 3;

/// The slip of naming a tile that was not laid. It is likely if all copies lie elsewhere, because
/// people name the table tiles beside which they lay.
fn one_too_many(why: &Impossible) -> u8 {
    match why {
        Impossible::Copies(..) => 0,
        Impossible::NotOnRack(_) => 3,
        _ => 5,
    }
}

/// The slip of typing one tile for another: 1 for another colour, 2 for a neighbouring value, 4
/// otherwise.
fn slip(typed: Tile, meant: Tile) -> u8 {
    match (typed.value(), meant.value()) {
        (Some(a), Some(b)) if a == b => 1,
        (Some(a), Some(b)) if typed.colour() == meant.colour() && a.abs_diff(b) == 1 => 2,
        _ => 4,
    }
}

#[cfg(test)]
mod tests {
    use rummilab_core::notation::typed_tiles;

    use super::super::line::Whose;
    use super::*;

    /// Each tile once stood in a copy of the line for each tile that may have been meant: 3000 runs
    /// took a minute and three gigabytes.
    #[test]
    fn a_line_of_more_tiles_than_the_deck_has_no_correction() {
        let rules = RuleSet::preset("original").expect("a preset");
        let suspect = Tile::number(rummilab_core::Colour::Red, 1).expect("a tile");
        let tried = |runs: usize| {
            let tiles = typed_tiles(&"R1-13 ".repeat(runs), &rules).expect("tiles");
            let mut tried = 0;
            let refused = Refused {
                lines: &[GameLine::Laid(Whose::Next, tiles)],
                why: &Impossible::Copies(suspect, 2),
                typed: 0,
                new: true,
            };
            let found = nearest(&refused, &rules, |_, _| {
                tried += 1;
                false
            });
            assert_eq!(found, None);
            tried
        };
        assert!(tried(8) > 0);
        assert_eq!(tried(3000), 0);
    }
}
