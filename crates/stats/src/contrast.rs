//! Contrasts of several cells, such as the runs of a sweep: weighted sums of their means, with the
//! error that their common deals leave.
//!
//! Cell c has the mean ȳ_c = Σᵢ s_ic / Σᵢ n_ic, where deal i holds n_ic values with the sum s_ic. A
//! contrast of weights w_c is
//!
//! ```text
//! θ      = Σ_c w_c ȳ_c
//! φᵢ     = Σ_c w_c (s_ic - ȳ_c n_ic) / Σⱼ n_jc
//! Var(θ) = G/(G-1) · Σᵢ φᵢ²
//! ```
//!
//! over the G deals with any value: the delta method with deals as clusters (Rao and Wu, J.
//! American Statistical Association 83, 1988). Whatever cells have in common in a deal is in its
//! φᵢ, so equal tiles make the error smaller, and nothing is assumed where they differ. If all
//! cells have all deals, θ is a mean over deals: of the slope in each deal, or of the difference.

use rummilab_core::RuleSet;
use rummilab_record::Block;
use serde::Serialize;

use crate::blocks::BlockMeans;
use crate::inference::LEVEL;
use crate::interval::{Interval, estimate};
use crate::metric::Metric;
use crate::outcomes::{meetings, outcome, seats_of};

/// The values of one cell in a deal: the cell, their sum, and their number.
pub type CellSum = (usize, f64, u64);

/// The weights for the slope of the line of least squares through the means of cells with these
/// values: w_c = (x_c - x̄) / Σ (x - x̄)². In a product of axes it is the slope along one of them.
/// `None` if the values do not vary.
///
/// ```
/// use rummilab_stats::slope_weights;
///
/// assert_eq!(slope_weights(&[0.0, 1.0, 2.0]), Some(vec![-0.5, 0.0, 0.5]));
/// ```
pub fn slope_weights(values: &[f64]) -> Option<Vec<f64>> {
    let middle = values.iter().sum::<f64>() / values.len() as f64;
    let spread: f64 = values.iter().map(|x| (x - middle).powi(2)).sum();
    let weights = values.iter().map(|x| (x - middle) / spread);
    (spread > 0.0 && spread.is_finite()).then(|| weights.collect())
}

/// What is measured in the games of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Win share or game points of a bot per seat that it took.
    Bot(usize, Metric),
    /// Their difference between two bots, first minus second, per game in which both sat.
    Pair(usize, usize, Metric),
}

impl Measure {
    /// The sum of the values in a block, and their number: none for scores where the rules have
    /// none.
    pub fn sum(self, rules: &RuleSet, block: &Block) -> (f64, u64) {
        let (Measure::Bot(_, metric) | Measure::Pair(_, _, metric)) = self;
        let pick = |wins: f64, score: f64| match metric {
            Metric::Wins => wins,
            Metric::Score => score,
        };
        if metric == Metric::Score && !rules.has_scores() {
            return (0.0, 0);
        }
        let values: Vec<f64> = match self {
            Measure::Bot(bot, _) => {
                let games = block.games.iter();
                let seats =
                    games.flat_map(|game| seats_of(game, bot).map(move |seat| (game, seat)));
                let values = seats.map(|(game, seat)| outcome(game, seat));
                values.map(|(wins, score)| pick(wins, score)).collect()
            }
            Measure::Pair(a, b, _) => {
                let met = meetings(&block.games, a, b).into_iter();
                met.map(|met| pick(met.win_difference, met.score_difference))
                    .collect()
            }
        };
        (values.iter().sum(), values.len() as u64)
    }
}

/// A contrast and its error.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Contrast {
    pub value: f64,
    /// Its standard error, over deals.
    pub se: Option<f64>,
    /// Its 95 % interval; null if the spread over deals is not known.
    pub ci: Option<Interval>,
    /// Two-sided p-value of a contrast of zero.
    pub p_value: Option<f64>,
    /// Number of deals that hold values.
    pub deals: u64,
}

