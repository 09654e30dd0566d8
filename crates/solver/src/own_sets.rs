//! The sets that a rack holds by itself, without the table.

use rummilab_core::{RuleSet, Seat, Table, TileCounts};

use crate::{Goal, SolveError, Solver};

/// Whether a rack holds a set, and the largest total of its own sets in an opening, in points.
///
/// # Errors
/// If the solver has no answer.
pub fn own_sets(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    rack: &TileCounts,
) -> Result<(bool, u32), SolveError> {
    // Any seat will do: the table is empty, so there are no group owners.
    let mut position = rules.position(&Table::default(), *rack, false, Some(Seat(0)));
    let best = solver
        .solve(rules, &position, &Goal::OpeningValue)?
        .into_verified();
    let value = best.as_ref().and_then(|best| best.opening_value);
    let mut any_set = best.is_some_and(|best| !best.played.is_empty());
    if !any_set && !rules.opening_jokers && rack.jokers() > 0 {
        // A set with a joker counts, even if it cannot be an opening.
        position.opened = true;
        let laid = solver.solve(rules, &position, &Goal::Tiles)?;
        any_set = laid.verified().is_some_and(|best| !best.played.is_empty());
    }
    Ok((any_set, value.unwrap_or(0)))
}
