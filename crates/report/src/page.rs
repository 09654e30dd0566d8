//! Puts the page together. Refuses to read the clock, the disk or the name of the machine: the same evidence gives the
//! same bytes.

use std::collections::BTreeMap;

use askama::Template;
use rummilab_record::BotEntry;
use rummilab_stats::Interval;
use rummilab_stats::summary::{PairSummary, SeatSummary, Summary};

use crate::differences::{Differences, Look};
use crate::frames::clean;
use crate::gather::{PageData, ReportError};
use crate::plots::{self, CaptionedPlot, ScoreMeasure};
use crate::tables;
use crate::viewer::Viewer;
use crate::words::{Headline, best_first, grouped, headline, number, percent, plural};

/// The most pairs whose difference is drawn as it grew.
const GROWTH_DRAWN: usize = 6;

/// What is known of a run beside its record.
#[derive(Debug, Clone, Default)]
pub struct RunFacts {
    /// The command that plays the run again.
    pub command: String,
    /// Blocks that the plan asks for; `None` if nobody knows.
    pub planned_blocks: Option<u64>,
    /// Remarks that belong on top of the page, such as that the record is damaged.
    pub remarks: Vec<String>,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    style: &'static str,
    script: &'static str,
    kicker: String,
    headline: Headline,
    scope: String,
    remarks: Vec<String>,
    tables: Vec<String>,
    reading: String,
    figures: Vec<CaptionedPlot>,
    facts: Vec<(&'static str, String)>,
    viewer: Option<String>,
    faults: Vec<String>,
    recipe: Vec<(&'static str, String)>,
    plan: String,
}

/// The page: a whole HTML document.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be put together.
pub fn page(evidence: &PageData, provenance: &RunFacts) -> Result<String, ReportError> {
    let (header, summary) = (&evidence.header, &evidence.summary);
    let rules = &header.rules;
    let names: Vec<String> = summary.bots.iter().map(|bot| clean(&bot.bot)).collect();
    let order = best_first(rules, summary);
    let complete = provenance
        .planned_blocks
        .is_none_or(|planned| planned == summary.blocks);
    let viewer = Viewer::new(rules, &evidence.films)?;
    let page = Page {
        style: include_str!("../templates/report.css"),
        script: include_str!("../templates/replay.js"),
        kicker: format!(
            "{} rules, {}",
            clean(&rules.name),
            plural(summary.players, "player")
        ),
        headline: headline(rules, summary, &names, complete),
        scope: scope(summary),
        remarks: remarks(provenance, summary, complete),
        tables: result_tables(evidence, &names, &order)?,
        reading: reading(summary),
        figures: figures(evidence, &names, &order),
        facts: facts(summary),
        viewer: viewer.map(|viewer| rendered(&viewer)).transpose()?,
        faults: fault_tables(evidence, &names)?,
        recipe: recipe(evidence, provenance),
        plan: clean(header.plan.trim_end()),
    };
    rendered(&page)
}

fn rendered(template: &impl Template) -> Result<String, ReportError> {
    template
        .render()
        .map_err(|error| ReportError::Page(error.to_string()))
}

fn scope(summary: &Summary) -> String {
    match &summary.club {
        Some(club) => {
            let last = if club.with_final { " and a final" } else { "" };
            format!(
                "{}: {}{last}, {}, {} in each round.",
                plural(summary.games, "game"),
                plural(club.rounds, "round"),
                plural(club.ranking.len(), "entrant"),
                plural(club.tables, "table")
            )
        }
        None => format!(
            "{} in {}; a block is one deal, played in all its seatings.",
            plural(summary.games, "game"),
            plural(summary.blocks, "block")
        ),
    }
}

fn remarks(provenance: &RunFacts, summary: &Summary, complete: bool) -> Vec<String> {
    let mut remarks = Vec::new();
    if let (false, Some(planned)) = (complete, provenance.planned_blocks) {
        remarks.push(format!(
            "This run is not finished: {} of {} are in the record. Numbers and intervals are those so far.",
            grouped(summary.blocks),
            plural(planned, "block")
        ));
    }
    remarks.extend(provenance.remarks.iter().map(|remark| clean(remark)));
    remarks
}

fn reading(summary: &Summary) -> String {
    match summary.club {
        Some(_) => "Placement points decide, then game points, better places, fewest minus points."
            .to_owned(),
        None => format!(
            "In brackets: {:.0} % intervals over blocks, each for itself and not corrected for how many there are.",
            summary.level * 100.0
        ),
    }
}

fn result_tables(
    evidence: &PageData,
    names: &[String],
    order: &[usize],
) -> Result<Vec<String>, ReportError> {
    let (rules, summary) = (&evidence.header.rules, &evidence.summary);
    let club = summary.club.as_ref().map(tables::club);
    let results = tables::results(rules, summary, names, order);
    // What pairs did at the same tables of one tournament is no evidence of either.
    let pairs = match summary.club {
        Some(_) => None,
        None => tables::pairs(rules, summary),
    };
    let all = club.into_iter().chain([results]).chain(pairs);
    all.map(|table| rendered(&table)).collect()
}

fn fault_tables(evidence: &PageData, names: &[String]) -> Result<Vec<String>, ReportError> {
    let summary = &evidence.summary;
    let all = summary.bots.iter().map(|bot| bot.faults.total()).sum();
    let list = tables::fault_list(&evidence.faults, names, &evidence.films, all);
    let both = tables::faults(summary, names).into_iter().chain(list);
    both.map(|table| rendered(&table)).collect()
}

fn figures(evidence: &PageData, names: &[String], order: &[usize]) -> Vec<CaptionedPlot> {
    let (summary, rules) = (&evidence.summary, &evidence.header.rules);
    let name = |bot: usize| names[bot].as_str();
    let mut figures = Vec::new();
    if let Some(differences) = &evidence.differences {
        figures.extend(growths(differences, names, order));
    }
    let measure = match rules.has_scores() {
        true => ScoreMeasure::Points,
        false => ScoreMeasure::TilesLeft,
    };
    let counts = order.iter().map(|bot| {
        let curves = &evidence.bots[*bot];
        let counts = match measure {
            ScoreMeasure::Points => &curves.scores,
            ScoreMeasure::TilesLeft => &curves.tiles_left,
        };
        (name(*bot), counts)
    });
    figures.extend(plots::scores(measure, &counts.collect::<Vec<_>>()));
    let mut by_seat: Vec<(&str, &[SeatSummary])> = order
        .iter()
        .take(crate::svg::SERIES)
        .map(|bot| (name(*bot), summary.bots[*bot].by_seat.as_slice()))
        .collect();
    if order.len() > 1 {
        by_seat.push(("any bot", &summary.seats));
    }
    figures.extend(plots::seats(summary.players, &by_seat));
    let openings = order
        .iter()
        .map(|bot| (name(*bot), &evidence.bots[*bot].openings));
    figures.extend(plots::openings(&openings.collect::<Vec<_>>()));
    figures.extend(plots::turns(&evidence.turns));
    let ranked: Vec<&str> = order.iter().map(|bot| name(*bot)).collect();
    figures.extend(plots::payoff(
        &ranked,
        &payoffs(summary, order),
        rules.has_scores(),
    ));
    figures
}

/// How the leader's difference to each of the others grew; of two bots, that of the pair as the summary has it.
fn growths(differences: &Differences, names: &[String], order: &[usize]) -> Vec<CaptionedPlot> {
    let Some(leader) = order.first() else {
        return Vec::new();
    };
    let met = order.iter().filter_map(|other| {
        let pair = (*leader.min(other), *leader.max(other));
        let looks = differences.growth(pair);
        (!looks.is_empty()).then(|| {
            let turned = pair.0 != *leader;
            let looks: Vec<Look> = match turned {
                true => looks.into_iter().map(turned_around).collect(),
                false => looks,
            };
            (*other, looks)
        })
    });
    let drawn = met
        .take(GROWTH_DRAWN)
        .enumerate()
        .filter_map(|(index, (other, looks))| {
            let pair = (names[*leader].as_str(), names[other].as_str());
            plots::growth(index, pair, &looks, differences)
        });
    drawn.collect()
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

/// Differences of pairs by their places in the order, both ways round.
fn payoffs(summary: &Summary, order: &[usize]) -> BTreeMap<(usize, usize), f64> {
    let labels: BTreeMap<&str, usize> = order
        .iter()
        .enumerate()
        .map(|(place, bot)| (summary.bots[*bot].bot.as_str(), place))
        .collect();
    let mut all = BTreeMap::new();
    for pair in &summary.pairs {
        let places = (labels.get(pair.a.as_str()), labels.get(pair.b.as_str()));
        if let (Some(value), (Some(a), Some(b))) = (difference(pair), places) {
            all.insert((*a, *b), value);
            all.insert((*b, *a), -value + 0.0);
        }
    }
    all
}

fn difference(pair: &PairSummary) -> Option<f64> {
    pair.score_difference
        .or_else(|| pair.win_difference.map(|wins| wins * 100.0))
}

fn facts(summary: &Summary) -> Vec<(&'static str, String)> {
    let game = &summary.game;
    let share = |value| format!("{} %", percent(value));
    let mut facts = vec![
        ("turns a game", number(game.mean_turns, 1)),
        ("turns that draw", share(game.draw_share)),
        ("tiles a play", number(game.tiles_per_play, 2)),
        ("opened on the first turn", share(game.opened_by.first)),
        ("never opened", share(game.never_opened)),
        ("first to open wins", share(game.first_to_open_wins)),
        ("ended with an empty pool", share(game.empty_pool_share)),
        ("loser’s tiles", number(game.loser_tiles, 1)),
        ("loser’s points on the rack", number(game.loser_points, 1)),
    ];
    if let [pair] = &summary.pairs[..] {
        let ratios = [
            (
                "unpaired games that a game is worth, for points",
                pair.variance_ratio_score,
            ),
            (
                "unpaired games that a game is worth, for wins",
                pair.variance_ratio_wins,
            ),
        ];
        let known = ratios.into_iter().filter(|(_, ratio)| ratio.is_some());
        facts.extend(known.map(|(term, ratio)| (term, number(ratio, 1))));
    }
    if game.endless_share.is_some() {
        facts.push(("endless games", share(game.endless_share)));
    }
    if summary.games == 0 {
        facts.clear();
    }
    facts
}

fn recipe(evidence: &PageData, provenance: &RunFacts) -> Vec<(&'static str, String)> {
    let header = &evidence.header;
    let mut facts = vec![
        ("Command", clean(&provenance.command)),
        ("Seed", header.seed.to_string()),
    ];
    let salt = header.salt.as_deref().map(|salt| ("Salt", clean(salt)));
    let bots: Vec<String> = header.bots.iter().map(BotEntry::with_version).collect();
    facts.extend(salt);
    facts.push(("Bots", clean(&bots.join(", "))));
    facts.push(("Version", clean(&header.build)));
    facts.push(("Plan hash", clean(&header.plan_hash)));
    facts
}
