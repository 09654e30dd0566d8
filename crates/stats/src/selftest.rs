//! Simulations that test the estimators: do intervals and tests keep their promises on the luck of
//! real games? The caller provides a pool of block values.
//!
//! Every simulation draws blocks with replacement from the pool after subtracting its mean, so that
//! the true mean is exactly zero. All random numbers come from a seed: the same call gives the same
//! answer.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use rummilab_chance::{Key, Stream};

use crate::blocks::{BlockMeans, ENOUGH_BLOCKS};
use crate::confidence_sequence::live_interval;
use crate::controls::{Controlled, LuckyValue};
use crate::inference::LEVEL;
use crate::interval::{estimate, mean_interval};
use crate::sprt::{Sprt, SprtVerdict};
use crate::student_t::critical;

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
    /// Number of simulated runs; fewer than requested if stopped.
    pub runs: u64,
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

    /// The standard deviation of the values.
    pub const fn spread(&self) -> f64 {
        self.spread
    }

    fn draw(&self, stream: &mut Stream) -> f64 {
        stream.pick(&self.values).copied().unwrap_or(0.0)
    }

    /// The p-values of `runs` runs of `blocks` blocks each without any difference, computed as in a
    /// summary. Fewer if `stop` is set.
    pub fn p_values(&self, runs: u64, blocks: u64, seed: u64, stop: &AtomicBool) -> Vec<f64> {
        let of_run = |run| {
            let mut stream = Stream::new(Key::sample(seed, "selftest p-values", run));
            let mut means = BlockMeans::new();
            (0..blocks).for_each(|_| means.push(&[self.draw(&mut stream)]));
            estimate(&means, LEVEL, seed)?.1
        };
        let runs = (0..runs).take_while(|_| !stop.load(Ordering::Relaxed));
        runs.filter_map(of_run).collect()
    }

    /// How often intervals exclude the truth at some look, over `runs` runs of `blocks` blocks.
    /// There is a look after every `every` blocks from [`ENOUGH_BLOCKS`] on; live intervals are
    /// tuned for `planned` blocks.
    pub fn ever_missed(
        &self,
        (runs, blocks, every): (u64, u64, u64),
        planned: u64,
        seed: u64,
        stop: &AtomicBool,
    ) -> Missed {
        // The critical values are the most expensive part and the same in every run.
        let looks = (1..=blocks).filter(|n| *n >= ENOUGH_BLOCKS && n.is_multiple_of(every));
        let critical: BTreeMap<u64, f64> = looks
            .filter_map(|n| Some((n, critical(LEVEL, n - 1)?)))
            .collect();
        let (mut live, mut fixed, mut done) = (0_u64, 0_u64, 0_u64);
        for run in (0..runs).take_while(|_| !stop.load(Ordering::Relaxed)) {
            let mut stream = Stream::new(Key::sample(seed, "selftest coverage", run));
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
            done += 1;
        }
        Missed {
            live: live as f64 / done.max(1) as f64,
            fixed: fixed as f64 / done.max(1) as f64,
            runs: done,
        }
    }

    /// The share of wrong decisions in `runs` runs of at most `blocks` blocks, by the test between
    /// 0 and `effect` spreads, with the truth at 0 and at `effect`.
    pub fn wrong_decisions(
        &self,
        (runs, blocks): (u64, u64),
        effect: f64,
        seed: u64,
        stop: &AtomicBool,
    ) -> [f64; 2] {
        let test = Sprt {
            mu0: 0.0,
            mu1: effect * self.spread,
        };
        [(0.0, SprtVerdict::Mu1), (test.mu1, SprtVerdict::Mu0)].map(|(truth, wrong)| {
            let (mut wrongs, mut done) = (0_u64, 0_u64);
            for run in (0..runs).take_while(|_| !stop.load(Ordering::Relaxed)) {
                let mut stream = Stream::new(Key::sample(seed, "selftest test", run));
                let mut means = BlockMeans::new();
                let decided = (0..blocks).find_map(|_| {
                    means.push(&[self.draw(&mut stream) + truth]);
                    test.verdict(&means)
                });
                wrongs += u64::from(decided == Some(wrong));
                done += 1;
            }
            wrongs as f64 / done.max(1) as f64
        })
    }
}

