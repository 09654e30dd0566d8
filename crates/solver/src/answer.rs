//! The result of a solver: the arrangement that it claims, and the answer after the checker has
//! passed it. Every ending has its name.

use rummilab_core::{RuleSet, Set, Table, Tile, TileCounts};

use crate::goal::{Goal, Score};

/// A solver's claim. If the player may use the table, it holds every set of the new table.
/// Otherwise, and for [`Goal::OpeningValue`](crate::Goal::OpeningValue), it holds only the new
/// sets, which lie beside the old table. Without any sets, a player who has not opened lays
/// nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Arrangement {
    /// The sets, in any order, each with its tiles in any order.
    pub sets: Vec<Set>,
    /// Own sets, made of played tiles, that reach the threshold of an opening that may use the
    /// table (`opening_table_access = after_threshold`, docs/rules.md#opening-table-access). They
    /// need not lie on the new table. Empty for every other turn.
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

/// A play that the checker has recounted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    pub(crate) sets: Vec<Set>,
    pub(crate) beside: bool,
    /// The rack tiles laid.
    pub played: TileCounts,
    /// Its score for the goal.
    pub score: Score,
    /// Rack tiles laid, jokers included.
    pub tiles: usize,
    /// Sum of their face values, jokers counting 0, in points.
    pub value: u32,
    /// Points of the own sets of an opening, with jokers at the value they stand for; `None` if the
    /// player had opened before. If the opening may use the table, only the own sets named by the
    /// solver count.
    pub opening_value: Option<u32>,
    /// Points that the own sets would count more if the stacks had room for every set that may be a
    /// group. A solver takes such a set for the dearer reading, and for a run in the stacks.
    pub(crate) lost: u32,
}

impl Verified {
    /// The sets as legal layouts in ascending order: the whole new table, or the new sets of an
    /// opening.
    pub fn sets(&self) -> &[Set] {
        &self.sets
    }

    /// Whether the sets lie beside the unchanged old table; otherwise they are the whole new table.
    pub fn is_beside(&self) -> bool {
        self.beside
    }

    /// The same play, whose sets state their readings where these rules ask for it.
    pub(crate) fn read_by(mut self, rules: &RuleSet) -> Verified {
        for set in &mut self.sets {
            *set = rules.with_reading(std::mem::take(set));
        }
        self
    }

    /// The same table as a play that also laid this tile. Some questions count a rack tile among
    /// the table tiles so that it must lie. The score stays that of the question asked.
    pub fn having_played(mut self, tile: Tile) -> Verified {
        if self.played.insert(tile) {
            self.tiles += 1;
            self.value += u32::from(tile.face());
        }
        self
    }

    /// The whole table after this play; equal to `before` if nothing is laid.
    pub fn table(&self, before: &Table) -> Table {
        if self.played.is_empty() {
            return before.clone();
        }
        let old = if self.beside { before.sets() } else { &[] };
        Table::new(old.iter().chain(&self.sets).cloned().collect())
    }
}

/// Why a solver stopped early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum StopReason {
    /// It reached the node limit.
    #[error("the answer would take too many ways to try")]
    Nodes,
    /// It reached the time limit.
    #[error("it ran out of time")]
    Time,
}

/// The result of a search.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// The best play, with proof.
    Optimal(Verified),
    /// A play, and an upper bound of all plays.
    Feasible {
        /// The best play found.
        best: Verified,
        /// Upper bound of the main goal.
        bound: i64,
        /// Why the search stopped.
        stop: StopReason,
    },
    /// No arrangement of legal sets holds all table tiles, whatever rack tiles help. No legal game
    /// produces such a table.
    Infeasible,
}

impl Answer {
    /// The answer of a search that stopped early with this play. No play has a better main goal
    /// than `bound` nor a better score than `most`. A play that reaches `most` is still optimal.
    pub fn stopped(best: Verified, bound: i64, most: Score, stop: StopReason) -> Answer {
        if best.score >= most {
            Answer::Optimal(best)
        } else {
            Answer::Feasible {
                bound: bound.min(most.main()),
                best,
                stop,
            }
        }
    }

    /// The answer with this play, which is the best as solvers count: optimal, unless it is an
    /// opening that the checker counts less.
    pub fn proven(best: Verified, goal: &Goal) -> Answer {
        match i64::from(best.lost) {
            lost if lost > 0 && *goal == Goal::OpeningValue => Answer::Feasible {
                bound: best.score.main() + lost,
                best,
                stop: StopReason::Nodes,
            },
            _ => Answer::Optimal(best),
        }
    }

    /// Whether no play has a better main goal; another may still win a tie-break.
    pub fn is_main_goal_proven(&self) -> bool {
        match self {
            Answer::Feasible { best, bound, .. } => best.score.main() >= *bound,
            answer => answer.is_proven(),
        }
    }

    /// Whether no play is better: the answer is the best play, or that there is none.
    pub fn is_proven(&self) -> bool {
        matches!(self, Answer::Optimal(_) | Answer::Infeasible)
    }

    /// The best play found, proven or not.
    pub fn verified(&self) -> Option<&Verified> {
        match self {
            Answer::Optimal(best) | Answer::Feasible { best, .. } => Some(best),
            Answer::Infeasible => None,
        }
    }

    /// The best play found, proven or not, by value.
    pub fn into_verified(self) -> Option<Verified> {
        match self {
            Answer::Optimal(best) | Answer::Feasible { best, .. } => Some(best),
            Answer::Infeasible => None,
        }
    }
}
