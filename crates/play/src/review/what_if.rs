//! A recorded game played again with one decision changed, on the same draws and with the same
//! bots. If the bots no longer play as recorded, this is refused, because there is no reference.

use std::collections::BTreeSet;

use rummilab_arena::{Change, Plan, Players, Worker};
use rummilab_bot_api::StopFlag;
use rummilab_core::{Action, Position, Seat, Table, TileCounts};
use rummilab_record::{BotEntry, GameRecord, SeatRecord, ending_word};
use rummilab_solver::{Answer, Goal, Solver, fewest_changes, go_out_on, solve_on, unless_given_up};
use serde::Serialize;

use super::decision::{Decision, action_words};
use super::stand_in::WithStandIn;
use super::{MAX_SOLVES, ReviewError, ReviewedGame};

/// The action that replaces the recorded one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Instead {
    Draw,
    Pass,
    /// Lays the most tiles with the fewest changes to the table; draws or passes if nothing can be
    /// laid.
    Best,
    Lay(TileCounts),
    Play(Table),
}

/// A game with one decision changed, and the recorded game.
#[derive(Debug, Clone, Serialize)]
pub struct WhatIf<'a> {
    /// The number of the block.
    pub block: u64,
    /// The number of the game in the block, from 0.
    pub game: usize,
    /// The number of the turn in the game, from 0.
    pub turn: usize,
    /// The seat whose decision changes.
    pub seat: Seat,
    /// The number of the turn among the seat's own, from 1.
    pub own_turn: u32,
    /// The label of the bot in that seat.
    pub bot: &'a str,
    /// The recorded action, in words.
    pub was: String,
    /// The new action, in words.
    pub action: String,
    /// The outcome of the game as recorded.
    pub recorded: GameOutcome<'a>,
    /// The canonical name of the bot that replaces players that cannot be asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<String>,
    /// The outcome with that bot but without the change: the reference for the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchanged: Option<GameOutcome<'a>>,
    /// The outcome with the change.
    pub changed: GameOutcome<'a>,
}

/// The outcome of a game.
#[derive(Debug, Clone, Serialize)]
pub struct GameOutcome<'a> {
    pub ending: &'static str,
    pub turns: usize,
    /// The outcome of each seat.
    pub seats: Vec<SeatOutcome<'a>>,
}

/// The outcome of a seat.
#[derive(Debug, Clone, Serialize)]
pub struct SeatOutcome<'a> {
    pub seat: Seat,
    /// The label of the bot in that seat.
    pub bot: &'a str,
    pub place: u8,
    /// The share of the win, from 0 to 1.
    pub win_share: f64,
    /// The score in points; null if the rules have no scores.
    pub score: Option<i32>,
    /// Tiles left on the rack.
    pub tiles_left: u16,
    /// Points left on the rack.
    pub points_left: u32,
    /// Number of the seat's own turns.
    pub own_turns: u32,
    /// The number, from 1, of the own turn on which it opened.
    pub opened_turn: Option<u32>,
}

impl<'a> WhatIf<'a> {
    /// The game with another decision on this turn. `solver` finds the play if it is not given;
    /// `judge` answers for the referee the questions that only a solver can. Persons and programs
    /// cannot be asked: after the turn, the bot with the canonical name `stand_in` plays in their
    /// seats.
    ///
    /// # Errors
    /// If there is no such turn, the decision is illegal there, the bots no longer play as
    /// recorded, a player cannot be asked and there is no stand-in, or the flag `stop` was set.
    pub fn of(
        reviewed: ReviewedGame<'a>,
        turn: usize,
        instead: Instead,
        players: &dyn Players,
        stand_in: Option<&str>,
        solver: &mut Box<dyn Solver>,
        stop: &StopFlag,
    ) -> Result<WhatIf<'a>, ReviewError> {
        let decision = Decision::of(reviewed, turn, solver, |_, _| {})?;
        let action = instead.action(&decision, solver.as_mut())?;
        let (event, _) = decision.after(&action, solver)?;
        let again = Again::of(reviewed, turn, players, stand_in)?;
        let [unchanged, changed] = again.play(&Change { turn, action }, stop)?;
        let stand_in = (!again.players.absent.is_empty()).then_some(again.players.bot);
        let words = |(verb, tiles): (&str, String)| format!("{verb} {tiles}").trim_end().to_owned();
        Ok(WhatIf {
            block: reviewed.block.block,
            game: reviewed.game,
            turn,
            seat: decision.seat,
            own_turn: decision.done.own_turn,
            bot: reviewed.bot(decision.seat),
            was: words(action_words(&decision.done.event)),
            action: words(action_words(&event)),
            recorded: outcome(reviewed, reviewed.record()),
            stand_in: stand_in.map(str::to_owned),
            unchanged: stand_in.map(|_| outcome(reviewed, &unchanged)),
            changed: outcome(reviewed, &changed),
        })
    }
}

