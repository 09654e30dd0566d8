//! The hash table of the states of one value. Nothing iterates over it: the list gives the order.

use crate::sweep::KEPT_STATES;

/// A state that a [`StateIndex`] can find.
pub trait Keyed: Copy {
    fn hash(&self) -> usize;
    fn same_state(&self, other: &Self) -> bool;
    /// The worth of the best path to it.
    fn worth(&self) -> i64;
}

/// Finds a state among those of one value.
#[derive(Debug, Default)]
pub struct StateIndex {
    /// Number of a state, or [`NONE`]; the length is a power of two.
    slots: Vec<u32>,
    taken: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl StateIndex {
    /// Releases the memory that only an unusual search needs.
    pub fn trim(&mut self) {
        if self.slots.len() > 2 * KEPT_STATES {
            *self = StateIndex::default();
        }
    }

    pub fn clear(&mut self) {
        for slot in self.taken.drain(..) {
            self.slots[slot as usize] = NONE;
        }
    }

    /// Finds these states from now on.
    pub fn index<S: Keyed>(&mut self, states: &[S], start: usize) {
        for (number, state) in states.iter().enumerate().skip(start) {
            let mask = self.slots.len() - 1;
            let mut slot = state.hash() & mask;
            while self.slots[slot] != NONE {
                slot = (slot + 1) & mask;
            }
            self.slots[slot] = number as u32;
            self.taken.push(slot as u32);
        }
    }

    /// Adds a state, or a better path to a known one.
    #[inline]
    pub fn insert<S: Keyed>(&mut self, states: &mut Vec<S>, state: S) {
        if self.taken.len() * 2 >= self.slots.len() {
            self.grow(states);
        }
        let mask = self.slots.len() - 1;
        let mut slot = state.hash() & mask;
        loop {
            let known = self.slots[slot];
            if known == NONE {
                self.slots[slot] = states.len() as u32;
                self.taken.push(slot as u32);
                states.push(state);
                return;
            }
            let known = &mut states[known as usize];
            if known.same_state(&state) {
                if state.worth() > known.worth() {
                    *known = state;
                }
                return;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow<S: Keyed>(&mut self, states: &[S]) {
        let live = self.taken.drain(..).map(|slot| self.slots[slot as usize]);
        let live: Vec<u32> = live.collect();
        let len = (self.slots.len() * 2).max(256);
        self.slots.clear();
        self.slots.resize(len, NONE);
        for number in live {
            let mut slot = states[number as usize].hash() & (len - 1);
            while self.slots[slot] != NONE {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = number;
            self.taken.push(slot as u32);
        }
    }
}
