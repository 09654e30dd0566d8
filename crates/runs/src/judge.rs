//! The solver behind the bots, as judge of what only a solver can tell.

use rummilab_core::RuleSet;
use rummilab_search::SearchSolver;
use rummilab_solver::{Goal, Solver, Unsupported};

/// Somebody who answers what only a solver can.
pub fn judge() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

/// Checks that the solver of bots and judge can honour these rules.
///
/// # Errors
/// What it does not know.
pub fn check_supported(rules: &RuleSet) -> Result<(), Unsupported> {
    judge().supports(rules, &Goal::Tiles)
}
