//! The page of timed solvers: tables, the questions answered within a time, and pairs of solvers.

use askama::Template;

use crate::frames::clean;
use crate::gather::ReportError;
use crate::page::rendered;
use crate::plots::{CaptionedPlot, cactus, scatter};
use crate::tables::plain;

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

/// A table of texts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainTable {
    pub caption: String,
    pub columns: Vec<&'static str>,
    /// How many of the first columns are words; the others are numbers.
    pub words: usize,
    pub rows: Vec<Vec<String>>,
}

#[derive(Template)]
#[template(path = "bench.html")]
struct BenchPage {
    style: &'static str,
    name: String,
    scope: String,
    solvers: String,
    reading: &'static str,
    plots: Vec<CaptionedPlot>,
    breakdowns: Vec<String>,
    /// Terms and values: machine, versions, commands.
    recipe: Vec<(String, String)>,
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
    recipe: &[(String, String)],
) -> Result<String, ReportError> {
    let tables = breakdowns.iter().map(|table| rendered(&plain(table)));
    let recipe = recipe
        .iter()
        .map(|(term, value)| (clean(term), clean(value)));
    let page = BenchPage {
        style: include_str!("../templates/report.css"),
        name: clean(name),
        scope: clean(scope),
        solvers: rendered(&plain(solvers))?,
        reading: READING,
        plots: cactus(times).into_iter().chain(scatter(times)).collect(),
        breakdowns: tables.collect::<Result<_, _>>()?,
        recipe: recipe.collect(),
    };
    rendered(&page)
}
