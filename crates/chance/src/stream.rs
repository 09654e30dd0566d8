//! Streams: unbiased numbers drawn from a key.
//!
//! # How a number is drawn
//!
//! The source is the ChaCha key stream with 8 rounds, the 32 bytes of the [`Key`] as key, a zero
//! nonce and a 64-bit block counter from 0. Each word is 8 bytes of it, least significant first.
//!
//! - below(bound): with a word w, the product p = w · bound (128 bits). If the low half of p is
//!   less than 2⁶⁴ mod bound, the word is discarded and the next is taken. Otherwise the number is
//!   the high half of p (Lemire, "Fast random integer generation in an interval", ACM TOMACS 29(1),
//!   2019).
//! - coin: the top bit of a word.
//! - unit: the top 53 bits of a word, times 2⁻⁵³.
//! - shuffle: Fisher-Yates downwards: for i from len-1 to 1, swap i with below(i + 1).
//!
//! The sampling functions are written out here because those of `rand` may change their values
//! between versions, while a recorded game must replay for ever.

use std::num::NonZeroU64;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Key;

/// A stream of random numbers, all determined by one [`Key`].
///
/// A clone continues with the same numbers as the original.
#[derive(Clone, Debug)]
pub struct Stream {
    source: ChaCha8Rng,
}

impl Stream {
    /// The stream of a key, from its first number.
    #[must_use]
    pub fn new(key: Key) -> Self {
        Self {
            source: ChaCha8Rng::from_seed(*key.as_bytes()),
        }
    }

    /// The key of this stream; it does not depend on the numbers already taken.
    ///
    /// ```
    /// use rummilab_chance::{Key, Stream};
    ///
    /// let key = Key::bot(7, "greedy", 0, 3);
    /// assert_eq!(Stream::new(key).key(), key);
    /// ```
    #[must_use]
    pub fn key(&self) -> Key {
        Key::from_bytes(self.source.get_seed())
    }

    /// A uniform 64-bit number. Takes one word.
    pub fn next_u64(&mut self) -> u64 {
        self.source.next_u64()
    }

    /// A uniform number in `0..bound`, without bias. Takes one word, rarely more.
    ///
    /// ```
    /// use rummilab_chance::{Key, Stream};
    /// use std::num::NonZeroU64;
    ///
    /// let mut stream = Stream::new(Key::schedule(1));
    /// assert_eq!(stream.below(NonZeroU64::MIN), 0);
    /// ```
    pub fn below(&mut self, bound: NonZeroU64) -> u64 {
        bounded(bound, || self.source.next_u64())
    }

    /// A closure that returns uniform numbers below its argument, and 0 for 0, for callers that do
    /// not use streams.
    pub fn into_below(mut self) -> impl FnMut(u64) -> u64 {
        move |bound| NonZeroU64::new(bound).map_or(0, |bound| self.below(bound))
    }

    /// A uniform index of a slice of `len` items; `None`, without taking a word, if it is empty.
    pub fn index(&mut self, len: usize) -> Option<usize> {
        let bound = NonZeroU64::new(len as u64)?;
        // The number is less than `len`, so it fits.
        Some(self.below(bound) as usize)
    }

    /// `true` or `false` with probability one half each. Takes one word.
    pub fn coin(&mut self) -> bool {
        self.next_u64() >> 63 == 1
    }

    /// A uniform multiple of 2⁻⁵³ in `[0, 1)`. Takes one word.
    ///
    /// ```
    /// use rummilab_chance::{Key, Stream};
    ///
    /// let mut stream = Stream::new(Key::bootstrap(1));
    /// assert!((0.0..1.0).contains(&stream.unit()));
    /// ```
    pub fn unit(&mut self) -> f64 {
        const SCALE: f64 = 1.0 / (1_u64 << 53) as f64;
        (self.next_u64() >> 11) as f64 * SCALE
    }

    /// Puts the items in a uniformly random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            if let Some(j) = self.index(i + 1) {
                items.swap(i, j);
            }
        }
    }

    /// A uniform choice of one item; `None` if there is none.
    ///
    /// ```
    /// use rummilab_chance::{Key, Stream};
    ///
    /// let mut stream = Stream::new(Key::bot(1, "random", 0, 0));
    /// assert_eq!(stream.pick(&["only"]), Some(&"only"));
    /// assert_eq!(stream.pick::<u8>(&[]), None);
    /// ```
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        self.index(items.len()).and_then(|i| items.get(i))
    }
}

