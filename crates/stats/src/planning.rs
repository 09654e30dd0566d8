//! The number of blocks that a difference needs, from the spread of the blocks of a pilot run.
//!
//! A two-sided test at level 1 - α that should find a difference δ with probability `power` needs
//!
//! ```text
//! N = ( z(1-α/2) + z(power) )² · s² / δ²
//! ```
//!
//! blocks of spread s (the normal approximation; exact enough from [`ENOUGH_BLOCKS`] on, below
//! which no plan goes).

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use crate::blocks::{BlockMeans, ENOUGH_BLOCKS};

/// The confidence of [`Need::safe_blocks`]: the spread is below its upper bound with this
/// probability.
pub const ASSURANCE: f64 = 0.8;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Need {
    /// For the spread of the pilot.
    pub blocks: u64,
    /// For the upper bound of the spread, which holds with probability [`ASSURANCE`] (Browne,
    /// Statistics in Medicine 14, 1995).
    pub safe_blocks: u64,
}

/// The number of blocks that finds `difference` with probability `power` at `level`. `None` with
/// fewer than two blocks, blocks without spread, a difference of 0, or probabilities outside (0,
/// 1).
///
/// ```
/// use rummilab_stats::{BlockMeans, blocks_needed};
///
/// let mut pilot = BlockMeans::new();
/// for block in 0..50 {
///     pilot.push(&[if block % 2 == 0 { 10.0 } else { -10.0 }]);
/// }
/// let need = blocks_needed(&pilot, 1.0, 0.95, 0.8).ok_or("a pilot of 50 blocks is enough")?;
/// assert!(need.blocks > 700 && need.safe_blocks > need.blocks);
/// # Ok::<(), &str>(())
/// ```
pub fn blocks_needed(pilot: &BlockMeans, difference: f64, level: f64, power: f64) -> Option<Need> {
    let variance = pilot.block_variance().filter(|variance| *variance > 0.0)?;
    let share = |share: f64| (share > 0.0 && share < 1.0).then_some(share);
    let (level, power) = (share(level)?, share(power)?);
    if difference == 0.0 || !difference.is_finite() {
        return None;
    }
    let normal = Normal::standard();
    let z = normal.inverse_cdf(f64::midpoint(1.0, level)) + normal.inverse_cdf(power);
    let freedom = (pilot.blocks() - 1) as f64;
    let chi = ChiSquared::new(freedom).ok()?;
    let upper = variance * freedom / chi.inverse_cdf(1.0 - ASSURANCE);
    let blocks = |variance: f64| {
        let blocks = (z.max(0.0) / difference).powi(2) * variance;
        (blocks.ceil() as u64).max(ENOUGH_BLOCKS)
    };
    Some(Need {
        blocks: blocks(variance),
        safe_blocks: blocks(upper),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::blocks_of_one;

    /// Fifty blocks with variance exactly 400·50/49.
    fn pilot() -> BlockMeans {
        let values: Vec<f64> = (0..50).map(|i| f64::from(i % 2) * 40.0 - 20.0).collect();
        blocks_of_one(&values)
    }

    #[test]
    fn agrees_with_statsmodels() {
        // tests/golden/golden.py:
        // statsmodels.stats.power.NormalIndPower(ddof=0).solve_power(delta/s, ratio=0, …), s upper
        // from scipy.stats.chi2.ppf(0.2, 49)
        for (difference, power, blocks, safe) in GOLDEN {
            let expected = Need {
                blocks,
                safe_blocks: safe,
            };
            assert_eq!(
                blocks_needed(&pilot(), difference, 0.95, power),
                Some(expected)
            );
            assert_eq!(
                blocks_needed(&pilot(), -difference, 0.95, power),
                Some(expected)
            );
        }
    }

    const GOLDEN: [(f64, f64, u64, u64); 4] = [
        (1.0, 0.8, 3204, 3873),
        (2.0, 0.95, 1326, 1603),
        (5.0, 0.9, 172, 208),
        (40.0, 0.8, 50, 50),
    ];

    #[test]
    fn no_plan_without_a_spread_or_a_difference() {
        assert_eq!(blocks_needed(&BlockMeans::new(), 1.0, 0.95, 0.8), None);
        assert_eq!(
            blocks_needed(&blocks_of_one(&[2.0; 60]), 1.0, 0.95, 0.8),
            None
        );
        for (difference, level, power) in [(0.0, 0.95, 0.8), (1.0, 1.0, 0.8), (1.0, 0.95, 0.0)] {
            assert_eq!(blocks_needed(&pilot(), difference, level, power), None);
        }
    }
}
