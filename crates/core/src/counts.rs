//! A multiset of tiles, packed so that sums, differences and comparisons of whole racks and tables
//! take a few instructions. A number tile can occur up to three times.

use std::fmt;

use crate::tile::{Colour, JokerKind, MAX_VALUE, Tile};

/// Most copies of one number tile in a multiset.
pub const MAX_COPIES: u8 = 3;

/// The tiles of one colour, two bits a value, as in [`TileCounts::of_colour`].
#[cfg(not(feature = "many-values"))]
pub type TileRow = u32;
/// The tiles of one colour, two bits a value, as in [`TileCounts::of_colour`].
#[cfg(feature = "many-values")]
pub type TileRow = u128;

/// A multiset of kinds: a rack, the tiles of a table, the tiles that a turn lays.
/// [`parse_counts`](crate::notation::parse_counts) reads one under rules.
///
/// ```
/// use rummilab_core::{Tile, TileCounts};
///
/// let rack: TileCounts = ["R6", "R6", "J"].iter().map(|t| t.parse::<Tile>().unwrap()).collect();
/// assert_eq!(rack.len(), 3);
/// assert_eq!(rack.count("R6".parse().unwrap()), 2);
/// assert_eq!(rack.face_sum(), 12);
/// assert_eq!(rack.to_string(), "R6 R6 J");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct TileCounts {
    /// Copies of the number tiles by colour, two bits a value: value `v` is at bits `2v` and
    /// `2v + 1`.
    rows: [TileRow; 8],
    /// Copies of the jokers by kind.
    jokers: [u8; 4],
}

/// The low bit of every two-bit field: 0x5555 and so on.
const LOW: TileRow = TileRow::MAX / 3;
/// Every other two-bit field, so that sums have room: 0x3333 and so on.
const HALF: TileRow = TileRow::MAX / 5;
/// The bit just above each field of [`HALF`]: 0x4444 and so on.
const CARRY: TileRow = TileRow::MAX / 15 * 4;

fn add_rows(a: TileRow, b: TileRow) -> Option<TileRow> {
    let even = (a & HALF) + (b & HALF);
    let odd = ((a >> 2) & HALF) + ((b >> 2) & HALF);
    ((even | odd) & CARRY == 0).then_some(even | odd << 2)
}

fn sub_rows(a: TileRow, b: TileRow) -> Option<TileRow> {
    let even = ((a & HALF) | CARRY) - (b & HALF);
    let odd = (((a >> 2) & HALF) | CARRY) - ((b >> 2) & HALF);
    (even & odd & CARRY == CARRY).then_some(even & HALF | (odd & HALF) << 2)
}

const fn saturating_sub_rows(a: TileRow, b: TileRow) -> TileRow {
    saturating_sub_half(a, b) | saturating_sub_half(a >> 2, b >> 2) << 2
}

/// The same for every second value. Where `a` has fewer tiles, nothing is left of the carry bit.
const fn saturating_sub_half(a: TileRow, b: TileRow) -> TileRow {
    let rest = ((a & HALF) | CARRY) - (b & HALF);
    let enough = rest & CARRY;
    rest & (enough - (enough >> 2))
}

impl TileCounts {
    /// No tiles.
    pub const EMPTY: TileCounts = TileCounts {
        rows: [0; 8],
        jokers: [0; 4],
    };

    /// Number of copies of this kind.
    pub const fn count(&self, tile: Tile) -> u8 {
        match (tile.colour(), tile.value(), tile.joker_kind()) {
            (Some(colour), Some(value), _) => self.number_count(colour, value),
            (_, _, Some(kind)) => self.jokers[kind.index()],
            _ => 0,
        }
    }

    /// Number of copies of the number tile (colour, value); 0 for a value above [`MAX_VALUE`].
    pub const fn number_count(&self, colour: Colour, value: u8) -> u8 {
        if value > MAX_VALUE {
            0
        } else {
            (self.rows[colour.index()] >> (2 * value) & 3) as u8
        }
    }

    /// Number of copies of each number tile of a colour, two bits a value: value `v` is at bits
    /// `2v` and `2v + 1`.
    #[inline]
    pub const fn of_colour(&self, colour: Colour) -> TileRow {
        self.rows[colour.index()]
    }

    /// Number of jokers of all kinds together.
    pub const fn jokers(&self) -> u8 {
        let [j, d, c, m] = self.jokers;
        j.saturating_add(d).saturating_add(c).saturating_add(m)
    }

    /// Number of jokers of each kind, in the order of [`JokerKind::ALL`].
    pub const fn jokers_by_kind(&self) -> [u8; 4] {
        self.jokers
    }

