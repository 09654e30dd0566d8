//! The default folder of runs, and runs as arguments.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use rummilab::runs::RunsRoot;

/// The default folder of runs.
pub const RUNS: &str = "runs";

/// A run as an argument: a path, or the beginning of a name in `runs`.
pub fn run_place() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| RunsRoot::new(RUNS).find(path))
}
