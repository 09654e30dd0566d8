//! `analyse what-if`: plays a recorded game again with one decision changed, on the same draws and with the same bots.
//! Refuses a game that the bots no longer play as it was recorded: there would be nothing to compare with.

use rummilab_arena::{Change, HarnessError, Plan, Worker};
use rummilab_core::{Action, Position};
use rummilab_engine::{Source, TableText};
use rummilab_record::{GameRecord, ending_word};
use rummilab_solver::{Goal, Solver, fewest_changes};
use serde::Serialize;

use super::decision::{self, Decision, MAX_SOLVES, told};
use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::count;
use crate::output::Out;
use crate::players::{RosterPlayers, judge};
use crate::recorded_game::{GameArgs, RecordedGame};
use crate::tables::{drawn, new_table};

/// Play a recorded game again with one decision changed, on the same draws and with the same bots
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(flatten)]
    chosen: GameArgs,
    /// Turn of the game, from 0
    #[arg(long, value_parser = count(0, usize::MAX))]
    turn: usize,
    /// What is done instead: draw, pass, `lay TILES`, `play SETS` with the whole new table, or best (most tiles)
    #[arg(long, value_name = "ACTION")]
    action: String,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab analyse what-if runs/league --game 1 --turn 12 --action draw
  rummilab analyse what-if runs/league --game 1 --turn 12 --action best
  rummilab analyse what-if runs/league --game 1 --turn 12 --action \"lay R6 J\"
  rummilab analyse what-if runs/league --game 1 --turn 12 --action \"play R3 R4 R5 R6 ; K7 B7 O7 J\" --json

With `lay` a solver finds sets for exactly these rack tiles. Up to the turn everything is as recorded; after it every bot
plays on with the draws and the random numbers that it would have had. One game says little: it is one deal.";

/// The answer.
#[derive(Serialize)]
struct Answer<'a> {
    block: u64,
    game: usize,
    turn: usize,
    seat: usize,
    bot: &'a str,
    /// What was done, and what is done instead.
    was: String,
    action: String,
    recorded: Outcome<'a>,
    changed: Outcome<'a>,
}

/// How a game went.
#[derive(Serialize)]
struct Outcome<'a> {
    /// `out`, `empty` or `fault`.
    ending: &'static str,
    turns: usize,
    seats: Vec<SeatOutcome<'a>>,
}

/// What a seat got.
#[derive(Serialize)]
struct SeatOutcome<'a> {
    seat: usize,
    bot: &'a str,
    place: u8,
    win_share: f64,
    /// Null where the rules have no scores.
    score: Option<i32>,
    tiles_left: u16,
    points_left: u32,
    own_turns: u32,
    opened_turn: Option<u32>,
}

/// Plays again.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let chosen = args.chosen.find()?;
    let mut judge = judge();
    let decision = decision::at(&chosen, args.turn, &mut judge, |_, _| {})?;
    let action = args.action(&decision, &mut judge)?;
    let after = decision.after(&action, &mut judge);
    let (event, _) =
        after.map_err(|why| Error::Input(format!("--action is not legal there: {why}")))?;
    let changed = args.changed(&chosen, action)?;
    let words = |(verb, tiles): (&str, String)| format!("{verb} {tiles}").trim_end().to_owned();
    let answer = Answer {
        block: chosen.block.block,
        game: chosen.game,
        turn: args.turn,
        seat: decision.seat,
        bot: chosen.bot(decision.seat),
        was: words(told(&decision.done.event)),
        action: words(told(&event)),
        recorded: outcome(&chosen, chosen.record()),
        changed: outcome(&chosen, &changed),
    };
    let mut out = Out::new();
    match args.json {
        true => out.record(&answer)?,
        false => out.text(&text(&answer))?,
    }
    Ok(Exit::Done)
}

