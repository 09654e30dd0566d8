//! One game of a record, found by block and game.

use std::path::Path;

use rummilab_core::Seat;
use rummilab_play::review::ReviewedGame;
use rummilab_record::{Block, GameRecord, Header, ReplayError};

use crate::error::RunsError;
use crate::folder::{games_file, read_blocks};
use crate::judge::check_supported;

/// A game with what belongs to it.
#[derive(Debug, Clone)]
pub struct RecordedGame {
    /// What all games of the record have in common.
    pub header: Header,
    /// Its block.
    pub block: Block,
    /// Which of the block's games it is.
    pub game: usize,
}

impl RecordedGame {
    /// Finds a game in the folder of a run, or in a games file.
    ///
    /// # Errors
    /// [`RunsError::NoBlock`] or [`RunsError::NoGame`] with what there is, and why a record cannot
    /// be read.
    pub fn find(place: &Path, block: u64, game: usize) -> Result<RecordedGame, RunsError> {
        let path = games_file(place);
        let (header, blocks) = read_blocks(&path)?;
        check_supported(&header.rules)?;
        let block = find_block(&path, blocks, block)?;
        if game >= block.games.len() {
            return Err(RunsError::NoGame {
                block: block.block,
                last: block.games.len().saturating_sub(1),
            });
        }
        Ok(RecordedGame {
            header,
            block,
            game,
        })
    }

    /// The game's record.
    pub fn record(&self) -> &GameRecord {
        &self.block.games[self.game]
    }

    /// The label of the bot in a seat.
    pub fn bot(&self, seat: Seat) -> &str {
        let bot = self.record().seating.get(seat);
        let bot = bot.and_then(|bot| self.header.bots.get(usize::from(*bot)));
        bot.map_or("?", |bot| &bot.label)
    }

    /// The game as it is looked at again.
    pub fn reviewed(&self) -> ReviewedGame<'_> {
        ReviewedGame {
            header: &self.header,
            block: &self.block,
            game: self.game,
        }
    }

    /// That its replay failed.
    pub fn wrong(&self, source: ReplayError) -> RunsError {
        RunsError::Replay {
            block: self.block.block,
            game: self.game,
            source,
        }
    }

    /// That it does not have the turn that was asked for.
    pub fn no_such_turn(&self) -> RunsError {
        RunsError::NoTurn {
            game: self.game,
            last: self.record().turns.len().saturating_sub(1),
        }
    }
}

fn find_block(
    path: &Path,
    blocks: impl Iterator<Item = Result<Block, RunsError>>,
    wanted: u64,
) -> Result<Block, RunsError> {
    let mut last = None;
    for block in blocks {
        let block = block?;
        if block.block == wanted {
            return Ok(block);
        }
        last = Some(block.block);
    }
    Err(RunsError::NoBlock {
        path: path.to_owned(),
        block: wanted,
        last,
    })
}
