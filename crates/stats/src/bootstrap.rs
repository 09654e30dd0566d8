//! Studentised bootstrap over blocks: an interval for a mean when there are few blocks.

use rummilab_chance::{Key, Stream};

use crate::interval::Interval;

/// Number of resamples behind each interval.
pub const RESAMPLES: usize = 10_000;

/// One block: its number of games and the sum of their values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BlockSum {
    pub games: u64,
    pub total: f64,
}

/// The bootstrap's results for a mean.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resampled {
    pub interval: Interval,
    /// The two-sided p-value of a mean of zero. It is below 1 - level exactly if the interval
    /// excludes zero.
    pub p_value: f64,
}

/// The bootstrap-t interval (Efron and Tibshirani, An Introduction to the Bootstrap, 1993, 12.5)
/// around `mean` with standard error `error`, and its p-value.
///
/// `centred` holds the blocks after subtracting the mean from every game. Each resample draws as
/// many blocks with replacement and gives t* = (mean* - mean)/error*. The interval runs from
/// `mean - t*(1-α/2)·error` to `mean - t*(α/2)·error`. The quantiles are the k-th smallest and
/// largest of B resamples, k = ⌊(B+1)·α/2⌋ (Davison and Hinkley, Bootstrap Methods, 1997, 5.2). The
/// p-value is 2(c + 1)/(B + 1), where c counts the t* at least as far out as mean/error, on that
/// side (the same, 4.2). A resample without spread has an infinite t*. `None` if a required
/// quantile is infinite.
pub fn bootstrap_t(
    centred: &[BlockSum],
    mean: f64,
    error: f64,
    level: f64,
    seed: u64,
    resamples: usize,
) -> Option<Resampled> {
    let k = ((resamples + 1) as f64 * (1.0 - level) / 2.0).floor() as usize;
    if k == 0 || 2 * k > resamples {
        return None;
    }
    let mut stream = Stream::new(Key::bootstrap(seed));
    let no_spread = centred.iter().map(|b| b.total * b.total).sum::<f64>() * 1e-24;
    let mut sample = Vec::with_capacity(centred.len());
    let mut ts = Vec::with_capacity(resamples);
    for _ in 0..resamples {
        sample.clear();
        sample.extend((0..centred.len()).filter_map(|_| stream.pick(centred)));
        ts.push(studentised(&sample, no_spread));
    }
    ts.sort_unstable_by(f64::total_cmp);
    let (smallest, largest) = (ts.get(k - 1)?, ts.get(resamples - k)?);
    let t = mean / error;
    let (below, above) = (
        ts.partition_point(|resample| *resample <= t),
        resamples - ts.partition_point(|resample| *resample < t),
    );
    let p_value = 2.0 * (below.min(above) + 1) as f64 / (resamples + 1) as f64;
    Some(Resampled {
        interval: Interval::new(mean - largest * error, mean - smallest * error)?,
        p_value: p_value.min(1.0),
    })
}

/// The mean of a resample in units of its own cluster-robust standard error.
fn studentised(sample: &[&BlockSum], no_spread: f64) -> f64 {
    let games: f64 = sample.iter().map(|block| block.games as f64).sum();
    let total: f64 = sample.iter().map(|block| block.total).sum();
    let mean = total / games;
    let squares: f64 = sample
        .iter()
        .map(|block| (block.total - block.games as f64 * mean).powi(2))
        .sum();
    if squares <= no_spread {
        return if total * total <= no_spread {
            0.0
        } else {
            f64::INFINITY.copysign(total)
        };
    }
    let n = sample.len() as f64;
    mean * games / (n / (n - 1.0) * squares).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn t_of(blocks: &[(u64, f64)]) -> f64 {
        let blocks: Vec<BlockSum> = blocks
            .iter()
            .map(|&(games, total)| BlockSum { games, total })
            .collect();
        studentised(&blocks.iter().collect::<Vec<_>>(), 1e-24)
    }

    #[test]
    fn a_resample_is_studentised_by_its_own_error() {
        // scipy.stats.ttest_1samp([3, -1, -1, 2.5], 0).statistic
        let single = t_of(&[(1, 3.0), (1, -1.0), (1, -1.0), (1, 2.5)]);
        assert!((single - 0.8047217485013147).abs() < 1e-12, "{single}");
        // numpy, S totals, m games: y = S.sum()/m.sum();
        // y / sqrt(N/(N-1) * ((S-m*y)**2).sum() / m.sum()**2)
        let unequal = t_of(&[(4, 2.0), (3, -3.0), (4, 5.0)]);
        assert!((unequal - 0.6002667066513759).abs() < 1e-12, "{unequal}");
    }

    #[test]
    fn a_resample_without_spread_is_infinitely_far_off() {
        assert_eq!(t_of(&[(2, 3.0), (2, 3.0)]), f64::INFINITY);
        assert_eq!(t_of(&[(2, -3.0), (2, -3.0)]), f64::NEG_INFINITY);
        assert_eq!(t_of(&[(2, 0.0), (2, 0.0)]), 0.0);
    }
}
