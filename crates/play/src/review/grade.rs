//! Grades of turns, by the win rate that they gave away.

use serde::{Deserialize, Serialize};

/// Largest losses of a best turn, a good turn and a slip, in win rate (0.05 is five percentage
/// points). A turn that lost more is a blunder. The grades are wide compared with the intervals of
/// a review (three to eight points to either side), so that each grade can occur.
pub const THRESHOLDS: [f64; 3] = [0.05, 0.15, 0.30];

/// The grade of a turn, by its loss compared with the model's turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The turn cost at most the first of the [`THRESHOLDS`], or gained.
    Best,
    /// The turn cost up to the second of the [`THRESHOLDS`].
    Good,
    /// The turn cost up to the third of the [`THRESHOLDS`].
    Slip,
    /// The turn cost more than that.
    Blunder,
    /// The confidence interval of the loss crosses a threshold.
    Unclear,
}

impl Grade {
    /// The grade of a loss with this confidence interval; [`Grade::Unclear`] if its ends have
    /// different grades.
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

    /// The name of the grade in reports.
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
            (0.051, 0.15, Grade::Good),
            (0.16, 0.3, Grade::Slip),
            (0.29, 0.9, Grade::Unclear),
            (0.31, 1.0, Grade::Blunder),
        ] {
            assert_eq!(Grade::of([low, high]), grade, "{low} {high}");
        }
    }
}
