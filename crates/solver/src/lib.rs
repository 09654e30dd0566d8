//! The turn problem: the question, the answer, the checker and the [`Solver`] trait. The crate does
//! not solve: that is the job of the backends.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_core::{RuleSet, notation::{parse_counts, parse_table}};
//! use rummilab_solver::explain;
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let before = parse_table("R4 R5 R6 R7 R8", &rules).unwrap();
//! let after = parse_table("R4 R5 R6 ; R6 R7 R8", &rules).unwrap();
//! let played = parse_counts("R6", &rules).unwrap();
//! let steps = explain(&before, &after, &played).unwrap();
//! assert_eq!(steps.len(), 2); // split the run, lay the tile
//! ```

mod answer;
mod any_play;
mod around;
mod auto;
pub mod blocks;
mod bound;
mod by_hand;
pub mod catalogue;
mod changes;
mod draws;
mod goal;
mod neighbourhood;
mod one_set;
mod own_sets;
mod part;
mod partition;
pub mod plays;
pub mod random;
mod steps;
mod verify;

use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};

pub use answer::{Answer, Arrangement, StopReason, Verified};
pub use any_play::{AnyPlay, any_play};
pub use around::AroundSolver;
pub use auto::Auto;
pub use bound::{go_out_bound, solve_bound};
pub use by_hand::{by_hand, go_out_on, solve_on};
pub use changes::{FewestChanges, KeptMost, MOST_NODES, fewest_changes};
pub use draws::{AfterDraw, Draw, draw_of, draws_by_repetition, with_tile};
pub use goal::{Goal, Score, Weights};
pub use one_set::lay_in_one_set;
pub use own_sets::{fewest_openings, own_sets};
pub use partition::{Stuck, can_partition, stuck_tiles};
pub use plays::{ListLimits, Omitted, Play, Plays, plays_by_repetition};
pub use steps::{Step, StepFault, check_steps, explain};
pub use verify::{Fault, verify};

/// A rule or goal that a solver cannot honour, named by its option.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the {solver} solver does not support `{option}`")]
pub struct Unsupported {
    /// The name of the solver.
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
    /// The checker refused the answer of a solver: a bug in the solver.
    #[error("the {solver} solver gave a wrong answer: {fault}")]
    Wrong {
        /// The name of the solver.
        solver: String,
        /// What the checker found.
        fault: Fault,
    },
    /// The solver stopped before it had found anything that answers the question.
    #[error("the {solver} solver gave up: {stop}")]
    GaveUp {
        /// The name of the solver.
        solver: String,
        /// Why it stopped.
        stop: StopReason,
    },
}

/// The answer to a question, or `None` if the solver gave up.
///
/// # Errors
/// Every other error.
pub fn unless_given_up<T>(found: Result<T, SolveError>) -> Result<Option<T>, SolveError> {
    match found {
        Err(SolveError::GaveUp { .. }) => Ok(None),
        found => found.map(Some),
    }
}

/// The best play that a solver finds, proven or not; `None` if there is none, or it gave up.
///
/// # Errors
/// Those of [`Solver::solve`] but for [`SolveError::GaveUp`].
pub fn best_known(
    solver: &mut (impl Solver + ?Sized),
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
) -> Result<Option<Verified>, SolveError> {
    let answer = unless_given_up(solver.solve(rules, position, goal))?;
    Ok(answer.and_then(Answer::into_verified))
}

/// An exact solver of the turn problem. Solvers keep memory between calls, but the memory never
/// changes an answer.
pub trait Solver: Send {
    /// The name by which commands refer to it.
    fn name(&self) -> &str;

    /// Refuses, by name, each rule or goal that [`solve`](Solver::solve) cannot honour. A solver
    /// never ignores a rule.
    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported>;

