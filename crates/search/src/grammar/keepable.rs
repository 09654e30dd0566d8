//! Sets of the old table that a sweep may keep as they are.
//!
//! The sweep decides about a set at the first value of which the set has a tile. If it keeps the
//! set, the tiles are no longer there for anything else. A state records which kept sets go on.

use rummilab_core::{JokerKind, MAX_COLOURS, RuleSet, Set, Tile, TileCounts};
use smallvec::SmallVec;

use crate::grammar::{ByColour, Jokers, Order, Task};

/// Kept sets that go on behind a value, a bit each.
pub type Locks = u16;

/// The most kept sets that can go on at once.
const MOST_LOCKS: usize = Locks::BITS as usize;

/// The most sets that begin at one value: every choice of them is tried.
const MOST_BEGINNING: usize = 8;

/// Tiles of one colour at one place of the sweep.
#[derive(Debug, Clone, Copy)]
pub struct TilesAt {
    pub place: usize,
    pub colour: usize,
    pub tiles: u8,
}

/// An old set in a relaxation.
#[derive(Debug, Clone, Copy)]
pub struct KeptColumn<'a> {
    pub tiles: &'a [TilesAt],
    pub jokers: Jokers,
    /// Its bit while it goes on; 0 if it begins and ends at one value.
    pub lock: Locks,
}

#[derive(Debug, Clone)]
struct Keepable {
    /// Its number on the table.
    number: usize,
    tiles: SmallVec<[TilesAt; 8]>,
    jokers: Jokers,
    /// Its bit while it goes on; 0 if it begins and ends at one value.
    lock: Locks,
    /// Whether the set before it has the same tiles. It is kept only if that one is.
    same_as_before: bool,
}

/// The sets of a table, by the place at which they begin.
#[derive(Debug, Default)]
pub struct KeepableSets {
    beginning: Vec<Vec<Keepable>>,
    /// By place: how many begin there or later.
    from_each: Vec<i64>,
}

/// A choice of sets to keep at one value.
#[derive(Debug, Clone, Copy)]
pub struct Keeping {
    /// The number of the states that it is for, of those asked about.
    pub group: usize,
    /// Kept sets that go on from before, and those that go on behind the value.
    pub before: Locks,
    pub after: Locks,
    /// Those that begin here, a bit each, how many they are, and their jokers.
    pub chosen: u8,
    pub sets: i64,
    pub used: Jokers,
    /// The fewest sets that must have been kept so far, these included.
    least: i64,
    /// Tiles of kept sets at this value and the next.
    tiles: [ByColour; 2],
}

/// Everything that may be kept at one value.
pub type Keepings = SmallVec<[Keeping; 1]>;

/// States with the same kept sets going on.
#[derive(Debug, Clone, Copy)]
pub struct LockedStates {
    pub locks: Locks,
    /// The most sets that any of them has kept.
    pub most_kept: i64,
}

/// The factor for tiles where a kept set counts 1. It exceeds the number of sets.
pub const KEPT: i64 = 128;

impl Keeping {
    pub const NOTHING: Keeping = Keeping {
        group: 0,
        before: 0,
        after: 0,
        chosen: 0,
        sets: 0,
        used: Jokers::NONE,
        least: 0,
        tiles: [[0; MAX_COLOURS]; 2],
    };

    /// Removes the tiles of kept sets from a copy of the task, at this place and the next.
    pub fn take_from(&self, task: &Task, place: usize, copy: &mut Task) {
        for (value, tiles) in task.order[place..].iter().zip(&self.tiles) {
            let v = usize::from(*value);
            for (c, n) in tiles.iter().enumerate() {
                copy.may[v][c] = task.may[v][c] - n;
                copy.must[v][c] = task.must[v][c] - n;
            }
        }
    }

    /// Adds the tiles of a set, and its lock if it goes on.
    fn lay(&mut self, set: &Keepable, place: usize) {
        if set.last() > place {
            self.after |= set.lock;
        }
        for at in &set.tiles {
            if at.place == place || at.place == place + 1 {
                self.tiles[at.place - place][at.colour] += at.tiles;
            }
        }
    }

    /// Whether a path of this worth has changed few enough sets, those that begin here included.
    #[inline]
    pub fn allows(&self, worth: i64) -> bool {
        self.least <= 0 || worth.rem_euclid(KEPT) >= self.least
    }
}

impl KeepableSets {
    /// The sets of a table in the order of a sweep; `None` if too many lie side by side.
    pub fn of(rules: &RuleSet, order: &Order, table: &[Set]) -> Option<KeepableSets> {
        if table.len() as i64 >= KEPT {
            return None;
        }
        let places = order.len();
        let mut beginning: Vec<Vec<Keepable>> = vec![Vec::new(); places];
        for (number, set) in table.iter().enumerate() {
            let keepable = Keepable::of(rules, order, number, set)?;
            beginning[keepable.tiles.first()?.place].push(keepable);
        }
        for sets in &mut beginning {
            let tiles = |set: &Keepable| table[set.number].sorted();
            sets.sort_by_key(tiles);
            for i in 1..sets.len() {
                sets[i].same_as_before = tiles(&sets[i]) == tiles(&sets[i - 1]);
            }
            if sets.len() > MOST_BEGINNING {
                return None;
            }
        }
        let mut from_each = vec![0; places + 1];
        for place in (0..places).rev() {
            from_each[place] = from_each[place + 1] + beginning[place].len() as i64;
        }
        let mut sets = KeepableSets {
            beginning,
            from_each,
        };
        sets.hand_out_locks()?;
        Some(sets)
    }

