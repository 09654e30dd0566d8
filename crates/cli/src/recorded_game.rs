//! One game of a record, found by block and game. Refuses games that are not there, with what there is.

use std::path::{Path, PathBuf};

use rummilab_play::review::ReviewedGame;
use rummilab_record::{Block, GameRecord, Header, ReplayError};

use crate::error::Error;
use crate::numbers::{count, whole};
use crate::players::check_supported;
use crate::run_folder::{games_file, read_blocks};

/// The arguments that name a game.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// Folder of a run, or a games file
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::AnyPath)]
    pub dir: PathBuf,
    /// Block, from 0
    #[arg(long, default_value_t = 0, value_parser = whole(0, u64::MAX))]
    pub block: u64,
    /// Game of the block, from 0
    #[arg(long, default_value_t = 0, value_parser = count(0, usize::MAX))]
    pub game: usize,
}

/// A game with what belongs to it.
pub struct RecordedGame {
    /// What all games of the record have in common.
    pub header: Header,
    /// Its block.
    pub block: Block,
    /// Which of the block's games it is.
    pub game: usize,
}

impl GameArgs {
    /// Finds the game.
    pub fn find(&self) -> Result<RecordedGame, Error> {
        let path = games_file(&self.dir);
        let (header, blocks) = read_blocks(&path)?;
        check_supported(&header.rules)?;
        let block = find_block(&path, blocks, self.block)?;
        if self.game >= block.games.len() {
            let last = block.games.len().saturating_sub(1);
            return Err(Error::Input(format!(
                "block {} has games 0 to {last}",
                self.block
            )));
        }
        Ok(RecordedGame {
            header,
            block,
            game: self.game,
        })
    }
}

fn find_block(
    path: &Path,
    blocks: impl Iterator<Item = Result<Block, Error>>,
    wanted: u64,
) -> Result<Block, Error> {
    let mut last = None;
    for block in blocks {
        let block = block?;
        if block.block == wanted {
            return Ok(block);
        }
        last = Some(block.block);
    }
    let range = last.map_or("there are none yet".to_owned(), |last| {
        format!("expected 0 to {last}")
    });
    Err(Error::Input(format!(
        "{}: there is no block {wanted}; {range}",
        path.display()
    )))
}

impl RecordedGame {
    /// The game's record.
    pub fn record(&self) -> &GameRecord {
        &self.block.games[self.game]
    }

    /// The label of the bot in a seat.
    pub fn bot(&self, seat: usize) -> &str {
        let bot = self.record().seating.get(seat);
        let bot = bot.and_then(|bot| self.header.bots.get(usize::from(*bot)));
        bot.map_or("?", |bot| &bot.label)
    }

    /// The game as it is reviewed.
    pub fn reviewed(&self) -> ReviewedGame<'_> {
        ReviewedGame {
            header: &self.header,
            block: &self.block,
            game: self.game,
        }
    }

    /// A replay that failed, as a message.
    pub fn wrong(&self, error: &ReplayError) -> Error {
        Error::Input(format!(
            "block {}, game {}: {error}",
            self.block.block, self.game
        ))
    }

    /// A turn that the game does not have, as a message.
    pub fn no_such_turn(&self) -> Error {
        Error::Input(format!(
            "game {} has turns 0 to {}",
            self.game,
            self.record().turns.len().saturating_sub(1)
        ))
    }
}