/// The first reading: the means of the cells.
#[derive(Clone, Debug)]
pub struct ContrastMeans {
    weights: Vec<f64>,
    sums: Vec<(f64, u64)>,
    deals: u64,
}

impl ContrastMeans {
    /// Before the first deal. `weights` has one number for each cell.
    pub fn new(weights: Vec<f64>) -> ContrastMeans {
        ContrastMeans {
            sums: vec![(0.0, 0); weights.len()],
            weights,
            deals: 0,
        }
    }

    /// Adds a deal with the values that cells have of it. A cell may occur more than once.
    pub fn push(&mut self, deal: &[CellSum]) {
        for (cell, sum, n) in deal {
            self.sums[*cell].0 += sum;
            self.sums[*cell].1 += n;
        }
        self.deals += u64::from(self.counts(deal));
    }

    /// Whether a deal says anything of the contrast.
    fn counts(&self, deal: &[CellSum]) -> bool {
        let says = |(cell, _, n): &CellSum| *n > 0 && self.weights[*cell] != 0.0;
        deal.iter().any(says)
    }

    fn mean(&self, cell: usize) -> f64 {
        let (sum, n) = self.sums[cell];
        sum / n as f64
    }

    /// The second reading, which needs the same deals in the same order. `None` if a cell of the
    /// contrast has no value.
    pub fn finish(self) -> Option<ContrastErrors> {
        let used = || (0..self.weights.len()).filter(|cell| self.weights[*cell] != 0.0);
        if used().any(|cell| self.sums[cell].1 == 0) {
            return None;
        }
        Some(ContrastErrors {
            value: sum(used().map(|cell| self.weights[cell] * self.mean(cell))),
            values: BlockMeans::new(),
            first: self,
        })
    }
}

/// The sum of numbers; zero if it may be only a rounding error, as where cells play alike.
fn sum(numbers: impl Iterator<Item = f64>) -> f64 {
    let add = |(sum, size): (f64, f64), number: f64| (sum + number, size + number.abs());
    let (sum, size) = numbers.fold((0.0, 0.0), add);
    if sum.abs() <= 16.0 * f64::EPSILON * size {
        0.0
    } else {
        sum
    }
}

/// The second reading: the errors.
#[derive(Clone, Debug)]
pub struct ContrastErrors {
    first: ContrastMeans,
    value: f64,
    /// θ + G φᵢ: their mean is θ, and the standard error of that is the one of θ.
    values: BlockMeans,
}

impl ContrastErrors {
    /// Adds a deal.
    pub fn push(&mut self, deal: &[CellSum]) {
        if !self.first.counts(deal) {
            return;
        }
        let of_cell = |(cell, sum, n): &CellSum| {
            let weight = self.first.weights[*cell] / self.first.sums[*cell].1 as f64;
            let expected = self.first.mean(*cell) * *n as f64;
            [weight * sum, -weight * expected]
        };
        let used = deal.iter().filter(|(_, _, n)| *n > 0);
        let off = sum(used.flat_map(of_cell));
        self.values
            .push(&[self.value + self.first.deals as f64 * off]);
    }

