//! What a solver says: an arrangement it claims, and the answer once the checker has passed it. Refuses a flag plus an
//! optional value: every ending has its name.

use rummilab_core::{Set, Table, Tile, TileCounts};

use crate::goal::Score;

/// A solver's claim. For a player who has opened: every set of the new table. Otherwise: the new sets alone, laid
/// beside the old table.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrangement {
    /// The sets, in any order, tiles in any order.
    pub sets: Vec<Set>,
}

/// A play that the checker recounted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub(crate) sets: Vec<Set>,
    pub(crate) beside: bool,
    /// The rack tiles laid.
    pub played: TileCounts,
    /// How good it is for the goal.
    pub score: Score,
    /// Rack tiles laid, jokers included.
    pub tiles: usize,
    /// Sum of their face values, jokers counting 0, in points.
    pub value: u32,
    /// Points of the own sets of an opening, jokers at the value they stand for; `None` once opened.
    pub opening_value: Option<u32>,
}

impl Verified {
    /// The sets found, as legal layouts in ascending order: the whole new table, or the new sets of an opening.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// The same table seen as a play that laid this tile too: for questions that put a rack tile among the table tiles
    /// so that it must lie. The score stays that of the question asked.
    pub fn having_played(mut self, tile: Tile) -> Verified {
        if self.played.insert(tile) {
            self.tiles += 1;
            self.value += u32::from(tile.face());
        }
        self
    }

    /// The whole table after this play: `before` itself where nothing is laid.
    pub fn table(&self, before: &Table) -> Table {
        if self.played.is_empty() {
            return before.clone();
        }
        let old = if self.beside { before.sets() } else { &[] };
        Table::new(old.iter().chain(&self.sets).cloned().collect())
    }
}

/// Why a solver stopped before it was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// The node limit.
    Nodes,
    /// The time limit.
    Time,
}

/// The ending of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Nothing is better.
    Optimal(Verified),
    /// A play, and a bound that nothing exceeds.
    Feasible {
        /// The best play found.
        best: Verified,
        /// No play has a better main goal than this.
        bound: i64,
        /// Why the search stopped.
        stop: Stop,
    },
    /// No arrangement of legal sets holds all table tiles, whatever rack tiles help: a table that no game produces.
    Infeasible,
    /// Stopped before any play was found.
    Unknown(Stop),
}

impl Answer {
    /// The best play found, proven or not.
    pub fn verified(&self) -> Option<&Verified> {
        match self {
            Answer::Optimal(best) | Answer::Feasible { best, .. } => Some(best),
            Answer::Infeasible | Answer::Unknown(_) => None,
        }
    }

    /// The best play found, proven or not, taken out.
    pub fn into_verified(self) -> Option<Verified> {
        match self {
            Answer::Optimal(best) | Answer::Feasible { best, .. } => Some(best),
            Answer::Infeasible | Answer::Unknown(_) => None,
        }
    }
}
