//! Runs that are open between the last value of a sweep and the first.

use rummilab_core::{JokerKind, MAX_COLOURS};

use crate::grammar::{OpenId, OpenRuns, Run, RunShape, RunType, Task};

/// The most multisets that may cross in one colour. Above this, sweeps go without runs that wrap.
/// House rules have some dozens; special jokers, a longest run and `wrap` together have millions.
const MOST_CROSSINGS: usize = 2000;

/// A multiset that may cross is looked at in the time of this many choices.
const LOOKED_AT: u64 = 100;

/// By colour: the runs that may be open between the last value and the first.
pub type Crossings = [Vec<OpenId>; MAX_COLOURS];

/// By colour: the multisets that may be open before the first value of a sweep. If runs wrap, a
/// path must end with the multiset that it began with.
pub type Boundaries<'a> = [&'a [OpenId]; MAX_COLOURS];

/// Nothing is open before the first value.
pub const NOTHING: Boundaries<'static> = [&[0]; MAX_COLOURS];

/// These crossings as boundaries of a game with `colours` colours.
pub fn boundaries_of(crossings: &Crossings, colours: usize) -> Boundaries<'_> {
    std::array::from_fn(|c| {
        if c < colours {
            &crossings[c][..]
        } else {
            NOTHING[c]
        }
    })
}

/// By colour: the runs that tiles and jokers allow between the last value and the first; `None` if
/// they are too many.
pub fn crossings(task: &Task, open: &mut OpenRuns) -> Option<Crossings> {
    let mut crossings: Crossings = Default::default();
    let types = open.crossing_types();
    let (Some(first), Some(last)) = (task.order.first(), task.order.last()) else {
        return Some(crossings);
    };
    let [classic, double, change, _] = task.jokers.by_kind();
    for (colour, found) in crossings.iter_mut().enumerate().take(task.colours) {
        let covered = classic + 2 * double + change;
        let room = CrossingRoom {
            before: task.may[usize::from(*last)][colour],
            after: task.may[usize::from(*first)][colour],
            jokers: classic + double + change,
            // A double joker may cover both values.
            covered,
            special: task.has_special_jokers().then(|| {
                let at_hand = |value: &u8| tiles_of(task, *value, colour);
                let nearest = |at: Option<usize>| at.map_or(u8::MAX, |at| at as u8);
                SpecialRoom {
                    behind: task.order.iter().rev().map(at_hand).collect(),
                    nearest_behind: nearest(task.order.iter().rev().position(|v| at_hand(v) > 0)),
                    nearest_ahead: nearest(task.order.iter().position(|v| at_hand(v) > 0)),
                    kinds: task.jokers.by_kind(),
                }
            }),
        };
        add_crossings(open, &types, &room, &mut Vec::new(), found)?;
    }
    Some(crossings)
}

/// The number of tiles of a value that a run of this colour may hold. If runs can change their
/// colour, tiles of every colour count.
fn tiles_of(task: &Task, value: u8, colour: usize) -> u8 {
    let tiles = &task.may[usize::from(value)];
    match task.jokers.get(JokerKind::ColourChange) {
        0 => tiles[colour],
        _ => tiles.iter().sum(),
    }
}

/// Adds these runs, and every multiset with more of them from the first of `types` on; `None` if
/// they are too many.
fn add_crossings(
    open: &mut OpenRuns,
    types: &[RunType],
    room: &CrossingRoom,
    runs: &mut Vec<RunType>,
    found: &mut Vec<OpenId>,
) -> Option<()> {
    // Every run has a tile or a joker of its own at the last value. Larger multisets are never
    // numbered, so the numbers fit the byte that the packed sweep gives them.
    let behind = (runs.len() as u8).saturating_sub(room.before);
    if behind > room.jokers {
        return Some(());
    }
    // Most types do not go on, and each was looked at.
    if !open.work.add(LOOKED_AT) {
        return None;
    }
    let of = |run: &RunType| open.run(*run);
    if let Some(special) = &room.special
        && !special.holds(&runs.iter().map(of).collect::<Vec<_>>(), room)
    {
        return Some(());
    }
    let id = open.number(runs.clone());
    let ahead = open.facts(id).demand.saturating_sub(room.after);
    if behind + ahead > room.covered {
        return Some(());
    }
    found.push(id);
    if found.len() > MOST_CROSSINGS {
        return None;
    }
    for (i, run) in types.iter().enumerate() {
        runs.push(*run);
        let added = add_crossings(open, &types[i..], room, runs, found);
        runs.pop();
        added?;
    }
    Some(())
}