    /// The contrast: by Student's t over deals, below 50 by the bootstrap over them, keyed by the
    /// master `seed`.
    pub fn estimate(&self, seed: u64) -> Contrast {
        let found = estimate(&self.values, LEVEL, seed);
        // Without a p value the spread is not known, and an interval of no width is none.
        let (ci, p_value) = found.map_or((None, None), |(ci, p)| (p.map(|_| ci), p));
        Contrast {
            value: self.value,
            se: self.values.standard_error(),
            ci,
            p_value,
            deals: self.first.deals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::assert_close;

    fn contrast(weights: &[f64], deals: &[Vec<CellSum>]) -> Option<Contrast> {
        let mut means = ContrastMeans::new(weights.to_vec());
        deals.iter().for_each(|deal| means.push(deal));
        let mut errors = means.finish()?;
        deals.iter().for_each(|deal| errors.push(deal));
        Some(errors.estimate(1))
    }

    /// Two games of a deal in each cell.
    fn of_two(values: &[f64]) -> Vec<CellSum> {
        let cells = values.iter().enumerate();
        cells.map(|(cell, value)| (cell, 2.0 * value, 2)).collect()
    }

    #[test]
    fn of_common_deals_it_is_the_mean_of_the_slopes() {
        let deals: Vec<Vec<CellSum>> = [
            [3.0, 5.0, 4.0],
            [1.0, 1.5, 7.0],
            [9.0, 4.0, 2.0],
            [0.0, 2.0, 5.0],
            [6.0, 8.0, 6.5],
        ]
        .map(|values| of_two(&values))
        .into();
        let weights = slope_weights(&[0.0, 1.0, 4.0]).unwrap();
        let found = contrast(&weights, &deals).unwrap();
        // The slope of each of the five deals by hand; their mean and stdev / sqrt(5) with Python.
        assert_close(Some(found.value), 0.273_076_923_076_922_83);
        assert_close(found.se, 0.538_475_274_550_071_8);
        assert_eq!(found.deals, 5);
        // A deal in two pieces is the same deal.
        let pieces = |deal: &Vec<CellSum>| {
            let halves = deal.iter().map(|(cell, sum, n)| (*cell, sum / 2.0, n / 2));
            halves.clone().chain(halves).collect()
        };
        let pieces: Vec<Vec<CellSum>> = deals.iter().map(pieces).collect();
        assert_close(contrast(&weights, &pieces).unwrap().se, found.se.unwrap());
    }

    #[test]
    fn of_other_deals_the_variances_add_up() {
        let (a, b) = ([3.0, 5.0, 4.5, 6.0], [1.0, 2.5, 7.0]);
        let deal =
            |cell: usize| move |(at, value): (usize, &f64)| (at + 10 * cell, (cell, *value, 1));
        let each = a
            .iter()
            .enumerate()
            .map(deal(0))
            .chain(b.iter().enumerate().map(deal(1)));
        let deals: Vec<Vec<CellSum>> = each.map(|(_, one)| vec![one]).collect();
        let found = contrast(&[-1.0, 1.0], &deals).unwrap();
        assert_close(Some(found.value), 3.5 - 4.625);
        // Python: sqrt(7/6 * (sum(((x - mean(a)) / 4) ** 2) + sum(((x - mean(b)) / 3) ** 2)))
        assert_close(found.se, 1.693_981_892_694_776_7);
        // A cell without a weight, and one without values.
        let none = [
            vec![(0, 1.0, 1), (2, 9.0, 1)],
            vec![(0, 2.0, 1), (1, 0.0, 0)],
        ];
        assert_eq!(contrast(&[1.0, 0.0, 0.0], &none).unwrap().value, 1.5);
        assert_eq!(contrast(&[-1.0, 1.0, 0.0], &none), None);
    }

    #[test]
    fn cells_that_differ_by_rounding_alone_do_not_differ() {
        // Scores in thirds, which are no binary fractions, in three cells that play alike.
        let deals: Vec<Vec<CellSum>> = (0..60)
            .map(|deal| {
                let score = f64::from(deal * deal % 7) * 20.0 / 3.0 - 70.0 / 3.0;
                (0..3).map(|cell| (cell, score + 0.1 * score, 4)).collect()
            })
            .collect();
        let found = contrast(&slope_weights(&[0.1, 0.2, 0.4]).unwrap(), &deals).unwrap();
        assert_eq!((found.value, found.se), (0.0, Some(0.0)));
        assert!(found.p_value.is_none_or(|p| p == 1.0), "{found:?}");
    }

    #[test]
    fn cells_that_do_not_differ_have_no_error() {
        let alike: Vec<Vec<CellSum>> = (0..60).map(|i| of_two(&[f64::from(i); 3])).collect();
        let found = contrast(&[-0.5, 0.0, 0.5], &alike).unwrap();
        assert_eq!((found.value, found.p_value), (0.0, Some(1.0)));
        assert_eq!(found.ci, Interval::new(0.0, 0.0));
        assert_eq!(slope_weights(&[2.0, 2.0]), None);
        assert_eq!(slope_weights(&[]), None);
    }
}
