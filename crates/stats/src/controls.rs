//! Means without the luck of chance events: control variates whose mean is known to be zero.
//!
//! A game has a value `y` and controls `c`. A control is a sum over its draws: the worth of the
//! drawn tile less the mean over all tiles that could have come. Given the past each such term has
//! mean zero, so
//!
//! ```text
//! y - β·c       has the mean of y, for any β that was fixed beforehand
//! ```
//!
//! This is the chance part of AIVAT (Burch, Schmid, Moravčík, Morrill and Bowling, AAAI 2018) with
//! a value that is linear in the controls. Ridge regression of block means fits the weights `β`. A
//! block gets the weights of the other folds, which its own tiles did not influence
//! (cross-fitting), so its corrected value has exactly the mean of the plain one. Blocks share
//! weights, but not luck. [`selftest`](crate::selftest) shows that the intervals still cover.

use crate::blocks::BlockMeans;

/// Number of folds of a run; each gets its weights from the others.
const FOLDS: usize = 10;

/// Fewest blocks for which weights are fitted.
pub const FEWEST_CONTROLLED: usize = 50;

/// The ridge penalty, per block and squared standard deviation of a control.
const PENALTY: f64 = 0.02;

/// A value, with the luck that contributed to it.
#[derive(Clone, Debug, PartialEq)]
pub struct LuckyValue {
    /// The value as played.
    pub value: f64,
    /// The controls, the same number for every game.
    pub luck: Vec<f64>,
}

/// Values of games with their luck, block by block.
#[derive(Clone, Debug, Default)]
pub struct Controlled {
    blocks: Vec<Vec<LuckyValue>>,
}

/// A mean as played, and without the luck.
#[derive(Clone, Debug)]
pub struct LessLuck {
    /// The mean as played, over blocks.
    pub plain: BlockMeans,
    /// The corrected mean, over blocks.
    pub corrected: BlockMeans,
    /// The corrections alone; their expectation is zero.
    pub corrections: BlockMeans,
}

impl LessLuck {
    /// The factor of games at which the plain mean would have the error of the corrected one.
    /// `None` if one of them does not vary.
    pub fn worth(&self) -> Option<f64> {
        let (plain, corrected) = (
            self.plain.variance_of_mean()?,
            self.corrected.variance_of_mean()?,
        );
        (plain > 0.0 && corrected > 0.0).then(|| plain / corrected)
    }
}

impl Controlled {
    /// Adds a block, game by game.
    pub fn push(&mut self, games: Vec<LuckyValue>) {
        if !games.is_empty() {
            self.blocks.push(games);
        }
    }

    /// The means; `None` with fewer than [`FEWEST_CONTROLLED`] blocks.
    pub fn less_luck(&self) -> Option<LessLuck> {
        if self.blocks.len() < FEWEST_CONTROLLED {
            return None;
        }
        let means: Vec<LuckyValue> = self.blocks.iter().map(|games| mean(games)).collect();
        let mut found = LessLuck {
            plain: BlockMeans::new(),
            corrected: BlockMeans::new(),
            corrections: BlockMeans::new(),
        };
        let weights: Vec<Vec<f64>> = (0..FOLDS)
            .map(|fold| {
                let others = means.iter().enumerate();
                let others = others.filter(|(at, _)| at % FOLDS != fold);
                fit(&others.map(|(_, block)| block).collect::<Vec<_>>())
            })
            .collect();
        for (at, games) in self.blocks.iter().enumerate() {
            let luck = |game: &LuckyValue| dot(&weights[at % FOLDS], &game.luck);
            let values = |value: &dyn Fn(&LuckyValue) -> f64| -> Vec<f64> {
                games.iter().map(value).collect()
            };
            found.plain.push(&values(&|game| game.value));
            found
                .corrected
                .push(&values(&|game| game.value - luck(game)));
            found.corrections.push(&values(&luck));
        }
        Some(found)
    }
}

/// The means of a block.
fn mean(games: &[LuckyValue]) -> LuckyValue {
    let mean =
        |of: &dyn Fn(&LuckyValue) -> f64| games.iter().map(of).sum::<f64>() / games.len() as f64;
    let controls = 0..games[0].luck.len();
    LuckyValue {
        value: mean(&|game| game.value),
        luck: controls.map(|at| mean(&|game| game.luck[at])).collect(),
    }
}

