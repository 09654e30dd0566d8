//! A solver that records the work of its answers.

use std::sync::{Arc, Mutex};

use rummilab_bots::solvers;
use rummilab_solver::{AroundSolver, SolveError, Solver};

/// The work of each question, in the order of asking.
pub type Works = Arc<Mutex<Vec<u64>>>;

pub struct Counting {
    solver: Mutex<Box<dyn Solver>>,
    pub works: Works,
    /// The work to report for every answer; `None` reports the true work.
    claimed: Option<u64>,
}

impl Counting {
    pub fn new(claimed: Option<u64>) -> Counting {
        Counting {
            solver: Mutex::new(solvers::solver()),
            works: Works::default(),
            claimed,
        }
    }

    /// Questions so far.
    pub fn asked(&self) -> u64 {
        self.works.lock().unwrap().len() as u64
    }
}

impl AroundSolver for Counting {
    fn name(&self) -> &str {
        "counting"
    }

    fn with<T>(&self, what: impl FnOnce(&mut dyn Solver) -> T) -> T {
        what(self.solver.lock().unwrap().as_mut())
    }

    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Solver) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let answer = self.with(question);
        let work = 1 + AroundSolver::nodes(self) / 50;
        self.works.lock().unwrap().push(work);
        answer
    }

    fn nodes(&self) -> u64 {
        self.claimed
            .unwrap_or_else(|| self.with(|solver| solver.nodes()))
    }
}
