//! The page that compares two runs.

use askama::Template;
use rummilab_stats::ComparedFigure;

use crate::frames::clean;
use crate::gather::ReportError;
use crate::page::rendered;
use crate::plots::{CaptionedPlot, forest};
use crate::tables::{compared, plan_differences};

#[derive(Template)]
#[template(path = "comparison.html")]
struct ComparisonPage {
    style: &'static str,
    names: [String; 2],
    how: String,
    /// The differences as a drawing.
    plot: Vec<CaptionedPlot>,
    figures: String,
    plans: Option<String>,
}

/// The page of a comparison of two runs with these names. `how` describes the comparison in a
/// sentence; `plans` are the fields that differ, each with both values.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be rendered.
pub fn comparison_page(
    names: &[String; 2],
    figures: &[ComparedFigure],
    how: &str,
    plans: &[[String; 3]],
) -> Result<String, ReportError> {
    let page = ComparisonPage {
        style: include_str!("../templates/report.css"),
        names: [clean(&names[0]), clean(&names[1])],
        how: clean(how),
        plot: forest(figures).into_iter().collect(),
        figures: rendered(&compared(figures))?,
        plans: (!plans.is_empty())
            .then(|| rendered(&plan_differences(plans)))
            .transpose()?,
    };
    rendered(&page)
}