    /// Assigns each set that goes on a bit that no other set has at the same time.
    fn hand_out_locks(&mut self) -> Option<()> {
        // By bit: the last place of the set that has it.
        let mut taken: SmallVec<[usize; MOST_LOCKS]> = SmallVec::new();
        for (place, sets) in self.beginning.iter_mut().enumerate() {
            for set in sets {
                let last = set.last();
                if last == place {
                    continue;
                }
                let free = taken.iter().position(|last| *last <= place);
                let bit = free.unwrap_or(taken.len());
                match free {
                    Some(bit) => taken[bit] = last,
                    None => taken.push(last),
                }
                set.lock = 1_u16.checked_shl(bit as u32).filter(|lock| *lock > 0)?;
            }
        }
        Some(())
    }

    /// By place: how many sets begin there or later.
    pub fn by_place(&self) -> &[i64] {
        &self.from_each
    }

    pub fn sets(&self) -> i64 {
        self.from_each[0]
    }

    /// Every choice of sets that these states may keep at a place, if at most `most_changed` are
    /// not.
    pub fn at(&self, place: usize, states: &[LockedStates], most_changed: i64) -> Keepings {
        let begin = &self.beginning[place];
        let least = self.sets() - self.from_each[place + 1] - most_changed;
        let mut all = Keepings::new();
        for (group, of) in states.iter().enumerate() {
            let LockedStates { locks, most_kept } = of;
            for chosen in (0..1_u16 << begin.len()).rev() {
                let is = |i: usize| chosen >> i & 1 == 1;
                let twin = |i: usize| begin[i].same_as_before && is(i) && !is(i - 1);
                let too_few = most_kept + i64::from(chosen.count_ones()) < least;
                if too_few || (0..begin.len()).any(twin) {
                    continue;
                }
                let mut keeping = self.keeping(place, *locks, chosen as u8);
                (keeping.group, keeping.least) = (group, least);
                all.push(keeping);
            }
        }
        all
    }

    fn keeping(&self, place: usize, before: Locks, chosen: u8) -> Keeping {
        let mut keeping = Keeping {
            before,
            chosen,
            ..Keeping::NOTHING
        };
        let earlier = self.beginning[..place].iter().flatten();
        for set in earlier.filter(|set| set.lock & before != 0 && set.last() >= place) {
            keeping.lay(set, place);
        }
        for (i, set) in self.beginning[place].iter().enumerate() {
            if chosen >> i & 1 == 1 {
                keeping.lay(set, place);
                keeping.sets += 1;
                keeping.used = keeping.used + set.jokers;
            }
        }
        keeping
    }

    /// Every set as a column of a relaxation.
    pub fn columns(&self) -> impl Iterator<Item = KeptColumn<'_>> {
        self.beginning.iter().flatten().map(|set| KeptColumn {
            tiles: &set.tiles,
            jokers: set.jokers,
            lock: set.lock,
        })
    }

    /// The copies of a tile at a place that are in sets.
    pub fn copies(&self, place: usize, colour: usize) -> u8 {
        let tiles = self.beginning.iter().flatten().flat_map(|set| &set.tiles);
        let here = tiles.filter(|at| at.place == place && at.colour == colour);
        here.map(|at| at.tiles).sum()
    }

    /// The numbers of the sets that begin at a place and are chosen.
    pub fn chosen(&self, place: usize, chosen: u8) -> impl Iterator<Item = usize> {
        let begin = self.beginning[place].iter().enumerate();
        let chosen = begin.filter(move |(i, _)| chosen >> i & 1 == 1);
        chosen.map(|(_, set)| set.number)
    }
}

impl Keepable {
    fn last(&self) -> usize {
        self.tiles.last().map_or(0, |at| at.place)
    }

    /// The set as it may be kept; `None` if it has no number tile.
    fn of(rules: &RuleSet, order: &Order, number: usize, set: &Set) -> Option<Keepable> {
        let all: TileCounts = set.tiles().iter().copied().collect();
        let mut tiles = SmallVec::new();
        for (place, value) in order.iter().enumerate() {
            for (colour, of) in rules.colours().iter().enumerate() {
                let n = (all.of_colour(*of) >> (2 * u32::from(*value)) & 3) as u8;
                if n > 0 {
                    tiles.push(TilesAt {
                        place,
                        colour,
                        tiles: n,
                    });
                }
            }
        }
        let jokers = JokerKind::ALL.map(|kind| all.count(Tile::joker(kind)));
        (!tiles.is_empty()).then_some(Keepable {
            number,
            tiles,
            jokers: Jokers::of(jokers),
            lock: 0,
            same_as_before: false,
        })
    }
}
