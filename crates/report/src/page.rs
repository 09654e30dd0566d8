//! Renders the page. The same evidence gives the same bytes: no clock, no disk, no name of the
//! machine.

use askama::Template;
use rummilab_record::BotEntry;
use rummilab_stats::summary::Summary;

use crate::figures::{game_figures, pair_figures};
use crate::frames::clean;
use crate::gather::{PageData, ReportError};
use crate::headline::{Headline, headline};
use crate::lessons::{DrawnLesson, TurnLesson, drawn};
use crate::plots::CaptionedPlot;
use crate::tables;
use crate::viewer::Viewer;
use crate::words::{best_first, grouped, number, percent, plural};

/// Facts about a run that are not in its record.
#[derive(Debug, Clone, Default)]
pub struct RunFacts {
    /// The command that plays the run again; `None` if there is none, as for a person's game.
    pub command: Option<String>,
    /// A line about each bot, in the order of the record's header. A missing line is empty; the
    /// list may end early.
    pub abouts: Vec<String>,
    /// What the run is to answer, in words.
    pub question: Option<String>,
    /// What was expected of it.
    pub prediction: Option<String>,
    /// Number of planned blocks, if known.
    pub planned_blocks: Option<u64>,
    /// Remarks for the top of the page, such as a damaged record.
    pub remarks: Vec<String>,
    /// Summaries of reviewed games and the meaning of their grades, a paragraph each; empty if no
    /// game was reviewed.
    pub reviews: Vec<String>,
    /// The costliest turns of reviewed games.
    pub lessons: Vec<TurnLesson>,
}

#[derive(Template)]
#[template(path = "page.html")]
struct Page {
    style: &'static str,
    script: &'static str,
    kicker: String,
    headline: Headline,
    purpose: Vec<(&'static str, String)>,
    scope: String,
    remarks: Vec<String>,
    reviews: Vec<String>,
    lessons: Vec<DrawnLesson>,
    contents: Vec<(&'static str, &'static str)>,
    /// Whether the page is about one game, which then comes first.
    one_game: bool,
    results: Vec<String>,
    reading: String,
    viewer: Option<String>,
    pair_figures: Vec<CaptionedPlot>,
    pairs: Vec<String>,
    figures: Vec<CaptionedPlot>,
    facts: Vec<(&'static str, String)>,
    faults: Vec<String>,
    command: Option<String>,
    recipe: Vec<(&'static str, String)>,
    plan: String,
}

impl Page {
    /// Whether it has a section of reviews.
    fn has_lessons(&self) -> bool {
        !self.lessons.is_empty() || !self.reviews.is_empty()
    }
}

/// The page as a complete HTML document.
///
/// # Errors
/// [`ReportError::Page`], if it cannot be rendered.
pub fn page(evidence: &PageData, provenance: &RunFacts) -> Result<String, ReportError> {
    let (header, summary) = (&evidence.header, &evidence.summary);
    let rules = &header.rules;
    let names: Vec<String> = summary.bots.iter().map(|bot| clean(&bot.bot)).collect();
    let order = best_first(rules, summary);
    let complete = provenance
        .planned_blocks
        .is_none_or(|planned| planned == summary.blocks);
    let viewer = Viewer::new(rules, &evidence.films)?;
    let mut page = Page {
        style: include_str!("../templates/report.css"),
        script: include_str!("../templates/replay.js"),
        kicker: format!(
            "{} rules, {}",
            clean(&rules.title()),
            plural(summary.players, "player")
        ),
        headline: headline(rules, summary, &names, complete),
        purpose: purpose(
            provenance.question.as_deref(),
            provenance.prediction.as_deref(),
        ),
        scope: scope(summary),
        remarks: remarks(provenance, summary, complete),
        reviews: provenance.reviews.iter().map(|text| clean(text)).collect(),
        lessons: provenance
            .lessons
            .iter()
            .filter_map(|lesson| drawn(rules, lesson))
            .collect(),
        contents: Vec::new(),
        one_game: summary.games == 1,
        results: Vec::new(),
        reading: String::new(),
        viewer: viewer.map(|viewer| rendered(&viewer)).transpose()?,
        pair_figures: Vec::new(),
        pairs: Vec::new(),
        figures: Vec::new(),
        facts: Vec::new(),
        faults: fault_tables(evidence, &names)?,
        command: provenance.command.as_deref().map(clean),
        recipe: recipe(evidence),
        plan: clean(header.plan.trim_end()),
    };
    match evidence.films.first() {
        Some(film) if page.one_game => {
            let result = tables::one_game(film, &names, &provenance.abouts);
            page.results = vec![rendered(&result)?];
            page.scope = String::new();
        }
        _ => statistics(&mut page, evidence, (&names, &order), &provenance.abouts)?,
    }
    page.contents = contents(&page);
    rendered(&page)
}

/// The statistics of a run, as opposed to single games.
fn statistics(
    page: &mut Page,
    evidence: &PageData,
    (names, order): (&[String], &[usize]),
    abouts: &[String],
) -> Result<(), ReportError> {
    let (rules, summary) = (&evidence.header.rules, &evidence.summary);
    let labels = numbered(names, order);
    let club = summary.club.as_ref().map(tables::club);
    let results = tables::results(rules, summary, &labels, abouts, order);
    page.results = club
        .iter()
        .chain([&results])
        .map(rendered)
        .collect::<Result<_, _>>()?;
    // In a tournament, the results of a pair at common tables are not independent evidence.
    let pairs = tables::pairs(rules, summary).filter(|_| summary.club.is_none());
    let challengers = tables::challengers(rules, summary);
    page.pairs = pairs
        .iter()
        .chain(&challengers)
        .map(rendered)
        .collect::<Result<_, _>>()?;
    page.reading = reading(summary);
    if order.len() > 2 {
        page.pair_figures = pair_figures(evidence, &labels, order);
    }
    page.figures = game_figures(evidence, &labels, order);
    page.facts = facts(summary);
    Ok(())
}

/// The names with the numbers that figures use for them, if there are more than two.
pub(crate) fn numbered(names: &[String], order: &[usize]) -> Vec<String> {
    let mut labels = names.to_vec();
    if order.len() > 2 {
        for (place, bot) in (1..).zip(order) {
            labels[*bot] = format!("{place} {}", names[*bot]);
        }
    }
    labels
}

/// The existing sections, by id and heading.
fn contents(page: &Page) -> Vec<(&'static str, &'static str)> {
    let all = [
        ("results", "Results", !page.results.is_empty()),
        ("replay", "Step through games", page.viewer.is_some()),
        ("lessons", "What cost most", page.has_lessons()),
        (
            "pairs",
            "Who beats whom",
            !page.pair_figures.is_empty() || !page.pairs.is_empty(),
        ),
        ("plots", "Plots", !page.figures.is_empty()),
        ("games", "The games", !page.facts.is_empty()),
        ("faults", "Faults", !page.faults.is_empty()),
        ("recipe", "Recipe", true),
    ];
    let there = all.into_iter().filter(|(_, _, there)| *there);
    there.map(|(id, heading, _)| (id, heading)).collect()
}

pub(crate) fn rendered(template: &impl Template) -> Result<String, ReportError> {
    template
        .render()
        .map_err(|error| ReportError::Page(error.to_string()))
}

/// Question and prediction, as far as there are any.
pub(crate) fn purpose(
    question: Option<&str>,
    prediction: Option<&str>,
) -> Vec<(&'static str, String)> {
    let both = [("Question", question), ("Prediction", prediction)];
    both.into_iter()
        .filter_map(|(what, text)| Some((what, clean(text?))))
        .collect()
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
            "This run is not finished: {} of {} are in the record. Numbers and intervals are those \
             so far.",
            grouped(summary.blocks),
            plural(planned, "block")
        ));
    }
    remarks.extend(provenance.remarks.iter().map(|remark| clean(remark)));
    remarks
}