/// Lemire's multiplication with rejection, from any source of words.
fn bounded(bound: NonZeroU64, mut word: impl FnMut() -> u64) -> u64 {
    let bound = bound.get();
    let mut product = u128::from(word()) * u128::from(bound);
    // The threshold is below the bound, so the division is nearly always skipped.
    if (product as u64) < bound {
        let threshold = bound.wrapping_neg() % bound;
        while (product as u64) < threshold {
            product = u128::from(word()) * u128::from(bound);
        }
    }
    (product >> 64) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number from one word; `None` if the word is discarded.
    fn of_word(bound: u64, word: u64) -> Option<u64> {
        let mut taken = 0;
        // The largest word is never discarded, so the loop ends with the second.
        let number = bounded(NonZeroU64::new(bound).unwrap(), || {
            taken += 1;
            if taken == 1 { word } else { u64::MAX }
        });
        (taken == 1).then_some(number)
    }

    /// Every result of `below` comes from the same number of words, counted exactly. The words for
    /// k form an interval, and only its first word can be discarded: the low half of the product
    /// grows by `bound` from word to word, and the threshold is less than `bound`.
    #[test]
    fn every_result_has_equally_many_words() {
        let two_64 = 1_u128 << 64;
        for bound in [1, 2, 3, 7, 10, 13, 104, 106, 160, 1000, 65_537] {
            let first = |k: u64| (u128::from(k) * two_64).div_ceil(u128::from(bound));
            for k in 0..bound {
                let (low, high) = (first(k), first(k + 1));
                let first_taken = of_word(bound, low as u64);
                assert!(first_taken.is_none_or(|number| number == k));
                assert_eq!(of_word(bound, low as u64 + 1), Some(k));
                assert_eq!(of_word(bound, (high - 1) as u64), Some(k));
                let words = high - low - u128::from(first_taken.is_none());
                assert_eq!(words, two_64 / u128::from(bound), "{k} below {bound}");
            }
        }
    }

    /// Pearson's statistic of `counts` against equal frequencies.
    fn chi_square(counts: &[u32]) -> f64 {
        let total: u32 = counts.iter().sum();
        let expected = f64::from(total) / counts.len() as f64;
        counts
            .iter()
            .map(|&count| (f64::from(count) - expected).powi(2) / expected)
            .sum()
    }

    /// At three quarters of the range, a reduction by remainder doubles the lower third, and a
    /// product without rejection doubles one residue of three. Small bounds would not show either
    /// fault.
    #[test]
    fn a_huge_bound_is_uniform_in_its_thirds_and_residues() {
        let bound = NonZeroU64::new(3 << 62).unwrap();
        let mut stream = Stream::new(Key::sample(1, "uniformity", 0));
        let (mut thirds, mut residues) = ([0; 3], [0; 3]);
        for _ in 0..30_000 {
            let number = stream.below(bound);
            thirds[(number >> 62) as usize] += 1;
            residues[(number % 3) as usize] += 1;
        }
        // 99.9 % point of chi-square with 2 degrees of freedom: scipy.stats.chi2.ppf(0.999, 2).
        assert!(chi_square(&thirds) < 13.82, "{thirds:?}");
        assert!(chi_square(&residues) < 13.82, "{residues:?}");
    }

    #[test]
    fn all_orders_of_four_are_equally_frequent() {
        let mut stream = Stream::new(Key::sample(1, "orders", 0));
        let mut counts = std::collections::BTreeMap::new();
        for _ in 0..48_000 {
            let mut order = [0_u8, 1, 2, 3];
            stream.shuffle(&mut order);
            *counts.entry(order).or_insert(0) += 1;
        }
        let counts: Vec<u32> = counts.into_values().collect();
        assert_eq!(counts.len(), 24);
        // scipy.stats.chi2.ppf(0.999, 23)
        assert!(chi_square(&counts) < 49.73, "{counts:?}");
    }

    #[test]
    fn nothing_to_choose_from_takes_no_word() {
        let mut stream = Stream::new(Key::schedule(1));
        let mut untouched = stream.clone();
        assert_eq!(stream.index(0), None);
        stream.shuffle::<u8>(&mut []);
        stream.shuffle(&mut [1]);
        assert_eq!(stream.next_u64(), untouched.next_u64());
    }
}
