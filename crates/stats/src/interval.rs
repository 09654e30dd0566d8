//! Confidence intervals for a mean and for a rate, from block means.

use serde::{Deserialize, Serialize};

use crate::blocks::BlockMeans;
use crate::bootstrap::{RESAMPLES, bootstrap_t};
use crate::student_t::{critical, two_sided};

/// A closed interval of finite numbers, `low <= high`. In files it is the list `[low, high]`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(into = "[f64; 2]", try_from = "[f64; 2]")]
pub struct Interval {
    low: f64,
    high: f64,
}

impl Interval {
    /// `None` unless both ends are finite and in order.
    pub fn new(low: f64, high: f64) -> Option<Self> {
        (low.is_finite() && high.is_finite() && low <= high).then_some(Self { low, high })
    }

    /// The lower end, in the unit of the figure.
    pub const fn low(self) -> f64 {
        self.low
    }

    /// The upper end, in the unit of the figure.
    pub const fn high(self) -> f64 {
        self.high
    }

    /// Length, in the unit of the figure.
    pub fn width(self) -> f64 {
        self.high - self.low
    }

    /// Whether `value` lies between the ends or on one of them.
    pub fn contains(self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// The part within `low..=high`; an end outside moves to the nearest limit.
    pub fn clipped(self, low: f64, high: f64) -> Option<Self> {
        Self::new(self.low.clamp(low, high), self.high.clamp(low, high))
    }
}

impl From<Interval> for [f64; 2] {
    fn from(interval: Interval) -> Self {
        [interval.low, interval.high]
    }
}

impl TryFrom<[f64; 2]> for Interval {
    type Error = String;

