//! The page of a sweep: question, prediction, plots, and the figures of all cells.

use askama::Template;
use rummilab_stats::SweepResults;

use crate::frames::clean;
use crate::gather::ReportError;
use crate::page::{purpose, rendered};
use crate::plots::{CaptionedPlot, sweep};
use crate::tables::{sweep_cells, sweep_effects};
use crate::words::{grouped, plural};

/// Most unfinished cells that are named.
const MOST_UNFINISHED: usize = 10;

#[derive(Template)]
#[template(path = "sweep.html")]
struct SweepPage {
    style: &'static str,
    headline: String,
    scope: String,
    /// What is missing of a sweep that is not finished; otherwise empty.
    missing: String,
    purpose: Vec<(&'static str, String)>,
    plots: Vec<CaptionedPlot>,
    effects: String,
    cells: String,
    /// What an even match is.
    even: String,
    plan: String,
}

/// The page of a sweep; `planned` are the blocks that each cell is to have, and `plan` is the text
/// of its plan.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be rendered.
pub fn sweep_page(
    results: &SweepResults,
    planned: &[u64],
    plan: &str,
) -> Result<String, ReportError> {
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
        missing: missing(results, planned),
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

/// What the cells lack of their blocks, in words.
fn missing(results: &SweepResults, planned: &[u64]) -> String {
    let cells = results.cells.iter().zip(planned);
    let unfinished = cells.filter(|(cell, planned)| cell.blocks < **planned);
    let each: Vec<String> = unfinished
        .map(|(cell, planned)| {
            let keys = results.axes.iter().map(|axis| &axis.key);
            let values = keys.zip(&cell.values);
            let values = values.map(|(key, value)| format!("{key}={value}"));
            let name = values.collect::<Vec<_>>().join(", ");
            let done = grouped(cell.blocks);
            format!(
                "{} has {done} of {}",
                clean(&name),
                plural(*planned, "block")
            )
        })
        .collect();
    if each.is_empty() {
        return String::new();
    }
    let more = each.len().saturating_sub(MOST_UNFINISHED);
    let more = (more > 0).then(|| format!("; and {more} more are not done"));
    format!(
        "This sweep is not finished: {}{}. Figures and intervals are those so far, and slopes and \
         differences follow when all cells are done.",
        each[..each.len().min(MOST_UNFINISHED)].join("; "),
        more.unwrap_or_default()
    )
}
