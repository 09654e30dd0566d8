//! Results of a run without the luck of its draws, computed from the record alone.

use std::path::Path;
use std::sync::atomic::Ordering;

use rayon::prelude::*;
use rummilab_arena::Plan;
use rummilab_bot_api::StopFlag;
use rummilab_core::{BySeat, Game, Happened, RuleSet, Seat, Tile};
use rummilab_record::{Block, Replay, ReplayError};
use rummilab_solver::Solver;
use rummilab_stats::{Controlled, Interval, LEVEL, LessLuck, LuckyValue, mean_interval};
use rummilab_value::DrawLuck;
use serde::Serialize;

use crate::error::RunsError;
use crate::folder::{games_file, read_blocks, recorded_plan};
use crate::judge::{check_supported, judge};

/// A figure of a bot without the luck of the draws.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LessLuckFigure {
    /// Mean per game and seat.
    pub mean: Option<f64>,
    /// Its 95 % interval over blocks.
    pub ci: Option<Interval>,
    /// The factor of games, with the same deals and seatings, at which the plain mean would have an
    /// error as small as this one.
    pub worth: Option<f64>,
}

/// The results of a bot without the luck of the draws.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct LessLuckRow {
    /// The label of the bot.
    pub bot: String,
    /// Share of the win per seat.
    pub wins: LessLuckFigure,
    /// Points per seat; `None` if the rules have none.
    pub score: Option<LessLuckFigure>,
}

/// The results of every bot of a run without the luck of its draws. They are empty for fewer than
/// [`FEWEST_CONTROLLED`](rummilab_stats::FEWEST_CONTROLLED) blocks.
///
/// The luck of a tile drawn from the pool is measured against all tiles that could have come. Not
/// taken out is the luck of the dealt racks, which a block shares, of penalty tiles, of tiles drawn
/// for one put back, and of random choices of bots.
///
/// # Errors
/// [`RunsError::NoLessLuck`] for club tournaments and runs with a stop rule; the reason why the
/// record cannot be read or replayed; [`RunsError::Interrupted`].
pub fn less_luck(place: &Path, stop: &StopFlag) -> Result<Vec<LessLuckRow>, RunsError> {
    let path = games_file(place);
    let (header, blocks) = read_blocks(&path)?;
    check_less_luck(&recorded_plan(&header, &path)?)?;
    check_supported(&header.rules)?;
    let blocks = blocks.collect::<Result<Vec<Block>, RunsError>>()?;
    let lucks =
        blocks
            .par_iter()
            .map_init(judge, |solver, block| match stop.load(Ordering::Relaxed) {
                true => Err(RunsError::Interrupted),
                false => luck_of_block(&header.rules, block, solver),
            });
    let lucks = lucks.collect::<Result<Vec<_>, RunsError>>()?;
    let rows = (0..header.bots.len()).map(|bot| {
        let figure = |value: fn(&Block, usize, Seat) -> f64, low: f64, high: f64| {
            let mut controlled = Controlled::default();
            for (block, luck) in blocks.iter().zip(&lucks) {
                controlled.push(of_bot(block, luck, bot, value));
            }
            let found = controlled.less_luck();
            found.map(|found| corrected(&found, header.seed, low, high))
        };
        let wins = figure(
            |block, game, seat| block.games[game].win_share(seat),
            0.0,
            1.0,
        )?;
        let score =
            |block: &Block, game: usize, seat: Seat| f64::from(block.games[game].seats[seat].score);
        let scored = header.rules.has_scores();
        Some(LessLuckRow {
            bot: header.bots[bot].label.clone(),
            wins,
            score: scored
                .then(|| figure(score, f64::NEG_INFINITY, f64::INFINITY))
                .flatten(),
        })
    });
    Ok(rows.flatten().collect())
}

/// Checks that the luck of the draws can be taken out of a run of this plan: its blocks must be
/// independent, and their number must not depend on the results.
///
/// # Errors
/// [`RunsError::NoLessLuck`].
pub fn check_less_luck(plan: &Plan) -> Result<(), RunsError> {
    match plan.club().is_some() || plan.stop().is_some() {
        true => Err(RunsError::NoLessLuck),
        false => Ok(()),
    }
}

fn corrected(found: &LessLuck, seed: u64, low: f64, high: f64) -> LessLuckFigure {
    let interval = mean_interval(&found.corrected, LEVEL, seed);
    LessLuckFigure {
        mean: found.corrected.mean(),
        ci: interval.and_then(|interval| interval.clipped(low, high)),
        worth: found.worth(),
    }
}

/// For each game of the bot: its mean value, and its luck less that of the other seats.
fn of_bot(
    block: &Block,
    luck: &[BySeat<DrawLuck>],
    bot: usize,
    value: fn(&Block, usize, Seat) -> f64,
) -> Vec<LuckyValue> {
    let of_game = |(game, luck): (usize, &BySeat<DrawLuck>)| {
        let seating = &block.games[game].seating;
        let is_own = |seat: &Seat| usize::from(seating[*seat]) == bot;
        let (own, others): (Vec<Seat>, Vec<Seat>) = seating.seats().partition(is_own);
        let mean = |seats: &[Seat], number: usize| {
            let sum: f64 = seats.iter().map(|seat| luck[*seat].0[number]).sum();
            sum / seats.len().max(1) as f64
        };
        let numbers = 0..DrawLuck::default().0.len();
        let controls = numbers.map(|number| mean(&own, number) - mean(&others, number));
        let values = own.iter().map(|seat| value(block, game, *seat));
        let value = values.sum::<f64>() / own.len() as f64;
        (!own.is_empty()).then(|| LuckyValue {
            value,
            luck: controls.collect(),
        })
    };
    luck.iter().enumerate().filter_map(of_game).collect()
}

/// The luck of every seat in every game of a block.
///
/// # Errors
/// [`RunsError::Replay`].
pub(crate) fn luck_of_block(
    rules: &RuleSet,
    block: &Block,
    solver: &mut Box<dyn Solver>,
) -> Result<Vec<BySeat<DrawLuck>>, RunsError> {
    let games = 0..block.games.len();
    games
        .map(|game| {
            let luck = luck_of_game(rules, block, game, solver);
            luck.map_err(|why| RunsError::Replay(block.block, game, why))
        })
        .collect()
}

/// The luck of every seat in one game, summed over its draws. If the solver gives up on a draw,
/// that draw counts as no luck, whichever tile came.
fn luck_of_game(
    rules: &RuleSet,
    block: &Block,
    game: usize,
    solver: &mut Box<dyn Solver>,
) -> Result<BySeat<DrawLuck>, ReplayError> {
    let mut replay = Replay::new(rules, block, game)?;
    let players = replay.game().players();
    let mut luck = BySeat::filled(players, DrawLuck::default());
    loop {
        let before = replay.game().clone();
        let Some(seat) = before.to_move() else {
            break;
        };
        let first = before.clone().start_turn();
        let Some(step) = replay.step(solver) else {
            break;
        };
        let drawn = match step?.event.happened {
            Happened::Drew(tile) => Some(tile),
            Happened::Laid(_) | Happened::Passed | Happened::Penalty(_) => first,
        };
        if let Some(tile) = drawn {
            luck[seat].add(&luck_of_draw(solver, &before, seat, tile));
        }
    }
    Ok(luck)
}

fn luck_of_draw(
    solver: &mut Box<dyn Solver>,
    before: &Game<'_>,
    seat: Seat,
    tile: Tile,
) -> DrawLuck {
    DrawLuck::of(solver.as_mut(), before, seat, tile).unwrap_or_default()
}
