//! Ridge logistic regression by Newton's method. The same samples in the same order give the same
//! bits.
//!
//! With samples i of weight 1, inputs xᵢ (standardised here, so that one penalty fits all) and
//! outcomes yᵢ in [0, 1], it maximises
//!
//! ```text
//! Σᵢ yᵢ·log pᵢ + (1 - yᵢ)·log(1 - pᵢ) - λ/2·Σⱼ wⱼ²,   pᵢ = 1 / (1 + exp(-b - w·xᵢ))
//! ```
//!
//! which is concave, and strictly so with λ > 0, so the maximum is unique (le Cessie and van
//! Houwelingen, Applied Statistics 41, 1992). The intercept b is not penalised. Win shares are
//! outcomes between 0 and 1.

/// The inputs and the outcome of one observation.
#[derive(Debug, Clone, PartialEq)]
pub struct Sample {
    /// The inputs.
    pub inputs: Vec<f64>,
    /// The outcome, 0 to 1.
    pub outcome: f64,
}

/// A fitted model of the log-odds: `intercept + Σ weight·(input - mean)/scale`.
#[derive(Debug, Clone, PartialEq)]
pub struct Fit {
    /// The log-odds if every input is at its mean.
    pub intercept: f64,
    /// The mean of each input over the samples.
    pub means: Vec<f64>,
    /// The standard deviation of each input over the samples; 1 if it never varies.
    pub scales: Vec<f64>,
    /// The change of the log-odds for one standard deviation of each input; 0 if it never varies.
    pub weights: Vec<f64>,
    /// Steps of Newton's method.
    pub steps: usize,
}

/// Why a fit is not possible.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FitError {
    /// No samples.
    #[error("there is nothing to learn from: no samples")]
    Empty,
    /// Samples of different lengths, or values that are not finite.
    #[error(
        "sample {0}: expected as many inputs as the first has, finite, and an outcome from 0 to 1"
    )]
    Sample(usize),
    /// A penalty that does not keep the weights finite.
    #[error("the penalty must be a positive number")]
    Penalty,
    /// The steps did not converge.
    #[error("no end after {0} steps: the samples may be too few or too alike")]
    Endless(usize),
}

/// Limit on the steps of Newton's method; ten are common.
const STEPS: usize = 100;
/// The method stops when no component of the gradient exceeds this, times the number of samples.
const FLAT: f64 = 1e-10;

impl Fit {
    /// The log-odds of a win for these inputs.
    pub fn score(&self, inputs: &[f64]) -> f64 {
        let terms = inputs.iter().zip(&self.means).zip(&self.scales);
        let terms = terms.zip(&self.weights);
        self.intercept
            + terms
                .map(|(((input, mean), scale), weight)| weight * (input - mean) / scale)
                .sum::<f64>()
    }
}

/// The probability for these log-odds.
pub fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// Fits the model with this ridge penalty (λ above; in units of samples, for inputs of standard
/// deviation 1).
///
/// ```
/// use rummilab_value::{Sample, fit};
///
/// let sample = |input: f64, outcome: f64| Sample { inputs: vec![input], outcome };
/// let fitted = fit(&[sample(0.0, 0.2), sample(1.0, 0.6)], 1e-9).unwrap();
/// assert!((rummilab_value::chance(fitted.score(&[1.0])) - 0.6).abs() < 1e-6);
/// ```
///
/// # Errors
/// See [`FitError`].
pub fn fit(samples: &[Sample], penalty: f64) -> Result<Fit, FitError> {
    let first = samples.first().ok_or(FitError::Empty)?;
    let width = first.inputs.len();
    let is_sound = |sample: &Sample| {
        sample.inputs.len() == width
            && sample.inputs.iter().all(|input| input.is_finite())
            && (0.0..=1.0).contains(&sample.outcome)
    };
    if let Some(at) = samples.iter().position(|sample| !is_sound(sample)) {
        return Err(FitError::Sample(at));
    }
    if !(penalty > 0.0 && penalty.is_finite()) {
        return Err(FitError::Penalty);
    }
    let (means, scales, varies) = moments(samples, width);
    let used: Vec<usize> = (0..width).filter(|at| varies[*at]).collect();
    let standard = |sample: &Sample| {
        let inputs = used
            .iter()
            .map(|at| (sample.inputs[*at] - means[*at]) / scales[*at]);
        std::iter::once(1.0).chain(inputs).collect::<Vec<f64>>()
    };
    let problem = Problem {
        rows: samples.iter().map(standard).collect(),
        outcomes: samples.iter().map(|sample| sample.outcome).collect(),
        penalty,
    };
    let (solution, steps) = problem.solve(used.len() + 1)?;
    let mut weights = vec![0.0; width];
    for (at, weight) in used.iter().zip(&solution[1..]) {
        weights[*at] = *weight;
    }
    Ok(Fit {
        intercept: solution[0],
        means,
        scales,
        weights,
        steps,
    })
}

