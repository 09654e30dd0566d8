//! Block means: the mean of a figure per game, and its standard error over blocks.
//!
//! With games g = 1..mᵢ of block i = 1..N and their values yᵢg:
//!
//! ```text
//! ȳ      = Σᵢ Σg yᵢg / Σᵢ mᵢ
//! Var(ȳ) = N/(N-1) · Σᵢ ( Σg (yᵢg - ȳ) )² / ( Σᵢ mᵢ )²
//! ```
//!
//! the cluster-robust variance of a mean (CR1; Liang and Zeger, Biometrika 73, 1986; Cameron and
//! Miller, J. Human Resources 50, 2015). With blocks of equal size it is the squared standard error
//! of the N block means, s²/N.

use crate::bootstrap::BlockSum;

/// From this many blocks on, Student's t is used and single blocks are not kept.
pub const ENOUGH_BLOCKS: u64 = 50;

/// The running mean of a figure over blocks, in memory that does not grow with the blocks.
///
/// The sums are centred on the mean of the first block and updated as deviations from running means
/// (Welford, Technometrics 4, 1962), so that a large common offset costs no precision. The last
/// bits depend on the order of the blocks: push them by block number. A value that is not finite
/// makes every figure `None`.
///
/// ```
/// use rummilab_stats::BlockMeans;
///
/// let mut scores = BlockMeans::new();
/// scores.push(&[12.0, -4.0]);
/// scores.push(&[1.0, 3.0]);
/// assert_eq!(scores.mean(), Some(3.0));
/// assert_eq!(scores.standard_error(), Some(1.0));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BlockMeans {
    blocks: u64,
    games: u64,
    /// Mean of the first block; the `total`s below are sums of deviations from it.
    origin: f64,
    /// Largest absolute value so far; rounding errors are in proportion to it.
    largest: f64,
    mean_games: f64,
    mean_total: f64,
    /// Sums over blocks of products of deviations from the two means above.
    games_games: f64,
    games_total: f64,
    total_total: f64,
    few: Vec<BlockSum>,
}

impl BlockMeans {
    /// A mean over no blocks.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a block with the values of its games. A block without games is not evidence and is
    /// ignored.
    pub fn push(&mut self, games: &[f64]) {
        if self.blocks == 0 && !games.is_empty() {
            self.origin = games.iter().sum::<f64>() / games.len() as f64;
        }
        let total = games.iter().map(|value| value - self.origin).sum();
        self.largest = games
            .iter()
            .fold(self.largest, |largest, value| largest.max(value.abs()));
        self.add(BlockSum {
            games: games.len() as u64,
            total,
        });
    }

    fn add(&mut self, block: BlockSum) {
        if block.games == 0 {
            return;
        }
        self.blocks += 1;
        self.games += block.games;
        let (n, games) = (self.blocks as f64, block.games as f64);
        let off_games = games - self.mean_games;
        let off_total = block.total - self.mean_total;
        self.mean_games += off_games / n;
        self.mean_total += off_total / n;
        self.games_games += off_games * (games - self.mean_games);
        self.games_total += off_games * (block.total - self.mean_total);
        self.total_total += off_total * (block.total - self.mean_total);
        if self.blocks < ENOUGH_BLOCKS {
            self.few.push(block);
        } else {
            self.few = Vec::new();
        }
    }

    /// Number of blocks with at least one game.
    pub const fn blocks(&self) -> u64 {
        self.blocks
    }

    /// Number of games in all blocks.
    pub const fn games(&self) -> u64 {
        self.games
    }

    /// The mean per game, in the unit of the values; `None` without games. A mean that may be only
    /// a rounding error, such as that of thirds that cancel, is zero.
    pub fn mean(&self) -> Option<f64> {
        let mean = self.origin + self.deviation();
        let mean = if mean.abs() <= self.rounding() {
            0.0
        } else {
            mean
        };
        (self.games > 0 && mean.is_finite()).then_some(mean)
    }

    /// Largest rounding error of the mean of a block.
    fn rounding(&self) -> f64 {
        8.0 * f64::EPSILON * self.mean_games * self.largest
    }

    /// The mean per game less the origin.
    fn deviation(&self) -> f64 {
        self.mean_total / self.mean_games
    }

    /// The cluster-robust variance of the mean; `None` with fewer than two blocks.
    pub fn variance_of_mean(&self) -> Option<f64> {
        if self.blocks < 2 {
            return None;
        }
        // Block totals less games times mean sum to zero, so the sum of their squares is a
        // combination of the centred sums.
        let mean = self.deviation();
        let squares =
            self.total_total - 2.0 * mean * self.games_total + mean * mean * self.games_games;
        let n = self.blocks as f64;
        let games = self.games as f64;
        // Blocks that differ only by rounding are equal.
        let nothing = n * (self.mean_games * self.rounding()).powi(2);
        let spread = if squares <= nothing { 0.0 } else { squares };
        let variance = n / (n - 1.0) * spread / (games * games);
        (squares.is_finite() && variance.is_finite()).then_some(variance)
    }

    /// The cluster-robust standard error of the mean, in the unit of the values; `None` with fewer
    /// than two blocks.
    pub fn standard_error(&self) -> Option<f64> {
        self.variance_of_mean().map(f64::sqrt)
    }

