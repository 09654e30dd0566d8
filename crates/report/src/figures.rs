//! The figures of the page from the collected data. A caption names or counts the bots that its
//! figure leaves out.

use std::collections::BTreeMap;

use rummilab_stats::Interval;
use rummilab_stats::summary::{PairSummary, SeatSummary, Summary};

use crate::differences::{Differences, Look};
use crate::gather::PageData;
use crate::plots::{self, CaptionedPlot, MOST, ScoreMeasure};

/// Figures of pairs, for three bots or more: the matrix, and the growth of the leader's
/// differences.
pub fn pair_figures(evidence: &PageData, labels: &[String], order: &[usize]) -> Vec<CaptionedPlot> {
    let (summary, rules) = (&evidence.summary, &evidence.header.rules);
    let matrix = pair_matrix(summary, labels, order, rules.has_scores());
    matrix
        .into_iter()
        .chain(growths(evidence, labels, order))
        .collect()
}

/// The differences of all pairs; `None` for fewer than three bots.
pub fn pair_matrix(
    summary: &Summary,
    labels: &[String],
    order: &[usize],
    in_points: bool,
) -> Option<CaptionedPlot> {
    let drawn = drawn(order);
    let ranked: Vec<&str> = drawn.iter().map(|bot| labels[*bot].as_str()).collect();
    let matrix = plots::payoff(&ranked, &payoffs(summary, drawn, in_points), in_points);
    matrix.map(|plot| noted(plot, &left_out(order)))
}

/// Figures of single games, bot by bot; with two bots also their difference.
pub fn game_figures(evidence: &PageData, labels: &[String], order: &[usize]) -> Vec<CaptionedPlot> {
    let (summary, rules) = (&evidence.summary, &evidence.header.rules);
    let mut idle = Vec::new();
    let mut bots = Vec::new();
    for bot in drawn(order) {
        match summary.bots[*bot].games {
            0 => idle.push(labels[*bot].as_str()),
            _ => bots.push(*bot),
        }
    }
    let mut note = left_out(order);
    if !idle.is_empty() {
        note += &format!(" No game yet: {}.", idle.join(", "));
    }
    let name = |bot: &usize| labels[*bot].as_str();
    let measure = if rules.has_scores() {
        ScoreMeasure::Points
    } else {
        ScoreMeasure::TilesLeft
    };
    let counts = bots.iter().map(|bot| {
        let curves = &evidence.bots[*bot];
        let counts = match measure {
            ScoreMeasure::Points => &curves.scores,
            ScoreMeasure::TilesLeft => &curves.tiles_left,
        };
        (name(bot), counts)
    });
    let by_seat = bots.iter();
    let by_seat = by_seat.map(|bot| (name(bot), summary.bots[*bot].by_seat.as_slice()));
    let mut by_seat: Vec<(&str, &[SeatSummary])> = by_seat.collect();
    if order.len() > 1 {
        by_seat.insert(0, ("any bot", &summary.seats));
    }
    let openings = bots
        .iter()
        .map(|bot| (name(bot), &evidence.bots[*bot].openings));
    let by_bot = [
        plots::scores(measure, &counts.collect::<Vec<_>>()),
        plots::seats(summary.players, &by_seat),
        plots::openings(&openings.collect::<Vec<_>>()),
    ];
    let by_bot = by_bot.into_iter().flatten().map(|plot| noted(plot, &note));
    let difference = (order.len() == 2).then(|| growths(evidence, labels, order));
    let all = difference.flatten().into_iter().chain(by_bot);
    all.chain(plots::turns(&evidence.turns)).collect()
}

/// The bots for which figures have room.
fn drawn(order: &[usize]) -> &[usize] {
    &order[..order.len().min(MOST)]
}

fn left_out(order: &[usize]) -> String {
    if order.len() > MOST {
        format!(" The first {MOST} of {} bots.", order.len())
    } else {
        String::new()
    }
}

fn noted(plot: CaptionedPlot, note: &str) -> CaptionedPlot {
    CaptionedPlot {
        caption: plot.caption + note,
        ..plot
    }
}

/// The growth of the leader's differences to the others.
fn growths(evidence: &PageData, labels: &[String], order: &[usize]) -> Option<CaptionedPlot> {
    let differences = evidence.differences.as_ref()?;
    let (leader, others) = drawn(order).split_first()?;
    let panels = others.iter();
    let panels = panels.map(|other| (labels[*other].as_str(), looks(differences, *leader, *other)));
    let panels: Vec<plots::Panel<'_>> = panels.collect();
    let plot = plots::growth(&labels[*leader], &panels, differences)?;
    let mut note = left_out(order);
    let short = panels.iter().filter(|(_, looks)| looks.len() < 2);
    let short: Vec<&str> = short.map(|(name, _)| *name).collect();
    if !short.is_empty() {
        note += &format!(" Fewer than two blocks against: {}.", short.join(", "));
    }
    Some(noted(plot, &note))
}

/// The difference `leader` minus `other` at each look.
fn looks(differences: &Differences, leader: usize, other: usize) -> Vec<Look> {
    let looks = differences.growth((leader.min(other), leader.max(other)));
    if leader < other {
        looks
    } else {
        looks.into_iter().map(turned_around).collect()
    }
}

fn turned_around(look: Look) -> Look {
    Look {
        // Adding zero turns -0 into 0.
        mean: -look.mean + 0.0,
        interval: look
            .interval
            .and_then(|ends| Interval::new(-ends.high() + 0.0, -ends.low() + 0.0)),
        ..look
    }
}

/// Differences of pairs by their positions in the order, in both directions.
fn payoffs(summary: &Summary, order: &[usize], in_points: bool) -> BTreeMap<(usize, usize), f64> {
    let labels: BTreeMap<&str, usize> = order
        .iter()
        .enumerate()
        .map(|(place, bot)| (summary.bots[*bot].bot.as_str(), place))
        .collect();
    let mut all = BTreeMap::new();
    for pair in &summary.pairs {
        let places = (labels.get(pair.a.as_str()), labels.get(pair.b.as_str()));
        if let (Some(value), (Some(a), Some(b))) = (difference(pair, in_points), places) {
            all.insert((*a, *b), value);
            all.insert((*b, *a), -value + 0.0);
        }
    }
    all
}

fn difference(pair: &PairSummary, in_points: bool) -> Option<f64> {
    let points = pair.score_difference.filter(|_| in_points);
    points.or_else(|| pair.win_difference.map(|wins| wins * 100.0))
}
