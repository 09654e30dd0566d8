//! The page of a ladder: its table, who beats whom, and the ratings as it grew.

use askama::Template;
use rummilab_core::RuleSet;
use rummilab_stats::Summary;

use crate::differences::Look;
use crate::figures::pair_matrix;
use crate::frames::clean;
use crate::gather::ReportError;
use crate::page::{numbered, rendered};
use crate::plots::{CaptionedPlot, rating_history};
use crate::tables;
use crate::words::plural;

/// Facts about a ladder besides its figures.
#[derive(Debug, Clone, Default)]
pub struct LadderFacts {
    /// Where it is.
    pub name: String,
    /// A line about each bot, in the order of the summary.
    pub abouts: Vec<String>,
    /// Pairs that have played all their deals, and all pairs.
    pub pairs: (usize, usize),
    /// Deals of each pair.
    pub deals: u64,
    /// The rating of each bot after each change, over the games of the ladder; in the order of the
    /// summary.
    pub history: Vec<Vec<Look>>,
}

#[derive(Template)]
#[template(path = "ladder.html")]
struct LadderPage {
    style: &'static str,
    name: String,
    kicker: String,
    scope: String,
    results: String,
    reading: String,
    plots: Vec<CaptionedPlot>,
}

/// The page of a ladder with these figures, whose bots are shown in this order.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be rendered.
pub fn ladder_page(
    rules: &RuleSet,
    summary: &Summary,
    order: &[usize],
    facts: &LadderFacts,
) -> Result<String, ReportError> {
    let names: Vec<String> = summary.bots.iter().map(|bot| clean(&bot.bot)).collect();
    let labels = numbered(&names, order);
    let matrix = pair_matrix(summary, &labels, order, false);
    let panels = order.iter().map(|bot| {
        let looks = facts.history.get(*bot).cloned();
        (labels[*bot].as_str(), looks.unwrap_or_default())
    });
    let history = rating_history(&panels.collect::<Vec<_>>());
    let results = tables::results(rules, summary, &labels, &facts.abouts, order);
    let page = LadderPage {
        style: include_str!("../templates/report.css"),
        name: clean(&facts.name),
        kicker: format!(
            "{} rules, {}",
            clean(&rules.title()),
            plural(summary.players, "player")
        ),
        scope: format!(
            "{} between {}; {} of {} played, with {} each, the same for all.",
            plural(summary.games, "game"),
            plural(names.len(), "bot"),
            facts.pairs.0,
            plural(facts.pairs.1, "pair"),
            plural(facts.deals, "deal"),
        ),
        results: rendered(&results)?,
        reading: format!(
            "In brackets: {:.0} % intervals over deals. Rating: points above {}; 100 points are \
             64 % of the games between two.",
            summary.level * 100.0,
            clean(summary.anchor.as_deref().unwrap_or("the anchor"))
        ),
        plots: matrix.into_iter().chain(history).collect(),
    };
    rendered(&page)
}