/// The results of simulated matches without their luck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LuckTakenOut {
    /// Share of the matches whose interval excluded the true mean.
    pub missed: f64,
    /// The mean of all corrections, in its standard errors. If they have mean zero, it is about
    /// normal.
    pub correction: f64,
    /// The factor of games that the corrected means were worth, from their variance over matches.
    pub worth: f64,
    /// Number of simulated matches; fewer than requested if stopped.
    pub runs: u64,
}

/// Draws of each player in a simulated game, and the probability that one is a joker.
const DRAWS: i32 = 16;
const JOKER: f64 = 0.3;

/// Simulates matches of `blocks` blocks and takes out their luck. A block is a game in which two
/// players draw, and the first wins with at least as many jokers as the other. One control counts
/// jokers, a second one is pure noise; the truth is not a linear function of them.
pub fn luck_taken_out((runs, blocks): (u64, u64), seed: u64, stop: &AtomicBool) -> LuckTakenOut {
    let truth = first_wins();
    let (mut missed, mut done) = (0_u64, 0_u64);
    let [mut plain, mut corrected, mut corrections] = [(); 3].map(|()| BlockMeans::new());
    for run in (0..runs).take_while(|_| !stop.load(Ordering::Relaxed)) {
        let mut stream = Stream::new(Key::sample(seed, "selftest luck", run));
        let mut match_of = Controlled::default();
        (0..blocks).for_each(|_| match_of.push(vec![simulated(&mut stream)]));
        let Some(found) = match_of.less_luck() else {
            break;
        };
        let interval = mean_interval(&found.corrected, LEVEL, seed);
        missed += u64::from(interval.is_none_or(|interval| !interval.contains(truth)));
        plain.push(&[found.plain.mean().unwrap_or(f64::NAN)]);
        corrected.push(&[found.corrected.mean().unwrap_or(f64::NAN)]);
        corrections.push(&[found.corrections.mean().unwrap_or(f64::NAN)]);
        done += 1;
    }
    let variance = |means: &BlockMeans| means.variance_of_mean().unwrap_or(f64::NAN);
    let error = corrections.standard_error().unwrap_or(f64::NAN);
    LuckTakenOut {
        missed: missed as f64 / done.max(1) as f64,
        correction: corrections.mean().unwrap_or(f64::NAN) / error,
        worth: variance(&plain) / variance(&corrected),
        runs: done,
    }
}

/// A simulated game: 1 if the first wins, and the luck of the draws.
fn simulated(stream: &mut Stream) -> LuckyValue {
    let (mut lead, mut luck, mut noise) = (0, 0.0, 0.0);
    for draw in 0..DRAWS {
        for side in [1, -1] {
            let came = stream.unit() < JOKER;
            lead += side * i32::from(came);
            let surprise = f64::from(side) * (f64::from(u8::from(came)) - JOKER);
            luck += surprise;
            noise += if draw % 2 == 0 { surprise } else { -surprise };
        }
    }
    LuckyValue {
        value: f64::from(u8::from(lead >= 0)),
        luck: vec![luck, noise],
    }
}

/// The probability that the first wins, by counting.
fn first_wins() -> f64 {
    let mut jokers = vec![1.0];
    for _ in 0..DRAWS {
        let with = |have: usize| {
            if have > 0 {
                jokers[have - 1] * JOKER
            } else {
                0.0
            }
        };
        let without = |have: usize| jokers.get(have).map_or(0.0, |p| p * (1.0 - JOKER));
        jokers = (0..=jokers.len())
            .map(|have| with(have) + without(have))
            .collect();
    }
    let at_most = |have: usize| jokers[..=have].iter().sum::<f64>();
    jokers
        .iter()
        .enumerate()
        .map(|(have, p)| p * at_most(have))
        .sum()
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

#[cfg(test)]
mod tests {
    use super::*;

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
            let found = uniform_p_value(&values).unwrap();
            assert!(
                (found - expected).abs() < 0.01,
                "{power}: {found} {expected}"
            );
        }
        assert_eq!(uniform_p_value(&[0.5; 19]), None);
    }
}
