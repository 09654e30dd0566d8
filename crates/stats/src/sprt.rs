//! A sequential test between two differences, mu0 and mu1.
//!
//! The generalised sequential probability ratio test on block means, in its normal form (Wald,
//! Annals of Mathematical Statistics 16, 1945; Van den Bergh, "Comparing the approximations for the
//! generalized log likelihood ratio of a multinomial distribution", 2020, for the generalised ratio
//! that chess testing uses):
//!
//! ```text
//! LLR = N · (mu1 - mu0) · ( ȳ - (mu0 + mu1)/2 ) / s²
//! accept mu1 at LLR >= ln((1-β)/α), mu0 at LLR <= ln(β/(1-α))
//! ```
//!
//! N blocks have mean ȳ and variance s². No decision is made before [`ENOUGH_BLOCKS`] blocks,
//! because s² is estimated. Blocks in which every bot takes every seat are nearly symmetric around
//! their mean, and there the test keeps its error rate. With blocks as skewed as an exponential it
//! decided wrongly in 13 % of simulated runs instead of 5 %.
//!
//! Between two players the bounds may be Elo, as fishtest has them: logistic Elo is a win rate, and
//! normalised Elo a win rate in spreads of a game, so that its bounds move with s.
//!
//! The mean of a run stopped by this test is biased away from the start; its interval must be the
//! live one.

use std::f64::consts::LN_10;

use serde::Serialize;

use crate::blocks::{BlockMeans, ENOUGH_BLOCKS};

/// Share of wrong decisions, either way, unless others are asked for.
pub const SPRT_ERROR: f64 = 0.05;

/// Normalised Elo of a game whose expected win rate is one spread above one half.
const NELO_PER_SPREAD: f64 = 800.0 / LN_10;

/// The unit of the two bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtUnit {
    /// That of the figure: points a game, or wins a game from -1 to 1.
    #[default]
    Figure,
    /// Logistic Elo: 400 for odds of ten to one.
    Elo,
    /// Normalised Elo, by the spread of a game.
    Nelo,
}

/// The test: two differences, first bot minus second, and the errors allowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference if there is nothing of interest, often 0.
    pub mu0: f64,
    /// The smallest difference of interest; above or below `mu0`.
    pub mu1: f64,
    pub unit: SprtUnit,
    /// The probability of deciding for `mu1` where `mu0` is true.
    pub alpha: f64,
    /// The probability of deciding for `mu0` where `mu1` is true.
    pub beta: f64,
}

/// The decision of the test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// The difference is closer to `mu0`.
    Mu0,
    /// The difference is closer to `mu1`.
    Mu1,
}

/// The logistic Elo of a difference of wins a game; infinite at -1 and 1.
pub fn elo_of(difference: f64) -> f64 {
    400.0 * ((1.0 + difference) / (1.0 - difference)).log10()
}

/// The difference of wins a game of a logistic Elo.
fn difference_of(elo: f64) -> f64 {
    2.0 / (1.0 + 10.0_f64.powf(-elo / 400.0)) - 1.0
}

/// How much normalised Elo one win a game is in these blocks: their mean over the spread of a
/// single game. `None` with fewer than two blocks, or if they do not vary.
pub fn nelo_per_win(means: &BlockMeans) -> Option<f64> {
    let games = means.games() as f64 / means.blocks() as f64;
    let spread = (means.block_variance()? * games).sqrt();
    (spread > 0.0).then_some(NELO_PER_SPREAD / spread)
}

impl Sprt {
    /// The test between these differences of the figure, with the usual errors.
    pub const fn new(mu0: f64, mu1: f64) -> Sprt {
        Sprt {
            mu0,
            mu1,
            unit: SprtUnit::Figure,
            alpha: SPRT_ERROR,
            beta: SPRT_ERROR,
        }
    }

    /// The ratio at which `mu0` is accepted, and the one for `mu1`.
    pub fn thresholds(&self) -> [f64; 2] {
        let (alpha, beta) = (self.alpha, self.beta);
        [-((1.0 - alpha) / beta).ln(), ((1.0 - beta) / alpha).ln()]
    }

    /// The two bounds as differences of the figure.
    fn differences(&self, means: &BlockMeans) -> Option<[f64; 2]> {
        let bounds = [self.mu0, self.mu1];
        Some(match self.unit {
            SprtUnit::Figure => bounds,
            SprtUnit::Elo => bounds.map(difference_of),
            SprtUnit::Nelo => {
                let per_win = nelo_per_win(means)?;
                bounds.map(|bound| bound / per_win)
            }
        })
    }

    /// The log likelihood ratio. `None` with fewer than two blocks or if blocks do not vary.
    pub fn log_likelihood_ratio(&self, means: &BlockMeans) -> Option<f64> {
        let (mean, variance) = (means.mean()?, means.block_variance()?);
        let [mu0, mu1] = self.differences(means)?;
        let middle = f64::midpoint(mu0, mu1);
        let ratio = means.blocks() as f64 * (mu1 - mu0) * (mean - middle) / variance;
        ratio.is_finite().then_some(ratio)
    }

