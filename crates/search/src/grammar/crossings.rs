//! Runs that are open between the last value of a sweep and the first.

use rummilab_core::MAX_COLOURS;

use crate::grammar::{OpenId, OpenRuns, RunType, Task};

/// The runs of one colour that are open between the last value of a sweep and the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Boundary {
    /// These, so that they must be open at the end as well.
    Fixed(OpenId),
    /// Any at the beginning and any at the end, whether they fit or not: a bound.
    Free,
}

/// The boundaries of all colours.
pub type Boundaries = [Boundary; MAX_COLOURS];

/// By colour: the runs that may be open between the last value and the first.
pub type Crossings = [Vec<OpenId>; MAX_COLOURS];

/// Nothing is open before the first value.
pub const NOTHING: Boundaries = [Boundary::Fixed(0); MAX_COLOURS];

/// By colour: the runs that tiles and jokers allow between the last value and the first.
pub fn crossings(task: &Task, open: &mut OpenRuns) -> Crossings {
    let mut crossings: Crossings = Default::default();
    let types = open.crossing_types();
    let (Some(first), Some(last)) = (task.order.first(), task.order.last()) else {
        return crossings;
    };
    let [classic, double, change, _] = task.jokers.by_kind();
    for (colour, found) in crossings.iter_mut().enumerate().take(task.colours) {
        let room = CrossingRoom {
            before: task.may[usize::from(*last)][colour],
            after: task.may[usize::from(*first)][colour],
            jokers: classic + double + change,
            // A double joker may cover both values.
            covered: classic + 2 * double + change,
        };
        add_crossings(open, &types, &room, &mut Vec::new(), found);
    }
    crossings
}

/// Adds these runs, and every multiset with more of them from the first of `types` on.
fn add_crossings(
    open: &mut OpenRuns,
    types: &[RunType],
    room: &CrossingRoom,
    runs: &mut Vec<RunType>,
    found: &mut Vec<OpenId>,
) {
    // Every run has a tile or a joker of its own at the last value. Larger multisets are never
    // numbered, so that numbers fit the byte that the packed sweep gives them.
    let behind = (runs.len() as u8).saturating_sub(room.before);
    if behind > room.jokers {
        return;
    }
    let id = open.number(runs.clone());
    let ahead = open.facts(id).demand.saturating_sub(room.after);
    if behind + ahead > room.covered {
        return;
    }
    found.push(id);
    for (i, run) in types.iter().enumerate() {
        runs.push(*run);
        add_crossings(open, &types[i..], room, runs, found);
        runs.pop();
    }
}

/// What runs of one colour can be made of on both sides of the boundary.
struct CrossingRoom {
    /// Tiles of the last value.
    before: u8,
    /// Tiles of the first value.
    after: u8,
    /// Jokers that can be part of a run.
    jokers: u8,
    /// Values that they can cover.
    covered: u8,
}

#[cfg(test)]
mod tests {
    use rummilab_core::{Position, RuleSet, TileCounts};
    use rummilab_solver::Goal;

    use crate::grammar::PACKED;
    use crate::questions::{RunGrammar, TableCache, Worth, task_of};

    use super::*;

    /// Multisets that cannot cross for want of tiles were once numbered too. The packed sweep took
    /// a number beyond 255 for another one: a play with a run of one tile.
    #[test]
    fn runs_that_may_cross_have_numbers_that_fit_a_byte() {
        let rules = RuleSet::preset("original").expect("a preset");
        let rules = rules.with_options(&["wrap=true", "jokers=0"]);
        let rules = rules.expect("sound options");
        let position = Position {
            table: rules.all_tiles().into_iter().collect(),
            opened: true,
            ..Position::default()
        };
        let worth = Worth::of(&Goal::Tiles);
        let task = task_of(&rules, &position, &worth, &TileCounts::EMPTY);
        let mut kept = TableCache::default();
        let tables = kept.of(&rules, task.jokers).parts(RunGrammar::WhereNeeded);
        let found = crossings(&task, tables.runs.open);
        let largest = found.iter().flatten().max().expect("some runs cross");
        assert!(tables.runs.open.fit_a_byte());
        assert!((*largest as usize) < PACKED, "{largest}");
    }
}
