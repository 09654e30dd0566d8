//! Whether tiles can be partitioned into legal sets; if not, a smallest part of them that cannot
//! lie in sets at the same time, whatever the other tiles do. Works with any solver.

use rummilab_core::{Position, RuleSet, Tile, TileCounts};

use crate::goal::Goal;
use crate::{Answer, SolveError, Solver, unless_given_up};

/// Whether all these tiles can lie in sets at the same time.
///
/// # Errors
/// Those of [`Solver::go_out`].
pub fn can_partition(
    solver: &mut (impl Solver + ?Sized),
    rules: &RuleSet,
    tiles: &TileCounts,
) -> Result<bool, SolveError> {
    let position = Position {
        rack: *tiles,
        opened: true,
        ..Position::default()
    };
    Ok(tiles.is_empty() || solver.go_out(rules, &position)?.is_some())
}

/// The tiles that prevent a partition of a multiset.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stuck {
    /// None of these tiles can be in any set.
    Alone(TileCounts),
    /// Each of these can be in a set, but not all at once; without any one of them the others can.
    Together(TileCounts),
}

/// Finds the tiles in the way; `None` if the multiset can be partitioned, or the solver gave up.
pub fn stuck_tiles(
    solver: &mut dyn Solver,
    rules: &RuleSet,
    multiset: &TileCounts,
) -> Result<Option<Stuck>, SolveError> {
    // How sets lie does not matter.
    let rules = rules.with_free_sets();
    let mut can_lie = |must: &TileCounts| -> Result<Option<bool>, SolveError> {
        let rack = multiset.saturating_sub(must);
        let position = Position {
            table: *must,
            rack,
            opened: true,
            ..Position::default()
        };
        let answer = unless_given_up(solver.solve(rules, &position, &Goal::Tiles))?;
        Ok(answer.map(|answer| answer != Answer::Infeasible))
    };
    if can_lie(multiset)? != Some(false) {
        return Ok(None);
    }
    let mut alone = TileCounts::EMPTY;
    for (tile, count) in multiset.kinds() {
        if can_lie(&TileCounts::from_iter([tile]))? == Some(false) {
            for _ in 0..count {
                let fits = alone.insert(tile);
                debug_assert!(fits, "a part of the multiset fits where the multiset does");
            }
        }
    }
    if !alone.is_empty() {
        return Ok(Some(Stuck::Alone(alone)));
    }
    // Deletion filter: remove tiles as long as the rest still cannot lie.
    let mut core = *multiset;
    let tiles: Vec<Tile> = multiset.tiles().collect();
    for tile in tiles {
        let mut without = core;
        if without.remove(tile) && can_lie(&without)? == Some(false) {
            core = without;
        }
    }
    Ok(Some(Stuck::Together(core)))
}