    /// The decision; `None` while there is none.
    pub fn verdict(&self, means: &BlockMeans) -> Option<SprtVerdict> {
        if means.blocks() < ENOUGH_BLOCKS {
            return None;
        }
        let ratio = self.log_likelihood_ratio(means)?;
        let [lower, upper] = self.thresholds();
        if ratio >= upper {
            Some(SprtVerdict::Mu1)
        } else if ratio <= lower {
            Some(SprtVerdict::Mu0)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::blocks_of_one;

    /// Results of blocks; `counts[j]` of them scored j quarters.
    fn quarters(counts: [usize; 5]) -> BlockMeans {
        let values = (0..5).flat_map(|j| std::iter::repeat_n(j as f64 / 4.0, counts[j]));
        blocks_of_one(&values.collect::<Vec<_>>())
    }

    /// For small differences the exact generalised ratio of a multinomial is close to its normal
    /// form.
    #[test]
    fn agrees_with_the_exact_ratio_of_a_multinomial() {
        // tests/golden/golden.py: Van den Bergh's equations solved by scipy.optimize.brentq
        let test = Sprt::new(0.5, 0.52);
        for (counts, exact) in GOLDEN {
            let found = test.log_likelihood_ratio(&quarters(counts)).unwrap();
            assert!(
                (found - exact).abs() < 0.02 * exact.abs().max(1.0),
                "{found} {exact}"
            );
        }
    }

    const GOLDEN: [([usize; 5], f64); 3] = [
        ([10, 60, 160, 75, 15], 1.3340165777649018),
        ([100, 300, 500, 300, 100], -3.8569147913603263),
        ([20, 200, 400, 280, 40], 8.675845384271804),
    ];

    /// Pairs of games as differences of wins.
    fn pairs(counts: [usize; 5]) -> BlockMeans {
        let mut means = BlockMeans::new();
        for (j, count) in counts.into_iter().enumerate() {
            let difference = j as f64 / 2.0 - 1.0;
            (0..count).for_each(|_| means.push(&[difference, difference]));
        }
        means
    }

    /// The ratio between 0 and 10 normalised Elo of pairs of games, as fishtest has it.
    #[test]
    fn normalised_elo_agrees_with_fishtest() {
        // tests/golden/golden.py: fishtest's LLR_normalized, with its MLE_t_value
        let test = Sprt {
            unit: SprtUnit::Nelo,
            ..Sprt::new(0.0, 10.0)
        };
        let exact = [0.9230588871455153, -1.0767339777797649, 4.809202718745245];
        for ((counts, _), exact) in GOLDEN.into_iter().zip(exact) {
            let found = test.log_likelihood_ratio(&pairs(counts)).unwrap();
            assert!(
                (found - exact).abs() < 0.02 * exact.abs(),
                "{found} {exact}"
            );
        }
    }

    #[test]
    fn logistic_elo_is_a_win_rate() {
        assert!((difference_of(400.0) - (20.0 / 11.0 - 1.0)).abs() < 1e-12);
        for elo in [-700.0, -3.0, 0.0, 12.5, 400.0] {
            assert!((elo_of(difference_of(elo)) - elo).abs() < 1e-9);
        }
        let elo = Sprt {
            unit: SprtUnit::Elo,
            ..Sprt::new(0.0, 10.0)
        };
        let plain = Sprt::new(0.0, difference_of(10.0));
        let means = pairs([10, 60, 160, 75, 15]);
        let [elo, plain] = [elo, plain].map(|test| test.log_likelihood_ratio(&means));
        assert_eq!(elo, plain);
    }

    #[test]
    fn the_thresholds_are_those_of_wald() {
        let check = |alpha: f64, beta: f64, expected: [f64; 2]| {
            let test = Sprt {
                alpha,
                beta,
                ..Sprt::new(0.0, 1.0)
            };
            for (found, expected) in test.thresholds().iter().zip(expected) {
                assert!((found - expected).abs() < 1e-4, "{found} {expected}");
            }
        };
        check(0.05, 0.05, [-2.9444, 2.9444]);
        check(0.05, 0.1, [-2.2513, 2.8904]);
        check(0.01, 0.2, [-1.5994, 4.3820]);
    }

    #[test]
    fn swapping_the_bots_and_the_signs_gives_the_same_ratio() {
        let (won, lost) = (quarters([3, 9, 20, 30, 12]), quarters([12, 30, 20, 9, 3]));
        let test = Sprt::new(0.5, 0.6);
        let mirrored = Sprt::new(0.5, 0.4);
        let found = mirrored.log_likelihood_ratio(&lost).unwrap();
        assert!((test.log_likelihood_ratio(&won).unwrap() - found).abs() < 1e-9);
    }

    #[test]
    fn decides_after_enough_blocks_and_not_before() {
        let test = Sprt::new(0.0, 1.0);
        let values: Vec<f64> = (0..200).map(|i| f64::from(i % 2) * 4.0 - 1.0).collect();
        assert_eq!(test.verdict(&blocks_of_one(&values[..49])), None);
        assert_eq!(
            test.verdict(&blocks_of_one(&values)),
            Some(SprtVerdict::Mu1)
        );
        let lower: Vec<f64> = values.iter().map(|value| value - 1.0).collect();
        assert_eq!(test.verdict(&blocks_of_one(&lower)), Some(SprtVerdict::Mu0));
        assert_eq!(test.verdict(&blocks_of_one(&[1.0; 200])), None);
    }
}
