//! The contents of a record: header, blocks, games, turns. This module checks a block against its
//! header; the replay checks its games. Serde writes the types that are the same in both forms of a
//! file. Their fields and variants, in this order, are the format.

use rummilab_core::{Action, BySeat, Deal, Ending, Game, RuleSet, Seat, Table, win_share};
use serde::{Deserialize, Serialize};

use crate::program::{Program, identities, programs_of};

/// The data common to all games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Header {
    /// The resolved plan, TOML in full.
    pub plan: String,
    /// The hash of the plan, in hexadecimal digits.
    pub plan_hash: String,
    /// The rules, stored in full.
    pub rules: RuleSet,
    /// Seats in every game, 2 to 6.
    pub players: usize,
    pub seed: u64,
    /// The salt that is in all random numbers besides the seed, in hexadecimal digits; `None`
    /// without one.
    pub salt: Option<String>,
    /// The bots; seatings are indices into this list.
    pub bots: Vec<BotEntry>,
    /// Name and version of the program that played. Never a host, a path or a time.
    pub build: String,
}

/// The canonical name of a person among the bots of a run.
pub const PERSON: &str = "person";

/// One bot of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotEntry {
    /// The name in tables: the canonical name, with `#1`, `#2`, … if several entries share it.
    pub label: String,
    /// The canonical name: the bot with its parameters in roster order, defaults left out.
    pub canonical: String,
    /// The version of its behaviour: same name and version, same games. `None` for programs,
    /// persons and a caller's own bots.
    pub version: Option<u32>,
    /// The programs that played as this bot, from the plan: one, or more if somebody accepted a
    /// change. Empty if it is no program, or the record does not say which.
    #[serde(skip)]
    pub programs: Vec<Program>,
}

impl BotEntry {
    pub fn is_person(&self) -> bool {
        self.canonical == PERSON
    }
}

/// Gives each bot the programs among these that have its name.
pub fn assign_programs(bots: &mut [BotEntry], programs: &[Program]) {
    for bot in bots {
        let own = programs.iter().filter(|one| one.bot == bot.canonical);
        bot.programs = own.cloned().collect();
    }
}

impl Header {
    /// The plan of a record without a seed and bots to play again: a game that people played, in
    /// which the tiles that nobody told were dealt to fit.
    pub const DEALT: &str = "# The hidden tiles of this game were dealt to fit what was told.\n";

    /// Whether hidden tiles of its games were dealt to fit.
    pub fn is_dealt(&self) -> bool {
        self.plan == Header::DEALT
    }

    /// The header with the programs of its plan among its bots.
    pub(crate) fn with_programs(mut self) -> Header {
        assign_programs(&mut self.bots, &programs_of(&self.plan));
        self
    }
}

/// Games that belong together: one deal with all its seatings, or games with their own deals.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The number of the block in its run, from 0.
    pub block: u64,
    /// The deals of its games.
    pub deals: Vec<DealRecord>,
    pub games: Vec<GameRecord>,
}

/// One game of a record, with its context.
#[derive(Debug, Clone)]
pub struct RecordedGame {
    pub header: Header,
    pub block: Block,
    /// Its number in the block, from 0.
    pub game: usize,
}

/// A deal, and the number of its attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DealRecord {
    /// Number of deals discarded before this one (redeal on pairs).
    pub attempt: u32,
    pub deal: Deal,
}

/// A tile put back into the pool (docs/rules.md#duplicate-redraw).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct PutBack {
    /// The turn of the game, from 0. The turn after the last is the one that a fault broke off.
    pub turn: u32,
    /// Its place in the pool, as [`Game::put_back`] counts them.
    pub place: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GameRecord {
    /// For each seat the index of its bot in [`Header::bots`].
    pub seating: BySeat<u16>,
    /// The index of its deal in the block, from 0.
    pub deal: u16,
    /// The seat that was first to move.
    pub starter: Seat,
    pub turns: Vec<TurnRecord>,
    /// Every tile put back, in order.
    pub put_back: Vec<PutBack>,
    pub ending: Ending,
    /// The result of each seat.
    pub seats: BySeat<SeatRecord>,
    /// The fault that ended the game; present exactly when `ending` is a fault.
    pub fault: Option<FaultRecord>,
}

