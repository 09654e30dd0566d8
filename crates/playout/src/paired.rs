//! The mean difference of pairs: the win shares of two turns on the same deals.

/// Standard errors on either side of a normal interval of 95 %.
pub const Z: f64 = 1.959_963_984_540_054;

/// The mean of differences of win shares, each from -1 to 1.
///
/// It begins with two pseudo-pairs, one won and one lost (Agresti and Min, Statistics in Medicine
/// 24, 2005). So two wins of two are not a certainty, and equal pairs have an error, too. In the
/// standard error a pseudo-pair counts as a difference of 0.5 for choosing ([`PairedMean::error`]),
/// and of 1 for intervals ([`PairedMean::wide_error`]).
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct PairedMean {
    pairs: u32,
    sum: f64,
    squares: f64,
}

impl PairedMean {
    /// Adds a pair: the difference of its two win shares, from -1 to 1.
    pub fn push(&mut self, difference: f64) {
        self.pairs += 1;
        self.sum += difference;
        self.squares += difference * difference;
    }

    pub fn pairs(&self) -> u32 {
        self.pairs
    }

    /// The estimate of the mean difference, shrunk towards 0 by the pseudo-pairs; from -1 to 1.
    pub fn mean(&self) -> f64 {
        self.sum / self.counted()
    }

    /// Its standard error for choosing; too small if most pairs are equal.
    pub fn error(&self) -> f64 {
        self.error_with(2.0 * 0.25)
    }

    /// Its standard error for intervals.
    pub fn wide_error(&self) -> f64 {
        self.error_with(2.0)
    }

    fn error_with(&self, prior: f64) -> f64 {
        let (n, mean) = (self.counted(), self.mean());
        (((self.squares + prior) / n - mean * mean).max(0.0) / n).sqrt()
    }

    /// The 95 % interval. Its coverage is at least 93 %, whatever the truth is.
    pub fn interval(&self) -> [f64; 2] {
        self.interval_of(Z)
    }

    /// The interval of `errors` standard errors on either side. Use more than [`Z`] if the interval
    /// is looked at more than once.
    pub fn interval_of(&self, errors: f64) -> [f64; 2] {
        let half = errors * self.wide_error();
        [self.mean() - half, self.mean() + half].map(|end| end.clamp(-1.0, 1.0))
    }

    fn counted(&self) -> f64 {
        f64::from(self.pairs) + 2.0
    }
}

impl FromIterator<f64> for PairedMean {
    fn from_iter<I: IntoIterator<Item = f64>>(differences: I) -> PairedMean {
        let mut mean = PairedMean::default();
        differences.into_iter().for_each(|d| mean.push(d));
        mean
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The coverage of the interval, summed over every outcome of `n` pairs, each won with
    /// probability `won` and lost with `lost`.
    fn coverage(n: u32, won: f64, lost: f64) -> f64 {
        let mut covered = 0.0;
        // P(w wins, l losses), computed from the previous outcome.
        let mut of_wins = (1.0 - won - lost).powi(n as i32);
        for w in 0..=n {
            let mut p = of_wins;
            for l in 0..=n - w {
                let outcome = PairedMean {
                    pairs: n,
                    sum: f64::from(w) - f64::from(l),
                    squares: f64::from(w + l),
                };
                let [low, high] = outcome.interval();
                if (low..=high).contains(&(won - lost)) {
                    covered += p;
                }
                p *= f64::from(n - w - l) / f64::from(l + 1) * lost / (1.0 - won - lost);
            }
            of_wins *= f64::from(n - w) / f64::from(w + 1) * won / (1.0 - won - lost);
        }
        covered
    }

    #[test]
    fn the_interval_holds_what_it_promises() {
        for n in [16, 64, 200] {
            for (won, lost) in [
                (0.0, 0.0),
                (0.01, 0.0),
                (0.0, 0.03),
                (0.07, 0.0),
                (0.0, 0.4),
                (0.02, 0.05),
                (0.1, 0.1),
                (0.3, 0.1),
                (0.4, 0.5),
            ] {
                let found = coverage(n, won, lost);
                assert!(found > 0.93, "{n} pairs, {won}, {lost}: {found}");
            }
        }
    }

    #[test]
    fn few_pairs_are_no_certainty() {
        let two: PairedMean = [1.0, 1.0].into_iter().collect();
        assert_eq!((two.pairs(), two.mean()), (2, 0.5));
        assert!(two.interval()[0] < 0.0);
        let alike: PairedMean = [0.0; 100].into_iter().collect();
        assert!(alike.interval()[1] > 0.01);
    }
}
