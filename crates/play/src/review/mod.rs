//! A recorded game looked at again: a decision of it, what every bot and a solver say about it, and how
//! the game would have gone on from another.

mod decision;
mod turn;
mod what_if;

use rummilab_arena::{HarnessError, PlanError, PlayersError};
use rummilab_core::{Illegal, RuleSet, Seat, Tile, TileCounts};
use rummilab_record::{Block, GameRecord, Header, ReplayError};
use rummilab_solver::SolveError;

pub use decision::{Decision, action_words};
pub use turn::{BestByGoal, Deed, Opinion, SolverView, TurnReview};
pub use what_if::{GameOutcome, Instead, SeatOutcome, WhatIf};

/// How often a solver may be asked again for the fewest changes to the table.
const MAX_SOLVES: usize = 2000;

/// One game of a record.
#[derive(Debug, Clone, Copy)]
pub struct ReviewedGame<'a> {
    /// What all games of the record have in common.
    pub header: &'a Header,
    /// Its block.
    pub block: &'a Block,
    /// Which of the block's games it is; the block must have it.
    pub game: usize,
}

impl<'a> ReviewedGame<'a> {
    /// The game's record.
    pub fn record(&self) -> &'a GameRecord {
        &self.block.games[self.game]
    }

    /// The rules.
    pub fn rules(&self) -> &'a RuleSet {
        &self.header.rules
    }

    /// The label of the bot in a seat.
    pub fn bot(&self, seat: Seat) -> &'a str {
        let bot = self.record().seating.get(seat);
        let bot = bot.and_then(|bot| self.header.bots.get(usize::from(*bot)));
        bot.map_or("?", |bot| &bot.label)
    }

    /// That its replay failed.
    pub fn replay_failed(&self, source: ReplayError) -> ReviewError {
        ReviewError::Replay {
            block: self.block.block,
            game: self.game,
            source,
        }
    }

    /// That it does not have the turn that was asked for.
    pub fn no_such_turn(&self) -> ReviewError {
        ReviewError::NoSuchTurn(self.game, self.record().turns.len().saturating_sub(1))
    }
}

/// Why a game or a turn of it cannot be looked at again.
#[derive(Debug, thiserror::Error)]
pub enum ReviewError {
    /// The referee does not confirm the record.
    #[error("block {block}, game {game}: {source}")]
    Replay {
        /// The block.
        block: u64,
        /// The game of it.
        game: usize,
        /// What is wrong.
        source: ReplayError,
    },
    /// The game has no such turn.
    #[error("game {0} has turns 0 to {1}")]
    NoSuchTurn(usize, usize),
    /// A bot cannot be made.
    #[error("{0}: {1}")]
    Bot(String, PlayersError),
    /// The solver has no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// More of a tile is to be laid than there is.
    #[error("there are not so many {0} on the rack {1}")]
    NotOnRack(Tile, TileCounts),
    /// These tiles alone make no turn.
    #[error("there is no way to lay {0} and nothing else on this turn")]
    CannotLay(TileCounts),
    /// The referee refuses the other action; the reason in full.
    #[error("{0}")]
    Illegal(String, Illegal),
    /// The plan of the record cannot be read.
    #[error("its plan cannot be read: {0}")]
    Plan(#[source] PlanError),
    /// The plan of the record names other bots than the record.
    #[error("its plan names other bots than the record")]
    OtherBots,
    /// The bots no longer play as recorded, so there is nothing to compare with.
    #[error(
        "the bots play {place} in another way now, so there is nothing to compare with (recorded by {build})"
    )]
    PlayedOtherwise {
        /// `turn 3`, or `the end`.
        place: String,
        /// The program that made the record.
        build: String,
    },
    /// The game cannot be played again.
    #[error(transparent)]
    Harness(#[from] HarnessError),
}