    /// The best play. For a player who has not opened it is the best legal opening turn: the new
    /// sets beside the old table or, if `opening_table_access` allows, a whole new table (see
    /// [`Arrangement`]). With [`Goal::OpeningValue`] it is the largest total of own sets, whether
    /// or not it reaches the threshold. If nothing can be laid, the answer is `Optimal` with no
    /// tiles played.
    ///
    /// # Errors
    /// [`SolveError::GaveUp`] if it stopped before it had found any play, and the other errors.
    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError>;

    /// The best play, if it is as good as laying `played`. Otherwise the answer is
    /// [`Answer::Infeasible`] or a worse play. By default it is [`solve`](Solver::solve); a solver
    /// that bounds plays from above answers this sooner.
    ///
    /// # Errors
    /// Those of [`solve`](Solver::solve).
    fn solve_as_good_as(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        played: &TileCounts,
    ) -> Result<Answer, SolveError> {
        let _ = played;
        self.solve(rules, position, goal)
    }

    /// The same answer as [`solve`](Solver::solve), but where no play is better than laying nothing
    /// it may be [`Answer::Infeasible`]: a solver that need not say how the old table lies answers
    /// sooner. `drawn` is a tile of the rack without which no turn was legal, if one is known. By
    /// default this is [`solve`](Solver::solve).
    ///
    /// # Errors
    /// Those of [`solve`](Solver::solve).
    fn solve_laying(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        drawn: Option<Tile>,
    ) -> Result<Answer, SolveError> {
        let _ = drawn;
        self.solve(rules, position, goal)
    }

    /// A play of the whole rack, if there is one. This is cheaper than the best play, because no
    /// rack tile may stay.
    ///
    /// # Errors
    /// Those of [`solve`](Solver::solve).
    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        let answer = self.solve(rules, position, &Goal::Tiles)?;
        let whole = |best: &Verified| !position.rack.is_empty() && best.played == position.rack;
        match answer {
            Answer::Feasible { best, bound, stop }
                if !whole(&best) && bound >= position.rack.len() as i64 =>
            {
                let solver = self.name().to_owned();
                Err(SolveError::GaveUp { solver, stop })
            }
            answer => Ok(answer.into_verified().filter(whole)),
        }
    }

    /// A play as good as `best` that keeps the most sets of `before`. The tiles of `before` must be
    /// those of the position's table. `None` if the solver has no direct method for this question,
    /// which is the default; [`fewest_changes`] then asks about the sets one by one.
    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<KeptMost>, SolveError> {
        let _ = (rules, position, goal, before, best);
        Ok(None)
    }

    /// Lets each further question give up after this much work, if that is less than its own limit;
    /// `None` takes this back. The unit is a state of the search, or what takes as long in another
    /// solver. A solver without limits of work ignores it, which is the default.
    fn limit_work(&mut self, most: Option<u64>) {
        let _ = most;
    }

    /// Every choice of rack tiles that makes a legal turn, or the best of them ([`plays`]). By
    /// default the solver is asked about one choice after the other.
    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        plays_by_repetition(self, rules, position, goal, limits)
    }

    /// For each kind among these unseen tiles: the best play after drawing it, and whether the
    /// whole rack could go. By default the solver is asked about one kind after the other.
    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        draws_by_repetition(self, rules, position, goal, unseen)
    }

    /// Lets the first or second of the two solvers behind this one answer, by number from 0; does
    /// nothing if it does not ask two. The referee's questions ([`any_play`]) need no best play,
    /// and ask them one after the other.
    fn of_pair(&mut self, number: usize, question: &mut dyn FnMut(&mut dyn Solver)) {
        let _ = (number, question);
    }

    /// Work of the last call, in units of the solver: states, nodes or iterations.
    fn nodes(&self) -> u64;

    /// Whether the caller has cancelled. Loops over several questions then end, too.
    fn stopped(&self) -> bool {
        false
    }

    /// Forgets what was learnt from earlier positions, for timing. What follows from the rule set
    /// alone may stay.
    fn clear(&mut self);
}