fn reading(summary: &Summary) -> String {
    let mut text = match summary.club {
        Some(_) => "Placement points decide, then game points, better places, fewest minus points."
            .to_owned(),
        None => format!(
            "In brackets: {:.0} % intervals over blocks, each for itself and not corrected for how \
             many there are.",
            summary.level * 100.0
        ),
    };
    let mut rates = summary.bots.iter().map(|bot| &bot.results);
    if rates.any(|results| results.win_rate_bound.is_some()) {
        text += " ≤ and ≥: exact bounds of 97.5 %, where a rate is 0 or 100 %.";
    }
    if let Some(anchor) = summary.anchor.as_ref().filter(|_| summary.bots.len() > 2) {
        text += &format!(
            " Rating: points above {}; 100 points are 64 % of the games between two.",
            clean(anchor)
        );
    }
    for seeing in summary.seeing() {
        text += &format!(" {}", clean(&seeing));
    }
    if let Some(cycle) = &summary.cycle {
        let bots: Vec<String> = cycle.iter().map(|bot| clean(bot)).collect();
        text += &format!(
            " {} beat each other in a circle, so no rating can order them.",
            bots.join(" > ")
        );
    }
    text
}

fn fault_tables(evidence: &PageData, names: &[String]) -> Result<Vec<String>, ReportError> {
    let summary = &evidence.summary;
    let list = tables::fault_list(summary, &evidence.films);
    let both = list.into_iter().chain(tables::faults(summary, names));
    both.map(|table| rendered(&table)).collect()
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
        ("pool ran out", share(game.pool_empty_at_end)),
        ("ended with nobody out", share(game.empty_pool_share)),
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

fn recipe(evidence: &PageData) -> Vec<(&'static str, String)> {
    let header = &evidence.header;
    let course = evidence.summary.sequential.as_ref();
    let course = course.map(|course| ("Stop rule", clean(&course.in_words())));
    let mut facts = vec![("Seed", header.seed.to_string())];
    let salt = header.salt.as_deref().map(|salt| ("Salt", clean(salt)));
    let bots: Vec<String> = header.bots.iter().map(BotEntry::with_version).collect();
    facts.extend(salt);
    facts.extend(course);
    facts.push(("Bots", clean(&bots.join(", "))));
    facts.push(("Version", clean(&header.build)));
    facts.push(("Plan hash", clean(&header.plan_hash)));
    facts
}
