//! The default folder of runs, and runs as arguments.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use rummilab::runs::{RunNameError, RunsRoot};

/// The default folder of runs.
pub const RUNS: &str = "runs";

/// A run as an argument: a path, or the beginning of a name in `runs`.
pub fn run_place() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| {
        let found = RunsRoot::new(RUNS).find(path);
        found.map_err(|error| match error {
            RunNameError::NoRuns(_) => {
                format!("{error}; `rummilab tournament --bots greedy,hold` plays one")
            }
            RunNameError::Several(..) => error.to_string(),
        })
    })
}
