//! A recorded game played again with one decision changed, on the same draws and with the same bots. A
//! game that the bots no longer play as it was recorded is refused: there would be nothing to compare.

use rummilab_arena::{Change, Plan, Players, Worker};
use rummilab_bot_api::StopFlag;
use rummilab_core::{Action, Position, Seat, Table, TileCounts};
use rummilab_record::{BotEntry, GameRecord, SeatRecord, ending_word};
use rummilab_solver::{Goal, Solver, fewest_changes, go_out_on, solve_on};
use serde::Serialize;

use super::decision::{Decision, action_words};
use super::{MAX_SOLVES, ReviewError, ReviewedGame};

/// What is done instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    /// Draws.
    Draw,
    /// Passes.
    Pass,
    /// Lays most tiles with the fewest changes to the table, or does nothing where nothing can be laid.
    Best,
    /// Lays exactly these tiles.
    Lay(TileCounts),
    /// Leaves this table.
    Play(Table),
}

/// A game with one decision changed, beside the game as recorded.
#[derive(Debug, Clone, Serialize)]
pub struct WhatIf<'a> {
    /// The block.
    pub block: u64,
    /// The game of the block.
    pub game: usize,
    /// The turn of the game.
    pub turn: usize,
    /// The seat.
    pub seat: Seat,
    /// The label of the bot in that seat.
    pub bot: &'a str,
    /// What was done.
    pub was: String,
    /// What is done instead.
    pub action: String,
    /// How the game went.
    pub recorded: GameOutcome<'a>,
    /// How it goes with the change.
    pub changed: GameOutcome<'a>,
}

/// How a game went.
#[derive(Debug, Clone, Serialize)]
pub struct GameOutcome<'a> {
    /// `out`, `empty` or `fault`.
    pub ending: &'static str,
    /// How many turns it had.
    pub turns: usize,
    /// What each seat got.
    pub seats: Vec<SeatOutcome<'a>>,
}

/// What a seat got.
#[derive(Debug, Clone, Serialize)]
pub struct SeatOutcome<'a> {
    /// The seat.
    pub seat: Seat,
    /// The label of the bot in that seat.
    pub bot: &'a str,
    /// The place, from 1.
    pub place: u8,
    /// The share of the win.
    pub win_share: f64,
    /// Null where the rules have no scores.
    pub score: Option<i32>,
    /// Tiles left on the rack.
    pub tiles_left: u16,
    /// Points left on the rack.
    pub points_left: u32,
    /// Turns of its own.
    pub own_turns: u32,
    /// The turn of its own on which it opened.
    pub opened_turn: Option<u32>,
}

impl<'a> WhatIf<'a> {
    /// The game with another decision on this turn. `solver` finds the play where it is not given, and
    /// `judge` says what only a solver can.
    ///
    /// # Errors
    /// If there is no such turn, the decision is not legal there, the bots no longer play as recorded,
    /// or the flag `stop` was set.
    pub fn of(
        reviewed: ReviewedGame<'a>,
        turn: usize,
        instead: Instead,
        players: &dyn Players,
        solver: &mut Box<dyn Solver>,
        stop: &StopFlag,
    ) -> Result<WhatIf<'a>, ReviewError> {
        let decision = Decision::of(reviewed, turn, solver, |_, _| {})?;
        let action = instead.action(&decision, solver.as_mut())?;
        let (event, _) = decision.after(&action, solver)?;
        let changed = changed(reviewed, &Change { turn, action }, players, stop)?;
        let words = |(verb, tiles): (&str, String)| format!("{verb} {tiles}").trim_end().to_owned();
        Ok(WhatIf {
            block: reviewed.block.block,
            game: reviewed.game,
            turn,
            seat: decision.seat,
            bot: reviewed.bot(decision.seat),
            was: words(action_words(&decision.done.event)),
            action: words(action_words(&event)),
            recorded: outcome(reviewed, reviewed.record()),
            changed: outcome(reviewed, &changed),
        })
    }
}

