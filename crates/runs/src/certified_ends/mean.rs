//! Means of regrets, with intervals by a bootstrap over ends.

use rummilab_chance::{Key, Stream};
use rummilab_stats::interval::extreme_bound;
use rummilab_stats::{BlockMeans, Interval, LEVEL};
use serde::Serialize;

use super::Regret;

/// Resamples of the bootstrap.
const RESAMPLES: usize = 10_000;

/// The means of regrets with their intervals of 95 %.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct MeanRegret {
    /// How many ends there are.
    pub ends: usize,
    /// Ends on which a win was lost, or a part of it.
    pub lost: usize,
    /// Mean share of the win that was lost.
    pub wins: f64,
    /// Its interval, by the percentiles of a bootstrap over ends. Where nothing was lost, the
    /// bound of Clopper and Pearson on how often something is.
    pub wins_ci: Option<Interval>,
    /// Mean points that were lost.
    pub points: f64,
    /// Its interval, by the percentiles of a bootstrap over ends.
    pub points_ci: Option<Interval>,
}

impl MeanRegret {
    /// Of these regrets, each of another game. `seed` is of the bootstrap.
    pub fn of(regrets: &[Regret], seed: u64) -> MeanRegret {
        let each = |figure: fn(&Regret) -> f64| regrets.iter().map(figure).collect::<Vec<_>>();
        let (wins, points) = (each(|regret| regret.wins), each(|regret| regret.points));
        let mut lost = BlockMeans::new();
        for wins in &wins {
            lost.push(&[if *wins > 0.0 { 1.0 } else { 0.0 }]);
        }
        let nothing_lost = extreme_bound(&lost, LEVEL).filter(|_| mean(&wins) <= 0.0);
        MeanRegret {
            ends: regrets.len(),
            lost: wins.iter().filter(|wins| **wins > 0.0).count(),
            wins: mean(&wins),
            wins_ci: match nothing_lost {
                Some(bound) => Interval::new(0.0, bound),
                None => percentiles(&wins, seed),
            },
            points: mean(&points),
            points_ci: percentiles(&points, seed),
        }
    }
}

fn mean(figures: &[f64]) -> f64 {
    figures.iter().sum::<f64>() / figures.len().max(1) as f64
}

/// The 2.5 and 97.5 percentiles of resampled means (Efron and Tibshirani, An Introduction to the
/// Bootstrap, 1993, 13.3). Regrets are mostly 0, so that Student's t would reach below 0.
fn percentiles(figures: &[f64], seed: u64) -> Option<Interval> {
    if figures.is_empty() {
        return None;
    }
    let mut stream = Stream::new(Key::bootstrap(seed));
    let mut means: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn = (0..figures.len()).filter_map(|_| stream.pick(figures));
            drawn.sum::<f64>() / figures.len() as f64
        })
        .collect();
    means.sort_by(f64::total_cmp);
    Interval::new(means[RESAMPLES / 40], means[RESAMPLES - 1 - RESAMPLES / 40])
}