/// The action of a seat on its turn. A replay needs only these, the deal, and the places of the
/// tiles put back: drawn tiles follow from the deal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TurnRecord {
    /// It drew a tile instead of playing.
    Draw,
    Pass,
    /// It left this whole new table; with the owner of every group if groups have owners.
    Play(Table),
    /// Its action was refused, and it drew the penalty for an invalid play. A bot that gave no
    /// answer in time drew the penalty for a time-out with nothing laid.
    Refused(FaultRecord),
}

/// A fault of a bot.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultRecord {
    /// The seat of the bot.
    pub seat: Seat,
    pub kind: FaultKind,
    /// A description for people. For an illegal action it is the referee's reason.
    pub detail: String,
    /// The illegal action, unless there was none or it is absurdly large.
    pub action: Option<Action>,
}

/// The kinds of bot fault, counted separately.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The referee refused the action.
    Illegal,
    Timeout,
    Crash,
    /// The answer could not be understood.
    Protocol,
}

/// The result of one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatRecord {
    /// Game points, plus or minus.
    pub score: i32,
    /// Place from 1; equal places are shared. Every seat on place 1 is a winner.
    pub place: u8,
    /// Tiles left on the rack.
    pub tiles_left: u16,
    /// Their points by the rules.
    pub points_left: u32,
    /// Number of turns of this seat, refused ones included.
    pub own_turns: u32,
    /// The number of its own turn, from 1, on which it opened; `None` if it never did.
    pub opened_turn: Option<u32>,
}

impl FaultKind {
    pub const ALL: [FaultKind; 4] = [
        FaultKind::Illegal,
        FaultKind::Timeout,
        FaultKind::Crash,
        FaultKind::Protocol,
    ];

    /// The word for it in files.
    pub const fn word(self) -> &'static str {
        match self {
            FaultKind::Illegal => "illegal",
            FaultKind::Timeout => "timeout",
            FaultKind::Crash => "crash",
            FaultKind::Protocol => "protocol",
        }
    }
}

/// The word for an ending in files: `out`, `empty`, `fault` or `endless`.
pub const fn ending_word(ending: Ending) -> &'static str {
    match ending {
        Ending::WentOut(_) => "out",
        Ending::PoolEmpty => "empty",
        Ending::Fault(_) => "fault",
        Ending::Endless => "endless",
    }
}

impl BotEntry {
    /// The label with the version, such as `hold (version 2)`, or with the programs that played;
    /// the label alone if nothing is known.
    pub fn with_version(&self) -> String {
        match self.version {
            Some(version) => format!("{} (version {version})", self.label),
            None if self.programs.is_empty() => self.label.clone(),
            None => format!("{} ({})", self.label, identities(&self.programs)),
        }
    }
}

impl GameRecord {
    /// The seat's share of the win: 1/k for each of k seats on place 1, else 0. Also 0 for a seat
    /// that is not in the game.
    pub fn win_share(&self, seat: Seat) -> f64 {
        let places = self.seats.iter().map(|seat| seat.place);
        let own = self.seats.get(seat);
        own.map_or(0.0, |own| win_share(own.place, places))
    }

    /// Number of tiles put back on a turn.
    pub fn returns_on(&self, turn: usize) -> usize {
        self.places_on(turn).count()
    }

    /// The places in the pool of the tiles put back on a turn.
    pub(crate) fn places_on(&self, turn: usize) -> impl Iterator<Item = u16> + '_ {
        let on_turn = move |back: &&PutBack| back.turn as usize == turn;
        self.put_back.iter().filter(on_turn).map(|back| back.place)
    }

    /// Every bot fault of the game: refused turns, then the fault that ended it.
    pub fn faults(&self) -> impl Iterator<Item = &FaultRecord> {
        let refused = self.turns.iter().filter_map(|turn| match turn {
            TurnRecord::Refused(fault) => Some(fault),
            _ => None,
        });
        refused.chain(&self.fault)
    }

    /// The fault of a turn of the game, from 0: it was refused, or the fault broke it off and ended
    /// the game.
    pub fn fault_on(&self, turn: usize) -> Option<&FaultRecord> {
        match self.turns.get(turn) {
            Some(TurnRecord::Refused(fault)) => Some(fault),
            None if turn == self.turns.len() => self.fault.as_ref(),
            _ => None,
        }
    }

    fn seat_named_by(&self) -> Option<Seat> {
        match self.ending {
            Ending::WentOut(seat) | Ending::Fault(seat) => Some(seat),
            Ending::PoolEmpty | Ending::Endless => None,
        }
    }
}

