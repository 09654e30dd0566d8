//! A solver that answers questions about many plays by plain repetition, even if it has a better
//! method: the baseline for measuring what sharing saves.

use rummilab_core::{Position, RuleSet};

use crate::answer::{Answer, Verified};
use crate::goal::Goal;
use crate::{SolveError, Solver, Unsupported};

/// A solver whose lists of plays and draws are the defaults of [`Solver`].
#[derive(Debug)]
pub struct Repeated<S> {
    solver: S,
    name: String,
}

impl<S: Solver> Repeated<S> {
    /// The solver, known as `NAME:repeat`.
    pub fn new(solver: S) -> Repeated<S> {
        let name = format!("{}:repeat", solver.name());
        Repeated { solver, name }
    }
}

impl<S: Solver> Solver for Repeated<S> {
    fn name(&self) -> &str {
        &self.name
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.solver.supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.solver.solve(rules, position, goal)
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.solver.go_out(rules, position)
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}
