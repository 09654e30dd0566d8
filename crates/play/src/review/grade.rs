//! Grades of turns, by the win rate that they gave away: the limits, their meaning in words, and
//! how a loss is written so that it never contradicts its grade.

use rummilab_words::{Language, say};
use serde::{Deserialize, Serialize};

/// Largest losses of a best turn, a slip and a mistake, in win rate (0.05 is five percentage
/// points). A turn that lost more is a blunder.
pub const THRESHOLDS: [f64; 3] = [0.05, 0.15, 0.30];

/// What is known of the loss of a turn: the worst grade that its interval excludes being better
/// than.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Grade {
    /// The turn cost at most the first of the [`THRESHOLDS`], or gained.
    Best,
    /// It is not known whether the turn was best: the interval reaches from there further up.
    Unclear,
    /// The turn cost more than the first of the [`THRESHOLDS`].
    Slip,
    /// The turn cost more than the second of the [`THRESHOLDS`].
    Mistake,
    /// The turn cost more than the third of the [`THRESHOLDS`].
    Blunder,
}

/// Why a turn has its grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Basis {
    /// The turn went out. Certain.
    Out,
    /// Nothing could be laid, so there was no choice. Certain.
    NoChoice,
    /// The model would have done the same, so by its measure nothing was lost.
    Model,
    /// The rest of the game is solved, with all plays. Certain.
    Solved,
    /// The rest of the game is solved with small plays alone: single tiles, or pairs and own sets
    /// where no single tile is safe. Nearly certain (docs/statistics.md#reviews).
    SmallPlays,
    /// Nothing was hidden: two players and an empty pool. The model played both turns out once.
    Known,
    /// Both turns are played out on deals of the hidden tiles.
    Playouts,
    /// The turn was refused, or the model had no answer.
    Nothing,
}

/// How many of the [`THRESHOLDS`] a loss exceeds.
fn exceeded(loss: f64) -> usize {
    THRESHOLDS.iter().filter(|limit| loss > **limit).count()
}

/// Whether no further deal can change the grade of a loss with this confidence interval: both ends
/// have the same.
pub(super) fn is_settled([low, high]: [f64; 2]) -> bool {
    exceeded(low) == exceeded(high)
}

/// The next limit that a loss with this low end may turn out to exceed.
pub(super) fn next_limit(low: f64) -> f64 {
    let next = THRESHOLDS.iter().copied().find(|limit| *limit >= low);
    next.unwrap_or(f64::INFINITY)
}

impl Grade {
    /// The grade of a loss with this confidence interval.
    pub fn of([low, high]: [f64; 2]) -> Grade {
        match (exceeded(low), exceeded(high)) {
            (0, 0) => Grade::Best,
            (0, _) => Grade::Unclear,
            (1, _) => Grade::Slip,
            (2, _) => Grade::Mistake,
            _ => Grade::Blunder,
        }
    }

    /// The name of the grade in reports.
    pub const fn word(self) -> &'static str {
        match self {
            Grade::Best => "best",
            Grade::Unclear => "unclear",
            Grade::Slip => "slip",
            Grade::Mistake => "mistake",
            Grade::Blunder => "blunder",
        }
    }

    /// The grade of a loss with this interval in words: `at least a slip` where it may be worse.
    pub fn in_words(language: Language, ends: [f64; 2]) -> String {
        let grade = Grade::of(ends);
        if grade >= Grade::Slip && !is_settled(ends) {
            say!(language, "review-grade-at-least", grade = grade.word())
        } else {
            say!(language, "review-grade", grade = grade.word())
        }
    }
}

/// What the grades mean, in sentences: the one text for tables, pages and help.
pub fn grades_explained(language: Language) -> String {
    let [best, slip, mistake] = THRESHOLDS.map(|limit| (100.0 * limit).round() as u32);
    say!(
        language,
        "review-grades",
        best = best,
        slip = slip,
        mistake = mistake
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
        let words = grades_explained(Language::English);
        for limit in THRESHOLDS {
            assert!(words.contains(&format!(" {} %", 100.0 * limit)), "{words}");
        }
        for grade in ["best", "slip", "mistake", "blunder", "unclear"] {
            assert!(words.contains(grade), "{words}");
        }
    }

    /// A turn that lost 47 [24, 70] % was "unclear".
    #[test]
    fn a_grade_is_the_worst_that_the_interval_excludes_being_better_than() {
        for (low, high, grade, words) in [
            (0.0, 0.0, Grade::Best, "best"),
            (-0.4, 0.05, Grade::Best, "best"),
            (-0.01, 0.06, Grade::Unclear, "unclear"),
            (0.05, 0.9, Grade::Unclear, "unclear"),
            (0.051, 0.15, Grade::Slip, "slip"),
            (0.051, 0.16, Grade::Slip, "at least a slip"),
            (0.16, 0.3, Grade::Mistake, "mistake"),
            (0.24, 0.7, Grade::Mistake, "at least a mistake"),
            (0.31, 1.0, Grade::Blunder, "blunder"),
        ] {
            assert_eq!(Grade::of([low, high]), grade, "{low} {high}");
            assert_eq!(
                Grade::in_words(Language::English, [low, high]),
                words,
                "{low} {high}"
            );
            let next = next_limit(low);
            assert!(
                next >= low && is_settled([low, high]) == (high <= next),
                "{low} {high}"
            );
        }
    }
}
