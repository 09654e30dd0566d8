//! The fit to the turns of four deals in five, and its losses on the turns of the fifth, which the
//! fit never sees.

use std::num::NonZeroU64;

use rummilab_chance::{Key, Stream};
use rummilab_stats::{BlockMeans, LEVEL, mean_interval};
use rummilab_value::{
    Bin, FEATURES, Fit, HeldOut, Loss, RACKS, Sample, brier, calibration, chance, fit, log_loss,
};

use super::gather::Observed;
use crate::error::RunsError;

/// One deal in this many is held out.
const HELD_OUT: NonZeroU64 = NonZeroU64::MIN.saturating_add(4);
/// Number of bins of the calibration.
const BINS: usize = 10;

/// The quality of a fit.
#[derive(Debug, Clone)]
pub struct Report {
    /// Number of turns in the fit.
    pub learnt_from: usize,
    /// Losses on the held-out turns.
    pub held_out: HeldOut,
    /// Log loss of a constant on the held-out turns.
    pub constant: Loss,
    /// Log loss of the rack sizes alone on the held-out turns.
    pub racks: Loss,
    /// Squared error of a constant on the held-out turns.
    pub constant_brier: Loss,
    /// Squared error of the rack sizes alone on the held-out turns.
    pub racks_brier: Loss,
    /// Calibration: prediction of the model and outcome on the held-out turns.
    pub bins: Vec<Bin>,
    /// Number of Newton steps.
    pub steps: usize,
}

/// Fits, and evaluates on held-out deals.
pub fn learn(seen: &[Observed], penalty: f64, seed: u64) -> Result<(Fit, Report), RunsError> {
    let (test, train): (Vec<&Observed>, Vec<&Observed>) =
        seen.iter().partition(|one| is_held_out(seed, one.deal));
    if test.is_empty() {
        return Err(RunsError::NothingHeldOut);
    }
    let all: Vec<usize> = (0..FEATURES.len()).collect();
    let model = fit(&samples(&train, &all), penalty)?;
    let few: Vec<usize> = FEATURES
        .iter()
        .enumerate()
        .filter(|(_, feature)| RACKS.contains(&feature.name))
        .map(|(at, _)| at)
        .collect();
    let small = fit(&samples(&train, &few), penalty)?;
    let mean = train.iter().map(|one| one.won).sum::<f64>() / train.len() as f64;

    let by_model = |one: &Observed| chance(model.score(one.features.values()));
    let by_racks = |one: &Observed| chance(small.score(&inputs(one, &few)));
    let by_mean = |_: &Observed| mean;
    let logs =
        |say: &dyn Fn(&Observed) -> f64| over(&test, seed, |one| log_loss(say(one), one.won));
    let squares =
        |say: &dyn Fn(&Observed) -> f64| over(&test, seed, |one| brier(say(one), one.won));
    let gain = |say: &dyn Fn(&Observed) -> f64| {
        over(&test, seed, |one| {
            log_loss(say(one), one.won) - log_loss(by_model(one), one.won)
        })
    };
    let pairs: Vec<(f64, f64)> = test.iter().map(|one| (by_model(one), one.won)).collect();
    let mut deals: Vec<u64> = test.iter().map(|one| one.deal).collect();
    deals.dedup();
    let report = Report {
        learnt_from: train.len(),
        held_out: HeldOut {
            blocks: deals.len() as u64,
            samples: test.len(),
            log_loss: logs(&by_model),
            brier: squares(&by_model),
            gain_over_constant: gain(&by_mean),
            gain_over_racks: gain(&by_racks),
        },
        constant: logs(&by_mean),
        racks: logs(&by_racks),
        constant_brier: squares(&by_mean),
        racks_brier: squares(&by_racks),
        bins: calibration(&pairs, BINS),
        steps: model.steps,
    };
    Ok((model, report))
}

/// The choice is drawn for each deal by itself, so that it does not depend on the number of deals.
fn is_held_out(seed: u64, deal: u64) -> bool {
    Stream::new(Key::sample(seed, "train held out", deal)).below(HELD_OUT) == 0
}

fn inputs(one: &Observed, which: &[usize]) -> Vec<f64> {
    which.iter().map(|at| one.features.values()[*at]).collect()
}

fn samples(of: &[&Observed], which: &[usize]) -> Vec<Sample> {
    let sample = |one: &&Observed| Sample {
        inputs: inputs(one, which),
        outcome: one.won,
    };
    of.iter().map(sample).collect()
}

/// The mean of a figure and its interval over deals. The turns of one deal stand together.
fn over(test: &[&Observed], seed: u64, figure: impl Fn(&Observed) -> f64) -> Loss {
    let mut means = BlockMeans::new();
    for deal in test.chunk_by(|one, next| one.deal == next.deal) {
        let values: Vec<f64> = deal.iter().map(|one| figure(one)).collect();
        means.push(&values);
    }
    let interval = mean_interval(&means, LEVEL, seed);
    let ends = interval.map(|interval| [rounded(interval.low()), rounded(interval.high())]);
    (rounded(means.mean().unwrap_or(f64::NAN)), ends)
}

/// Rounded to six digits after the point, as weights are.
fn rounded(number: f64) -> f64 {
    (number * 1e6).round() / 1e6
}
