//! One error type over the errors of all crates, for programs that pass them on with `?`.

use rummilab_bots::RosterError;
use rummilab_core::notation::NotationError;
use rummilab_core::{Illegal, RuleError};
use rummilab_solver::SolveError;

/// Any error of this crate; the source says what and where.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// A position, a rule system or a question that cannot be read or answered.
    #[error(transparent)]
    Engine(Box<rummilab_engine::Error>),
    /// A text that is no tile or table.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// Rules that contradict themselves or cannot be read.
    #[error(transparent)]
    Rules(#[from] RuleError),
    /// A turn or table that is not legal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// A solver that found no answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// An unknown bot, or settings that the bot does not have.
    #[error(transparent)]
    Bot(#[from] RosterError),
    /// A match that cannot be played, continued or read.
    #[cfg(feature = "runs")]
    #[error(transparent)]
    Runs(Box<rummilab_runs::RunsError>),
}

// Boxed, because results with large errors are slow to pass on.
impl From<rummilab_engine::Error> for Error {
    fn from(error: rummilab_engine::Error) -> Error {
        Error::Engine(Box::new(error))
    }
}

#[cfg(feature = "runs")]
impl From<rummilab_runs::RunsError> for Error {
    fn from(error: rummilab_runs::RunsError) -> Error {
        Error::Runs(Box::new(error))
    }
}

/// A result with the [`Error`] of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