/// Means, standard deviations, and whether each input varies.
fn moments(samples: &[Sample], width: usize) -> (Vec<f64>, Vec<f64>, Vec<bool>) {
    let n = samples.len() as f64;
    let column = |at: usize| samples.iter().map(move |sample| sample.inputs[at]);
    let means: Vec<f64> = (0..width).map(|at| column(at).sum::<f64>() / n).collect();
    let spread = |at: usize| {
        let squares = column(at).map(|input| (input - means[at]) * (input - means[at]));
        (squares.sum::<f64>() / n).sqrt()
    };
    let spreads: Vec<f64> = (0..width).map(spread).collect();
    // A column of equal numbers has a spread of rounding errors only.
    let varies = |at: usize| spreads[at] > 1e-9 * means[at].abs().max(1e-3);
    let varies: Vec<bool> = (0..width).map(varies).collect();
    let scale = |at: usize| if varies[at] { spreads[at] } else { 1.0 };
    let scales = (0..width).map(scale).collect();
    (means, scales, varies)
}

/// Standardised rows, with a first column of ones.
struct Problem {
    rows: Vec<Vec<f64>>,
    outcomes: Vec<f64>,
    penalty: f64,
}

impl Problem {
    fn solve(&self, width: usize) -> Result<(Vec<f64>, usize), FitError> {
        let mut at = vec![0.0; width];
        let mut worth = self.worth(&at);
        for step in 0..STEPS {
            let (gradient, curvature) = self.derivatives(&at);
            if gradient
                .iter()
                .all(|g| g.abs() <= FLAT * self.rows.len() as f64)
            {
                return Ok((at, step));
            }
            let direction = solve_positive(curvature, gradient).ok_or(FitError::Endless(step))?;
            // Far from the maximum a full step may overshoot.
            let mut length = 1.0;
            loop {
                let next: Vec<f64> = at
                    .iter()
                    .zip(&direction)
                    .map(|(w, d)| w + length * d)
                    .collect();
                let next_worth = self.worth(&next);
                // At the maximum steps are lost in rounding.
                if next_worth >= worth - 1e-12 * worth.abs() {
                    (at, worth) = (next, next_worth);
                    break;
                }
                length /= 2.0;
                if length < 1e-10 {
                    return Err(FitError::Endless(step));
                }
            }
        }
        Err(FitError::Endless(STEPS))
    }

    /// The penalised log-likelihood.
    fn worth(&self, at: &[f64]) -> f64 {
        let terms = self.rows.iter().zip(&self.outcomes).map(|(row, outcome)| {
            let score = dot(row, at);
            // log(1 + exp(score)) without overflow.
            outcome * score - (score.max(0.0) + (-score.abs()).exp().ln_1p())
        });
        let squares: f64 = at[1..].iter().map(|w| w * w).sum();
        terms.sum::<f64>() - self.penalty / 2.0 * squares
    }

    /// The gradient, and minus the second derivatives.
    fn derivatives(&self, at: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
        let width = at.len();
        let mut gradient = vec![0.0; width];
        let mut curvature = vec![vec![0.0; width]; width];
        for (row, outcome) in self.rows.iter().zip(&self.outcomes) {
            let p = chance(dot(row, at));
            let (error, spread) = (outcome - p, p * (1.0 - p));
            for i in 0..width {
                gradient[i] += error * row[i];
                let scaled = spread * row[i];
                for (entry, other) in curvature[i][..=i].iter_mut().zip(row) {
                    *entry += scaled * other;
                }
            }
        }
        for i in 0..width {
            if i > 0 {
                gradient[i] -= self.penalty * at[i];
                curvature[i][i] += self.penalty;
            }
        }
        (gradient, curvature)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Solves `matrix · x = right` for a symmetric positive definite matrix by Cholesky decomposition;
/// only the lower half is read. `None` if the matrix is not positive definite.
fn solve_positive(mut matrix: Vec<Vec<f64>>, mut right: Vec<f64>) -> Option<Vec<f64>> {
    let n = right.len();
    for i in 0..n {
        for j in 0..=i {
            let below = dot(&matrix[i][..j], &matrix[j][..j]);
            let rest = matrix[i][j] - below;
            if i == j {
                if rest.is_nan() || rest <= 0.0 {
                    return None;
                }
                matrix[i][i] = rest.sqrt();
            } else {
                matrix[i][j] = rest / matrix[j][j];
            }
        }
    }
    for i in 0..n {
        let known = dot(&matrix[i][..i], &right[..i]);
        right[i] = (right[i] - known) / matrix[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|j| matrix[j][i] * right[j]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    Some(right)
}
