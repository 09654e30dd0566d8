//! The turn problem: the question, the answer, the checker that trusts no solver, the [`Solver`]
//! trait, and one test suite that every solver must pass. Refuses to solve: that is the backends'
//! job.
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_core::{RuleSet, notation::{parse_table, parse_tiles}};
//! use rummilab_solver::explain;
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let before = parse_table("R4 R5 R6 R7 R8", &rules).unwrap();
//! let after = parse_table("R4 R5 R6 ; R6 R7 R8", &rules).unwrap();
//! let played = parse_tiles("R6", &rules).unwrap().into_iter().collect();
//! let steps = explain(&before, &after, &played).unwrap();
//! assert_eq!(steps.len(), 2); // split the run, lay the tile
//! ```

mod answer;
mod by_hand;
pub mod catalogue;
mod changes;
mod draws;
mod goal;
mod own_sets;
pub mod plays;
mod repeated;
mod steps;
mod stuck;
pub mod suite;
mod verify;

use rummilab_core::{CouldPlay, Position, RuleSet, Table, Tile, TileCounts, Unanswered};

pub use answer::{Answer, Arrangement, StopReason, Verified};
pub use by_hand::{by_hand, go_out_on, solve_on};
pub use changes::{FewestChanges, MOST_NODES, fewest_changes};
pub use draws::{AfterDraw, Draw, draw_of, draws_by_repetition, goes_out, with_tile};
pub use goal::{Goal, Score, Weights};
pub use own_sets::own_sets;
pub use plays::{ListLimits, Omitted, Play, Plays, plays_by_repetition};
pub use repeated::Repeated;
pub use steps::{Step, StepFault, Working, check_steps, explain};
pub use stuck::{Stuck, stuck_tiles};
pub use verify::{Fault, verify};

/// A rule or goal that a solver cannot honour, by the name of the option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {solver} solver does not support `{option}`")]
pub struct Unsupported {
    /// Who refuses.
    pub solver: String,
    /// The option, as `key = value`.
    pub option: String,
}

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SolveError {
    /// The solver refuses a rule or goal by name.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Table and rack hold more copies of a tile than the game.
    #[error("there are more {0} on table and rack than the game holds")]
    TooManyCopies(Tile),
    /// The checker refused what the solver found: a bug in the solver.
    #[error("the {solver} solver gave a wrong answer: {fault}")]
    Wrong {
        /// Whose answer it was.
        solver: String,
        /// What the checker found.
        fault: Fault,
    },
    /// Whether the whole rack goes was not found out within the work limit. Other questions say so
    /// in their answer.
    #[error(
        "the {solver} solver gave up: whether the whole rack goes would take too many ways to try"
    )]
    GaveUp {
        /// Who gave up.
        solver: String,
    },
}

/// An exact solver of the turn problem. Solvers keep their memory between calls, which never
/// changes an answer.
pub trait Solver: Send {
    /// The name by which commands know it.
    fn name(&self) -> &str;

    /// Refuses, by name, what [`solve`](Solver::solve) cannot honour. A solver never ignores a
    /// rule.
    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported>;

    /// The best play. Of a player who has not opened, the best legal opening turn. It lays the new
    /// sets beside the old table or, where `opening_table_access` lets it, is a whole new table
    /// (see [`Arrangement`]). With [`Goal::OpeningValue`] the largest total of own sets, whether or
    /// not it reaches the threshold. Nothing to lay is `Optimal` with no tiles played.
    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError>;

    /// A play of the whole rack, if there is one: cheaper than the best play, because no rack tile
    /// may stay.
    ///
    /// # Errors
    /// Besides those of [`solve`](Solver::solve), [`SolveError::GaveUp`].
    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        let answer = self.solve(rules, position, &Goal::Tiles)?;
        Ok(answer
            .into_verified()
            .filter(|best| !position.rack.is_empty() && best.played == position.rack))
    }

    /// A play as good as `best` that keeps the most sets of the table `before`, all tiles of which
    /// are those of the position's table: cheaper than asking about one set after the other. `None`
    /// where a solver has no such way for this question, which is the default.
    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<Verified>, SolveError> {
        let _ = (rules, position, goal, before, best);
        Ok(None)
    }

    /// Every choice of rack tiles that makes a legal turn, or the best of them ([`plays`]). Asking
    /// about one choice after the other is the default.
    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        plays_by_repetition(self, rules, position, goal, limits)
    }

    /// The best play, and whether the whole rack could go, after each draw of one of these unseen
    /// tiles. Asking about one kind of tile after the other is the default.
    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        draws_by_repetition(self, rules, position, goal, unseen)
    }

    /// Work done by the last call, in units of the solver: states, nodes, iterations.
    fn nodes(&self) -> u64;

    /// Whether nobody waits for answers any more. Loops between questions end then too.
    fn stopped(&self) -> bool {
        false
    }

    /// Forgets everything that was learnt from earlier positions, for timing. What follows from the
    /// rule set alone may stay.
    fn clear(&mut self);
}

/// Every boxed solver answers the questions that the rules ask. A refusal is passed on, and so is a
/// search that stopped without a play.
impl CouldPlay for Box<dyn Solver + '_> {
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, Unanswered> {
        let best = best_found(self.solve(rules, position, &Goal::Tiles))?;
        Ok(best.is_some_and(|best| !best.played.is_empty()))
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        let position = Position {
            rack: *rack,
            ..Position::default()
        };
        let best = best_found(self.solve(rules, &position, &Goal::OpeningValue))?;
        Ok(best.and_then(|best| best.opening_value).unwrap_or(0))
    }
}

fn best_found(answer: Result<Answer, SolveError>) -> Result<Option<Verified>, Unanswered> {
    match answer {
        Err(error) => Err(Unanswered(error.to_string())),
        Ok(Answer::Unknown(stop)) => Err(Unanswered(format!("the search stopped: {stop:?}"))),
        Ok(answer) => Ok(answer.into_verified()),
    }
}
