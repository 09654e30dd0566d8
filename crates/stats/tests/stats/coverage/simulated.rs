//! Simulated runs, of blocks drawn with replacement from a pool. The mean of the pool is taken off,
//! so that the true mean is exactly zero. All random numbers come from a seed.

use std::collections::BTreeMap;

use rummilab_chance::{Key, Stream};
use rummilab_stats::interval::{estimate, student_t};
use rummilab_stats::{BlockMeans, ENOUGH_BLOCKS, LEVEL, Sprt, SprtVerdict, live_interval};

/// Values of blocks, with their mean subtracted.
#[derive(Clone, Debug)]
pub struct CentredValues {
    values: Vec<f64>,
    spread: f64,
}

/// How often an interval excluded the truth at some look, as a share of the runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Missed {
    /// The live interval.
    pub live: f64,
    /// The interval for a fixed number of blocks, which is not made for repeated looks.
    pub fixed: f64,
}

impl CentredValues {
    /// A pool of these values; `None` if they do not vary.
    pub fn new(mut values: Vec<f64>) -> Option<CentredValues> {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter_mut().for_each(|value| *value -= mean);
        let squares: f64 = values.iter().map(|value| value * value).sum();
        let spread = (squares / values.len() as f64).sqrt();
        (spread > 0.0 && spread.is_finite()).then_some(CentredValues { values, spread })
    }

    fn draw(&self, stream: &mut Stream) -> f64 {
        stream.pick(&self.values).copied().unwrap_or(0.0)
    }

    /// The p-values of `runs` runs of `blocks` blocks each without any difference, computed as in a
    /// summary.
    pub fn p_values(&self, runs: u64, blocks: u64, seed: u64) -> Vec<f64> {
        let of_run = |run| {
            let mut stream = Stream::new(Key::sample(seed, "p-values", run));
            let mut means = BlockMeans::new();
            (0..blocks).for_each(|_| means.push(&[self.draw(&mut stream)]));
            estimate(&means, LEVEL, seed)?.1
        };
        (0..runs).filter_map(of_run).collect()
    }

    /// How often intervals exclude the truth at some look, over `runs` runs of `blocks` blocks.
    /// There is a look after every `every` blocks from [`ENOUGH_BLOCKS`] on; live intervals are
    /// tuned for `planned` blocks.
    pub fn ever_missed(
        &self,
        (runs, blocks, every): (u64, u64, u64),
        planned: u64,
        seed: u64,
    ) -> Missed {
        // The critical values are the most expensive part and the same in every run.
        let looks = (1..=blocks).filter(|n| *n >= ENOUGH_BLOCKS && n.is_multiple_of(every));
        let critical: BTreeMap<u64, f64> = looks
            .filter_map(|n| Some((n, student_t(0.0, 1.0, n, LEVEL)?.high())))
            .collect();
        let (mut live, mut fixed) = (0_u64, 0_u64);
        for run in 0..runs {
            let mut stream = Stream::new(Key::sample(seed, "coverage", run));
            let mut means = BlockMeans::new();
            let (mut live_missed, mut fixed_missed) = (false, false);
            for block in 1..=blocks {
                means.push(&[self.draw(&mut stream)]);
                let Some(critical) = critical.get(&block) else {
                    continue;
                };
                live_missed |=
                    live_interval(&means, LEVEL, planned).is_some_and(|i| !i.contains(0.0));
                let estimate = means.mean().zip(means.standard_error());
                fixed_missed |= estimate.is_some_and(|(mean, error)| mean.abs() > critical * error);
            }
            live += u64::from(live_missed);
            fixed += u64::from(fixed_missed);
        }
        Missed {
            live: live as f64 / runs as f64,
            fixed: fixed as f64 / runs as f64,
        }
    }

    /// The share of wrong decisions in `runs` runs of at most `blocks` blocks, by the test between
    /// 0 and `effect` spreads, with the truth at 0 and at `effect`.
    pub fn wrong_decisions(&self, counts: (u64, u64), effect: f64, seed: u64) -> [f64; 2] {
        let test = Sprt::new(0.0, effect * self.spread);
        self.wrong_decisions_of(test, counts, effect, seed)
    }

    /// The same by a test in any unit, whose bounds are a difference of 0 and of `effect` spreads.
    pub fn wrong_decisions_of(
        &self,
        test: Sprt,
        (runs, blocks): (u64, u64),
        effect: f64,
        seed: u64,
    ) -> [f64; 2] {
        let share = |(truth, wrong): (f64, SprtVerdict)| {
            let mut wrongs = 0_u64;
            for run in 0..runs {
                let mut stream = Stream::new(Key::sample(seed, "decisions", run));
                let mut means = BlockMeans::new();
                let decided = (0..blocks).find_map(|_| {
                    means.push(&[self.draw(&mut stream) + truth]);
                    test.verdict(&means)
                });
                wrongs += u64::from(decided == Some(wrong));
            }
            wrongs as f64 / runs as f64
        };
        [
            (0.0, SprtVerdict::Mu1),
            (effect * self.spread, SprtVerdict::Mu0),
        ]
        .map(share)
    }
}

/// The probability that this many uniform values from 0 to 1 lie as unevenly as these: the test of
/// Kolmogorov and Smirnov, by its asymptotic series with the correction of Stephens (J. Royal
/// Statistical Society B 32, 1970). `None` for fewer than 20 values.
pub fn uniform_p_value(values: &[f64]) -> Option<f64> {
    let n = values.len() as f64;
    if values.len() < 20 {
        return None;
    }
    let mut sorted = values.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let distance = sorted
        .iter()
        .enumerate()
        .fold(0.0_f64, |distance, (i, value)| {
            let (below, above) = (i as f64 / n, (i + 1) as f64 / n);
            distance.max(above - value).max(value - below)
        });
    let x = (n.sqrt() + 0.12 + 0.11 / n.sqrt()) * distance;
    // Below this the series converges slowly and its value is 1.
    if x < 0.2 {
        return Some(1.0);
    }
    let term = |k: i32| {
        let sign = if k % 2 == 1 { 2.0 } else { -2.0 };
        sign * (-2.0 * f64::from(k * k) * x * x).exp()
    };
    Some((1..=100).map(term).sum::<f64>().clamp(0.0, 1.0))
}

const KS: [(f64, f64); 5] = [
    (1.0, 1.0),
    (1.2, 0.9449824474619539),
    (1.5, 0.22762151997775204),
    (1.8, 0.028563295698146418),
    (2.2, 0.0013857509292585224),
];

#[test]
fn evenness_agrees_with_scipy() {
    // scipy.stats.kstest(v, "uniform").pvalue for v = ((i + .5)/40)**k, exact; ours is
    // asymptotic
    for (power, expected) in KS {
        let values: Vec<f64> = (0..40)
            .map(|i| ((f64::from(i) + 0.5) / 40.0).powf(power))
            .collect();
        let found = uniform_p_value(&values).expect("enough");
        assert!(
            (found - expected).abs() < 0.01,
            "{power}: {found} {expected}"
        );
    }
    assert_eq!(uniform_p_value(&[0.5; 19]), None);
}
