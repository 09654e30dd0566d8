//! What is wrong with a request of a page.

use rummilab_arena::{HarnessError, PlanError};
use rummilab_play::review::ReviewError;
use rummilab_play::{CommandError, PuzzleError, ResumeError, SessionError, SettingError};
use rummilab_record::{JsonProblem, ReadError, ReplayError};

use crate::error::{Error, LineError};

/// Why a request is not answered.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// It is no request.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A position or rules that cannot be.
    #[error(transparent)]
    Position(Box<Error>),
    /// Nothing of this name can be asked.
    #[error("`{0}` is not a request; see crates/web/ENGINE.md")]
    NoSuchRequest(String),
    /// No game has this number.
    #[error("there is no game {0}")]
    NoGame(u64),
    /// No level has this name.
    #[error("there is no level `{0}`")]
    NoLevel(String),
    /// The plan of the game is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The plan is not one of a person's game.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// The game cannot begin or go on.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A saved game that cannot be read.
    #[error("the saved game cannot be read: {0}")]
    Saved(#[from] JsonProblem),
    /// A saved game that cannot go on.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    /// A command that is not understood.
    #[error(transparent)]
    Command(#[from] CommandError),
    /// What the person wants cannot be done: a sentence.
    #[error("{0}")]
    Refused(String),
    /// An exercise is no game: nobody else moves in it, and it is not recorded.
    #[error("that is no part of an exercise")]
    NoGameHere,
    /// The position is no exercise.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// A game that cannot be reviewed.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// No review was begun.
    #[error("no review was begun")]
    NoReview,
    /// A game that is not over has no record.
    #[error("the game is not over")]
    NotOver,
    /// No record was opened.
    #[error("no record is open")]
    NoRecord,
    /// A record that cannot be read.
    #[error("the record cannot be read: {0}")]
    Read(#[from] ReadError),
    /// No such game in the record.
    #[error("the record has no game {1} in block {0}")]
    NoRecordedGame(u64, usize),
    /// The referee does not confirm a recorded game.
    #[error("the game cannot be replayed: {0}")]
    Replay(#[from] ReplayError),
    /// Bots cannot play a game.
    #[error(transparent)]
    Harness(#[from] HarnessError),
    /// A record or answer that cannot be written.
    #[error("cannot be written: {0}")]
    Json(String),
}

impl From<Error> for RequestError {
    fn from(error: Error) -> RequestError {
        RequestError::Position(Box::new(error))
    }
}

impl From<Box<Error>> for RequestError {
    fn from(error: Box<Error>) -> RequestError {
        RequestError::Position(error)
    }
}
