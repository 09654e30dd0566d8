//! Random racks: plain draws from all tiles of the game, of several sizes.

use std::ops::Range;

use rummilab_chance::{Key, Stream};
use rummilab_core::{RuleSet, Tile, TileCounts};

use crate::openings::OpeningTally;

/// A source of random racks of several sizes. Sample n of every size is the start of one shuffle,
/// which depends only on the seed and n.
#[derive(Debug, Clone)]
pub struct RandomRacks {
    /// All tiles except the jokers that every rack starts with.
    tiles: Vec<Tile>,
    jokers_each: usize,
    sizes: Vec<usize>,
    seed: u64,
}

/// The error for a size that a rack cannot have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no rack has {size} tiles; expected {least} to {most}")]
pub struct RackSizeError {
    pub size: usize,
    pub least: usize,
    /// Number of tiles in the game.
    pub most: usize,
}

impl RandomRacks {
    /// Racks of these sizes under these rules; without sizes, of the dealt size. Redeals on pairs
    /// are ignored.
    ///
    /// # Errors
    /// If a rack cannot have one of the sizes.
    pub fn new(
        rules: &RuleSet,
        mut sizes: Vec<usize>,
        seed: u64,
    ) -> Result<RandomRacks, RackSizeError> {
        let mut tiles = rules.all_tiles();
        if sizes.is_empty() {
            sizes.push(rules.hand.into());
        }
        sizes.sort_unstable();
        sizes.dedup();
        let each = usize::from(rules.jokers_dealt_each);
        let fits = |size: usize| (each..=tiles.len()).contains(&size);
        if let Some(size) = sizes.iter().find(|size| !fits(**size)) {
            return Err(RackSizeError {
                size: *size,
                least: each.max(1),
                most: tiles.len(),
            });
        }
        // In ascending order classic jokers come right after the number tiles.
        for _ in 0..each {
            if let Some(joker) = tiles.iter().rposition(|tile| *tile == Tile::JOKER) {
                tiles.remove(joker);
            }
        }
        Ok(RandomRacks {
            tiles,
            jokers_each: each,
            sizes,
            seed,
        })
    }

    pub fn sizes(&self) -> &[usize] {
        &self.sizes
    }

    /// The tallies of these samples, one for each size. `own_sets` returns whether a rack holds a
    /// set, and the points of its best opening.
    ///
    /// # Errors
    /// The first error of `own_sets`.
    pub fn tally<E>(
        &self,
        samples: Range<u64>,
        mut own_sets: impl FnMut(&TileCounts) -> Result<(bool, u32), E>,
    ) -> Result<Vec<OpeningTally>, E> {
        let mut tallies = vec![OpeningTally::default(); self.sizes.len()];
        let mut tiles = self.tiles.clone();
        for number in samples {
            tiles.clone_from(&self.tiles);
            Stream::new(Key::sample(self.seed, "opening", number)).shuffle(&mut tiles);
            for (size, tally) in self.sizes.iter().zip(&mut tallies) {
                let dealt = std::iter::repeat_n(Tile::JOKER, self.jokers_each);
                let drawn = tiles[..size - self.jokers_each].iter().copied();
                let (any_set, best) = own_sets(&drawn.chain(dealt).collect())?;
                tally.push(any_set, best);
            }
        }
        Ok(tallies)
    }
}
