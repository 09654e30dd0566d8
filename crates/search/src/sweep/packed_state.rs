//! The states of the packed sweep, and the hash table that finds them. The order of states comes
//! from their list alone: nothing iterates over the table.

use rummilab_core::MAX_COLOURS;

use crate::grammar::{Jokers, OpenId};

/// A state with the best path to it: a byte of open runs for each colour, the jokers, the worth.
#[derive(Debug, Clone, Copy)]
pub struct PackedState {
    pub open: u64,
    pub used: Jokers,
    pub worth: i64,
    /// Upper bound on every path through it, where there are bounds.
    pub bound: i64,
    /// The state before it, and the layout of groups between the two.
    pub parent: u32,
    pub layout: u32,
    /// Which continuations it was come by.
    pub picks: Picks,
}

/// The open runs of a colour.
#[inline]
pub fn open_in(open: u64, colour: usize) -> OpenId {
    OpenId::from((open >> (8 * colour)) as u8)
}

/// Which continuation each colour took, counted from the first with its number of tiles in groups.
pub type Picks = [u16; MAX_COLOURS];

impl PackedState {
    /// Before the first value.
    pub const ROOT: PackedState = PackedState {
        open: 0,
        used: Jokers::NONE,
        worth: 0,
        bound: i64::MAX,
        parent: u32::MAX,
        layout: 0,
        picks: [0; MAX_COLOURS],
    };

    /// The open runs of a colour.
    #[inline]
    pub fn open_in(&self, colour: usize) -> OpenId {
        open_in(self.open, colour)
    }

    fn hash(&self) -> usize {
        let mixed = self.open ^ u64::from(self.used.bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize
    }
}

/// Finds the state with these open runs and jokers among those of one value.
#[derive(Debug, Default)]
pub struct PackedIndex {
    /// Number of a state, or [`NONE`]; the length is a power of two.
    slots: Vec<u32>,
    taken: Vec<u32>,
}

/// No state.
const NONE: u32 = u32::MAX;

impl PackedIndex {
    /// Forgets the last value.
    pub fn clear(&mut self) {
        for slot in self.taken.drain(..) {
            self.slots[slot as usize] = NONE;
        }
    }

    /// The number of the known state with the same open runs and jokers. If there is none, the
    /// table takes this one for the next of the list.
    #[inline]
    pub fn find_or_add(&mut self, states: &[PackedState], state: &PackedState) -> Option<usize> {
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
                return None;
            }
            let other = &states[known as usize];
            if other.open == state.open && other.used == state.used {
                return Some(known as usize);
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn grow(&mut self, states: &[PackedState]) {
        let live: Vec<u32> = self
            .taken
            .drain(..)
            .map(|slot| self.slots[slot as usize])
            .collect();
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
