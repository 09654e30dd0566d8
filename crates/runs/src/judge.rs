//! The solver of the bots as judge: it answers the questions that the referee cannot.

use rummilab_core::RuleSet;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver, Unsupported};

/// A judge for the questions that only a solver can answer.
pub fn judge() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

/// Checks that the solver of bots and judge supports these rules.
///
/// # Errors
/// The rule that it does not support.
pub fn check_supported(rules: &RuleSet) -> Result<(), Unsupported> {
    judge().supports(rules, &Goal::Tiles)
}
