//! The arguments that name one game of a record, and records that are not whole.

use std::path::{Path, PathBuf};

use rummilab::record::{Block, ReadError};
use rummilab::runs::{RecordedGame, RunsError};

use crate::error::warn;
use crate::numbers::{count, whole};

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

impl GameArgs {
    /// Finds the game.
    pub fn find(&self) -> Result<RecordedGame, RunsError> {
        RecordedGame::find(&self.dir, self.block, self.game)
    }
}

/// A block as it was read; `None`, with a warning, for the torn last one of a run that is going on or was killed.
/// Everything before it is whole.
pub fn unless_torn(
    path: &Path,
    block: Result<Block, RunsError>,
) -> Result<Option<Block>, RunsError> {
    match block {
        Err(RunsError::Record(_, ReadError::Torn(..))) => {
            let path = path.display();
            warn(&format!(
                "{path}: the last block is not complete and is left out"
            ));
            Ok(None)
        }
        block => block.map(Some),
    }
}
