//! Losses of predicted probabilities. They are returned one by one; the caller knows which of them
//! belong together and computes intervals.

/// Probabilities are clamped to this distance from 0 and 1 before taking logarithms.
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

/// Predictions of similar probability, and their outcomes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bin {
    /// Number of predictions.
    pub samples: usize,
    /// Their mean.
    pub predicted: f64,
    /// The mean outcome.
    pub observed: f64,
}

/// Predictions with their outcomes in `bins` bins of equal width; empty bins are left out.
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
