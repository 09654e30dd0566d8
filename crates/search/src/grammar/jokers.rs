//! Numbers of jokers by kind, packed so that adding and comparing take an instruction or two.

use std::ops::{Add, Sub};

use rummilab_core::{JokerKind, TileCounts};

/// Jokers by kind, one byte each: at most 127.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Hash)]
pub struct Jokers(u32);

/// The index of the mirror joker among the kinds.
pub const MIRROR: usize = JokerKind::Mirror.index();

/// The top bit of every byte.
const TOP: u32 = 0x8080_8080;

impl Jokers {
    pub const NONE: Jokers = Jokers(0);

    pub fn of(by_kind: [u8; 4]) -> Jokers {
        Jokers(u32::from_le_bytes(by_kind))
    }

    pub fn among(tiles: &TileCounts) -> Jokers {
        Jokers::of(tiles.jokers_by_kind())
    }

    pub const fn one(kind: JokerKind) -> Jokers {
        Jokers(1 << (8 * kind.index()))
    }

    pub const fn get(self, kind: JokerKind) -> u8 {
        (self.0 >> (8 * kind.index())) as u8
    }

    pub const fn by_kind(self) -> [u8; 4] {
        self.0.to_le_bytes()
    }

    pub const fn total(self) -> u8 {
        (self.0.wrapping_mul(0x0101_0101) >> 24) as u8
    }

    /// Whether there are no more of any kind than in `other`.
    pub const fn within(self, other: Jokers) -> bool {
        (other.0 | TOP).wrapping_sub(self.0) & TOP == TOP
    }

    /// How many vectors are [within](Jokers::within) this one.
    pub fn vectors_within(self) -> usize {
        self.by_kind().iter().map(|n| usize::from(*n) + 1).product()
    }

    /// The place of this vector among all within `most`.
    pub fn place(self, most: Jokers) -> usize {
        let digits = self.by_kind().into_iter().zip(most.by_kind());
        digits.fold(0, |place, (n, most)| {
            place * (usize::from(most) + 1) + usize::from(n)
        })
    }

    /// Every kind, repeated as often as it occurs.
    pub fn kinds(self) -> impl Iterator<Item = JokerKind> {
        JokerKind::ALL
            .into_iter()
            .flat_map(move |kind| std::iter::repeat_n(kind, usize::from(self.get(kind))))
    }

    /// The bits of these kinds in the packed form.
    pub fn bytes(kinds: [bool; 4]) -> u32 {
        u32::from_le_bytes(kinds.map(|yes| if yes { u8::MAX } else { 0 }))
    }

    /// The packed form, for hashing.
    pub const fn bits(self) -> u32 {
        self.0
    }
}

impl Add for Jokers {
    type Output = Jokers;

    fn add(self, other: Jokers) -> Jokers {
        Jokers(self.0 + other.0)
    }
}

impl Sub for Jokers {
    type Output = Jokers;

    /// The jokers that are left; `other` must be within this.
    fn sub(self, other: Jokers) -> Jokers {
        Jokers(self.0 - other.0)
    }
}