impl Instead {
    fn action(
        self,
        decision: &Decision<'_>,
        solver: &mut dyn Solver,
    ) -> Result<Action, ReviewError> {
        match self {
            Instead::Draw => Ok(Action::Draw),
            Instead::Pass => Ok(Action::Pass),
            Instead::Best => best(decision, solver),
            Instead::Lay(tiles) => lay(tiles, decision, solver),
            Instead::Play(table) => Ok(Action::Play(table)),
        }
    }
}

/// The game with the change, after making sure that without it the bots play as recorded.
fn changed(
    reviewed: ReviewedGame<'_>,
    change: &Change,
    players: &dyn Players,
    stop: &StopFlag,
) -> Result<GameRecord, ReviewError> {
    let plan = Plan::from_toml(&reviewed.header.plan).map_err(ReviewError::Plan)?;
    // A plan names no versions of its bots.
    let same = |a: &BotEntry, b: &BotEntry| a.label == b.label && a.canonical == b.canonical;
    let (named, recorded) = (plan.bots(), &reviewed.header.bots);
    if named.len() != recorded.len() || !named.iter().zip(recorded).all(|(a, b)| same(a, b)) {
        return Err(ReviewError::OtherBots);
    }
    let mut worker = Worker::new(&plan, players);
    let unchanged = worker.play_again(reviewed.block, reviewed.game, None, stop)?;
    let recorded = reviewed.record();
    if unchanged != *recorded {
        let mut turns = recorded.turns.iter().zip(&unchanged.turns);
        let turn = turns.position(|(a, b)| a != b);
        return Err(ReviewError::PlayedOtherwise(
            turn.map_or("the end".to_owned(), |turn| format!("turn {turn}")),
            reviewed.header.build.clone(),
        ));
    }
    Ok(worker.play_again(reviewed.block, reviewed.game, Some(change), stop)?)
}

/// The play of most tiles, with the fewest changes to the table; idle where there is none.
fn best(decision: &Decision<'_>, solver: &mut dyn Solver) -> Result<Action, ReviewError> {
    let (rules, before) = (decision.game.rules(), decision.game.table());
    let position = decision.game.position(decision.seat);
    let found = solve_on(solver, rules, before, &position, &Goal::Tiles)?.into_verified();
    let Some(best) = found.filter(|best| !best.played.is_empty()) else {
        let idle = rules.draw_first || decision.game.pool_len() == 0;
        return Ok(if idle { Action::Pass } else { Action::Draw });
    };
    let goal = Goal::Tiles;
    let found = fewest_changes(solver, rules, before, &position, &goal, best, MAX_SOLVES)?;
    Ok(Action::Play(found.table))
}

/// A play of exactly these rack tiles.
fn lay(
    wanted: TileCounts,
    decision: &Decision<'_>,
    solver: &mut dyn Solver,
) -> Result<Action, ReviewError> {
    let (rules, before) = (decision.game.rules(), decision.game.table());
    let rack = decision.game.rack(decision.seat);
    if let Some((tile, _)) = wanted.saturating_sub(rack).kinds().next() {
        let rack = *rack;
        return Err(ReviewError::NotOnRack(tile, rack));
    }
    let position = Position {
        rack: wanted,
        ..decision.game.position(decision.seat)
    };
    match go_out_on(solver, rules, before, &position)? {
        Some(play) => Ok(Action::Play(play.table(before))),
        None => Err(ReviewError::CannotLay(wanted)),
    }
}

fn outcome<'a>(reviewed: ReviewedGame<'a>, game: &GameRecord) -> GameOutcome<'a> {
    let scored = reviewed.header.rules.has_scores();
    let seat = |(seat, result): (Seat, &SeatRecord)| SeatOutcome {
        seat,
        bot: reviewed.bot(seat),
        place: result.place,
        win_share: game.win_share(seat),
        score: scored.then_some(result.score),
        tiles_left: result.tiles_left,
        points_left: result.points_left,
        own_turns: result.own_turns,
        opened_turn: result.opened_turn,
    };
    GameOutcome {
        ending: ending_word(game.ending),
        turns: game.turns.len(),
        seats: game.seats.with_seats().map(seat).collect(),
    }
}