impl Args {
    /// The action that was written.
    fn action(
        &self,
        decision: &Decision<'_>,
        solver: &mut Box<dyn Solver>,
    ) -> Result<Action, Error> {
        let written = self.action.trim();
        let (word, rest) = written.split_once(' ').unwrap_or((written, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("draw", "") => Ok(Action::Draw),
            ("pass", "") => Ok(Action::Pass),
            ("best", "") => best(decision, solver),
            ("lay", tiles) if !tiles.is_empty() => lay(tiles, decision, solver),
            ("play", sets) if !sets.is_empty() => {
                let text = TableText::Line(sets.to_owned());
                let table = Source::Flags.table("action", &text, decision.rules())?;
                Ok(Action::Play(table))
            }
            _ => Err(Error::Input(format!(
                "--action: `{written}` is no action; expected draw, pass, best, such as `lay R6 J`, or such as `play R3 R4 R5 ; K7 B7 O7` with the whole new table"
            ))),
        }
    }

    /// The game with another action on the turn, after making sure that without it the bots play as recorded.
    fn changed(&self, chosen: &RecordedGame, action: Action) -> Result<GameRecord, Error> {
        let plan = Plan::from_toml(&chosen.header.plan);
        let plan = plan.map_err(|error| {
            Error::Input(format!(
                "{}: its plan cannot be read: {error}",
                self.chosen.dir.display()
            ))
        })?;
        if plan.bots() != chosen.header.bots {
            return Err(Error::Input(format!(
                "{}: its plan names other bots than the record",
                self.chosen.dir.display()
            )));
        }
        let stop = stop_on_interrupt();
        let mut worker = Worker::new(&plan, &RosterPlayers);
        let mut again = |change: Option<&Change>| {
            let game = worker.play_again(&chosen.block, chosen.game, change, &stop);
            game.map_err(|error| match error {
                HarnessError::Interrupted => Error::Stopped,
                error => Error::Input(error.to_string()),
            })
        };
        let unchanged = again(None)?;
        let recorded = chosen.record();
        if unchanged != *recorded {
            let mut turns = recorded.turns.iter().zip(&unchanged.turns);
            let turn = turns.position(|(a, b)| a != b);
            let place = turn.map_or("the end".to_owned(), |turn| format!("turn {turn}"));
            return Err(Error::Disagreement(format!(
                "the bots play {place} in another way now, so there is nothing to compare with (recorded by {})",
                chosen.header.build
            )));
        }
        again(Some(&Change {
            turn: self.turn,
            action,
        }))
    }
}

/// The play of most tiles, with the fewest changes to the table; idle where there is none.
fn best(decision: &Decision<'_>, solver: &mut Box<dyn Solver>) -> Result<Action, Error> {
    let (rules, before) = (decision.rules(), decision.game.table());
    let position = decision.game.position(decision.seat);
    let found = solver
        .solve(rules, &position, &Goal::Tiles)?
        .into_verified();
    let Some(best) = found.filter(|best| !best.played.is_empty()) else {
        let idle = rules.draw_first || decision.game.pool_len() == 0;
        return Ok(if idle { Action::Pass } else { Action::Draw });
    };
    let goal = Goal::Tiles;
    let solver = solver.as_mut();
    let found = fewest_changes(solver, rules, before, &position, &goal, best, MAX_SOLVES)?;
    Ok(Action::Play(found.table))
}

/// A play of exactly these rack tiles.
fn lay(
    tiles: &str,
    decision: &Decision<'_>,
    solver: &mut Box<dyn Solver>,
) -> Result<Action, Error> {
    let (rules, before) = (decision.rules(), decision.game.table());
    let wanted = Source::Flags.counts("action", tiles, rules)?;
    let rack = decision.game.rack(decision.seat);
    if let Some((tile, _)) = wanted.saturating_sub(rack).kinds().next() {
        return Err(Error::Input(format!(
            "--action: there are not so many {tile} on the rack {rack}"
        )));
    }
    let position = Position {
        rack: wanted,
        ..decision.game.position(decision.seat)
    };
    match solver.go_out(rules, &position)? {
        Some(play) => Ok(Action::Play(play.table(before))),
        None => Err(Error::Input(format!(
            "--action: there is no way to lay {wanted} and nothing else on this turn"
        ))),
    }
}

fn outcome<'a>(chosen: &'a RecordedGame, game: &GameRecord) -> Outcome<'a> {
    let scored = chosen.header.rules.has_scores();
    let seat = |(seat, result): (usize, &rummilab_record::SeatRecord)| SeatOutcome {
        seat,
        bot: chosen.bot(seat),
        place: result.place,
        win_share: game.win_share(seat),
        score: scored.then_some(result.score),
        tiles_left: result.tiles_left,
        points_left: result.points_left,
        own_turns: result.own_turns,
        opened_turn: result.opened_turn,
    };
    Outcome {
        ending: ending_word(game.ending),
        turns: game.turns.len(),
        seats: game.seats.iter().enumerate().map(seat).collect(),
    }
}

fn text(answer: &Answer<'_>) -> String {
    let mut table = new_table(["", "recorded", "changed"]);
    let (recorded, changed) = (&answer.recorded, &answer.changed);
    let ending = |outcome: &Outcome<'_>| match outcome.ending {
        "out" => "a seat goes out",
        "empty" => "an empty pool",
        _ => "a fault",
    };
    table.add_row(["ends by", ending(recorded), ending(changed)]);
    table.add_row([
        "turns".to_owned(),
        recorded.turns.to_string(),
        changed.turns.to_string(),
    ]);
    let words = |seat: &SeatOutcome<'_>| {
        let points = seat.score.map(|score| format!(", {score:+} points"));
        format!(
            "place {}{}, {} tiles left",
            seat.place,
            points.unwrap_or_default(),
            seat.tiles_left
        )
    };
    for (before, after) in recorded.seats.iter().zip(&changed.seats) {
        let name = format!("seat {} ({})", before.seat, before.bot);
        table.add_row([name, words(before), words(after)]);
    }
    format!(
        "block {}, game {}, turn {}: seat {} ({}) {}; instead it {}\n\n{}",
        answer.block,
        answer.game,
        answer.turn,
        answer.seat,
        answer.bot,
        answer.was,
        answer.action,
        drawn(&table)
    )
}
