//! A solver that counts what it is asked.

use rummilab_core::{Position, RuleSet};
use rummilab_search::SearchSolver;
use rummilab_solver::{Answer, Goal, ListLimits, Plays, SolveError, Solver, Unsupported};

pub struct Counting {
    solver: SearchSolver,
    /// Questions so far; the defaults of the trait ask [`Solver::solve`].
    pub asked: u64,
}

impl Counting {
    pub fn new() -> Counting {
        Counting {
            solver: SearchSolver::new(),
            asked: 0,
        }
    }
}

impl Solver for Counting {
    fn name(&self) -> &str {
        "counting"
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
        self.asked += 1;
        self.solver.solve(rules, position, goal)
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        self.asked += 1;
        self.solver.plays(rules, position, goal, limits)
    }

    fn nodes(&self) -> u64 {
        0
    }

    fn clear(&mut self) {}
}
