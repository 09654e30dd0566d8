//! A lower bound on the jokers that later values need.
//!
//! It counts tiles that must lie and cannot without a joker, and ignores other needs. Without it
//! `greedy-2` takes 27 % more states and `greedy-4` 17 % more, `hold` and `jokers` 1 %: see
//! `benches/README.md`.

use rummilab_core::MAX_VALUE;
use smallvec::SmallVec;

use crate::grammar::{Jokers, Task};

/// By place of the order.
pub type ByPlace = [u8; MAX_VALUE as usize];

/// A kind of tile: more of it must lie than can without a joker.
#[derive(Debug, Clone, Copy)]
struct ShortTile {
    place: usize,
    colour: usize,
}

/// The longest way, in values, from a tile to a joker that it needs: two, in a run of three.
const REACH: usize = 2;

impl ShortTile {
    /// Whether no joker can help both: they are not in one group, nor in one run.
    fn apart(self, other: ShortTile, task: &Task) -> bool {
        let distance = self.place.abs_diff(other.place);
        let distance = if task.wrap {
            distance.min(task.order.len() - distance)
        } else {
            distance
        };
        distance > 0 && (self.colour != other.colour || distance > 2 * REACH)
    }
}

/// By place of the order: the fewest jokers laid after it; and the fewest in all. Nothing is known
/// if there are sets other than plain ones, or blocks that may take a tile.
pub fn jokers_needed_after(task: &Task) -> (ByPlace, u8) {
    let mut after = [0; MAX_VALUE as usize];
    // Without jokers, most tiles that must lie form a table that lies already: not worth the time.
    let lay = || task.jokers == Jokers::NONE && task.free_tiles() > 0;
    // A kept set takes its jokers before the values at which it needs them.
    if !task.plain_sets || lay() || task.keepable.is_some() || task.blocks.is_some() {
        return (after, 0);
    }
    // Short tiles of which no two can share a joker need a joker each.
    let mut chosen: SmallVec<[ShortTile; 8]> = SmallVec::new();
    let mut choose = |place| {
        for_each_short(task, place, |short| {
            if chosen.iter().all(|known| known.apart(short, task)) {
                chosen.push(short);
            }
        });
        chosen.len() as u8
    };
    let places = task.order.len();
    // The joker of a tile at the last places may lie at the first ones.
    let last = if task.wrap {
        places.saturating_sub(REACH)
    } else {
        places
    };
    for place in (REACH + 1..last).rev() {
        after[place - REACH - 1] = choose(place);
    }
    let others = (0..places.min(REACH + 1)).chain(last..places);
    let needed = others.map(&mut choose).max();
    (after, needed.unwrap_or(0))
}

/// The kinds of one value of which more must lie than fit in sets without jokers.
fn for_each_short(task: &Task, place: usize, mut found: impl FnMut(ShortTile)) {
    let value = usize::from(task.order[place]);
    let (may, must) = (&task.may[value], &task.must[value]);
    let colours = may.iter().filter(|n| **n > 0).count();
    let tiles: u8 = may.iter().sum();
    for colour in 0..task.colours {
        let must = must[colour];
        if must == 0 {
            continue;
        }
        // Every group takes two tiles of other colours.
        let groups = match colours {
            ..3 => 0,
            _ => (tiles - may[colour]) / 2,
        };
        if must > groups && must > groups + runs(task, place, colour) {
            found(ShortTile { place, colour });
        }
    }
}

/// The number of runs of three without jokers that can hold a tile of this kind, if nothing else
/// needs tiles.
fn runs(task: &Task, place: usize, colour: usize) -> u8 {
    let places = task.order.len();
    let at = |place: usize| {
        // One lap ahead, so that there are places before the first one.
        let place = if task.wrap {
            Some(place % places)
        } else {
            place.checked_sub(places)
        };
        let value = place.and_then(|place| task.order.get(place));
        value.map_or(0, |value| task.may[usize::from(*value)][colour])
    };
    let here = places + place;
    let (before, after) = (at(here - 1), at(here + 1));
    let ending = at(here - 2).min(before);
    let beginning = at(here + 2).min(after);
    let between = (before - ending).min(after - beginning);
    ending + beginning + between
}

#[cfg(test)]
mod tests {
    use rummilab_chance::{Key, Stream};
    use rummilab_core::{Position, Set, TileCounts};
    use rummilab_solver::Goal;
    use rummilab_solver_suite::{random_position_with, rules};

    use crate::questions::{Worth, task_of};

    use super::*;

    /// The values that the jokers of a set stand for, as it lies; after 13 comes 1.
    fn joker_values(set: &Set) -> Vec<usize> {
        let tiles = set.tiles();
        let numbers = tiles.iter().enumerate();
        let mut numbers = numbers.filter_map(|(i, tile)| tile.value().map(|v| (i, usize::from(v))));
        let (first, value) = numbers.next().expect("a number tile");
        let group = numbers.all(|(_, v)| v == value);
        let jokers = tiles.iter().enumerate().filter(|(_, tile)| tile.is_joker());
        let at = |i: usize| {
            if group {
                value
            } else {
                (value + 12 + i - first) % 13 + 1
            }
        };
        jokers.map(|(i, _)| at(i)).collect()
    }

    /// A random table lies with the jokers that it holds, so no place can need more.
    #[test]
    fn no_more_jokers_are_needed_than_lie() {
        check("");
    }

    /// The same test for runs that wrap, from the value at which the sweep begins.
    #[test]
    fn nor_round_the_corner() {
        check("wrap=true");
    }

    fn check(options: &str) {
        let rules = rules("original", options);
        let mut below = Stream::new(Key::sample(5, "shortage", 0)).into_below();
        let worth = Worth::of(&Goal::Tiles);
        let (mut found, mut jokers_in_all) = (0, 0);
        for _ in 0..2000 {
            let table = random_position_with(&rules, 14, 5, &mut below).0;
            let jokers: Vec<usize> = table.sets().iter().flat_map(joker_values).collect();
            let position = Position {
                table: table.tiles().collect(),
                opened: true,
                ..Position::default()
            };
            let upwards = task_of(&rules, &position, &worth, &TileCounts::EMPTY);
            for task in [upwards.clone(), upwards.downwards()] {
                let (after, needed) = jokers_needed_after(&task);
                assert!(usize::from(needed) <= jokers.len(), "{table}");
                for (place, needed) in after.iter().enumerate().take(task.order.len()) {
                    let later = |v: &&usize| {
                        let mut order = task.order.iter();
                        let of = order.position(|value| usize::from(*value) == **v);
                        of.is_some_and(|of| of > place)
                    };
                    let lie = jokers.iter().filter(later).count();
                    assert!(usize::from(*needed) <= lie, "{table} after place {place}");
                }
                found += usize::from(needed);
                jokers_in_all += jokers.len();
            }
        }
        assert!(found * 20 > jokers_in_all, "{found} of {jokers_in_all}");
    }
}
