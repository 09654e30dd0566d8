//! How often random racks can open: shares and means of independent samples with their standard
//! errors.

use serde::Serialize;

use crate::quantiles::Counts;
use crate::share;

/// Tallies of random racks.
///
/// The order of the racks does not matter, because all sums are of whole numbers.
///
/// ```
/// use rummilab_stats::OpeningTally;
///
/// let mut tally = OpeningTally::default();
/// for best in [None, Some(29), Some(30), Some(61)] {
///     tally.push(best.is_some(), best.unwrap_or(0));
/// }
/// let odds = tally.odds(30);
/// assert_eq!((odds.p_any_set, odds.p_open), (Some(0.75), Some(0.5)));
/// assert_eq!(odds.mean_best_opening, Some(30.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OpeningTally {
    with_a_set: u64,
    best: Counts,
}

/// The results. Shares are from 0 to 1, values in points.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct OpeningOdds {
    pub samples: u64,
    /// Share of the racks that hold a set.
    pub p_any_set: Option<f64>,
    /// Share of the racks whose own sets reach the threshold.
    pub p_open: Option<f64>,
    /// Mean of the largest total of own sets, even below the threshold; 0 for a rack without a set.
    pub mean_best_opening: Option<f64>,
    /// Standard error of `p_open`; null with fewer than two racks.
    pub se_p_open: Option<f64>,
    pub se_p_any_set: Option<f64>,
    pub se_mean_best_opening: Option<f64>,
    /// Median of the largest total of own sets.
    pub median_best_opening: Option<i64>,
}

impl OpeningTally {
    /// Adds a rack: whether it holds any set, and the largest total of its own sets in points.
    pub fn push(&mut self, any_set: bool, best_opening: u32) {
        self.with_a_set += u64::from(any_set);
        self.best.push(i64::from(best_opening));
    }

    /// Adds the racks of another tally.
    pub fn add(&mut self, other: &OpeningTally) {
        self.with_a_set += other.with_a_set;
        self.best.add(&other.best);
    }

    /// The results for an opening of at least `threshold` points.
    pub fn odds(&self, threshold: u16) -> OpeningOdds {
        let samples = self.best.total();
        let reach = self
            .best
            .iter()
            .filter(|(best, _)| *best >= i64::from(threshold));
        // Own sets worth nothing are not an opening, even with a threshold of 0.
        let opening = reach.filter(|(best, _)| *best > 0).map(|(_, n)| n).sum();
        let (p_any_set, p_open) = (share(self.with_a_set, samples), share(opening, samples));
        let of_mean = |sd: f64| sd / (samples as f64).sqrt();
        OpeningOdds {
            samples,
            p_any_set,
            p_open,
            mean_best_opening: self.best.mean(),
            se_p_open: error_of_share(p_open, samples),
            se_p_any_set: error_of_share(p_any_set, samples),
            se_mean_best_opening: self.best.sd().map(of_mean),
            median_best_opening: self.best.median(),
        }
    }
}

/// The standard error of a share of independent samples: that of a mean of zeros and ones, with
/// divisor n - 1.
fn error_of_share(share: Option<f64>, samples: u64) -> Option<f64> {
    let p = share.filter(|_| samples > 1)?;
    Some((p * (1.0 - p) / (samples - 1) as f64).sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::assert_close;

    fn tally(best: &[u32]) -> OpeningTally {
        let mut tally = OpeningTally::default();
        best.iter().for_each(|best| tally.push(*best > 0, *best));
        tally
    }

    #[test]
    fn agrees_with_pythons_statistics() {
        let odds = tally(&[0, 12, 30, 45, 0, 87, 29, 33]).odds(30);
        // Python, v the values: statistics.stdev(x) / math.sqrt(8) of v >= 30, of v > 0 and of v
        assert_close(odds.p_open, 0.5);
        assert_close(odds.se_p_open, 0.188_982_236_504_613_6);
        assert_close(odds.p_any_set, 0.75);
        assert_close(odds.se_p_any_set, 0.163_663_417_676_993_6);
        assert_close(odds.mean_best_opening, 29.5);
        assert_close(odds.se_mean_best_opening, 10.005_355_708_676_372);
        assert_eq!(odds.median_best_opening, Some(29));
    }

    #[test]
    fn parts_add_up_to_the_whole() {
        let mut parts = tally(&[0, 12, 30]);
        parts.add(&tally(&[45, 0]));
        assert_eq!(parts, tally(&[45, 30, 12, 0, 0]));
    }

    #[test]
    fn too_little_evidence_is_none() {
        let nothing = OpeningTally::default().odds(30);
        assert_eq!((nothing.p_open, nothing.mean_best_opening), (None, None));
        let one = tally(&[40]).odds(30);
        assert_eq!((one.p_open, one.se_p_open), (Some(1.0), None));
        assert_eq!(one.se_mean_best_opening, None);
    }

    /// With a threshold of 0, a rack without a set still cannot open.
    #[test]
    fn no_sets_are_no_opening() {
        assert_close(tally(&[0, 12]).odds(0).p_open, 0.5);
    }
}
