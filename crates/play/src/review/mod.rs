//! Reviews of recorded games: a decision with the opinions of bots and a solver, how the game would
//! have continued from another decision, all decisions of a seat graded by the win rate given away,
//! and what the game turned on.

mod decision;
mod ends;
mod grade;
mod graded;
mod in_progress;
mod playouts;
mod settings;
mod stand_in;
mod told;
mod turn;
mod turned_on;
mod what_if;

use rummilab_arena::{HarnessError, PlanError, PlayersError};
use rummilab_core::{CouldPlay, Illegal, RuleSet, Seat, Tile, TileCounts};
use rummilab_record::{
    Block, BotEntry, BrokenOff, GameRecord, Header, RecordedGame, ReplayError, replay,
    replay_broken_off,
};
use rummilab_solver::SolveError;

pub use decision::{Decision, action_words};
pub use grade::{Basis, Grade, THRESHOLDS, grades_explained, loss_percent};
pub use graded::{GameReview, GradedTurn, MostTiles, Tried, explained};
pub use in_progress::ReviewInProgress;
pub use settings::{MODEL, ReviewSettings};
pub use turn::{ActionRecord, BestByGoal, Opinion, SolverView, TurnReview};
pub use what_if::{GameOutcome, Instead, SeatOutcome, WhatIf};

/// Most further solver calls for the fewest changes to the table.
const MAX_SOLVES: usize = 2000;

/// One game of a record.
#[derive(Debug, Clone, Copy)]
pub struct ReviewedGame<'a> {
    /// The header of the record.
    pub header: &'a Header,
    pub block: &'a Block,
    /// The index of the game, which must exist in the block.
    pub game: usize,
}

impl<'a> ReviewedGame<'a> {
    pub fn of(game: &'a RecordedGame) -> ReviewedGame<'a> {
        ReviewedGame {
            header: &game.header,
            block: &game.block,
            game: game.game,
        }
    }

    pub fn record(&self) -> &'a GameRecord {
        &self.block.games[self.game]
    }

    pub fn rules(&self) -> &'a RuleSet {
        &self.header.rules
    }

    /// The label of the bot in a seat.
    pub fn bot(&self, seat: Seat) -> &'a str {
        let bot = self.record().seating.get(seat);
        let bot = bot.and_then(|bot| self.header.bots.get(usize::from(*bot)));
        bot.map_or("?", |bot| &bot.label)
    }

    /// The seat of a person, or seat 0.
    pub fn person_or_first(&self) -> Seat {
        let person = |bot: &u16| {
            let bot = self.header.bots.get(usize::from(*bot));
            bot.is_some_and(BotEntry::is_person)
        };
        let mut seats = self.record().seating.with_seats();
        let found = seats.find(|(_, bot)| person(bot));
        found.map_or(Seat(0), |(seat, _)| seat)
    }

    /// The turn of the game that is the `number`-th own turn of a seat, from 1.
    ///
    /// # Errors
    /// If the seat has no such turn, or the replay of the record fails.
    pub fn own_turn(
        &self,
        seat: Seat,
        number: u32,
        judge: &mut dyn CouldPlay,
    ) -> Result<usize, ReviewError> {
        let turns = replay(self.header, self.block, self.game, judge);
        let turns = turns.map_err(|error| self.replay_failed(error))?;
        if seat.index() >= self.record().seats.players() {
            return Err(ReviewError::NoSuchSeat(seat));
        }
        let broken_off = self.broken_off(judge)?.map(|found| found.turn);
        let all = turns.iter().chain(&broken_off);
        let mut own = all.filter(|turn| turn.event.seat == seat);
        let last = own.clone().map(|turn| turn.own_turn).max();
        let found = own.find(|turn| turn.own_turn == number);
        found
            .map(|turn| turn.turn)
            .ok_or(ReviewError::NoSuchOwnTurn(seat, last.unwrap_or(0)))
    }

    /// The turn that a fault broke off; `None` if none did.
    ///
    /// # Errors
    /// If the replay of the record fails.
    pub fn broken_off(&self, judge: &mut dyn CouldPlay) -> Result<Option<BrokenOff>, ReviewError> {
        let found = replay_broken_off(self.header, self.block, self.game, judge);
        found.map_err(|error| self.replay_failed(error))
    }

    /// The error for a failed replay.
    pub fn replay_failed(&self, source: ReplayError) -> ReviewError {
        ReviewError::Replay(self.block.block, self.game, source)
    }

    /// The error for a missing turn.
    pub fn no_such_turn(&self) -> ReviewError {
        let record = self.record();
        let turns = record.turns.len() + usize::from(record.fault.is_some());
        ReviewError::NoSuchTurn(self.game, turns.saturating_sub(1))
    }
}

/// Why a game or one of its turns cannot be reviewed.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The replay of this block and game fails.
    #[error("block {0}, game {1}: {2}")]
    Replay(u64, usize, #[source] ReplayError),
    /// The game has no such turn.
    #[error("game {0} has turns 0 to {1}")]
    NoSuchTurn(usize, usize),
    /// There is no such seat.
    #[error("there is no seat {0}; seats count from 0")]
    NoSuchSeat(Seat),
    /// The seat has only this many turns.
    #[error("seat {0} has {1} turns of its own, which count from 1")]
    NoSuchOwnTurn(Seat, u32),
    /// A bot cannot be made.
    #[error("{0}: {1}")]
    Bot(String, PlayersError),
    /// The model cannot play a game on; its name and the reason.
    #[error("the model {0} cannot play on: {1}")]
    Model(String, String),
    /// The solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// More copies of a tile should be laid than there are.
    #[error("the rack {1} does not hold as many {0}")]
    NotOnRack(Tile, TileCounts),
    /// No turn lays exactly these tiles.
    #[error("there is no way to lay {0} and nothing else on this turn")]
    CannotLay(TileCounts),
    /// The referee refuses the other action; the complete reason.
    #[error("{0}")]
    Illegal(String, Illegal),
    /// The plan of the record cannot be read.
    #[error("its plan cannot be read: {0}")]
    Plan(#[source] PlanError),
    /// The plan of the record has other bots than the record.
    #[error("its plan names other bots than the record")]
    OtherBots,
    /// The bots no longer play as recorded, so there is no reference: the place of the first
    /// difference (`turn 3` or `the end`), and the program that made the record.
    #[error(
        "the bots play {0} in another way now, so there is nothing to compare with (recorded by \
         {1})"
    )]
    PlayedOtherwise(String, String),
    /// These players cannot be asked: persons, programs, bots of other programs.
    #[error("{} cannot be asked how to go on: name a bot to play on instead", .0.join(", "))]
    NobodyToAsk(Vec<String>),
    /// The game cannot be played again.
    #[error(transparent)]
    Harness(#[from] HarnessError),
}
