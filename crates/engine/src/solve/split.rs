//! Whether the tiles of a question's table can be split into sets.

use rummilab_core::{Position, TileCounts};
use rummilab_solver::{Goal, Solver, best_known};

use crate::error::Error;
use crate::question::Question;

/// Whether the tiles of the table can be split into sets. A heap that cannot is not a table, even
/// if the rack could complete it (as the command line contract says).
pub fn splits(question: &Question, solver: &mut dyn Solver) -> Result<bool, Error> {
    if question.before.is_some() {
        return Ok(true);
    }
    let alone = Position {
        rack: TileCounts::EMPTY,
        opened: true,
        ..question.position.clone()
    };
    Ok(best_known(solver, &question.rules, &alone, &Goal::Tiles)?.is_some())
}
