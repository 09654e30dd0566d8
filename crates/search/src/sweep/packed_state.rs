//! The states of the packed sweep.

use rummilab_core::MAX_COLOURS;

use crate::grammar::{Jokers, Locks, OpenId};
use crate::sweep::{Keyed, NONE, SweepState, ValueContext};

/// The first bit of the locks in [`PackedState::open`], above a byte for each colour.
pub const LOCK_SHIFT: usize = 8 * MAX_COLOURS;

/// Locks, as bits of [`PackedState::open`].
#[inline]
pub fn locked(locks: Locks) -> u64 {
    u64::from(locks) << LOCK_SHIFT
}

/// A state, and the best path to it.
#[derive(Debug, Clone, Copy)]
pub struct PackedState {
    /// A byte for the open runs of each colour, and the locks.
    pub open: u64,
    /// Jokers used by the path.
    pub used: Jokers,
    pub worth: i64,
    /// Upper bound on every path through it, if there are bounds.
    pub bound: i64,
    /// The number of the state before it on the path.
    pub parent: u32,
    /// The number of the choice of kept sets between the two, and that of the layout of groups.
    pub keeping: u16,
    pub layout: u16,
    /// The continuations between the two.
    pub picks: ContinuationPicks,
}

#[inline]
pub fn open_in(open: u64, colour: usize) -> OpenId {
    OpenId::from((open >> (8 * colour)) as u8)
}

/// The continuation of each colour, as an index among those with its number of tiles in groups.
pub type ContinuationPicks = [u16; MAX_COLOURS];

impl PackedState {
    pub const ROOT: PackedState = PackedState {
        open: 0,
        used: Jokers::NONE,
        worth: 0,
        bound: i64::MAX,
        parent: NONE,
        keeping: 0,
        layout: 0,
        picks: [0; MAX_COLOURS],
    };

    /// A state before the first value, with these runs open.
    pub fn root(open: [OpenId; MAX_COLOURS]) -> PackedState {
        let bytes = open.iter().enumerate();
        PackedState {
            open: bytes.map(|(c, id)| u64::from(*id) << (8 * c)).sum(),
            ..PackedState::ROOT
        }
    }

    #[inline]
    pub fn open_in(&self, colour: usize) -> OpenId {
        open_in(self.open, colour)
    }

    /// Applies the choice of sets to keep at this value. `false` if the state has other locks, not
    /// enough jokers, or too few kept sets.
    #[inline]
    pub fn apply_keeping(&mut self, value: &ValueContext<'_>, jokers: Jokers) -> bool {
        let keeping = value.keeping;
        self.worth += keeping.sets + value.worth_of(keeping.used);
        self.used = self.used + keeping.used;
        self.locks() == keeping.before && self.used.within(jokers) && keeping.allows(self.worth)
    }

    /// The kept sets that continue after the value.
    #[inline]
    pub fn locks(&self) -> Locks {
        (self.open >> LOCK_SHIFT) as Locks
    }
}

impl Keyed for PackedState {
    #[inline]
    fn hash(&self) -> usize {
        let mixed = self.open ^ u64::from(self.used.bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = mixed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 32) as usize
    }

    #[inline]
    fn same_state(&self, other: &PackedState) -> bool {
        self.open == other.open && self.used == other.used
    }

    #[inline]
    fn worth(&self) -> i64 {
        self.worth
    }
}

impl SweepState for PackedState {
    fn bound(&self) -> i64 {
        self.bound
    }

    fn open_in(&self, colour: usize) -> OpenId {
        self.open_in(colour)
    }

    fn used(&self) -> Jokers {
        self.used
    }

    fn locks(&self) -> Locks {
        self.locks()
    }

    fn points(&self) -> u16 {
        0
    }

    fn from(&self, _: usize) -> usize {
        0
    }

    fn parent(&self) -> u32 {
        self.parent
    }
}
