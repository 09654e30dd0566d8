//! The page of a sweep: question, prediction, plots, and the figures of all cells.

use askama::Template;
use rummilab_stats::SweepResults;

use crate::frames::clean;
use crate::gather::ReportError;
use crate::page::{purpose, rendered};
use crate::plots::{CaptionedPlot, sweep};
use crate::tables::{sweep_cells, sweep_effects};

#[derive(Template)]
#[template(path = "sweep.html")]
struct SweepPage {
    style: &'static str,
    headline: String,
    scope: String,
    purpose: Vec<(&'static str, String)>,
    plots: Vec<CaptionedPlot>,
    effects: String,
    cells: String,
    /// What an even match is.
    even: String,
    plan: String,
}

/// The page of a sweep; `plan` is the text of its plan.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be rendered.
pub fn sweep_page(results: &SweepResults, plan: &str) -> Result<String, ReportError> {
    let keys: Vec<String> = results.axes.iter().map(|axis| clean(&axis.key)).collect();
    let games: u64 = results.cells.iter().map(|cell| cell.games).sum();
    let plots = results.told().into_iter().enumerate();
    let page = SweepPage {
        style: include_str!("../templates/report.css"),
        headline: format!("What changes with {}", keys.join(" and ")),
        scope: format!(
            "{} rules, seed {}: {games} games in {} cells.",
            clean(&results.rules),
            results.seed,
            results.cells.len()
        ),
        purpose: purpose(results.question.as_deref(), results.prediction.as_deref()),
        plots: plots
            .filter_map(|(number, of)| sweep(results, of, number))
            .collect(),
        effects: rendered(&sweep_effects(results))?,
        cells: rendered(&sweep_cells(results))?,
        even: results.even_matches(),
        plan: clean(plan.trim_end()),
    };
    rendered(&page)
}
