//! One game of a record, found by its block and its number.

use std::path::Path;

use rummilab_core::Seat;
use rummilab_play::PERSON;
use rummilab_play::review::ReviewedGame;
use rummilab_record::{Block, Header};

use crate::error::RunsError;
use crate::folder::{games_file, read_blocks};
use crate::judge::check_supported;

/// A game with its context.
#[derive(Debug, Clone)]
pub struct RecordedGame {
    /// The header of the record.
    pub header: Header,
    pub block: Block,
    /// Its number in the block, from 0.
    pub game: usize,
}

impl RecordedGame {
    /// Finds a game in the folder of a run, or in a games file.
    ///
    /// # Errors
    /// [`RunsError::NoBlock`] or [`RunsError::NoGame`], which say what is present; the reason why a
    /// record cannot be read.
    pub fn find(place: &Path, block: u64, game: usize) -> Result<RecordedGame, RunsError> {
        let path = games_file(place);
        let (header, blocks) = read_blocks(&path)?;
        check_supported(&header.rules)?;
        let block = find_block(&path, blocks, block)?;
        if game >= block.games.len() {
            return Err(RunsError::NoGame(
                block.block,
                block.games.len().saturating_sub(1),
            ));
        }
        Ok(RecordedGame {
            header,
            block,
            game,
        })
    }

    /// The seat of a person, or seat 0.
    pub fn person_or_first(&self) -> Seat {
        let seating = &self.block.games[self.game].seating;
        let person = |bot: &u16| self.header.bots[usize::from(*bot)].canonical == PERSON;
        let found = seating.with_seats().find(|(_, bot)| person(bot));
        found.map_or(Seat(0), |(seat, _)| seat)
    }

    /// The game in the form needed for reviews.
    pub fn reviewed(&self) -> ReviewedGame<'_> {
        ReviewedGame {
            header: &self.header,
            block: &self.block,
            game: self.game,
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