impl SeatRecord {
    /// The record of a seat in a finished game, with its game points and place.
    pub fn of(game: &Game, seat: Seat, result: rummilab_core::SeatResult) -> SeatRecord {
        let rack = game.rack(seat);
        SeatRecord {
            score: result.score,
            place: result.place,
            tiles_left: rack.len() as u16,
            points_left: game.rules().rack_points(rack),
            own_turns: game.own_turns(seat),
            opened_turn: game.opened_turn(seat),
        }
    }
}

/// The error for a block that does not fit its header. Readers and writers refuse such a block, so
/// that its seats and bot numbers can be used as indices.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("block {block}: {what}")]
pub struct ShapeError {
    pub block: u64,
    /// The part that does not fit.
    pub what: String,
}

impl Block {
    /// Checks the lengths of all lists and the range of all seats and bot numbers.
    pub fn check_shape(&self, header: &Header) -> Result<(), ShapeError> {
        let error = |what: String| {
            Err(ShapeError {
                block: self.block,
                what,
            })
        };
        let players = header.players;
        for DealRecord { deal, .. } in &self.deals {
            let racks = deal.racks.len();
            if racks != players {
                return error(format!("{racks} racks were dealt to {players} seats"));
            }
        }
        for (index, game) in self.games.iter().enumerate() {
            if let Err(what) = game.check_shape(header, self.deals.len()) {
                return error(format!("game {index}: {what}"));
            }
        }
        Ok(())
    }

    /// The deal of a game of the block; `None` if the game or its deal does not exist.
    pub fn deal_of(&self, game: usize) -> Option<&Deal> {
        let deal = self.deals.get(usize::from(self.games.get(game)?.deal))?;
        Some(&deal.deal)
    }
}

impl GameRecord {
    fn check_shape(&self, header: &Header, deals: usize) -> Result<(), String> {
        let players = header.players;
        if usize::from(self.deal) >= deals {
            return Err(format!("there is no deal {}", self.deal));
        }
        if self.starter.index() >= players {
            return Err(format!("there is no seat {}", self.starter));
        }
        let turns = self.turns.len() + usize::from(self.fault.is_some());
        if let Some(back) = self.put_back.iter().find(|b| b.turn as usize >= turns) {
            return Err(format!(
                "a tile went back on turn {}, which is none",
                back.turn
            ));
        }
        let draws = |back: &&PutBack| self.turns.get(back.turn as usize) == Some(&TurnRecord::Draw);
        if let Some(back) = self.put_back.iter().find(draws) {
            return Err(format!(
                "a tile went back on turn {}, which ended with a draw instead of beginning with it",
                back.turn
            ));
        }
        if !self.put_back.is_sorted_by_key(|back| back.turn) {
            return Err("the tiles that went back are not in the order of turns".to_owned());
        }
        if self.seating.len() != players || self.seats.len() != players {
            let (bots, results) = (self.seating.len(), self.seats.len());
            return Err(format!(
                "{bots} bots and {results} results for {players} seats"
            ));
        }
        if let Some(bot) = self
            .seating
            .iter()
            .find(|bot| usize::from(**bot) >= header.bots.len())
        {
            return Err(format!("there is no bot {bot}"));
        }
        let named = self
            .faults()
            .map(|fault| fault.seat)
            .chain(self.seat_named_by());
        if let Some(seat) = named.into_iter().find(|seat| seat.index() >= players) {
            return Err(format!("there is no seat {seat}"));
        }
        let places = self.seats.iter().map(|seat| usize::from(seat.place));
        if let Some(place) = places
            .into_iter()
            .find(|place| !(1..=players).contains(place))
        {
            return Err(format!("there is no place {place}"));
        }
        let by_fault = matches!(self.ending, Ending::Fault(_));
        if by_fault != self.fault.is_some() {
            return Err("a game ends by a fault exactly when the fault is recorded".to_owned());
        }
        Ok(())
    }
}
