//! Which states of one value of the packed sweep are worth keeping: those that no other one can imitate at no loss. Refuses
//! to know where states come from.

use std::cmp::Reverse;

use rummilab_core::MAX_COLOURS;

use crate::open::{OpenRuns, PACKED};
use crate::states::State;
use crate::task::Task;
use crate::used::Used;

/// More states than this are compared first with those that differ in one colour, which drops most of them sooner.
const SOME: usize = 64;

/// A state is compared with so many others at most, the ones that are worth most.
const REACH: usize = 1024;

/// Slots for the neighbours of a colour; a power of two.
const SLOTS: usize = 1024;

/// The memory of the comparison, kept between calls.
#[derive(Debug, Default)]
pub struct Rivals {
    /// By worth, then by jokers used and number.
    ranks: Vec<(Reverse<i64>, u64)>,
    keys: Vec<Key>,
    kept: Vec<u32>,
    neighbours: Neighbours,
}

/// A state that is kept, as far as others are compared with it.
#[derive(Debug, Clone, Copy)]
struct Key {
    open: u64,
    used: Used,
    /// How many runs are open.
    runs: u8,
}

impl Rivals {
    /// The numbers of the states that are kept, ascending. `COLOURS` is at least the number of colours.
    pub fn keep<const COLOURS: usize>(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        layer: &[State],
    ) -> &[u32] {
        let spares = task.sparing();
        let rank = |(i, state): (usize, &State)| {
            let cheap = u64::from(state.used.total()) << 32 | i as u64;
            (Reverse(state.worth), cheap)
        };
        self.ranks.clear();
        self.ranks.extend(layer.iter().enumerate().map(rank));
        self.ranks.sort_unstable();
        self.kept.clear();
        self.keys.clear();
        let many = layer.len() > SOME;
        if many {
            self.neighbours.clear();
        }
        for (_, rank) in &self.ranks {
            let state = &layer[*rank as u32 as usize];
            for c in 0..COLOURS {
                open.learn_imitators(state.open_in(c));
            }
            let open = &*open;
            let rows: [_; COLOURS] = std::array::from_fn(|c| open.imitators(state.open_in(c)));
            let runs = rows.iter().map(|row| row.runs).sum();
            let rows = rows.map(|row| &row.imitates);
            // Every run needs an imitator of its own.
            let beaten_by = |key: &Key| {
                key.runs >= runs
                    && spares.no_more(key.used, state.used)
                    && imitates(key.open, &rows)
            };
            let keys = &self.keys;
            if many
                && self
                    .neighbours
                    .any::<COLOURS>(state.open, |i| beaten_by(&keys[i]))
            {
                continue;
            }
            if keys.iter().take(REACH).any(beaten_by) {
                continue;
            }
            if many {
                self.neighbours.add::<COLOURS>(state.open);
            }
            self.kept.push(*rank as u32);
            self.keys.push(Key {
                open: state.open,
                used: state.used,
                runs,
            });
        }
        self.kept.sort_unstable();
        &self.kept
    }
}

/// Whether the open runs of every colour are among those of its row.
#[inline]
fn imitates<const COLOURS: usize>(open: u64, rows: &[&[bool; PACKED]; COLOURS]) -> bool {
    let ids = open.to_le_bytes();
    (0..COLOURS).all(|c| rows[c][usize::from(ids[c])])
}

/// States that are kept, by their open runs in all colours but one: where two states share a slot they mostly differ in no
/// other colour.
#[derive(Debug, Default)]
struct Neighbours {
    now: u32,
    /// By colour and what is open in the others: when a slot was filled, and the last state in it.
    slots: Vec<(u32, u32)>,
    /// By state and colour: the one before it in its slot.
    before: Vec<[u32; MAX_COLOURS]>,
}

/// No state.
const NONE: u32 = u32::MAX;

impl Neighbours {
    fn clear(&mut self) {
        self.before.clear();
        self.now = self.now.wrapping_add(1);
        if self.slots.is_empty() || self.now == 0 {
            self.slots = vec![(0, NONE); SLOTS * MAX_COLOURS];
            self.now = 1;
        }
    }

    #[inline]
    fn slot(open: u64, colour: usize) -> usize {
        let others = open & !(0xFF << (8 * colour));
        let mixed = others.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        colour * SLOTS + (mixed as usize & (SLOTS - 1))
    }

    #[inline]
    fn last(&self, slot: usize) -> u32 {
        let (filled, last) = self.slots[slot];
        if filled == self.now { last } else { NONE }
    }

    /// Whether this holds for any state that was added and shares a slot with these open runs.
    #[inline]
    fn any<const COLOURS: usize>(&self, open: u64, holds: impl Fn(usize) -> bool) -> bool {
        (0..COLOURS).any(|c| {
            let mut at = self.last(Neighbours::slot(open, c));
            while at != NONE {
                if holds(at as usize) {
                    return true;
                }
                at = self.before[at as usize][c];
            }
            false
        })
    }

    /// Adds the next state.
    #[inline]
    fn add<const COLOURS: usize>(&mut self, open: u64) {
        let number = self.before.len() as u32;
        let mut before = [NONE; MAX_COLOURS];
        for (c, before) in before.iter_mut().enumerate().take(COLOURS) {
            let slot = Neighbours::slot(open, c);
            *before = self.last(slot);
            self.slots[slot] = (self.now, number);
        }
        self.before.push(before);
    }
}
