//! Grades of turns, by the win rate that they gave away: the limits, their meaning in words, and
//! how a loss is written so that it never contradicts its grade.

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

/// What the grades mean, in sentences: the one text for tables, pages and help.
pub fn grades_explained() -> String {
    let [best, good, slip] = THRESHOLDS.map(|limit| (100.0 * limit).round());
    format!(
        "A turn is best if it lost at most {best} % of a win, good up to {good} %, a slip up to \
         {slip} %, else a blunder. It is unclear if the interval of its loss reaches over one of \
         these limits, or if it was not played out. A turn that is the model's lost nothing."
    )
}

/// A loss, or an end of its interval, in % of a win with one decimal. It stays on its side of each
/// limit of the [`THRESHOLDS`]: a loss above one is never written as the limit.
pub fn loss_percent(loss: f64) -> String {
    let mut tenths = (1000.0 * loss).round();
    let over = |limit: &f64| loss > *limit && tenths <= (1000.0 * limit).round();
    if THRESHOLDS.iter().any(over) {
        tenths += 1.0;
    }
    // Adding zero turns -0 to 0.
    format!("{:.1}", tenths / 10.0 + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Turn 11 of a game was "3 [1, 5], unclear" while best was "at most 5 %"; another "-0".
    #[test]
    fn a_written_interval_has_the_grade_of_the_interval() {
        for (low, high) in (-400..=400).flat_map(|low| (low..=400).map(move |high| (low, high))) {
            let ends = [low, high].map(|end| f64::from(end) / 1003.0);
            let written = ends.map(loss_percent);
            let read = written
                .each_ref()
                .map(|end| end.parse::<f64>().unwrap_or(f64::NAN) / 100.0);
            assert_eq!(Grade::of(read), Grade::of(ends), "{ends:?} {written:?}");
        }
        for (loss, written) in [
            (-0.0004, "0.0"),
            (-0.0, "0.0"),
            (-0.0013, "-0.1"),
            (0.0509, "5.1"),
            (0.050_01, "5.1"),
            (0.05, "5.0"),
            (0.300_01, "30.1"),
            (1.0, "100.0"),
        ] {
            assert_eq!(loss_percent(loss), written);
        }
    }

    #[test]
    fn the_words_have_the_limits() {
        let words = grades_explained();
        for limit in THRESHOLDS {
            assert!(words.contains(&format!(" {} %", 100.0 * limit)), "{words}");
        }
        for grade in ["best", "good", "slip", "blunder", "unclear"] {
            assert!(words.contains(grade), "{words}");
        }
    }

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