    fn try_from([low, high]: [f64; 2]) -> Result<Self, Self::Error> {
        Self::new(low, high).ok_or_else(|| format!("[{low}, {high}] is not an interval"))
    }
}

/// A confidence interval of a mean at `level` (such as 0.95).
///
/// From [`ENOUGH_BLOCKS`](crate::blocks::ENOUGH_BLOCKS) blocks on it is [`student_t`]. Below, it is
/// the studentised bootstrap over blocks, with 10 000 resamples keyed by the master `seed`. If the
/// blocks have too few distinct values for a bootstrap, Student's t is used again. `None` with
/// fewer than two blocks or a level outside (0, 1).
///
/// If all blocks are equal, the interval has no width. That is right for a difference between
/// identical bots, which is zero in every block by construction.
///
/// ```
/// use rummilab_stats::{BlockMeans, mean_interval};
///
/// let mut difference = BlockMeans::new();
/// for block in [[3.0, -1.0], [0.0, 4.0], [6.0, -5.0], [2.0, 1.0]] {
///     difference.push(&block);
/// }
/// let interval = mean_interval(&difference, 0.95, 7).ok_or("four blocks are enough")?;
/// assert!(interval.contains(1.25));
/// # Ok::<(), &str>(())
/// ```
pub fn mean_interval(means: &BlockMeans, level: f64, seed: u64) -> Option<Interval> {
    estimate(means, level, seed).map(|(interval, _)| interval)
}

/// The interval of [`mean_interval`], and its two-sided p-value of a mean of zero. From
/// [`ENOUGH_BLOCKS`](crate::blocks::ENOUGH_BLOCKS) blocks on it is Student's t, below the
/// bootstrap's. It is 1 if all blocks are zero. It is `None` if all are equal but not zero, because
/// their spread cannot be estimated.
pub fn estimate(means: &BlockMeans, level: f64, seed: u64) -> Option<(Interval, Option<f64>)> {
    let (mean, error) = (means.mean()?, means.standard_error()?);
    let by_t = student_t(mean, error, means.blocks(), level)?;
    if error == 0.0 {
        return Some((by_t, (mean == 0.0).then_some(1.0)));
    }
    let resampled = means
        .few_centred()
        .and_then(|few| bootstrap_t(&few, mean, error, level, seed, RESAMPLES));
    Some(match resampled {
        Some(resampled) => (resampled.interval, Some(resampled.p_value)),
        None => (
            by_t,
            two_sided(mean / error, means.blocks().checked_sub(1)?),
        ),
    })
}

/// The interval of a difference of two rates, from -1 to 1: that of the rate (1 + d)/2, stretched.
/// Between two players it is the interval of the win rate itself. It never exceeds -1 or 1. If all
/// differences are zero, as between identical bots, it has no width. `None` if all blocks have the
/// same other difference.
pub fn difference_interval(means: &BlockMeans, level: f64) -> Option<Interval> {
    let (mean, error) = (means.mean()?, means.standard_error()?);
    if error == 0.0 && mean == 0.0 {
        return Interval::new(0.0, 0.0);
    }
    let rate = f64::midpoint(1.0, mean);
    let games = rate * (1.0 - rate) / (error * error / 4.0);
    let critical = critical(level, means.blocks().checked_sub(1)?)?;
    let interval = wilson(rate, games, critical)?;
    Interval::new(2.0 * interval.low - 1.0, 2.0 * interval.high - 1.0)
}

/// The interval of a rate, such as a win rate: [`wilson`] with the effective number of games
/// n = p(1-p)/SE² and the critical value of Student's t with N-1 degrees of freedom, for N blocks.
///
/// The effective number accounts for the dependence of the games of a block. Student's t accounts
/// for the estimation of that number from N blocks (Dean and Pagano, J. Survey Statistics and
/// Methodology 3, 2015). `None` with fewer than two blocks, for values outside [0, 1], and if all
/// blocks have the same rate (also 0 or 1), because then the error cannot be estimated.
pub fn rate_interval(means: &BlockMeans, level: f64) -> Option<Interval> {
    let (rate, error) = (means.mean()?, means.standard_error()?);
    let games = rate * (1.0 - rate) / (error * error);
    let freedom = means.blocks().checked_sub(1)?;
    wilson(rate, games, critical(level, freedom)?)
}

/// The exact one-sided bound of a rate that is 0 or 1 in all N blocks; `None` for any other rate.
/// With α = (1 - level)/2, a rate of 0 is at most 1 - α^(1/N), and a rate of 1 at least α^(1/N).
///
/// If a block has a win with probability q, no block has one with probability (1 - q)^N, and the
/// rate is at most q (Clopper and Pearson, Biometrika 26, 1934, for blocks in place of games).
///
/// ```
/// use rummilab_stats::{BlockMeans, interval::extreme_bound};
///
/// let mut wins = BlockMeans::new();
/// (0..100).for_each(|_| wins.push(&[0.0, 0.0]));
/// assert!((extreme_bound(&wins, 0.95).unwrap() - 0.0362).abs() < 1e-4);
/// ```
pub fn extreme_bound(means: &BlockMeans, level: f64) -> Option<f64> {
    let rate = means.mean().filter(|rate| *rate == 0.0 || *rate == 1.0)?;
    let alpha = (1.0 - level) / 2.0;
    let bound = alpha.powf(1.0 / means.blocks() as f64);
    Some(if rate == 0.0 { 1.0 - bound } else { bound })
}

/// Student's t interval `mean ± t(N-1) · error` over N `blocks`; `None` with fewer than two blocks,
/// an error that is not a number, or a level outside (0, 1).
pub fn student_t(mean: f64, error: f64, blocks: u64, level: f64) -> Option<Interval> {
    let half = critical(level, blocks.checked_sub(1)?)? * error;
    Interval::new(mean - half, mean + half)
}

/// Wilson's interval of a `rate` over `games` independent games (which need not be a whole number):
///
/// ```text
/// (p + z²/2n ± z·sqrt(p(1-p)/n + z²/4n²)) / (1 + z²/n)
/// ```
///
/// with `z` the two-sided critical value (Wilson, J. American Statistical Association 22, 1927),
/// clipped to [0, 1]. `None` unless 0 <= rate <= 1, 0 < games < ∞ and z > 0.
pub fn wilson(rate: f64, games: f64, z: f64) -> Option<Interval> {
    let defined = (0.0..=1.0).contains(&rate) && games > 0.0 && games.is_finite() && z > 0.0;
    if !defined {
        return None;
    }
    let z2 = z * z / games;
    let centre = rate + z2 / 2.0;
    let half = z * (rate * (1.0 - rate) / games + z2 / games / 4.0).sqrt();
    let scale = 1.0 + z2;
    Interval::new((centre - half) / scale, (centre + half) / scale)?.clipped(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{assert_ends, blocks_of_one};

    const EIGHT: [f64; 8] = [3.5, -1.25, 8.0, 0.5, 12.75, -4.0, 6.25, 2.0];
    const SKEWED: [f64; 20] = [
        11.87, -0.5, 5.01, -2.71, -7.7, -3.66, -1.58, -6.85, -7.42, 2.01, 2.9, 3.66, -5.72, 13.82,
        6.32, 12.14, -2.82, -7.17, -3.62, -2.31,
    ];

    #[test]
    fn student_t_agrees_with_scipy() {
        let means = blocks_of_one(&EIGHT);
        let at = |level| {
            let (mean, error) = (means.mean().unwrap(), means.standard_error().unwrap());
            student_t(mean, error, 8, level)
        };
        // scipy.stats.t.interval(level, 7, x.mean(), scipy.stats.sem(x))
        assert_ends(at(0.95), -1.0381227062247866, 7.975622706224787, 1e-9);
        assert_ends(at(0.99), -3.2011155179971187, 10.138615517997119, 1e-9);
    }

    #[test]
    fn wilson_agrees_with_scipy() {
        // scipy.stats.binomtest(37, 60).proportion_ci(0.95, method="wilson"), then 3 of 200 at
        // 0.99; z by scipy.stats.norm.ppf
        let narrow = wilson(37.0 / 60.0, 60.0, 1.959963984540054);
        assert_ends(narrow, 0.49017595824099924, 0.7291172762591798, 1e-12);
        let wide = wilson(0.015, 200.0, 2.5758293035489004);
        assert_ends(wide, 0.0037973972749195672, 0.05734859891863321, 1e-12);
    }

    #[test]
    fn bootstrap_agrees_with_an_independent_one() {
        // numpy: 2,000,000 resamples, t* = (w.mean(1) - z.mean()) / (w.std(1, ddof=1)/sqrt(20)),
        // numpy.quantile(t*, [0.025, 0.975]). The tolerance is the Monte Carlo error of 10 000.
        let interval = mean_interval(&blocks_of_one(&SKEWED), 0.95, 1);
        assert_ends(interval, -2.5374417, 4.0193609, 0.15);
        // Student's t, symmetric, would reach from -2.872 to 3.439.
    }

    #[test]
    fn few_blocks_are_resampled_and_many_use_t() {
        let values: Vec<f64> = SKEWED.iter().cycle().take(50).copied().collect();
        let of_t = |means: &BlockMeans| {
            let (mean, error) = (means.mean().unwrap(), means.standard_error().unwrap());
            student_t(mean, error, means.blocks(), 0.95)
        };
        let (few, many) = (blocks_of_one(&values[..49]), blocks_of_one(&values));
        assert_ne!(mean_interval(&few, 0.95, 1), of_t(&few));
        assert_eq!(mean_interval(&many, 0.95, 1), of_t(&many));
    }

    #[test]
    fn the_seed_fixes_the_bootstrap() {
        let means = blocks_of_one(&SKEWED);
        assert_eq!(
            mean_interval(&means, 0.95, 3),
            mean_interval(&means, 0.95, 3)
        );
        assert_ne!(
            mean_interval(&means, 0.95, 3),
            mean_interval(&means, 0.95, 4)
        );
    }

    #[test]
    fn shifting_and_scaling_carry_over() {
        let plain = mean_interval(&blocks_of_one(&SKEWED), 0.9, 5).unwrap();
        let moved = SKEWED.map(|value| 4.0 * value + 100.0);
        let interval = mean_interval(&blocks_of_one(&moved), 0.9, 5);
        let (low, high) = (4.0 * plain.low() + 100.0, 4.0 * plain.high() + 100.0);
        assert_ends(interval, low, high, 1e-9);
    }

    /// The sign of a paired comparison is arbitrary, so the interval must be symmetric in it.
    #[test]
    fn swapping_the_bots_mirrors_the_interval() {
        let plain = mean_interval(&blocks_of_one(&SKEWED), 0.95, 5).unwrap();
        let swapped = mean_interval(&blocks_of_one(&SKEWED.map(|v| -v)), 0.95, 5);
        assert_ends(swapped, -plain.high(), -plain.low(), 1e-9);
    }

    #[test]
    fn rates_mirror_and_stay_between_0_and_1() {
        let mut wins = BlockMeans::new();
        let mut losses = BlockMeans::new();
        for block in [[1.0, 1.0], [1.0, 0.5], [1.0, 1.0], [1.0, 1.0]] {
            wins.push(&block);
            losses.push(&block.map(|share| 1.0 - share));
        }
        let (won, lost) = (
            rate_interval(&wins, 0.95).unwrap(),
            rate_interval(&losses, 0.95),
        );
        assert!(won.low() > 0.0 && won.high() <= 1.0 && won.contains(0.9375));
        assert_ends(lost, 1.0 - won.high(), 1.0 - won.low(), 1e-12);
    }

    #[test]
    fn differences_of_rates_stay_between_minus_1_and_1() {
        let mut rates = BlockMeans::new();
        let mut differences = BlockMeans::new();
        for number in 0..60 {
            let wins = [1.0, f64::from(u8::from(number % 12 != 0))];
            rates.push(&wins);
            differences.push(&wins.map(|win| 2.0 * win - 1.0));
        }
        let rate = rate_interval(&rates, 0.95).unwrap();
        let found = difference_interval(&differences, 0.95);
        assert_ends(
            found,
            2.0 * rate.low() - 1.0,
            2.0 * rate.high() - 1.0,
            1e-12,
        );
        // The interval of a mean would pass 1.
        let mut nearly = blocks_of_one(&[1.0; 59]);
        nearly.push(&[0.5]);
        assert!(mean_interval(&nearly, 0.95, 1).unwrap().high() > 1.0);
        assert!(difference_interval(&nearly, 0.95).unwrap().high() <= 1.0);
        let all = |value: f64| difference_interval(&blocks_of_one(&[value; 60]), 0.95);
        assert_eq!(
            (all(0.0), all(1.0), all(0.5)),
            (Interval::new(0.0, 0.0), None, None)
        );
    }

    #[test]
    fn p_values_agree_with_scipy_and_with_the_interval() {
        let long: Vec<f64> = EIGHT.iter().cycle().take(80).copied().collect();
        let (_, p) = estimate(&blocks_of_one(&long), 0.95, 1).unwrap();
        // scipy.stats.ttest_1samp(EIGHT * 10, 0).pvalue
        let expected = 3.480448531505822e-08;
        assert!((p.unwrap() / expected - 1.0).abs() < 1e-6, "{p:?}");
        for shift in [-4.0, -2.5, -2.2, -1.0, 0.0, 1.0, 2.4, 2.6, 4.0] {
            let means = blocks_of_one(&SKEWED.map(|value| value + shift));
            let (interval, p) = estimate(&means, 0.95, 1).unwrap();
            assert_eq!(
                interval.contains(0.0),
                p.unwrap() >= 0.05,
                "{shift}: {interval:?} {p:?}"
            );
        }
        let p_of_alike = |value| estimate(&blocks_of_one(&[value; 60]), 0.95, 1).unwrap().1;
        assert_eq!((p_of_alike(0.0), p_of_alike(1.0)), (Some(1.0), None));
    }

    #[test]
    fn a_rate_without_spread_has_no_interval() {
        for rate in [0.0, 0.5, 1.0] {
            assert_eq!(rate_interval(&blocks_of_one(&[rate; 60]), 0.95), None);
        }
        assert_eq!(rate_interval(&blocks_of_one(&[0.5]), 0.95), None);
        assert_eq!(rate_interval(&BlockMeans::new(), 0.95), None);
        assert_eq!(rate_interval(&blocks_of_one(&[7.0, 9.0]), 0.95), None);
    }

    #[test]
    fn means_without_spread_or_evidence() {
        let alike = mean_interval(&blocks_of_one(&[0.0; 10]), 0.95, 1);
        assert_eq!(alike, Interval::new(0.0, 0.0));
        assert_eq!(mean_interval(&blocks_of_one(&[3.0]), 0.95, 1), None);
        assert_eq!(mean_interval(&blocks_of_one(&EIGHT), 1.0, 1), None);
        let not_finite = blocks_of_one(&[1.0, f64::INFINITY, 2.0]);
        assert_eq!(mean_interval(&not_finite, 0.95, 1), None);
    }

    #[test]
    fn two_blocks_fall_back_to_t() {
        // Half of all resamples of two blocks have no spread.
        let interval = mean_interval(&blocks_of_one(&[1.0, 3.0]), 0.95, 1);
        // scipy.stats.t.interval(0.95, 1, 2, 1)
        assert_ends(interval, 2.0 - 12.706204736174694, 14.706204736174694, 1e-9);
    }

    #[test]
    fn in_files_it_is_a_list_of_two() {
        let interval = Interval::new(-0.25, 1.5);
        let text = serde_json::to_string(&interval).unwrap();
        assert_eq!(text, "[-0.25,1.5]");
        assert_eq!(
            serde_json::from_str::<Option<Interval>>(&text).unwrap(),
            interval
        );
        assert!(serde_json::from_str::<Interval>("[2.0,1.0]").is_err());
        assert_eq!(
            serde_json::to_string(&Interval::new(f64::NAN, 1.0)).unwrap(),
            "null"
        );
    }
}
