//! `report`: writes the page of a run, which `rummilab_report` makes.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use rummilab::arena::Plan;
use rummilab::bots::BotSpec;
use rummilab::play::review::{GameReview, GradedTurn};
use rummilab::play::{PERSON, count};
use rummilab::report::{GameId, Gather, MAX_GAMES, ReportError, RunFacts, TurnLesson, page};
use rummilab::runs::{
    REPORT, SUMMARY, check_supported, games_file, is_program, judge, monitor, read_blocks,
    read_reviews, summary_agrees, summary_builder, summary_bytes, write_whole,
};

use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::recipe;
use crate::recorded_game::unless_torn;
use crate::run_place::run_place;
use crate::tables::wrapped;

/// Write a run as one self-contained HTML page: numbers, plots, and games to step through
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of a run, or a games file
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath, value_parser = run_place())]
    dir: PathBuf,
    /// Where to write the page; report.html in the folder unless given
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Games to step through, by block and game from 0, such as b0g0,b3g1 (up to 12); unless given the first, the most
    /// extreme, and those with faults
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    games: Vec<GameId>,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab report runs/league
  rummilab report runs/league --out league.html
  rummilab report runs/league --games b0g0,b3g1

Games that `rummilab analyse review --save` has looked at show the grade of each turn, and the costliest as pictures.
The page needs no network and no other file. It may be made while the run is going on; the same record gives the same bytes.";

/// Writes the page.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if args.games.len() > MAX_GAMES {
        let message = format!(
            "--games: {} games are too many for a page; expected at most {MAX_GAMES}",
            args.games.len()
        );
        return Err(Error::Input(message));
    }
    let path = games_file(&args.dir);
    let (header, blocks) = read_blocks(&path)?;
    check_supported(&header.rules)?;
    let plan = Plan::from_toml(&header.plan).ok();
    let club = plan.as_ref().is_some_and(|plan| plan.club().is_some());
    let builder = summary_builder(&header, plan.as_ref());
    let (remarks, lessons) = reviewed(path.parent().unwrap_or(&args.dir))?;
    let mut gather = Gather::new(&header, builder, club, &args.games).with_remarks(remarks);
    let (mut monitor, mut judge) = (plan.as_ref().and_then(monitor), judge());
    for block in blocks {
        if let Some(block) = unless_torn(&path, block)? {
            if let Some(monitor) = &mut monitor {
                monitor.push(&block);
            }
            gather.push(&block, &mut judge);
        }
    }
    let evidence = gather.finish(&mut judge).map_err(|error| match error {
        ReportError::NoGame(_) => Error::about(path.display().to_string(), error),
        error => Error::Input(format!(
            "{}: {error}; `rummilab verify` says more",
            path.display()
        )),
    })?;
    // A stop rule may have ended the run before the last planned block.
    let stopped = monitor.and_then(|monitor| monitor.stopped_after());
    let planned_blocks = stopped.or_else(|| plan.as_ref().map(Plan::blocks));
    if planned_blocks == Some(evidence.summary().blocks) && args.dir.is_dir() {
        warn_of_other_summary(&args.dir, &header.build, &summary_bytes(evidence.summary()));
    }
    let played_again = header.bots.iter().all(|bot| can_be_asked(&bot.canonical));
    let provenance = RunFacts {
        command: played_again.then(|| recipe::of_plan(&header.plan, &header.rules)),
        abouts: header
            .bots
            .iter()
            .map(|bot| about(&bot.canonical))
            .collect(),
        planned_blocks,
        remarks: Vec::new(),
        lessons,
    };
    let text = page(&evidence, &provenance).map_err(Error::cause)?;
    let beside = || path.with_file_name(REPORT);
    let place = args.out.clone().unwrap_or_else(beside);
    write_whole(&place, text.as_bytes())?;
    let done = format!(
        "{}: {} kB, {} to step through",
        place.display(),
        text.len().div_ceil(1000),
        count(evidence.games(), "game")
    );
    Out::new().text(&wrapped(&done))?;
    Ok(Exit::Done)
}

/// What reviews say of turns.
type Remarks = BTreeMap<(GameId, usize), String>;

/// The most turns that are shown as pictures.
const MOST_LESSONS: usize = 12;

/// What the reviews in a folder say of turns, and the turns that cost most.
fn reviewed(folder: &Path) -> Result<(Remarks, Vec<TurnLesson>), Error> {
    let (mut remarks, mut lessons) = (BTreeMap::new(), Vec::new());
    for review in read_reviews(folder)? {
        let costliest = review
            .costliest
            .iter()
            .filter_map(|turn| review.turns.get(*turn));
        lessons.extend(costliest.map(|turn| lesson(&review, turn)));
        let (block, game) = (review.block, review.game);
        let of_turn = |turn: &GradedTurn| ((GameId { block, game }, turn.turn), turn.remark());
        remarks.extend(review.turns.iter().map(of_turn));
    }
    lessons.truncate(MOST_LESSONS);
    Ok((remarks, lessons))
}

fn lesson(review: &GameReview, turn: &GradedTurn) -> TurnLesson {
    let GameReview {
        block,
        game,
        seat,
        bot,
        ..
    } = review;
    let own = turn.own_turn;
    TurnLesson {
        heading: format!("b{block}g{game}, seat {seat} ({bot}), turn {own} of its own"),
        words: format!("{} ({})", turn.done.words(), turn.remark()),
        table: turn.table.clone(),
        rack: turn.rack.clone(),
        better: turn.model.as_ref().and_then(|model| model.table.clone()),
        laid: turn
            .model
            .as_ref()
            .map_or_else(String::new, |model| model.tiles.clone()),
    }
}

/// Whether a command can let this bot play again: one of the roster, or a program.
fn can_be_asked(canonical: &str) -> bool {
    is_program(canonical) || canonical.parse::<BotSpec>().is_ok()
}

/// The line of the roster about a bot, or what else it is.
fn about(canonical: &str) -> String {
    match canonical.parse::<BotSpec>() {
        Ok(bot) => bot.entry().about.to_owned(),
        Err(_) if is_program(canonical) => "a program of its own".to_owned(),
        Err(_) if canonical == PERSON => "at the keyboard".to_owned(),
        Err(_) => String::new(),
    }
}

/// The page shows what the record gives; if `summary.json` says something else, whoever reads both should know.
fn warn_of_other_summary(dir: &Path, build: &str, expected: &[u8]) {
    match fs::read(dir.join(SUMMARY)) {
        Ok(found) if summary_agrees(build, &found, expected) => {}
        Ok(_) => warn(&format!(
            "{}: {SUMMARY} is not what the record gives; the page shows what the record gives",
            dir.display()
        )),
        Err(_) => {}
    }
}
