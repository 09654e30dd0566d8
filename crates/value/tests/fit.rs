//! The fit: it recovers known coefficients and maximises its target, and the losses are computed as
//! documented.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use rummilab_chance::{Key, Stream};
use rummilab_value::{Fit, FitError, Sample, brier, calibration, chance, fit, log_loss};

const TRUE_INTERCEPT: f64 = 0.4;
const TRUE_SLOPES: [f64; 3] = [1.5, -0.7, 0.0];

/// Wins drawn from a known model, inputs of different size.
fn drawn(n: usize, seed: u64) -> Vec<Sample> {
    let mut stream = Stream::new(Key::sample(seed, "fit", 0));
    let mut sample = || {
        let inputs = vec![
            stream.unit() * 2.0 - 1.0,
            stream.unit() * 6.0,
            stream.unit() * 100.0 - 30.0,
        ];
        let slopes = inputs.iter().zip(TRUE_SLOPES);
        let score = TRUE_INTERCEPT + slopes.map(|(input, slope)| input * slope).sum::<f64>();
        let won = stream.unit() < chance(score);
        Sample {
            inputs,
            outcome: f64::from(u8::from(won)),
        }
    };
    (0..n).map(|_| sample()).collect()
}

/// Slopes and intercept in the units of the inputs.
fn unscaled(fitted: &Fit) -> (f64, Vec<f64>) {
    let slopes: Vec<f64> = fitted
        .weights
        .iter()
        .zip(&fitted.scales)
        .map(|(weight, scale)| weight / scale)
        .collect();
    let shift: f64 = slopes.iter().zip(&fitted.means).map(|(s, m)| s * m).sum();
    (fitted.intercept - shift, slopes)
}

#[test]
fn known_coefficients_come_back() {
    let fitted = fit(&drawn(40_000, 1), 1e-6).unwrap();
    let (intercept, slopes) = unscaled(&fitted);
    // Three standard errors, computed from the information of the sample size.
    assert!((intercept - TRUE_INTERCEPT).abs() < 0.08, "{intercept}");
    for ((found, expected), error) in slopes.iter().zip(TRUE_SLOPES).zip([0.07, 0.03, 0.0015]) {
        assert!((found - expected).abs() < error, "{slopes:?}");
    }
    // Four times the samples halve the error, and the estimate does not drift.
    let wide = fit(&drawn(2_500, 2), 1e-6).unwrap();
    assert!((unscaled(&wide).1[0] - TRUE_SLOPES[0]).abs() < 0.3);
}

/// The score equations, with independent sums: `Σ (y - p) = 0`, `Σ (y - p)·x = λ·w`.
#[test]
fn the_gradient_vanishes() {
    for penalty in [1e-3, 1.0, 50.0] {
        let samples = drawn(3_000, 3);
        let fitted = fit(&samples, penalty).unwrap();
        let error = |sample: &Sample| sample.outcome - chance(fitted.score(&sample.inputs));
        let sum: f64 = samples.iter().map(error).sum();
        assert!(sum.abs() < 1e-5, "{penalty}: {sum}");
        for at in 0..3 {
            let with = |sample: &Sample| {
                error(sample) * (sample.inputs[at] - fitted.means[at]) / fitted.scales[at]
            };
            let sum: f64 = samples.iter().map(with).sum();
            let expected = penalty * fitted.weights[at];
            assert!((sum - expected).abs() < 1e-5, "{penalty}, {at}: {sum}");
        }
    }
}

#[test]
fn every_other_answer_is_worse() {
    let samples = drawn(500, 4);
    let fitted = fit(&samples, 2.0).unwrap();
    let worth = |fit: &Fit| {
        let loss = |sample: &Sample| log_loss(chance(fit.score(&sample.inputs)), sample.outcome);
        let squares: f64 = fit.weights.iter().map(|w| w * w).sum();
        -samples.iter().map(loss).sum::<f64>() - squares
    };
    let best = worth(&fitted);
    let mut stream = Stream::new(Key::sample(4, "other answers", 0));
    for _ in 0..200 {
        let mut other = fitted.clone();
        let step = 10_f64.powf(-4.0 * stream.unit());
        other.intercept += (stream.unit() - 0.5) * step;
        for weight in &mut other.weights {
            *weight += (stream.unit() - 0.5) * step;
        }
        assert!(worth(&other) < best);
    }
}

#[test]
fn inputs_that_never_vary_twins_and_sure_things_do_no_harm() {
    let with = |inputs: &[f64], outcome: f64| Sample {
        inputs: inputs.to_vec(),
        outcome,
    };
    // The second input never varies, the third is the first doubled, and the first alone decides.
    let samples: Vec<Sample> = (0..40)
        .map(|i| {
            let x = f64::from(i) / 10.0;
            with(&[x, 0.1 + 0.2, 2.0 * x], f64::from(u8::from(i >= 20)))
        })
        .collect();
    let fitted = fit(&samples, 1.0).unwrap();
    assert_eq!((fitted.weights[1], fitted.scales[1]), (0.0, 1.0));
    assert!((fitted.weights[0] - fitted.weights[2]).abs() < 1e-6);
    assert!(fitted.weights[0] > 0.5 && fitted.weights[0] < 20.0);
    // Without inputs the probability is the mean.
    let half = fit(&[with(&[], 0.25), with(&[], 0.5)], 1.0).unwrap();
    assert!((chance(half.intercept) - 0.375).abs() < 1e-9);
}

#[test]
fn the_same_samples_give_the_same_bits() {
    let samples = drawn(1_000, 5);
    assert_eq!(fit(&samples, 1.0), fit(&samples, 1.0));
}

#[test]
fn what_cannot_be_fitted_is_told() {
    let sample = |inputs: &[f64], outcome: f64| Sample {
        inputs: inputs.to_vec(),
        outcome,
    };
    let check = |samples: &[Sample], penalty: f64, expected: FitError| {
        assert_eq!(fit(samples, penalty), Err(expected));
    };
    check(&[], 1.0, FitError::Empty);
    let good = sample(&[1.0], 0.5);
    check(&[good.clone(), sample(&[], 0.5)], 1.0, FitError::Sample(1));
    check(&[sample(&[f64::NAN], 0.5)], 1.0, FitError::Sample(0));
    check(&[sample(&[1.0], 1.5)], 1.0, FitError::Sample(0));
    for penalty in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        check(std::slice::from_ref(&good), penalty, FitError::Penalty);
    }
}

#[test]
fn losses_by_hand() {
    assert!((log_loss(0.5, 1.0) - std::f64::consts::LN_2).abs() < 1e-12);
    assert!((log_loss(0.8, 0.5) - -(0.5 * 0.8_f64.ln() + 0.5 * 0.2_f64.ln())).abs() < 1e-12);
    assert!(log_loss(0.0, 1.0).is_finite() && log_loss(0.0, 1.0) > 20.0);
    assert!((brier(0.7, 1.0) - 0.09).abs() < 1e-12);
    let pairs = [(0.05, 0.0), (0.15, 1.0), (0.17, 0.0), (1.0, 1.0)];
    let bins = calibration(&pairs, 10);
    let found: Vec<(usize, f64)> = bins.iter().map(|bin| (bin.samples, bin.observed)).collect();
    assert_eq!(found, [(1, 0.0), (2, 0.5), (1, 1.0)]);
    assert!((bins[1].predicted - 0.16).abs() < 1e-12);
}
