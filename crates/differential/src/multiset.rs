//! Multisets of tiles as packed counts, over the kinds of tile that a position holds.

use rustc_hash::FxHashMap;

use crate::rules::Rules;
use crate::tile::{Joker, Tile};

/// Counts by kind, four bits each; the kind with number 0 lies lowest.
pub type Counts = u128;

/// The most kinds that fit into [`Counts`].
pub const MOST_KINDS: usize = 32;

/// Every other count, so that there is room to borrow.
const EVEN: u128 = 0x0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f;
/// The bit just above each count of [`EVEN`].
const BORROW: u128 = 0x1010_1010_1010_1010_1010_1010_1010_1010;

/// Whether `small` is part of `large`.
pub fn holds(large: Counts, small: Counts) -> bool {
    let even = (large & EVEN | BORROW) - (small & EVEN);
    let odd = (large >> 4 & EVEN | BORROW) - (small >> 4 & EVEN);
    even & odd & BORROW == BORROW
}

/// The number of the lowest kind in it; the multiset is not empty.
pub fn lowest(counts: Counts) -> usize {
    counts.trailing_zeros() as usize / 4
}

pub fn size(counts: Counts) -> u32 {
    let mut rest = counts;
    let mut sum = 0;
    while rest != 0 {
        sum += (rest & 15) as u32;
        rest >>= 4;
    }
    sum
}

/// One tile of the kind with this number.
pub fn one(kind: usize) -> Counts {
    1 << (4 * kind)
}

/// How many tiles of this kind.
pub fn count(counts: Counts, kind: usize) -> u8 {
    (counts >> (4 * kind) & 15) as u8
}

/// Every sub-multiset, the empty one first; `None` if there are more than `most`.
pub fn parts(counts: Counts, most: usize) -> Option<Vec<Counts>> {
    let mut parts = vec![0];
    let mut rest = counts;
    while rest != 0 {
        let kind = lowest(rest);
        let copies = count(rest, kind);
        rest &= !(15 << (4 * kind));
        if parts.len() * (usize::from(copies) + 1) > most {
            return None;
        }
        let old = parts.len();
        for n in 1..=copies {
            for i in 0..old {
                parts.push(parts[i] + u128::from(n) * one(kind));
            }
        }
    }
    Some(parts)
}

/// The kinds that a position holds, numbered.
#[derive(Debug, Clone)]
pub struct Kinds {
    /// The tile of each kind.
    pub tiles: Vec<Tile>,
    numbers: FxHashMap<Tile, usize>,
}

impl Kinds {
    /// The kinds of these tiles; `None` if there are more than [`MOST_KINDS`].
    pub fn of(tiles: impl IntoIterator<Item = Tile>) -> Option<Kinds> {
        let mut kinds: Vec<Tile> = tiles.into_iter().collect();
        kinds.sort_unstable();
        kinds.dedup();
        if kinds.len() > MOST_KINDS {
            return None;
        }
        let numbers = kinds.iter().enumerate().map(|(i, tile)| (*tile, i));
        let numbers = numbers.collect();
        Some(Kinds {
            tiles: kinds,
            numbers,
        })
    }

    /// The number of a kind.
    pub fn number(&self, tile: Tile) -> Option<usize> {
        self.numbers.get(&tile).copied()
    }

    /// The number of a kind of joker.
    pub fn joker(&self, kind: Joker) -> Option<usize> {
        self.number(Tile::Joker(kind))
    }

    /// These tiles as counts; `None` if a kind is not known or occurs more than 15 times.
    pub fn counts(&self, tiles: &[Tile]) -> Option<Counts> {
        let mut counts = 0;
        for tile in tiles {
            let kind = self.number(*tile)?;
            if count(counts, kind) == 15 {
                return None;
            }
            counts += one(kind);
        }
        Some(counts)
    }

    /// The tiles of a multiset, ascending.
    pub fn list(&self, counts: Counts) -> Vec<Tile> {
        let mut tiles = Vec::new();
        for (kind, tile) in self.tiles.iter().enumerate() {
            for _ in 0..count(counts, kind) {
                tiles.push(*tile);
            }
        }
        tiles
    }

    /// The sum of the face values.
    pub fn face(&self, counts: Counts) -> u32 {
        let kinds = self.tiles.iter().enumerate();
        kinds
            .map(|(kind, tile)| tile.face() * u32::from(count(counts, kind)))
            .sum()
    }

    /// All jokers of every kind, as a mask of their counts.
    pub fn joker_mask(&self) -> Counts {
        let kinds = self.tiles.iter().enumerate();
        let jokers = kinds.filter(|(_, tile)| tile.is_joker());
        jokers.fold(0, |mask, (kind, _)| mask | 15 << (4 * kind))
    }
}

/// The first tile of which more lie here than the game has.
pub fn excess(rules: &Rules, tiles: &[Tile]) -> Option<Tile> {
    let mut counts: FxHashMap<Tile, u8> = FxHashMap::default();
    for tile in tiles {
        let count = counts.entry(*tile).or_default();
        *count += 1;
        if *count > rules.copies_of(*tile) {
            return Some(*tile);
        }
    }
    None
}