    /// Adds one tile. Returns `false` and changes nothing if there is no room for another copy
    /// ([`MAX_COPIES`]).
    #[must_use]
    #[inline]
    pub const fn insert(&mut self, tile: Tile) -> bool {
        match (tile.colour(), tile.value(), tile.joker_kind()) {
            (Some(colour), Some(value), _) => {
                let room = self.number_count(colour, value) < MAX_COPIES;
                if room {
                    self.rows[colour.index()] += 1 << (2 * value);
                }
                room
            }
            (_, _, Some(kind)) => {
                let room = self.jokers[kind.index()] < u8::MAX;
                if room {
                    self.jokers[kind.index()] += 1;
                }
                room
            }
            _ => false,
        }
    }

    /// Removes one tile. Returns `false` and changes nothing if the tile is not present.
    #[must_use]
    pub const fn remove(&mut self, tile: Tile) -> bool {
        let present = self.count(tile) > 0;
        if present {
            match (tile.colour(), tile.value(), tile.joker_kind()) {
                (Some(colour), Some(value), _) => self.rows[colour.index()] -= 1 << (2 * value),
                (_, _, Some(kind)) => self.jokers[kind.index()] -= 1,
                _ => {}
            }
        }
        present
    }

    /// The multiset of these tiles, or the first tile that occurs more than [`MAX_COPIES`] times.
    pub fn try_from_tiles<I: IntoIterator<Item = Tile>>(tiles: I) -> Result<TileCounts, Tile> {
        let mut counts = TileCounts::EMPTY;
        for tile in tiles {
            if !counts.insert(tile) {
                return Err(tile);
            }
        }
        Ok(counts)
    }

    /// The sum of two multisets; `None` if some kind would occur more than [`MAX_COPIES`] times.
    #[inline]
    pub fn checked_add(&self, other: &TileCounts) -> Option<TileCounts> {
        let mut sum = TileCounts::EMPTY;
        for (kind, jokers) in sum.jokers.iter_mut().enumerate() {
            *jokers = self.jokers[kind].checked_add(other.jokers[kind])?;
        }
        for (row, (a, b)) in sum.rows.iter_mut().zip(self.rows.iter().zip(&other.rows)) {
            *row = add_rows(*a, *b)?;
        }
        Some(sum)
    }

    /// The difference; `None` if `other` is not contained.
    #[inline]
    pub fn checked_sub(&self, other: &TileCounts) -> Option<TileCounts> {
        let mut rest = TileCounts::EMPTY;
        for (kind, jokers) in rest.jokers.iter_mut().enumerate() {
            *jokers = self.jokers[kind].checked_sub(other.jokers[kind])?;
        }
        for (row, (a, b)) in rest.rows.iter_mut().zip(self.rows.iter().zip(&other.rows)) {
            *row = sub_rows(*a, *b)?;
        }
        Some(rest)
    }

    /// Whether this multiset contains every tile of `other`.
    #[inline]
    pub fn contains(&self, other: &TileCounts) -> bool {
        self.checked_sub(other).is_some()
    }

    /// The tiles of this multiset that are not in `other`: the difference, never below zero.
    #[inline]
    pub fn saturating_sub(&self, other: &TileCounts) -> TileCounts {
        TileCounts {
            rows: std::array::from_fn(|at| saturating_sub_rows(self.rows[at], other.rows[at])),
            jokers: std::array::from_fn(|at| self.jokers[at].saturating_sub(other.jokers[at])),
        }
    }

    /// Number of tiles.
    #[inline]
    pub fn len(&self) -> usize {
        let numbers: u32 = self
            .rows
            .iter()
            .map(|row| (row & LOW).count_ones() + 2 * (row >> 1 & LOW).count_ones())
            .sum();
        numbers as usize + self.jokers.iter().map(|n| usize::from(*n)).sum::<usize>()
    }

    /// Whether there are no tiles.
    pub fn is_empty(&self) -> bool {
        *self == TileCounts::EMPTY
    }

    /// Sum of the face values in points, jokers counting 0.
    pub fn face_sum(&self) -> u32 {
        self.kinds()
            .map(|(tile, count)| u32::from(tile.face()) * u32::from(count))
            .sum()
    }

    /// The same tiles without the jokers.
    pub const fn without_jokers(&self) -> TileCounts {
        TileCounts {
            rows: self.rows,
            jokers: [0; 4],
        }
    }

    /// The kinds that occur, ascending, each with its number of copies.
    pub fn kinds(&self) -> Kinds {
        Kinds {
            counts: *self,
            colour: 0,
        }
    }

