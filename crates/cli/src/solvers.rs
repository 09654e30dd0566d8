//! The one list of the solvers that commands can use. Refuses names that are not in it.

use clap::ValueEnum;
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

/// A solver by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SolverName {
    /// Sweep over the values: exact and fast
    Search,
}

/// A fresh solver.
pub fn make_solver(name: SolverName) -> Box<dyn Solver> {
    match name {
        SolverName::Search => Box::new(SearchSolver::new()),
    }
}
