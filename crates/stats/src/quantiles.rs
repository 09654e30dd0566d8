//! The exact distribution of a whole number, such as a score, or a number of turns or tiles.

use std::collections::BTreeMap;

/// Frequencies of values. Memory grows with the number of distinct values, not of games, and the
/// order of the values does not matter.
///
/// ```
/// use rummilab_stats::Counts;
///
/// let turns: Counts = [31, 40, 28, 40].into_iter().collect();
/// assert_eq!(turns.median(), Some(31));
/// assert_eq!(turns.mean(), Some(34.75));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    total: u64,
    counts: BTreeMap<i64, u64>,
}

impl Counts {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn push(&mut self, value: i64) {
        self.total += 1;
        *self.counts.entry(value).or_default() += 1;
    }

    /// Adds the values of another distribution.
    pub fn add(&mut self, other: &Counts) {
        self.total += other.total;
        for (value, count) in &other.counts {
            *self.counts.entry(*value).or_default() += count;
        }
    }

    pub const fn total(&self) -> u64 {
        self.total
    }

    /// The distinct values in ascending order, with their frequencies.
    pub fn iter(&self) -> impl Iterator<Item = (i64, u64)> + '_ {
        self.counts.iter().map(|(&value, &count)| (value, count))
    }

    pub fn min(&self) -> Option<i64> {
        self.counts.keys().next().copied()
    }

    pub fn max(&self) -> Option<i64> {
        self.counts.keys().next_back().copied()
    }

    /// The mean, from an exact sum.
    pub fn mean(&self) -> Option<f64> {
        let sum: i128 = self
            .iter()
            .map(|(value, count)| i128::from(value) * i128::from(count))
            .sum();
        (self.total > 0).then(|| sum as f64 / self.total as f64)
    }

    /// The standard deviation of single values with divisor n - 1; `None` with fewer than two
    /// values. It describes the spread of games, not the error of their mean.
    pub fn sd(&self) -> Option<f64> {
        let mean = self.mean()?;
        let squares: f64 = self
            .iter()
            .map(|(value, count)| count as f64 * (value as f64 - mean).powi(2))
            .sum();
        (self.total > 1).then(|| (squares / (self.total - 1) as f64).sqrt())
    }

    /// The quantile at `part / of`: the smallest value v with at least that share of all values <=
    /// v.
    ///
    /// This is the inverse of the empirical distribution function (type 1 of Hyndman and Fan,
    /// American Statistician 50, 1996), so it is always an observed value. The share is a fraction
    /// of whole numbers, so no rounding decides between two values. `None` without values or
    /// outside `0 <= part/of <= 1`.
    pub fn quantile(&self, part: u64, of: u64) -> Option<i64> {
        if of == 0 || part > of {
            return None;
        }
        let wanted = u128::from(part) * u128::from(self.total);
        let mut seen = 0_u128;
        self.iter()
            .find(|&(_, count)| {
                seen += u128::from(count);
                seen * u128::from(of) >= wanted
            })
            .map(|(value, _)| value)
    }

    /// The lower median: the quantile at one half.
    pub fn median(&self) -> Option<i64> {
        self.quantile(1, 2)
    }
}

impl Extend<i64> for Counts {
    fn extend<I: IntoIterator<Item = i64>>(&mut self, values: I) {
        for value in values {
            self.push(value);
        }
    }
}

impl FromIterator<i64> for Counts {
    fn from_iter<I: IntoIterator<Item = i64>>(values: I) -> Self {
        let mut counts = Self::new();
        counts.extend(values);
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::assert_close;

    const VALUES: [i64; 11] = [-40, -3, -3, 0, 1, 1, 1, 5, 9, 12, 30];

    #[test]
    fn agrees_with_numpy() {
        let counts: Counts = VALUES.into_iter().rev().collect();
        assert_eq!(counts.total(), 11);
        // numpy.mean(v); numpy.std(v, ddof=1)
        assert_close(counts.mean(), 1.181_818_181_818_181_9);
        assert_close(counts.sd(), 16.60010952866385);
        // numpy.quantile(v, q, method="inverted_cdf") for q = 0, .05, .25, .5, .75, .95, 1
        let found = [0, 5, 25, 50, 75, 95, 100].map(|percent| counts.quantile(percent, 100));
        assert_eq!(found, [-40, -40, -3, 1, 9, 30, 30].map(Some));
        assert_eq!((counts.min(), counts.max()), (Some(-40), Some(30)));
    }

    /// 7 % of 100 values is exactly 7 values; in floating point 0.07 * 100 is a little more than 7.
    #[test]
    fn an_exact_share_is_not_rounded_up() {
        let counts: Counts = (1..=100).collect();
        for percent in 1..=100 {
            assert_eq!(counts.quantile(percent, 100), Some(percent as i64));
        }
        assert_eq!(counts.quantile(71, 1000), Some(8));
    }

    #[test]
    fn shifting_and_mirroring() {
        let plain: Counts = VALUES.into_iter().collect();
        let mirrored: Counts = VALUES.into_iter().map(|value| 1000 - value).collect();
        assert_close(mirrored.mean(), 1000.0 - plain.mean().unwrap());
        assert_close(mirrored.sd(), plain.sd().unwrap());
        assert_eq!(mirrored.median(), plain.median().map(|value| 1000 - value));
    }

    #[test]
    fn extreme_values_do_not_overflow() {
        let counts: Counts = [i64::MAX, i64::MAX, i64::MIN, i64::MIN]
            .into_iter()
            .collect();
        assert_eq!(counts.mean(), Some(-0.5));
        assert!(counts.sd().is_some_and(f64::is_finite));
    }

    #[test]
    fn nothing_is_known_of_nothing() {
        let mut counts = Counts::new();
        assert_eq!((counts.mean(), counts.median()), (None, None));
        assert_eq!((counts.min(), counts.max()), (None, None));
        counts.push(7);
        assert_eq!((counts.mean(), counts.sd()), (Some(7.0), None));
        assert_eq!((counts.quantile(2, 1), counts.quantile(0, 0)), (None, None));
    }
}
