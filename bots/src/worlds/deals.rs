//! The ways in which unseen tiles can lie in places of known size.

use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};

/// The tiles of each place, in the order of the places.
pub type Part = Vec<TileCounts>;

/// Tiles distributed over some places in an unknown way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    tiles: TileCounts,
    sizes: Vec<usize>,
}

impl Split {
    /// These tiles in places of these sizes; `None` if they do not fill them exactly.
    pub fn new(tiles: TileCounts, sizes: Vec<usize>) -> Option<Split> {
        (tiles.len() == sizes.iter().sum::<usize>()).then_some(Split { tiles, sizes })
    }

    /// The tiles.
    pub fn tiles(&self) -> &TileCounts {
        &self.tiles
    }

    /// All different ways, each weighted by the number of deals of the single pieces that look like
    /// it. `None` if there are more than `most`.
    pub fn all(&self, most: usize) -> Option<Vec<(Part, u128)>> {
        let mut all = All {
            kinds: self.tiles.kinds().collect(),
            room: self.sizes.clone(),
            parts: vec![TileCounts::EMPTY; self.sizes.len()],
            most,
            found: Vec::new(),
        };
        all.kind(0, 1).then_some(all.found)
    }

    /// One random way; each deal of the single pieces has the same probability.
    pub fn draw(&self, stream: &mut Stream) -> Part {
        let mut pieces: Vec<Tile> = self.tiles.tiles().collect();
        stream.shuffle(&mut pieces);
        let mut rest = pieces.as_slice();
        let places = self.sizes.iter().map(|size| {
            let (here, others) = rest.split_at((*size).min(rest.len()));
            rest = others;
            here.iter().copied().collect()
        });
        places.collect()
    }
}

/// Deals one kind after the other.
struct All {
    kinds: Vec<(Tile, u8)>,
    /// Room left in each place.
    room: Vec<usize>,
    parts: Part,
    most: usize,
    found: Vec<(Part, u128)>,
}

impl All {
    /// Deals the kinds from this one on in every way. `weight` is that of the tiles dealt before.
    /// `false` if there are too many ways.
    fn kind(&mut self, at: usize, weight: u128) -> bool {
        let Some((tile, count)) = self.kinds.get(at).copied() else {
            if self.found.len() == self.most {
                return false;
            }
            self.found.push((self.parts.clone(), weight));
            return true;
        };
        self.place(at, tile, count, 0, weight)
    }

    /// Deals this many copies of a tile to the places from this one on.
    fn place(&mut self, at: usize, tile: Tile, copies: u8, place: usize, weight: u128) -> bool {
        if place == self.room.len() {
            return copies > 0 || self.kind(at + 1, weight);
        }
        let most = usize::from(copies).min(self.room[place]) as u8;
        let (before, room) = (self.parts[place], self.room[place]);
        for here in 0..=most {
            let ways = weight * choices(copies, here);
            if !self.place(at, tile, copies - here, place + 1, ways) {
                return false;
            }
            if here < most {
                let fits = self.parts[place].insert(tile);
                debug_assert!(fits, "the tiles are those of one game");
                self.room[place] -= 1;
            }
        }
        (self.parts[place], self.room[place]) = (before, room);
        true
    }
}

/// The number of ways to take this many of these copies.
fn choices(copies: u8, taken: u8) -> u128 {
    let (n, k) = (u128::from(copies), u128::from(taken));
    (0..k).fold(1, |ways, i| ways * (n - i) / (i + 1))
}
