//! A turn as steps that a person at the table can follow: take, split, join, lay. The checker of
//! the steps does not know how they were found.
//!
//! A new set is made in one step, from rack tiles (lay) or without (join). An old set comes apart
//! in one step (take, split). Between steps, sets may be incomplete, as in play. Unchanged sets are
//! not mentioned.

mod routes;
mod script;
mod working;

use std::fmt;

use rummilab_core::{Set, Table, Tile, TileCounts};
use serde::Serialize;

pub use working::{StepFault, check_steps};

/// One step. Its text (`Display`) is a sentence without a full stop; sets are named by their tiles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub enum Step {
    /// Some tiles are taken from a set and put aside.
    Take {
        /// The tiles taken.
        tiles: Set,
        /// The set before.
        from: Set,
        /// The tiles that stay, a complete set or not.
        leaves: Set,
    },
    /// A set comes apart into parts, which may be incomplete.
    Split {
        /// The set before.
        set: Set,
        /// The parts, at least two.
        parts: Vec<Set>,
    },
    /// Tiles that already lie on the table become one set.
    Join {
        /// The parts joined, at least two.
        parts: Vec<Set>,
        /// The set made.
        set: Set,
    },
    /// Tiles from the rack become a set, alone or together with tiles on the table.
    Lay {
        /// The tiles from the rack, at least one.
        tiles: Set,
        /// The sets that they are laid on; empty if they are a set of their own.
        on: Vec<Set>,
        /// The set made.
        set: Set,
    },
}

/// The steps from `before` to `after` by laying `played`. They are the fewest in which every tile
/// moves at most once, then with the fewest separate parts, then with the fewest tiles moved. (On
/// tables with very many equal tiles, they are the best found within a limit of work.) Sets are
/// named by their layouts in `before` and `after`.
///
/// ```
/// use rummilab_core::{RuleSet, notation::{parse_counts, parse_table}};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let table = |text| parse_table(text, &rules).unwrap();
/// let played = parse_counts("R6", &rules).unwrap();
/// let before = table("R4 R5 R6 R7 R8 ; K7 B7 O7");
/// let after = table("R4 R5 R6 ; R6 R7 R8 ; K7 B7 O7");
/// let steps = rummilab_solver::explain(&before, &after, &played).unwrap();
/// let text: Vec<String> = steps.iter().map(ToString::to_string).collect();
/// assert_eq!(text, [
///     "split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8",
///     "lay R6 from the rack on R7 R8 -> R6 R7 R8",
/// ]);
/// ```
pub fn explain(before: &Table, after: &Table, played: &TileCounts) -> Result<Vec<Step>, StepFault> {
    let (old, new) = (before.sets_not_in(after), after.sets_not_in(before));
    let rack: Vec<Tile> = played.tiles().collect();
    let routes = routes::find(&old, &rack, &new).ok_or(StepFault::NotTheNewTable)?;
    let steps = script::write(&old, &rack, &new, &routes);
    check_steps(before, played, after, &steps)?;
    Ok(steps)
}

/// Whether neighbouring tiles belong together, as in a run; a group is the same in every order.
fn is_run(set: &Set) -> bool {
    let colours = set.tiles().iter().filter_map(|tile| tile.colour());
    let mut seen = 0u16;
    colours.into_iter().any(|colour| {
        let bit = 1 << colour.index();
        let again = seen & bit != 0;
        seen |= bit;
        again
    })
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Take { tiles, from, .. } => write!(f, "take {tiles} from {from}"),
            Step::Split { set, parts } => write!(f, "split {set} into {}", Listed(parts)),
            Step::Join { parts, set } => match parts.split_last() {
                Some((last, parts)) => write!(f, "join {} with {last} -> {set}", Listed(parts)),
                None => write!(f, "join -> {set}"),
            },
            Step::Lay { tiles, on, .. } if on.is_empty() => {
                write!(f, "lay {tiles} from the rack as a new set")
            }
            Step::Lay { tiles, on, set } => {
                write!(f, "lay {tiles} from the rack on {} -> {set}", Listed(on))
            }
        }
    }
}

/// Sets in a sentence: `R1 R2, R4 and R6`.
struct Listed<'a>(&'a [Set]);

impl fmt::Display for Listed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, set) in self.0.iter().enumerate() {
            let before = match i {
                0 => "",
                _ if i + 1 == self.0.len() => " and ",
                _ => ", ",
            };
            write!(f, "{before}{set}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
