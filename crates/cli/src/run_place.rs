//! Where runs lie unless somebody says otherwise, and how people name one.

use std::path::PathBuf;

use clap::builder::{PathBufValueParser, TypedValueParser};
use rummilab::runs::RunsRoot;

/// The folder of runs that have no other place.
pub const RUNS: &str = "runs";

/// A run as an argument: a path, or the beginning of the name of one in `runs`.
pub fn run_place() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| RunsRoot::new(RUNS).find(path))
}
