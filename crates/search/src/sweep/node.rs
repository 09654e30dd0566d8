//! The states of the general sweep.

use rummilab_core::MAX_COLOURS;

use crate::grammar::{Jokers, Locks, OpenId};
use crate::sweep::{Keyed, SweepState};

pub const NONE: u32 = u32::MAX;

/// A state. Of two paths to it only the better one is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StateKey {
    /// The open runs of each colour.
    pub open: [OpenId; MAX_COLOURS],
    pub used: Jokers,
    /// The kept sets that go on.
    pub locks: Locks,
    /// Points counted, up to the cap of the task.
    pub points: u16,
    /// Own groups laid, if they are counted.
    pub own_groups: u8,
    /// For each colour, the index of the boundary that was open before the first value.
    pub from: [u16; MAX_COLOURS],
}

/// A state with the best path to it.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub key: StateKey,
    pub worth: i64,
    /// Upper bound on every path through it.
    pub bound: i64,
    pub parent: u32,
    pub choices: [u32; MAX_COLOURS],
    pub group_index: u16,
    pub group_jokers: Jokers,
    /// The old sets that it keeps of those that begin at its value, a bit each.
    pub kept: u8,
}

impl Node {
    pub fn root(open: [OpenId; MAX_COLOURS]) -> Node {
        Node {
            key: StateKey {
                open,
                used: Jokers::NONE,
                locks: 0,
                points: 0,
                own_groups: 0,
                from: [0; MAX_COLOURS],
            },
            worth: 0,
            bound: i64::MAX,
            parent: NONE,
            choices: [NONE; MAX_COLOURS],
            group_index: 0,
            group_jokers: Jokers::NONE,
            kept: 0,
        }
    }
}

impl Keyed for Node {
    #[inline]
    fn hash(&self) -> usize {
        let key = &self.key;
        let [a, b, c, d, e, f] = key.open.map(u64::from);
        // Most rule sets have fewer than 65 536 multisets of open runs. Beyond, bits overlap.
        let low = a ^ b << 16 ^ c << 32 ^ d << 48;
        let high = e ^ f << 16 ^ u64::from(key.points) << 32 ^ u64::from(key.own_groups) << 60;
        let high = high
            ^ u64::from(key.locks) << 44
            ^ u64::from(key.used.bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let [a, b, c, d, e, f] = key.from.map(u64::from);
        let from = a ^ b << 10 ^ c << 20 ^ d << 30 ^ e << 40 ^ f << 50;
        let low = low ^ from.wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29) as usize
    }

    #[inline]
    fn same_state(&self, other: &Node) -> bool {
        self.key == other.key
    }

    #[inline]
    fn worth(&self) -> i64 {
        self.worth
    }
}

impl SweepState for Node {
    fn bound(&self) -> i64 {
        self.bound
    }

    fn open_in(&self, colour: usize) -> OpenId {
        self.key.open[colour]
    }

    fn used(&self) -> Jokers {
        self.key.used
    }

    fn locks(&self) -> Locks {
        self.key.locks
    }

    fn points(&self) -> u16 {
        self.key.points
    }

    fn from(&self, colour: usize) -> usize {
        usize::from(self.key.from[colour])
    }

    fn parent(&self) -> u32 {
        self.parent
    }
}
