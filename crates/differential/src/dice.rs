//! Random choices for the generator.

use std::num::NonZeroU64;

use rummilab_chance::{Key, Stream};

/// A stream of random choices.
pub struct Dice(Stream);

impl Dice {
    /// The stream for one numbered position of a seed.
    pub fn new(seed: u64, purpose: &str, number: u64) -> Dice {
        Dice(Stream::new(Key::sample(seed, purpose, number)))
    }

    /// A number below `bound`; 0 if that is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        NonZeroU64::new(bound as u64).map_or(0, |bound| self.0.below(bound) as usize)
    }

    /// A number of a range, both ends included.
    pub fn range(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high.saturating_sub(low) + 1)
    }

    /// True in `percent` of a hundred cases.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    /// A number with these weights.
    pub fn weighted(&mut self, weights: &[usize]) -> usize {
        let mut at = self.below(weights.iter().sum());
        for (i, weight) in weights.iter().enumerate() {
            if at < *weight {
                return i;
            }
            at -= weight;
        }
        0
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        self.0.shuffle(items);
    }
}