/// Weights of ridge regression. Controls are scaled to a mean square of 1, but not centred, because
/// their mean is known.
fn fit(blocks: &[&LuckyValue]) -> Vec<f64> {
    let n = blocks.len() as f64;
    let controls = blocks[0].luck.len();
    let mean = blocks.iter().map(|block| block.value).sum::<f64>() / n;
    let product = |a: usize, b: usize| {
        let products = blocks.iter().map(|block| block.luck[a] * block.luck[b]);
        products.sum::<f64>() / n
    };
    // A control that is always zero stays zero.
    let scale = |at: usize| match product(at, at).sqrt() {
        0.0 => 1.0,
        scale => scale,
    };
    let scales: Vec<f64> = (0..controls).map(scale).collect();
    let mut rows: Vec<Vec<f64>> = (0..controls)
        .map(|a| {
            let cell = |b: usize| product(a, b) / (scales[a] * scales[b]);
            let targets = blocks
                .iter()
                .map(|block| (block.value - mean) * block.luck[a]);
            let target = targets.sum::<f64>() / n / scales[a];
            let mut row: Vec<f64> = (0..controls).map(cell).collect();
            row[a] += PENALTY;
            row.push(target);
            row
        })
        .collect();
    let scaled = solved(&mut rows);
    scaled
        .iter()
        .zip(&scales)
        .map(|(w, scale)| w / scale)
        .collect()
}

/// The solution of a positive definite system, by elimination. The last entry of each row is its
/// right side.
fn solved(rows: &mut [Vec<f64>]) -> Vec<f64> {
    let n = rows.len();
    for at in 0..n {
        let (above, below) = rows.split_at_mut(at + 1);
        let pivot = &above[at];
        for row in below {
            let factor = row[at] / pivot[at];
            for (cell, known) in row.iter_mut().zip(pivot).skip(at) {
                *cell -= factor * known;
            }
        }
    }
    let mut solution = vec![0.0; n];
    for at in (0..n).rev() {
        let known = dot(&rows[at][at + 1..n], &solution[at + 1..]);
        solution[at] = (rows[at][n] - known) / rows[at][at];
    }
    solution
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use rummilab_chance::{Key, Stream};

    use super::*;

    /// Blocks of two games whose values are skill plus luck times a weight.
    fn blocks(count: u64, weight: f64) -> Controlled {
        let mut stream = Stream::new(Key::sample(1, "controls", 0));
        let mut controlled = Controlled::default();
        for _ in 0..count {
            let mut game = || {
                let [luck, skill, other] = [(); 3].map(|()| stream.unit() - 0.5);
                LuckyValue {
                    value: 0.25 + weight * luck + 0.5 * skill,
                    luck: vec![luck, other],
                }
            };
            controlled.push(vec![game(), game()]);
        }
        controlled
    }

    #[test]
    fn luck_goes_and_skill_stays() {
        let found = blocks(400, 2.0).less_luck().unwrap();
        // The variances are 4.25 and 0.25: a factor of 17.
        assert!(found.worth().unwrap() > 14.0 && found.worth().unwrap() < 20.0);
        let (mean, error) = (
            found.corrected.mean().unwrap(),
            found.corrected.standard_error().unwrap(),
        );
        assert!((mean - 0.25).abs() < 3.0 * error, "{mean} {error}");
        assert_eq!(found.plain.games(), 800);
    }

    #[test]
    fn controls_that_say_nothing_cost_next_to_nothing() {
        let worth = blocks(400, 0.0).less_luck().unwrap().worth().unwrap();
        assert!(worth > 0.97 && worth < 1.03, "{worth}");
    }

    #[test]
    fn a_control_that_is_always_zero_changes_nothing() {
        let (mut with, mut without) = (Controlled::default(), Controlled::default());
        for games in blocks(60, 1.0).blocks {
            let longer = games.iter().map(|game| LuckyValue {
                luck: [&game.luck[..], &[0.0]].concat(),
                ..*game
            });
            with.push(longer.collect());
            without.push(games);
        }
        let mean = |controlled: &Controlled| controlled.less_luck().unwrap().corrected.mean();
        assert!((mean(&with).unwrap() - mean(&without).unwrap()).abs() < 1e-12);
    }

    #[test]
    fn few_blocks_fit_no_weights() {
        assert!(
            blocks(FEWEST_CONTROLLED as u64 - 1, 1.0)
                .less_luck()
                .is_none()
        );
        assert!(blocks(FEWEST_CONTROLLED as u64, 1.0).less_luck().is_some());
    }
}