    /// The variance of one block of average size: `N · Var(ȳ)`. For blocks of equal size it is the
    /// variance of the block means. `None` with fewer than two blocks.
    pub fn block_variance(&self) -> Option<f64> {
        self.variance_of_mean()
            .map(|variance| variance * self.blocks as f64)
    }

    /// All blocks as deviations from the mean, while there are fewer than [`ENOUGH_BLOCKS`].
    pub(crate) fn few_centred(&self) -> Option<Vec<BlockSum>> {
        if self.blocks >= ENOUGH_BLOCKS {
            return None;
        }
        let mean = self.deviation();
        let centre = |block: &BlockSum| BlockSum {
            games: block.games,
            total: block.total - block.games as f64 * mean,
        };
        Some(self.few.iter().map(centre).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{assert_close, blocks_of_one};

    #[test]
    fn blocks_of_one_game_are_an_ordinary_sample() {
        let means = blocks_of_one(&[3.5, -1.25, 8.0, 0.5, 12.75, -4.0, 6.25, 2.0]);
        // numpy: x.mean(); scipy.stats.sem(x)
        assert_close(means.mean(), 3.46875);
        assert_close(means.standard_error(), 1.905_957_237_471_876_7);
    }

    const UNEQUAL: [&[f64]; 5] = [
        &[1.0, 4.0, 2.0],
        &[0.5],
        &[7.0, 3.0],
        &[-2.0, 5.0, 1.0, 9.0],
        &[6.0, 6.0],
    ];

    fn unequal(change: impl Fn(f64) -> f64) -> BlockMeans {
        let mut means = BlockMeans::new();
        for block in UNEQUAL {
            let values: Vec<f64> = block.iter().map(|&value| change(value)).collect();
            means.push(&values);
        }
        means
    }

    #[test]
    fn unequal_blocks_follow_the_cluster_formula() {
        let means = unequal(|value| value);
        assert_eq!((means.blocks(), means.games()), (5, 12));
        // numpy, S block totals, m sizes: y = S.sum()/m.sum();
        // sqrt(N/(N-1) * ((S-m*y)**2).sum() / m.sum()**2)
        assert_close(means.mean(), 3.541_666_666_666_666_5);
        assert_close(means.standard_error(), 0.699_913_361_316_074_3);
    }

    #[test]
    fn shifting_moves_the_mean_and_scaling_the_error() {
        let (plain, shifted) = (unequal(|v| v), unequal(|v| v + 1e9));
        let scaled = unequal(|v| -3.0 * v);
        let error = plain.standard_error().unwrap();
        assert!((shifted.mean().unwrap() - 1e9 - plain.mean().unwrap()).abs() < 1e-6);
        // Twelve digits survive an offset of nine: the sums are centred.
        assert!((shifted.standard_error().unwrap() - error).abs() < 1e-6);
        assert_close(scaled.mean(), -3.0 * plain.mean().unwrap());
        assert_close(scaled.standard_error(), 3.0 * error);
    }

    #[test]
    fn games_of_a_block_are_one_piece_of_evidence() {
        let single = blocks_of_one(&[1.0, 4.0, 2.0]);
        let mut copied = BlockMeans::new();
        for value in [1.0, 4.0, 2.0] {
            copied.push(&[value; 4]);
        }
        assert_close(copied.standard_error(), single.standard_error().unwrap());
        assert_close(copied.block_variance(), single.block_variance().unwrap());
    }

    #[test]
    fn too_little_evidence_is_none() {
        let mut means = BlockMeans::new();
        means.push(&[]);
        assert_eq!((means.blocks(), means.mean()), (0, None));
        means.push(&[5.0, 7.0]);
        assert_eq!(means.mean(), Some(6.0));
        assert_eq!(means.standard_error(), None);
        means.push(&[f64::NAN]);
        assert_eq!((means.mean(), means.standard_error()), (None, None));
    }

    #[test]
    fn equal_blocks_have_no_error_at_all() {
        let mut means = BlockMeans::new();
        for _ in 0..3 {
            means.push(&[0.1, 0.7]);
        }
        assert_eq!(means.standard_error(), Some(0.0));
    }

    /// A third is not a binary fraction, so the same games in another order give another sum. An
    /// interval of no width around a rate, or one of 10⁻¹⁶ beside zero, would claim a precision
    /// that was never measured.
    #[test]
    fn blocks_that_differ_by_rounding_alone_have_no_error_at_all() {
        let mut wins = BlockMeans::new();
        let mut differences = BlockMeans::new();
        for i in 0..60 {
            // Each of three equal bots wins two of the six games.
            let mut shares = [0.0; 6];
            shares[i % 6] = 1.0;
            shares[(i + 1 + i / 6 % 5) % 6] = 1.0;
            wins.push(&shares);
            let mut game = [-70.0 / 3.0, 10.0 / 3.0, 20.0];
            game.rotate_left(i % 3);
            differences.push(&game);
        }
        assert_eq!(wins.standard_error(), Some(0.0));
        assert_eq!(crate::rate_interval(&wins, 0.95), None);
        assert_eq!(
            (differences.mean(), differences.standard_error()),
            (Some(0.0), Some(0.0))
        );
    }

    #[test]
    fn single_blocks_are_dropped_once_there_are_enough() {
        let mut means = blocks_of_one(&[1.0; 49]);
        assert_eq!(means.few_centred().map(|few| few.len()), Some(49));
        means.push(&[2.0]);
        assert_eq!(means.few_centred(), None);
        assert_eq!(means.few.capacity(), 0);
    }
}
