//! Quantiles of Student's t.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The two-sided critical value: a t variable with `freedom` degrees of freedom is within ± this
/// with probability `level`. `None` unless `0 < level < 1` and `freedom >= 1`.
///
/// Found by bisection on the tail probability. The library's own inverse is as good as SciPy's for
/// few degrees of freedom but drifts for many (statrs 0.19.1 at 0.95 and ten million: 1.827 instead
/// of 1.960).
pub fn critical(level: f64, freedom: u64) -> Option<f64> {
    if !(level > 0.0 && level < 1.0) || freedom == 0 {
        return None;
    }
    let t = StudentsT::new(0.0, 1.0, freedom as f64).ok()?;
    let tail = (1.0 - level) / 2.0;
    let mut high = 1.0;
    while t.sf(high) > tail {
        high *= 2.0;
    }
    let mut low = 0.0;
    loop {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            return Some(high);
        }
        if t.sf(middle) > tail {
            low = middle;
        } else {
            high = middle;
        }
    }
}

/// The probability that a t variable with `freedom` degrees of freedom is at least as far from zero
/// as `t`. `None` unless `freedom >= 1` and `t` is a number.
pub fn two_sided(t: f64, freedom: u64) -> Option<f64> {
    let distribution = StudentsT::new(0.0, 1.0, freedom as f64).ok()?;
    (!t.is_nan()).then(|| (2.0 * distribution.sf(t.abs())).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_scipy() {
        // scipy.stats.t.ppf((1 + level) / 2, freedom)
        let expected = [
            (0.5, 1, 1.0),
            (0.95, 1, 12.706204736174694),
            (0.99, 1, 63.656741162871526),
            (0.5, 2, 0.8164965809277261),
            (0.8, 2, 1.8856180831641272),
            (0.95, 2, 4.302652729749462),
            (0.95, 3, 3.1824463052837078),
            (0.99, 4, 4.604094871349992),
            (0.95, 9, 2.262157162798205),
            (0.8, 19, 1.3277282090267986),
            (0.95, 49, 2.0095752371292392),
            (0.99, 99, 2.626405457280827),
            (0.95, 499, 1.9647293909876886),
            (0.95, 9_999, 1.960201263621357),
            (0.99, 999_999, 2.5758342201102504),
        ];
        for (level, freedom, value) in expected {
            let found = critical(level, freedom).unwrap();
            assert!(
                (found - value).abs() < 1e-9 * value,
                "{level} {freedom}: {found}"
            );
        }
    }

    /// The tail probability itself has eight good digits here.
    #[test]
    fn many_blocks_approach_the_normal_value() {
        // scipy.stats.t.ppf(0.975, 10_000_000)
        let found = critical(0.95, 10_000_000).unwrap();
        assert!((found - 1.959964221767205).abs() < 2e-8, "{found}");
    }

    const TAILS: [(f64, u64, f64); 6] = [
        (0.0, 5, 1.0),
        (1.0, 1, 0.5),
        (-2.3, 10, 0.044254313284287146),
        (2.0, 499, 0.04604176678785596),
        (5.5, 60, 8.252423343272265e-07),
        (9.0, 3, 0.002895812161864147),
    ];

    #[test]
    fn tails_agree_with_scipy() {
        // 2 * scipy.stats.t.sf(abs(t), freedom)
        for (t, freedom, expected) in TAILS {
            let found = two_sided(t, freedom).unwrap();
            assert!(
                (found - expected).abs() < 1e-9 * expected,
                "{t} {freedom}: {found}"
            );
        }
        assert_eq!((two_sided(1.0, 0), two_sided(f64::NAN, 3)), (None, None));
    }

    #[test]
    fn no_value_outside_the_range() {
        for level in [0.0, 1.0, -0.5, 2.0, f64::NAN] {
            assert_eq!(critical(level, 10), None);
        }
        assert_eq!(critical(0.95, 0), None);
    }
}
