//! The arguments that name one game of a record.

use std::path::PathBuf;

use rummilab::runs::{RecordedGame, RunsError};

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