    /// Every tile, ascending; equal tiles are repeated.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + use<> {
        self.kinds()
            .flat_map(|(tile, count)| std::iter::repeat_n(tile, usize::from(count)))
    }

    /// Number of pairs for the redeal rule (docs/rules.md#redeal-on-pairs): a kind of number tile
    /// that occurs twice is one pair, four copies are two. Jokers do not form pairs.
    pub fn pairs(&self) -> u32 {
        self.rows
            .iter()
            .map(|row| (row >> 1 & LOW).count_ones())
            .sum()
    }
}

/// Iterator over the kinds of a [`TileCounts`], ascending.
#[derive(Debug, Clone)]
pub struct Kinds {
    counts: TileCounts,
    colour: usize,
}

impl Iterator for Kinds {
    type Item = (Tile, u8);

    fn next(&mut self) -> Option<(Tile, u8)> {
        while let Some(&colour) = Colour::ALL.get(self.colour) {
            let row = &mut self.counts.rows[self.colour];
            if *row == 0 {
                self.colour += 1;
                continue;
            }
            let value = (row.trailing_zeros() / 2) as u8;
            let count = (*row >> (2 * value) & 3) as u8;
            *row &= !(3 << (2 * value));
            return Tile::number(colour, value).map(|tile| (tile, count));
        }
        JokerKind::ALL.into_iter().find_map(|kind| {
            let jokers = std::mem::take(&mut self.counts.jokers[kind.index()]);
            (jokers > 0).then_some((Tile::joker(kind), jokers))
        })
    }
}

impl FromIterator<Tile> for TileCounts {
    /// Collects tiles that are known to fit.
    ///
    /// # Panics
    /// If a kind occurs more than [`MAX_COPIES`] times. For input use
    /// [`TileCounts::try_from_tiles`].
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> TileCounts {
        match TileCounts::try_from_tiles(tiles) {
            Ok(counts) => counts,
            Err(tile) => panic!("more than {MAX_COPIES} copies of {tile}"),
        }
    }
}

impl fmt::Display for TileCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::write_tiles(f, self.tiles())
    }
}

impl fmt::Debug for TileCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_tile() -> impl Strategy<Value = Tile> {
        let numbers = (Colour::ALL.into_iter())
            .flat_map(|colour| (1..=MAX_VALUE).filter_map(move |v| Tile::number(colour, v)));
        let jokers = JokerKind::ALL.map(Tile::joker);
        proptest::sample::select(numbers.chain(jokers).collect::<Vec<_>>())
    }

    fn any_tiles() -> impl Strategy<Value = Vec<Tile>> {
        proptest::collection::vec(any_tile(), 0..60)
    }

    /// The reference model: a sorted list of tiles.
    fn fitting(mut tiles: Vec<Tile>) -> Vec<Tile> {
        tiles.sort();
        let mut kept: Vec<Tile> = Vec::new();
        for tile in tiles {
            if tile.is_joker()
                || kept.iter().filter(|t| **t == tile).count() < usize::from(MAX_COPIES)
            {
                kept.push(tile);
            }
        }
        kept
    }

    proptest! {
        #[test]
        fn agrees_with_a_sorted_list(tiles in any_tiles()) {
            let list = fitting(tiles);
            let counts: TileCounts = list.iter().copied().collect();
            prop_assert_eq!(counts.tiles().collect::<Vec<_>>(), list.clone());
            prop_assert_eq!(counts.len(), list.len());
            let faces = list.iter().map(|tile| u32::from(tile.face()));
            prop_assert_eq!(counts.face_sum(), faces.sum::<u32>());
            prop_assert_eq!(counts.is_empty(), list.is_empty());
        }

        #[test]
        fn add_and_subtract_agree_with_one_tile_at_a_time(a in any_tiles(), b in any_tiles()) {
            let (a, b) = (fitting(a), fitting(b));
            let ca: TileCounts = a.iter().copied().collect();
            let cb: TileCounts = b.iter().copied().collect();
            let sum = TileCounts::try_from_tiles(a.iter().chain(&b).copied()).ok();
            prop_assert_eq!(ca.checked_add(&cb), sum);
            let mut rest = ca;
            let contained = b.iter().all(|tile| rest.remove(*tile));
            prop_assert_eq!(ca.checked_sub(&cb), contained.then_some(rest));
            prop_assert_eq!(ca.contains(&cb), contained);
            if let Some(sum) = sum {
                prop_assert_eq!(sum.checked_sub(&cb), Some(ca));
            }
        }
    }

    #[test]
    fn pairs_count_kinds_held_twice_and_no_jokers() {
        let rack = |text: &str| {
            text.split(' ')
                .map(|t| t.parse::<Tile>().unwrap())
                .collect::<TileCounts>()
        };
        assert_eq!(rack("B3 B3 R8 R8 O10 O10 J J").pairs(), 3);
        assert_eq!(rack("B3 R3 K3 O3 J J").pairs(), 0);
    }
}