/// The tiles and jokers on both sides of the boundary for runs of one colour.
struct CrossingRoom {
    /// Tiles of the last value.
    before: u8,
    /// Tiles of the first value.
    after: u8,
    /// Jokers that can be part of a run.
    jokers: u8,
    /// Values that they can cover.
    covered: u8,
    /// Further limits if there are special jokers, which allow many types of runs.
    special: Option<SpecialRoom>,
}

/// Tiles further from the boundary, and the kinds of joker.
struct SpecialRoom {
    /// Tiles of the last value, the one before it, and so on.
    behind: Vec<u8>,
    /// The number of values between the boundary and the nearest number tile, on either side.
    nearest_behind: u8,
    nearest_ahead: u8,
    kinds: [u8; 4],
}

impl SpecialRoom {
    /// Whether these runs can have been made, and each can still hold a number tile.
    fn holds(&self, runs: &[Run], room: &CrossingRoom) -> bool {
        let mirrored = |run: &Run| matches!(run.shape, RunShape::Mirror { .. });
        let sum = |of: &dyn Fn(&Run) -> usize| runs.iter().map(of).sum::<usize>();
        let [_, doubles, changes, mirrors] = self.kinds.map(usize::from);
        let kinds = sum(&|run| usize::from(mirrored(run))) <= mirrors
            && sum(&|run| run.busy.iter().filter(|busy| **busy).count()) <= doubles
            && sum(&|run| usize::from(run.changes.max(u8::from(run.fresh || run.led)))) <= changes;
        let number_in_reach = runs.iter().all(|run| {
            if run.numbered {
                self.nearest_behind <= room.covered
            } else {
                self.nearest_ahead <= room.covered
            }
        });
        kinds && number_in_reach && self.missing(runs) <= usize::from(room.covered)
    }

    /// The fewest places of these runs behind the boundary that jokers must cover.
    fn missing(&self, runs: &[Run]) -> usize {
        let strands = |run: &Run| match run.shape {
            RunShape::Mirror { .. } => 2,
            RunShape::Plain | RunShape::Step2 { .. } => 1,
        };
        // The second value of a double joker lies ahead.
        let slots = |run: &Run| run.slots.saturating_sub(u8::from(run.busy[0]));
        let depth = |run: &Run| usize::from(slots(run).max(run.tiles));
        let deepest = runs.iter().map(depth).max().unwrap_or(0);
        let missing = |back: usize| {
            let there = runs.iter().filter(|run| depth(run) > back);
            let places: usize = there.clone().map(strands).sum();
            let jokers: usize = there.filter(|run| !run.numbered).map(strands).sum();
            let tiles = usize::from(self.behind[back % self.behind.len()]);
            jokers.max(places.saturating_sub(tiles))
        };
        (0..deepest).map(missing).sum()
    }
}

#[cfg(test)]
mod tests {
    use rummilab_core::{Position, TileCounts};
    use rummilab_solver::Goal;
    use rummilab_solver_suite::rules;

    use crate::grammar::PACKED;
    use crate::questions::{RunGrammar, TableCache, Worth, task_of};

    use super::*;

    /// Multisets that lack the tiles to cross were once numbered too. The packed sweep confused a
    /// number beyond 255 with another one: it made a play with a run of one tile.
    #[test]
    fn runs_that_may_cross_have_numbers_that_fit_a_byte() {
        let rules = rules("original", "wrap=true jokers=0");
        let position = Position {
            table: rules.deck(),
            opened: true,
            ..Position::default()
        };
        let worth = Worth::of(&Goal::Tiles);
        let task = task_of(&rules, &position, &worth, &TileCounts::EMPTY);
        let mut kept = TableCache::default();
        let tables = kept
            .of(&rules, task.jokers, 0)
            .parts(RunGrammar::WhereNeeded);
        let found = crossings(&task, tables.runs.open).expect("not too many");
        let largest = found.iter().flatten().max().expect("some runs cross");
        assert!(tables.runs.open.fit_a_byte());
        assert!((*largest as usize) < PACKED, "{largest}");
    }
}
