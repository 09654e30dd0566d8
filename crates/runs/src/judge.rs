//! The judge of the bots: it answers the questions that the referee cannot.

pub use rummilab_bots::roster::judge;
use rummilab_core::RuleSet;
use rummilab_solver::{Goal, Unsupported};

/// Checks that the solver of bots and judge supports these rules.
///
/// # Errors
/// The rule that it does not support.
pub fn check_supported(rules: &RuleSet) -> Result<(), Unsupported> {
    judge().supports(rules, &Goal::Tiles)
}
