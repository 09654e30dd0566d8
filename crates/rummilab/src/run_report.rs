//! The HTML page of a run, assembled from its record, its plan and its reviews.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use rummilab_arena::Plan;
use rummilab_bots::BotSpec;
use rummilab_core::RuleSet;
use rummilab_play::review::{ActionRecord, GameReview, GradedTurn, explained};
use rummilab_record::{PERSON, ReadError};
use rummilab_report::{GameId, Gather, RunFacts, TurnLesson, TurnShown, page};
use rummilab_runs::{
    RunsError, games_file, is_program, judge, monitor, read_supported, summary_builder,
    summary_bytes,
};

use crate::analyse::read_reviews;
use crate::error::{Error, Result};

/// The page of a run, with what a caller may say about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunReport {
    /// The page: one self-contained HTML text.
    pub html: String,
    /// The file of the games.
    pub record: PathBuf,
    /// The number of games that the page can step through.
    pub games: usize,
    /// Whether the last block of the record was incomplete and left out.
    pub torn: bool,
    /// The build of the record, and `summary.json` as computed from the record. `None` unless all
    /// planned blocks are there.
    pub finished: Option<(String, Vec<u8>)>,
}

/// The page of the run in this folder or file. `games` are the games to step through; with an empty
/// list the page picks some. `command` writes the command that plays a plan again under given
/// rules.
///
/// # Errors
/// The reason why the record or its reviews cannot be read, or its rules are not supported;
/// [`Error::ReportedRecord`] if a requested game is not there.
pub fn run_report(
    place: &Path,
    games: &[GameId],
    command: impl Fn(&str, &RuleSet) -> String,
) -> Result<RunReport> {
    let path = games_file(place);
    let (header, blocks) = read_supported(&path)?;
    let plan = Plan::from_toml(&header.plan).ok();
    let club = plan.as_ref().is_some_and(|plan| plan.club().is_some());
    let builder = summary_builder(&header, plan.as_ref());
    let reviewed = Reviewed::of(path.parent().unwrap_or(place))?;
    let mut gather = Gather::new(&header, builder, club, games).with_remarks(reviewed.remarks);
    let (mut monitor, mut judge) = (plan.as_ref().and_then(monitor), judge());
    let mut torn = false;
    for block in blocks {
        let block = match block {
            Err(RunsError::Record(_, ReadError::Torn(..))) => {
                torn = true;
                continue;
            }
            block => block?,
        };
        if let Some(monitor) = &mut monitor {
            monitor.push(&block);
        }
        gather.push(&block, &mut judge);
    }
    let of_record = |error| Error::ReportedRecord(path.clone(), Box::new(error));
    let evidence = gather.finish(&mut judge).map_err(of_record)?;
    // A stop rule may have ended the run before the last planned block.
    let stopped = monitor.and_then(|monitor| monitor.stopped_after());
    let planned_blocks = stopped.or_else(|| plan.as_ref().map(Plan::blocks));
    let finished = (planned_blocks == Some(evidence.summary().blocks))
        .then(|| (header.build.clone(), summary_bytes(evidence.summary())));
    let bots = || header.bots.iter().map(|bot| bot.canonical.as_str());
    let facts = RunFacts {
        command: bots()
            .all(can_be_asked)
            .then(|| command(&header.plan, &header.rules)),
        abouts: bots().map(about).collect(),
        question: plan
            .as_ref()
            .and_then(|plan| plan.question().map(str::to_owned)),
        prediction: plan
            .as_ref()
            .and_then(|plan| plan.prediction().map(str::to_owned)),
        planned_blocks,
        remarks: Vec::new(),
        reviews: reviewed.paragraphs,
        lessons: reviewed.lessons,
    };
    let html = page(&evidence, &facts).map_err(|error| Error::ReportPage(Box::new(error)))?;
    let games = evidence.games();
    Ok(RunReport {
        html,
        games,
        torn,
        finished,
        record: path,
    })
}

/// The most turns that are shown as pictures, and the most reviews that are told.
const MOST_LESSONS: usize = 12;

/// What the reviews in a folder say.
#[derive(Default)]
struct Reviewed {
    /// Of turns.
    remarks: BTreeMap<(GameId, usize), String>,
    /// Of games, and what the grades mean.
    paragraphs: Vec<String>,
    /// The turns that cost most.
    lessons: Vec<TurnLesson>,
}

impl Reviewed {
    fn of(folder: &Path) -> Result<Reviewed> {
        let mut said = Reviewed::default();
        let mut models = BTreeSet::new();
        for review in read_reviews(folder)? {
            let costliest = review.costliest.iter();
            let costliest = costliest.filter_map(|turn| review.turns.get(*turn));
            said.lessons
                .extend(costliest.map(|turn| lesson(&review, turn)));
            let (block, game) = (review.block, review.game);
            let of_turn = |turn: &GradedTurn| ((GameId { block, game }, turn.turn), turn.remark());
            said.remarks.extend(review.turns.iter().map(of_turn));
            let (place, headline) = (place(&review), review.headline());
            let turned_on = review.turned_on.join(" ");
            said.paragraphs
                .push(format!("{place}: {headline}. {turned_on}"));
            models.insert(review.model);
        }
        said.paragraphs.truncate(MOST_LESSONS);
        said.paragraphs.extend(
            models
                .iter()
                .map(|model| explained(Default::default(), model)),
        );
        said.lessons.truncate(MOST_LESSONS);
        Ok(said)
    }
}

/// Whose game was reviewed.
fn place(review: &GameReview) -> String {
    let GameReview {
        block,
        game,
        seat,
        bot,
        ..
    } = review;
    format!("b{block}g{game}, seat {seat} ({bot})")
}

fn lesson(review: &GameReview, turn: &GradedTurn) -> TurnLesson {
    let shown = |record: &ActionRecord| TurnShown {
        table: record.table.clone(),
        laid: record.tiles.clone(),
    };
    TurnLesson {
        heading: format!("{}, turn {} of its own", place(review), turn.own_turn),
        words: format!("{} ({})", turn.done.words(), turn.remark()),
        table: turn.table.clone(),
        rack: turn.rack.clone(),
        done: shown(&turn.done),
        better: turn.model.as_ref().map(shown).unwrap_or_default(),
        model: review.model.clone(),
    }
}

/// Whether a command can ask this bot again: it is in the roster, or a program.
fn can_be_asked(canonical: &str) -> bool {
    is_program(canonical) || canonical.parse::<BotSpec>().is_ok()
}

/// The roster's line about a bot; for other bots, what kind they are.
fn about(canonical: &str) -> String {
    match canonical.parse::<BotSpec>() {
        Ok(bot) => bot.entry().about.to_owned(),
        Err(_) if is_program(canonical) => "a program of its own".to_owned(),
        Err(_) if canonical == PERSON => "at the keyboard".to_owned(),
        Err(_) => String::new(),
    }
}
