//! The page of timed solvers: tables, the questions answered within a time, and pairs of solvers.

use crate::compared::{PlainTable, Recipe, Words, compared_page};
use crate::gather::ReportError;
use crate::plots::{cactus, scatter};

/// The times of one solver, in the order of the questions.
#[derive(Debug, Clone, PartialEq)]
pub struct SolverTimes {
    pub name: String,
    /// In microseconds; `None` for a question without a time.
    pub times: Vec<Option<f64>>,
    /// Whether the answer is proven to be best.
    pub is_proven: Vec<bool>,
}

impl SolverTimes {
    /// The times of the proven answers, ascending.
    pub(crate) fn proven(&self) -> Vec<f64> {
        let all = self.times.iter().zip(&self.is_proven);
        let mut times: Vec<f64> = all
            .filter_map(|(time, proven)| time.filter(|_| *proven))
            .collect();
        times.sort_by(f64::total_cmp);
        times
    }
}

/// How to read the table of solvers.
pub const READING: &str = "Times are medians of the passes. Percentiles are over the questions \
    that are optimal, unproven or timed out. One that timed out counts as the limit; of a built-in \
    solver, which is not ended, as the time it took. The speed-up is over the questions for which \
    all solvers have a time.";

/// The page of solvers that were asked the questions of the corpus `name`. `scope` says in a
/// sentence what was asked, and `recipe` how it was made.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be rendered.
pub fn bench_page(
    name: &str,
    scope: &str,
    solvers: &PlainTable,
    breakdowns: &[PlainTable],
    times: &[SolverTimes],
    recipe: &Recipe,
) -> Result<String, ReportError> {
    let words = Words {
        kicker: "Solvers compared",
        heading: &format!("Solvers on {name}"),
        scope,
        parts: ["Solvers", "By position"],
        reading: READING,
    };
    let plots = cactus(times).into_iter().chain(scatter(times)).collect();
    compared_page(&words, solvers, plots, breakdowns, recipe)
}
