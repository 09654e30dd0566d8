//! The jokers that lie in the end, if the sweep counted only those that sets need.

use rummilab_core::TileCounts;

use crate::grammar::{Jokers, MIRROR};
use crate::questions::Worth;

/// Jokers laid in the end: those needed, those that must be laid, and every one worth laying.
///
/// Mirror jokers are laid where needed or not at all, and their worth is counted by the sweep.
pub struct LaidJokers {
    at_hand: [u8; 4],
    must: [u8; 4],
    worth: [i64; 4],
    /// Points that sets must reach. If there are any, the sweep itself lays every joker.
    points: Option<u16>,
}

impl LaidJokers {
    pub fn new(
        at_hand: Jokers,
        must: Jokers,
        worth: &Worth<'_>,
        points: Option<u16>,
    ) -> LaidJokers {
        LaidJokers {
            at_hand: at_hand.by_kind(),
            must: must.by_kind(),
            worth: worth.jokers,
            points,
        }
    }

    /// The jokers that lie in the end, if the sweep used these.
    pub fn laid(&self, used: Jokers) -> Jokers {
        if self.points.is_some() {
            return used;
        }
        let used = used.by_kind();
        Jokers::of(std::array::from_fn(|kind| match kind {
            MIRROR => used[MIRROR],
            _ if self.worth[kind] > 0 => self.at_hand[kind],
            _ => used[kind].max(self.must[kind]),
        }))
    }

    /// What an ending adds to the worth that the sweep counted; `None` if it is not allowed.
    pub fn ending(&self, used: Jokers, points: u16) -> Option<i64> {
        if let Some(needed) = self.points {
            return (points >= needed).then_some(0);
        }
        let laid = self.laid(used).by_kind();
        let worth = (0..MIRROR).map(|kind| i64::from(laid[kind]) * self.worth[kind]);
        (used.by_kind()[MIRROR] >= self.must[MIRROR]).then_some(worth.sum())
    }

    /// The most that [`LaidJokers::ending`] can add.
    pub fn most(&self) -> i64 {
        if self.points.is_some() {
            return 0;
        }
        let of = |kind: usize| {
            if self.worth[kind] > 0 {
                i64::from(self.at_hand[kind]) * self.worth[kind]
            } else {
                i64::from(self.must[kind]) * self.worth[kind]
            }
        };
        (0..MIRROR).map(of).sum()
    }

    /// The total of a play that lays these rack tiles.
    pub fn total(&self, worth: &Worth<'_>, played: &TileCounts) -> i64 {
        let must = self.must.iter().zip(self.worth);
        let table: i64 = must.map(|(n, each)| i64::from(*n) * each).sum();
        table + worth.total(played)
    }
}
