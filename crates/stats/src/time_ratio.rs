//! Two lists of paired times as the geometric mean of their ratios, with its interval.

use crate::blocks::BlockMeans;
use crate::inference::LEVEL;
use crate::interval::{Interval, mean_interval};

/// How much longer the second time of a pair is than the first: above 1, it is longer.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeRatio {
    pub pairs: usize,
    /// The geometric mean of second over first.
    pub ratio: f64,
    /// Its interval at [`LEVEL`] over pairs: that of the mean logarithm. `None` with fewer than two
    /// pairs.
    pub interval: Option<Interval>,
    /// The ratios in ascending order.
    sorted: Vec<f64>,
}

impl TimeRatio {
    /// The ratio of these pairs, without those that have a time of zero; `None` if none is left.
    ///
    /// ```
    /// use rummilab_stats::TimeRatio;
    ///
    /// let ratio = TimeRatio::of(&[(1.0, 2.0), (10.0, 5.0), (3.0, 12.0)]).unwrap();
    /// assert!((ratio.ratio - 4_f64.powf(1.0 / 3.0)).abs() < 1e-12);
    /// assert_eq!(ratio.quantile(0.5), 2.0);
    /// ```
    pub fn of(pairs: &[(f64, f64)]) -> Option<TimeRatio> {
        let timed = pairs.iter().filter(|(a, b)| *a > 0.0 && *b > 0.0);
        let mut sorted: Vec<f64> = timed.map(|(first, second)| second / first).collect();
        let mut logarithms = BlockMeans::new();
        sorted
            .iter()
            .for_each(|ratio| logarithms.push(&[ratio.ln()]));
        let interval = mean_interval(&logarithms, LEVEL, SEED);
        let interval = interval.and_then(|ends| Interval::new(ends.low().exp(), ends.high().exp()));
        sorted.sort_by(f64::total_cmp);
        Some(TimeRatio {
            pairs: sorted.len(),
            ratio: logarithms.mean()?.exp(),
            interval,
            sorted,
        })
    }

    /// The nearest-rank quantile of the ratios, for a share from 0 (the smallest) to 1.
    pub fn quantile(&self, share: f64) -> f64 {
        let rank = (share * self.pairs as f64).ceil() as usize;
        self.sorted[rank.clamp(1, self.pairs) - 1]
    }
}

/// The seed of resamples where there are few pairs.
const SEED: u64 = 1;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::assert_ends;

    #[test]
    fn the_interval_is_that_of_the_logarithms() {
        // exp(mean(log r) ± 2.00099538 · stdev(log r)/sqrt(60)) by Python's statistics, for
        // r = [1 + 0.01 * (i % 7) for i in range(60)]; the factor is scipy.stats.t.ppf(0.975, 59)
        let pairs: Vec<(f64, f64)> = (0..60)
            .map(|i| (3.0, 3.0 + 0.03 * f64::from(i % 7)))
            .collect();
        let ratio = TimeRatio::of(&pairs).unwrap();
        assert_ends(ratio.interval, 1.0236424237574107, 1.033999405172919, 1e-9);
        let near = |share: f64, expected: f64| (ratio.quantile(share) - expected).abs() < 1e-12;
        assert!(near(0.0, 1.0) && near(0.5, 1.03) && near(1.0, 1.06));
    }

    #[test]
    fn what_has_no_time_does_not_count() {
        assert_eq!(TimeRatio::of(&[(0.0, 1.0), (1.0, 0.0)]), None);
        let one = TimeRatio::of(&[(0.0, 1.0), (1.0, 3.0)]).unwrap();
        assert_eq!((one.pairs, one.interval), (1, None));
    }
}
