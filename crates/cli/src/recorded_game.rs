//! The arguments that identify a game of a record, and the handling of incomplete records.

use std::path::{Path, PathBuf};

use rummilab::core::Seat;
use rummilab::play::review::{ReviewError, ReviewedGame};
use rummilab::record::{Block, ReadError, RecordedGame};
use rummilab::runs::{RunsError, find_game, judge};

use crate::error::{Error, warn};
use crate::numbers::{count, whole};
use crate::run_place::run_place;
use crate::told_game::record_of_told;

/// The arguments that identify a game.
#[derive(Debug, clap::Args)]
pub struct GameArgs {
    /// Folder of a run, a games file, or the file of a game told to `advise`
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::AnyPath, value_parser = run_place())]
    pub dir: PathBuf,
    /// Block, from 0
    #[arg(long, default_value_t = 0, value_parser = whole(0, u64::MAX))]
    pub block: u64,
    /// Game of the block, from 0
    #[arg(long, default_value_t = 0, value_parser = count(0, usize::MAX))]
    pub game: usize,
}

impl GameArgs {
    /// Finds the game. Of one told to `advise` it is a record with the hidden tiles dealt to fit.
    pub fn find(&self) -> Result<RecordedGame, Error> {
        match record_of_told(&self.dir)? {
            Some(game) if (self.block, self.game) == (0, 0) => Ok(game),
            Some(_) => Err(RunsError::NoGame(0, 0).into()),
            None => Ok(find_game(&self.dir, self.block, self.game)?),
        }
    }
}

/// The arguments that identify a turn of a game, counted in either way.
#[derive(Debug, clap::Args)]
#[group(id = "which_turn", multiple = false)]
pub struct TurnArgs {
    /// Turn of the game, from 0, whoever moves
    #[arg(long, value_parser = count(0, usize::MAX))]
    turn: Option<usize>,
    /// The same counted as players do: 0:7 is the seventh turn of seat 0
    #[arg(long, value_name = "SEAT:N", value_parser = own_turn)]
    own_turn: Option<(Seat, u32)>,
}

impl TurnArgs {
    /// The turn of this game, from 0; `None` if no turn is given.
    pub fn find(&self, game: ReviewedGame<'_>) -> Result<Option<usize>, ReviewError> {
        match self.own_turn {
            Some((seat, number)) => game.own_turn(seat, number, &mut judge()).map(Some),
            None => Ok(self.turn),
        }
    }
}

fn own_turn(text: &str) -> Result<(Seat, u32), String> {
    let parts = text.split_once(':').and_then(|(seat, number)| {
        let number: u32 = number.parse().ok()?;
        Some((Seat(seat.parse().ok()?), number))
    });
    let wanted = || "expected SEAT:N, such as 0:7 for the seventh turn of seat 0".to_owned();
    parts.filter(|(_, number)| *number > 0).ok_or_else(wanted)
}

/// A block as read. For the torn last block of a running or killed run it warns and returns `None`;
/// all earlier blocks are complete.
pub fn unless_torn(
    path: &Path,
    block: Result<Block, RunsError>,
) -> Result<Option<Block>, RunsError> {
    match block {
        Err(RunsError::Record(_, ReadError::Torn(..))) => {
            warn_of_torn(path);
            Ok(None)
        }
        block => block.map(Some),
    }
}

/// Warns that the last block of a record is left out.
pub fn warn_of_torn(path: &Path) {
    let path = path.display();
    warn(&format!(
        "{path}: the last block is not complete and is left out"
    ));
}
