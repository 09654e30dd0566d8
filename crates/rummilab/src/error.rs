//! One error type over the errors of all crates, for programs that pass them on with `?`.

#[cfg(feature = "runs")]
use std::path::PathBuf;

use rummilab_bots::RosterError;
use rummilab_core::notation::NotationError;
use rummilab_core::{Illegal, RuleError};
use rummilab_play::review::ReviewError;
#[cfg(feature = "runs")]
use rummilab_report::ReportError;
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
    /// A game that cannot be reviewed.
    #[error(transparent)]
    Review(Box<ReviewError>),
    /// A line of the reviews in a folder is not a review; lines count from 1. Everything in the
    /// file can be made again.
    #[cfg(feature = "runs")]
    #[error(
        "{path}:{1}: it is no review: {2}; without the line, or the whole file, the run is as it \
         was before that review was kept", path = .0.display()
    )]
    KeptReview(PathBuf, usize, #[source] serde_json::Error),
    /// The record of a page lacks a requested game, or it is damaged.
    #[cfg(feature = "runs")]
    #[error("{path}: {1}", path = .0.display())]
    ReportedRecord(PathBuf, Box<ReportError>),
    /// The page of a run could not be written.
    #[cfg(feature = "runs")]
    #[error(transparent)]
    ReportPage(Box<ReportError>),
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

impl From<ReviewError> for Error {
    fn from(error: ReviewError) -> Error {
        Error::Review(Box::new(error))
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
