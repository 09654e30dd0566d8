//! Recorded games: the header of a record, tables of its games and turns, and one game step by
//! step.

use std::path::PathBuf;

use pyo3::prelude::*;
use rummilab::core::notation::{parse_table, parse_tiles};
use rummilab::core::{MAX_PLAYERS, RuleSet, Seat};
use rummilab::drawing::draw_table;
use rummilab::play::review::{GameReview, ReviewError, ReviewSettings, ReviewedGame};
use rummilab::record::{CsvWriter, ReplayLine, replay};
use rummilab::report::{GameId, MAX_GAMES};
use rummilab::run_report;
use rummilab::runs::{Roster, StopFlag, find_game, games_file, judge, read_blocks, read_supported};

use crate::errors::Fault;
use crate::json::loads;
use crate::number::Whole;
use crate::rules::PyRules;
use crate::typed::Facts;
use crate::watched::watched;

/// Most deals on which a review plays out a turn.
const MOST_DEALS: u32 = 100_000;

/// Bots, seed, players, plan hash and build of a record, and its rules.
#[pyfunction]
pub fn record_header(py: Python<'_>, place: PathBuf) -> Result<(Facts<'_>, PyRules), Fault> {
    let (header, _) = read_blocks(&games_file(&place))?;
    let facts = serde_json::json!({
        "bots": header.bots.iter().map(|bot| &bot.label).collect::<Vec<_>>(),
        "seed": header.seed,
        "salt": header.salt,
        "players": header.players,
        "plan": header.plan,
        "plan_hash": header.plan_hash,
        "build": header.build,
    });
    let rules = PyRules::of(&header.rules.name.clone(), header.rules);
    Ok((Facts(loads(py, &facts.to_string())?), rules))
}

/// The games of a record as CSV: one row for each game and seat.
#[pyfunction]
pub fn record_games(py: Python<'_>, place: PathBuf) -> Result<String, Fault> {
    py.detach(|| {
        let (header, blocks) = read_blocks(&games_file(&place))?;
        let mut rows = CsvWriter::new(Vec::new()).map_err(Fault::run)?;
        for block in blocks {
            rows.write(&header, &block?).map_err(Fault::run)?;
        }
        let bytes = rows.into_inner().map_err(Fault::run)?;
        String::from_utf8(bytes).map_err(Fault::run)
    })
}

/// The turns of all games of a record as a JSON list. Each entry is a list of the block, the game,
/// the turn as `replay --json` has it, and the number of tiles left on the rack.
#[pyfunction]
pub fn record_turns(py: Python<'_>, place: PathBuf) -> Result<String, Fault> {
    py.detach(|| {
        let (header, blocks) = read_supported(&games_file(&place))?;
        let mut judge = judge();
        let mut rows = Vec::new();
        for block in blocks {
            let block = block?;
            for (number, game) in block.games.iter().enumerate() {
                let steps = replay(&header, &block, number, &mut judge)
                    .map_err(|error| Fault::run(ReviewError::Replay(block.block, number, error)))?;
                for step in &steps {
                    let seat = step.event.seat;
                    let bot = &header.bots[usize::from(game.seating[seat])].label;
                    let line = ReplayLine::of(&header.rules, game, bot, step);
                    let left = step.racks[seat].len();
                    let row = serde_json::to_string(&(block.block, number, line, left));
                    rows.push(row.map_err(Fault::run)?);
                }
            }
        }
        Ok(format!("[{}]", rows.join(",")))
    })
}

/// The numbers of a block and of its game. Blocks count up to those of the longest plan.
fn place_of(block: Whole, game: Whole) -> Result<(u64, usize), Fault> {
    Ok((
        block.within("block", 0..=u64::MAX)?,
        game.within("game", 0..=usize::MAX)?,
    ))
}

/// The turns of one game as a JSON list, each as `replay --json` has it.
#[pyfunction]
pub fn record_replay(
    py: Python<'_>,
    place: PathBuf,
    block: Whole,
    game: Whole,
) -> Result<String, Fault> {
    let (block, game) = place_of(block, game)?;
    py.detach(|| {
        let found = find_game(&place, block, game)?;
        let (header, block, reviewed) = (&found.header, &found.block, ReviewedGame::of(&found));
        let steps = replay(header, block, game, &mut judge())
            .map_err(|error| Fault::run(reviewed.replay_failed(error)))?;
        let lines: Result<Vec<String>, _> = steps
            .iter()
            .map(|step| {
                let bot = reviewed.bot(step.event.seat);
                serde_json::to_string(&ReplayLine::of(&header.rules, reviewed.record(), bot, step))
            })
            .collect();
        Ok(format!("[{}]", lines.map_err(Fault::run)?.join(",")))
    })
}

/// The review of one seat's game: JSON as `analyse review --json` prints it, a line about the game,
/// and its costliest turns in words. Model and number of deals are the command's unless given.
#[pyfunction]
pub fn record_review(
    py: Python<'_>,
    place: PathBuf,
    block: Whole,
    game: Whole,
    seat: Whole,
    model: Option<String>,
    deals: Option<Whole>,
) -> Result<(String, String, String), Fault> {
    let (block, game) = place_of(block, game)?;
    let seat = seat.seat(MAX_PLAYERS)?;
    let deals = deals
        .map(|deals| deals.within("deals", 0..=MOST_DEALS))
        .transpose()?;
    // The library's global threads would not survive a fork, and `multiprocessing` forks.
    let threads = rayon::ThreadPoolBuilder::new()
        .build()
        .map_err(Fault::run)?;
    let usual = ReviewSettings::default();
    let settings = ReviewSettings {
        model: model.unwrap_or(usual.model),
        deals: deals.unwrap_or(usual.deals),
        // Who names the deals wants them all.
        work: deals.map_or(usual.work, |_| u64::MAX),
        ..usual
    };
    let stop = StopFlag::default();
    let review = watched(
        py,
        || {
            let found = find_game(&place, block, game)?;
            let game = ReviewedGame::of(&found);
            let review = threads.install(|| {
                let (roster, mut judge) = (Roster::new(), judge());
                GameReview::of(game, Seat(seat), &settings, &roster, &mut judge, &stop)
            });
            review.map_err(Fault::input)
        },
        &stop,
        |_| Ok(()),
    )??;
    let json = serde_json::to_string(&review).map_err(Fault::run)?;
    Ok((json, review.headline(), review.lessons()))
}

/// The page of a run, in which a reader can step through these games (such as `b0g1`).
#[pyfunction]
pub fn record_report(py: Python<'_>, place: PathBuf, games: Vec<String>) -> Result<String, Fault> {
    if games.len() > MAX_GAMES {
        return Err(Fault::input(format!(
            "{} games are too many for a page; expected at most {MAX_GAMES}",
            games.len()
        )));
    }
    let games = games.iter().map(|game| game.parse::<GameId>());
    let games: Vec<GameId> = games.collect::<Result<_, _>>().map_err(Fault::input)?;
    let command = |_: &str, _: &RuleSet| "rummilab run plan.toml".to_owned();
    py.detach(|| Ok(run_report(&place, &games, command)?.html))
}

/// An SVG of a table and a rack, with a headline and a smaller line above.
#[pyfunction]
pub fn draw_svg(
    rules: &PyRules,
    headline: &str,
    remark: &str,
    table: &str,
    rack: &str,
) -> Result<String, Fault> {
    let table = parse_table(table, &rules.rules).map_err(Fault::input)?;
    let rack = parse_tiles(rack, &rules.rules).map_err(Fault::input)?;
    let rack = rack.into_iter().collect();
    Ok(draw_table((headline, remark), Some(&table), &rack))
}
