//! Grades of turns, by the win rate that they gave away.

use serde::{Deserialize, Serialize};

/// A loss up to the first of these is best, up to the second good, up to the third a slip, above it a blunder. In win rate, from 0
/// to 1.
pub const THRESHOLDS: [f64; 3] = [0.05, 0.10, 0.25];

/// What a turn was worth beside what the model would have done.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// As good as the model's turn, or better.
    Best,
    /// Nearly as good.
    Good,
    /// It cost something.
    Slip,
    /// It cost much.
    Blunder,
    /// The interval of the loss reaches over a threshold.
    Unclear,
}

impl Grade {
    /// The grade of a loss whose interval is this: [`Grade::Unclear`] unless both ends have the same.
    pub fn of([low, high]: [f64; 2]) -> Grade {
        let above = |loss: f64| THRESHOLDS.iter().filter(|limit| loss > **limit).count();
        match (above(low), above(high)) {
            (0, 0) => Grade::Best,
            (1, 1) => Grade::Good,
            (2, 2) => Grade::Slip,
            (3, 3) => Grade::Blunder,
            _ => Grade::Unclear,
        }
    }

    /// The word for it.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Good => "good",
            Grade::Slip => "slip",
            Grade::Blunder => "blunder",
            Grade::Unclear => "unclear",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grade_needs_an_interval_that_excludes_its_neighbours() {
        for (low, high, grade) in [
            (0.0, 0.0, Grade::Best),
            (-0.4, 0.05, Grade::Best),
            (-0.01, 0.06, Grade::Unclear),
            (0.051, 0.1, Grade::Good),
            (0.11, 0.25, Grade::Slip),
            (0.19, 0.9, Grade::Unclear),
            (0.26, 1.0, Grade::Blunder),
        ] {
            assert_eq!(Grade::of([low, high]), grade, "{low} {high}");
        }
    }
}
