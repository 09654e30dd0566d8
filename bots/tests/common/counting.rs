//! A solver that records the work of its answers.

use std::sync::{Arc, Mutex};

use rummilab_bots::roster;
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::{
    AfterDraw, Answer, Goal, ListLimits, Plays, SolveError, Solver, Unsupported, Verified,
};

/// The work of each question, in the order of asking.
pub type Works = Arc<Mutex<Vec<u64>>>;

pub struct Counting {
    solver: Box<dyn Solver>,
    pub works: Works,
    /// The work to report for every answer; `None` reports the true work.
    claimed: Option<u64>,
}

impl Counting {
    pub fn new(claimed: Option<u64>) -> Counting {
        Counting {
            solver: roster::solver(),
            works: Works::default(),
            claimed,
        }
    }

    /// Questions so far.
    pub fn asked(&self) -> u64 {
        self.works.lock().unwrap().len() as u64
    }

    fn ask<T>(&mut self, ask: impl FnOnce(&mut dyn Solver) -> T) -> T {
        let answer = ask(self.solver.as_mut());
        let work = 1 + self.nodes() / 50;
        self.works.lock().unwrap().push(work);
        answer
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
        self.ask(|solver| solver.solve(rules, position, goal))
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.ask(|solver| solver.go_out(rules, position))
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        self.ask(|solver| solver.plays(rules, position, goal, limits))
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        self.ask(|solver| solver.after_draw(rules, position, goal, unseen))
    }

    fn nodes(&self) -> u64 {
        self.claimed.unwrap_or_else(|| self.solver.nodes())
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}
