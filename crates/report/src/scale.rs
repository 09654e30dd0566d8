//! Axes: round ticks, and the mapping from values to positions.

/// Round values along an axis: multiples of a step that is 1, 2 or 5 times a power of ten.
#[derive(Clone, Debug, PartialEq)]
pub struct Ticks {
    pub values: Vec<f64>,
    pub step: f64,
    /// Number of decimals that distinguish them.
    pub decimals: usize,
}

impl Ticks {
    /// Ticks of `low..=high`: about `wanted`, at most twice as many. `whole` for values that are
    /// whole numbers.
    pub fn new(low: f64, high: f64, wanted: usize, whole: bool) -> Ticks {
        let (low, high) = widened(low, high);
        let step = round_step((high - low) / wanted.max(1) as f64, whole);
        let (first, last) = ((low / step - 1e-9).ceil(), (high / step + 1e-9).floor());
        let many = (last - first).clamp(0.0, 2.0 * wanted.max(1) as f64) as usize;
        // Adding zero turns -0 into 0.
        let values = (0..=many)
            .map(|i| (first + i as f64) * step + 0.0)
            .collect();
        Ticks {
            values,
            step,
            decimals: decimals(step),
        }
    }
}

/// A non-empty interval: a single value is widened to both sides.
pub fn widened(low: f64, high: f64) -> (f64, f64) {
    let sound = low.is_finite() && high.is_finite();
    match sound {
        true if low < high => (low, high),
        true => (low.min(high) - 1.0, low.max(high) + 1.0),
        false => (0.0, 1.0),
    }
}

/// The largest of 1, 2, 5 times a power of ten that is at most slightly larger than `raw`.
fn round_step(raw: f64, whole: bool) -> f64 {
    let power = 10_f64.powf(raw.log10().floor());
    let factor = match raw / power {
        f if f < 1.5 => 1.0,
        f if f < 3.5 => 2.0,
        f if f < 7.5 => 5.0,
        _ => 10.0,
    };
    let step = factor * power;
    if whole { step.max(1.0) } else { step }
}

fn decimals(step: f64) -> usize {
    let places = -(step.log10() + 1e-9).floor();
    places.clamp(0.0, 9.0) as usize
}

/// A mapping from values to positions in the drawing.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// Maps `low` to `from` and `high` to `to`.
    pub fn new(low: f64, high: f64, from: f64, to: f64) -> Scale {
        let (low, high) = widened(low, high);
        Scale {
            low,
            high,
            from,
            to,
        }
    }

    /// The position of a value.
    pub fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// The position of a value, clamped to the ends.
    pub fn within(&self, value: f64) -> f64 {
        self.at(value.clamp(self.low, self.high))
    }

    /// Whether the value is between the ends.
    pub fn holds(&self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(low: f64, high: f64, wanted: usize, whole: bool, expected: &[f64], decimals: usize) {
        let ticks = Ticks::new(low, high, wanted, whole);
        let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-9;
        let same = ticks.values.len() == expected.len();
        assert!(
            same && ticks.values.iter().zip(expected).all(close),
            "{ticks:?}"
        );
        assert_eq!(ticks.decimals, decimals, "{ticks:?}");
    }

    #[test]
    fn ticks_are_round() {
        check(0.0, 1.0, 5, false, &[0.0, 0.2, 0.4, 0.6, 0.8, 1.0], 1);
        check(
            -63.0,
            61.0,
            4,
            false,
            &[-60.0, -40.0, -20.0, 0.0, 20.0, 40.0, 60.0],
            0,
        );
        check(0.0, 200.0, 4, true, &[0.0, 50.0, 100.0, 150.0, 200.0], 0);
        check(1.0, 3.0, 8, true, &[1.0, 2.0, 3.0], 0);
        check(0.012, 0.058, 4, false, &[0.02, 0.03, 0.04, 0.05], 2);
        check(7.0, 7.0, 4, true, &[6.0, 7.0, 8.0], 0);
        check(f64::NAN, 1.0, 2, false, &[0.0, 0.5, 1.0], 1);
    }

    #[test]
    fn places_are_in_proportion() {
        let scale = Scale::new(-10.0, 10.0, 200.0, 0.0);
        assert_eq!(
            [-10.0, 0.0, 5.0, 10.0].map(|v| scale.at(v)),
            [200.0, 100.0, 50.0, 0.0]
        );
        assert_eq!(scale.within(99.0), 0.0);
        assert!(scale.holds(10.0) && !scale.holds(10.1));
    }

    proptest! {
        /// For any range, ticks ascend, lie in it, and are neither too many nor none.
        #[test]
        fn ticks_cover_any_range(
            low in -1e6..1e6_f64,
            width in 1e-3..1e6_f64,
            wanted in 2..12_usize,
        ) {
            let ticks = Ticks::new(low, low + width, wanted, false);
            prop_assert!(!ticks.values.is_empty() && ticks.values.len() <= 2 * wanted + 1);
            prop_assert!(ticks.values.is_sorted());
            let slack = ticks.step * 1e-6;
            let around = low - slack..=low + width + slack;
            prop_assert!(ticks.values.iter().all(|v| around.contains(v)));
            // The next tick on either side would be outside.
            let (first, last) = (ticks.values[0], ticks.values[ticks.values.len() - 1]);
            prop_assert!(first - ticks.step < low + slack);
            prop_assert!(last + ticks.step > low + width - slack);
        }
    }
}
