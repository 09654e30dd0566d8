//! How far probabilities are from what happened. Losses are given one by one; whoever knows which
//! belong together makes intervals.

/// Probabilities are kept this far from 0 and 1 before their logarithm is taken.
const SURE: f64 = 1e-12;

/// Minus the log-likelihood of an outcome between 0 and 1, in nats.
pub fn log_loss(chance: f64, outcome: f64) -> f64 {
    let chance = chance.clamp(SURE, 1.0 - SURE);
    -(outcome * chance.ln() + (1.0 - outcome) * (1.0 - chance).ln())
}

/// The squared error (Brier, Monthly Weather Review 78, 1950).
pub fn brier(chance: f64, outcome: f64) -> f64 {
    (chance - outcome) * (chance - outcome)
}

/// What happened where the model said about the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// How many predictions.
    pub samples: usize,
    /// Their mean.
    pub predicted: f64,
    /// The mean outcome.
    pub observed: f64,
}

/// Predictions with their outcomes in so many bins of equal width; empty ones are left out.
pub fn calibration(pairs: &[(f64, f64)], bins: usize) -> Vec<Bin> {
    let bin_of = |chance: f64| ((chance * bins as f64) as usize).min(bins.saturating_sub(1));
    let filled = (0..bins).filter_map(|bin| {
        let here: Vec<&(f64, f64)> = pairs.iter().filter(|pair| bin_of(pair.0) == bin).collect();
        let n = here.len();
        (n > 0).then(|| Bin {
            samples: n,
            predicted: here.iter().map(|pair| pair.0).sum::<f64>() / n as f64,
            observed: here.iter().map(|pair| pair.1).sum::<f64>() / n as f64,
        })
    });
    filled.collect()
}