impl WhatIf<'_> {
    /// The games side by side: their names, and rows with a name and a cell for each game.
    pub fn table(&self) -> (Vec<String>, Vec<(String, Vec<String>)>) {
        let mut games = vec![("recorded".to_owned(), &self.recorded)];
        if let (Some(bot), Some(unchanged)) = (&self.stand_in, &self.unchanged) {
            games.push((format!("{bot} plays on"), unchanged));
        }
        games.push(("changed".to_owned(), &self.changed));
        let mut rows = Vec::new();
        let mut row = |name: String, cell: &dyn Fn(&GameOutcome<'_>) -> String| {
            rows.push((name, games.iter().map(|(_, game)| cell(game)).collect()));
        };
        row("ends by".to_owned(), &|game| {
            let ending = match game.ending {
                "out" => "a player goes out",
                "empty" => "an empty pool",
                "endless" => "too many turns",
                _ => "a fault",
            };
            ending.to_owned()
        });
        row("turns".to_owned(), &|game| game.turns.to_string());
        for (at, seat) in self.recorded.seats.iter().enumerate() {
            row(format!("seat {} ({})", seat.seat, seat.bot), &|_| {
                String::new()
            });
            let mut of_seat = |name: &str, cell: &dyn Fn(&SeatOutcome<'_>) -> String| {
                row(format!("  {name}"), &|game| cell(&game.seats[at]));
            };
            let dash = || "-".to_owned();
            of_seat("place", &|seat| seat.place.to_string());
            if seat.score.is_some() {
                let signed = |score| format!("{score:+}");
                of_seat("points", &|seat| {
                    seat.score.map_or_else(String::new, signed)
                });
            }
            of_seat("opened on own turn", &|seat| {
                seat.opened_turn.map_or_else(dash, |turn| turn.to_string())
            });
            of_seat("tiles left", &|seat| seat.tiles_left.to_string());
        }
        let names = games.iter().map(|(name, _)| name.clone()).collect();
        (names, rows)
    }
}

impl Instead {
    fn action(self, decision: &Decision, solver: &mut dyn Solver) -> Result<Action, ReviewError> {
        match self {
            Instead::Draw => Ok(Action::Draw),
            Instead::Pass => Ok(Action::Pass),
            Instead::Best => best(decision, solver),
            Instead::Lay(tiles) => lay(tiles, decision, solver),
            Instead::Play(table) => Ok(Action::Play(table)),
        }
    }
}

/// A recorded game to be played again.
struct Again<'a> {
    reviewed: ReviewedGame<'a>,
    plan: Plan,
    players: WithStandIn<'a>,
}

impl<'a> Again<'a> {
    /// The game with `stand_in` in the seats of players that cannot be asked, after this turn.
    fn of(
        reviewed: ReviewedGame<'a>,
        turn: usize,
        players: &'a dyn Players,
        stand_in: Option<&'a str>,
    ) -> Result<Again<'a>, ReviewError> {
        let plan = Plan::from_toml(&reviewed.header.plan).map_err(ReviewError::Plan)?;
        // A plan does not hold the versions of its bots.
        let same = |a: &BotEntry, b: &BotEntry| a.label == b.label && a.canonical == b.canonical;
        let (named, recorded) = (plan.bots(), &reviewed.header.bots);
        if named.len() != recorded.len() || !named.iter().zip(recorded).all(|(a, b)| same(a, b)) {
            return Err(ReviewError::OtherBots);
        }
        let sits = |entry: &u16| recorded[usize::from(*entry)].canonical.as_str();
        let seats = reviewed.record().seating.iter().map(sits);
        let names: BTreeSet<&str> = seats.collect();
        let absent = names.into_iter();
        let absent: Vec<&str> = absent.filter(|name| players.bot(name).is_err()).collect();
        if stand_in.is_none() && !absent.is_empty() {
            let names = absent.iter().map(|name| (*name).to_owned());
            return Err(ReviewError::NobodyToAsk(names.collect()));
        }
        let players = WithStandIn {
            players,
            absent,
            bot: stand_in.unwrap_or_default(),
            game: reviewed.record(),
            from: turn + 1,
        };
        Ok(Again {
            reviewed,
            plan,
            players,
        })
    }

    /// The game without and with the change. First it checks that the bots play as recorded: to the
    /// end, or up to the turn from which a stand-in plays.
    fn play(&self, change: &Change, stop: &StopFlag) -> Result<[GameRecord; 2], ReviewError> {
        let (block, game) = (self.reviewed.block, self.reviewed.game);
        let mut worker = Worker::new(&self.plan, &self.players);
        let unchanged = worker.play_again(block, game, None, stop)?;
        let recorded = self.reviewed.record();
        let counts = if self.players.absent.is_empty() {
            usize::MAX
        } else {
            self.players.from
        };
        let mut turns = recorded.turns.iter().zip(&unchanged.turns).take(counts);
        let other = turns.position(|(a, b)| a != b);
        if other.is_some() || (counts == usize::MAX && unchanged != *recorded) {
            return Err(ReviewError::PlayedOtherwise(
                other.map_or("the end".to_owned(), |turn| format!("turn {turn}")),
                self.reviewed.header.build.clone(),
            ));
        }
        Ok([
            unchanged,
            worker.play_again(block, game, Some(change), stop)?,
        ])
    }
}

/// The play of most tiles with the fewest changes to the table; draw or pass if there is none.
fn best(decision: &Decision, solver: &mut dyn Solver) -> Result<Action, ReviewError> {
    let (rules, before) = (decision.game.rules(), decision.game.table());
    let position = decision.game.position(decision.seat);
    let found = unless_given_up(solve_on(solver, rules, before, &position, &Goal::Tiles))?;
    let found = found.and_then(Answer::into_verified);
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
    decision: &Decision,
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
