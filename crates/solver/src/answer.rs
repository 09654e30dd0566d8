//! What a solver says: an arrangement it claims, and the answer once the checker has passed it.
//! Every ending has its name.

use rummilab_core::{Set, Table, Tile, TileCounts};

use crate::goal::Score;

/// A solver's claim. Where the player may use the table: every set of the new table. Otherwise, and
/// for [`Goal::OpeningValue`](crate::Goal::OpeningValue): the new sets alone, laid beside the old
/// table. No sets at all is "nothing is laid" of a player who has not opened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrangement {
    /// The sets, in any order, tiles in any order.
    pub sets: Vec<Set>,
    /// Of an opening that may use the table (`opening_table_access = after_threshold`,
    /// docs/rules.md#opening-table-access): own sets made of tiles played that reach the threshold.
    /// They need not lie on the new table. Empty for every other turn.
    pub opening: Vec<Set>,
}

impl From<Vec<Set>> for Arrangement {
    fn from(sets: Vec<Set>) -> Arrangement {
        Arrangement {
            sets,
            opening: Vec::new(),
        }
    }
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
    /// Points of the own sets of an opening, jokers at the value they stand for; `None` once
    /// opened. Where the opening may use the table: of the own sets that the solver named.
    pub opening_value: Option<u32>,
}

impl Verified {
    /// The sets found, as legal layouts in ascending order: the whole new table, or the new sets of
    /// an opening.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// Whether the sets lie beside the old table, which stays as it is; otherwise they are the
    /// whole new table.
    pub fn is_beside(&self) -> bool {
        self.beside
    }

    /// The same table seen as a play that laid this tile too: for questions that put a rack tile
    /// among the table tiles so that it must lie. The score stays that of the question asked.
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
pub enum StopReason {
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
        stop: StopReason,
    },
    /// No arrangement of legal sets holds all table tiles, whatever rack tiles help: a table that
    /// no game produces.
    Infeasible,
    /// Stopped before any play was found.
    Unknown(StopReason),
}

impl Answer {
    /// The answer of a search that stopped early with this play, where no play has a better main
    /// goal than `bound` nor a better score than `most`. A play that reaches that is proven all the
    /// same.
    pub fn stopped(best: Verified, bound: i64, most: Score, stop: StopReason) -> Answer {
        match best.score >= most {
            true => Answer::Optimal(best),
            false => Answer::Feasible {
                bound: bound.min(most.main()),
                best,
                stop,
            },
        }
    }

    /// Whether no answer has a better main goal; a tie-break may be.
    pub fn is_main_goal_proven(&self) -> bool {
        match self {
            Answer::Feasible { best, bound, .. } => best.score.main() >= *bound,
            answer => answer.is_proven(),
        }
    }

    /// Whether no answer is better: the best play, or that there is none.
    pub fn is_proven(&self) -> bool {
        matches!(self, Answer::Optimal(_) | Answer::Infeasible)
    }

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
