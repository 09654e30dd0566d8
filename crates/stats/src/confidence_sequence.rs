//! The live interval: an interval that is valid at every look, so that a run may be watched and
//! stopped by it.
//!
//! An interval for a fixed number of blocks does not keep its promise if it is looked at
//! repeatedly. With a look every ten blocks it excluded the truth at some look in 44 % of runs,
//! instead of the promised 5 %. The asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha,
//! Kennedy and Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences",
//! Annals of Statistics 52, 2024) holds at all looks together. With N blocks of mean ȳ and spread
//! s:
//!
//! ```text
//! ȳ ± s · sqrt( 2(Nρ² + 1)/(N²ρ²) · ln( sqrt(Nρ² + 1)/α ) )
//! ρ² = ( -2 ln α + ln(-2 ln α + 1) ) / N*
//! ```
//!
//! ρ makes it narrowest near N*, the number of blocks planned. It is valid for any ρ fixed
//! beforehand. At N* it is about 1.6 times as wide as the fixed interval. It exists from
//! [`ENOUGH_BLOCKS`] blocks on, because the spread must be estimated.

use crate::blocks::{BlockMeans, ENOUGH_BLOCKS};
use crate::interval::Interval;

/// The live interval at `level` of a mean over blocks, tuned for `planned` blocks. `None` below
/// [`ENOUGH_BLOCKS`], and while all blocks are equal, because then their spread cannot be
/// estimated.
///
/// ```
/// use rummilab_stats::{BlockMeans, live_interval};
///
/// let mut difference = BlockMeans::new();
/// for block in 0..200 {
///     difference.push(&[f64::from(block % 5)]);
/// }
/// assert!(live_interval(&difference, 0.95, 500).is_some_and(|live| live.contains(2.0)));
/// ```
pub fn live_interval(means: &BlockMeans, level: f64, planned: u64) -> Option<Interval> {
    let look = Look::of(means, planned, 1.0 - level)?;
    let half = look.spread * half_width(look.blocks, look.rho_squared, 1.0 - level);
    Interval::new(look.mean - half, look.mean + half)
}

/// The smallest α at which the live interval, tuned as for `level`, excludes zero. This is a
/// p-value that holds at every look. `None` as for [`live_interval`].
pub fn live_p_value(means: &BlockMeans, level: f64, planned: u64) -> Option<f64> {
    let look = Look::of(means, planned, 1.0 - level)?;
    let (n, grown) = (look.blocks, look.blocks * look.rho_squared + 1.0);
    let t = look.mean / look.spread;
    let exponent = n * n * look.rho_squared * t * t / (2.0 * grown);
    Some((grown.sqrt() * (-exponent).exp()).min(1.0))
}

/// The figures at one look at a run.
struct Look {
    blocks: f64,
    mean: f64,
    spread: f64,
    rho_squared: f64,
}

impl Look {
    fn of(means: &BlockMeans, planned: u64, alpha: f64) -> Option<Look> {
        let spread = means.block_variance()?.sqrt();
        let usable = means.blocks() >= ENOUGH_BLOCKS && spread > 0.0;
        (usable && alpha > 0.0 && alpha < 1.0 && planned > 0).then_some(Look {
            blocks: means.blocks() as f64,
            mean: means.mean()?,
            spread,
            rho_squared: tuned(planned as f64, alpha),
        })
    }
}

/// The ρ² that makes the interval narrowest near this number of blocks.
fn tuned(planned: f64, alpha: f64) -> f64 {
    let double = -2.0 * alpha.ln();
    (double + (double + 1.0).ln()) / planned
}

/// Half the width in units of the spread of blocks.
fn half_width(n: f64, rho_squared: f64, alpha: f64) -> f64 {
    let grown = n * rho_squared + 1.0;
    (2.0 * grown / (n * n * rho_squared) * (grown.sqrt() / alpha).ln()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::{assert_close, assert_ends, blocks_of_one};

    /// 0, 1, …, 10 over and over: mean 5 for multiples of 11.
    fn ramp(blocks: usize) -> BlockMeans {
        let values: Vec<f64> = (0..blocks).map(|i| (i % 11) as f64).collect();
        blocks_of_one(&values)
    }

    #[test]
    fn agrees_with_the_formula_of_the_paper() {
        // tests/golden/golden.py, with numpy
        for (blocks, low, high) in [
            (55, 3.3783246167072996, 6.6216753832927004),
            (550, 4.590335231845731, 5.409664768154269),
            (5500, 4.861212627022689, 5.138787372977311),
        ] {
            assert_ends(live_interval(&ramp(blocks), 0.95, 500), low, high, 1e-9);
        }
    }

    #[test]
    fn the_p_value_is_where_the_interval_touches_zero() {
        let shifted: Vec<f64> = (0..330).map(|i| f64::from(i % 11) - 4.4).collect();
        let means = blocks_of_one(&shifted);
        let p = live_p_value(&means, 0.95, 500).unwrap();
        // The same ρ with another α: the interval ends at zero.
        let rho = tuned(500.0, 0.05);
        let half = means.block_variance().unwrap().sqrt() * half_width(330.0, rho, p);
        assert_close(Some(half), means.mean().unwrap());
    }

    #[test]
    fn no_live_interval_without_enough_blocks_or_spread() {
        assert_eq!(live_interval(&ramp(49), 0.95, 500), None);
        assert!(live_interval(&ramp(50), 0.95, 500).is_some());
        assert_eq!(live_interval(&blocks_of_one(&[0.0; 200]), 0.95, 500), None);
        assert_eq!(live_interval(&ramp(100), 1.0, 500), None);
        assert_eq!(live_interval(&ramp(100), 0.95, 0), None);
        assert_eq!(live_p_value(&BlockMeans::new(), 0.95, 500), None);
    }
}
