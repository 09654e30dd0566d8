//! The errors of requests of a page.

use rummilab_arena::{HarnessError, PersonError, PlanError};
use rummilab_core::notation::NotationError;
use rummilab_play::review::ReviewError;
use rummilab_play::{CommandError, PuzzleError, ResumeError, SessionError};
use rummilab_record::{JsonProblem, ReadError, ReplayError};

use crate::error::{Error, LineError};

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum RequestError {
    /// The text is not a request.
    #[error(transparent)]
    Line(#[from] LineError),
    /// An impossible position, or invalid rules.
    #[error(transparent)]
    Position(Box<Error>),
    /// There is no request of this name.
    #[error("`{0}` is not a request; see crates/web/ENGINE.md")]
    NoSuchRequest(String),
    /// A number out of its range: the field, the least and the most.
    #[error("`{0}` is a whole number from {1} to {2}")]
    OutOfRange(String, u64, u64),
    /// No request that can be a job has this name.
    #[error("`{0}` is no job")]
    NotAJob(String),
    /// As many jobs as may be are kept; their number.
    #[error("{0} jobs are at work; one of them has to end first")]
    TooManyJobs(usize),
    #[error("there is no job {0}; one that nobody asks for ends after some seconds")]
    NoJob(u64),
    /// A job that panicked.
    #[error("the job broke down, which is a bug")]
    BrokenDown,
    /// There is no game with this number.
    #[error("there is no game {0}")]
    NoGame(u64),
    /// There is no level of this name.
    #[error("there is no level `{0}`")]
    NoLevel(String),
    /// The plan of the game is wrong.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The plan is not that of a person's game.
    #[error(transparent)]
    Setting(#[from] PersonError),
    /// The game cannot begin or continue.
    #[error(transparent)]
    Session(#[from] SessionError),
    /// A saved game that cannot be read.
    #[error("the saved game cannot be read: {0}")]
    Saved(#[from] JsonProblem),
    /// A saved game that cannot be resumed.
    #[error(transparent)]
    Resume(#[from] ResumeError),
    #[error(transparent)]
    Command(#[from] CommandError),
    /// The command cannot be carried out; the reason as a sentence.
    #[error("{0}")]
    Refused(String),
    /// An exercise is not a game: nobody else moves, and it is not recorded.
    #[error("that is no part of an exercise")]
    NoGameHere,
    /// The position is not an exercise.
    #[error(transparent)]
    Puzzle(#[from] PuzzleError),
    /// The table after the turn to find cannot be read.
    #[error("`better`: {0}")]
    Better(#[from] NotationError),
    /// A game that cannot be reviewed.
    #[error(transparent)]
    Review(#[from] ReviewError),
    /// No review is in progress.
    #[error("no review was begun")]
    NoReview,
    /// An unfinished game has no record.
    #[error("the game is not over")]
    NotOver,
    #[error("no record is open")]
    NoRecord,
    /// A record that cannot be read.
    #[error("the record cannot be read: {0}")]
    Read(#[from] ReadError),
    /// The record has no such game.
    #[error("the record has no game {1} in block {0}")]
    NoRecordedGame(u64, usize),
    /// The replay of a recorded game fails.
    #[error("the game cannot be replayed: {0}")]
    Replay(#[from] ReplayError),
    /// The bots cannot play a game.
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
