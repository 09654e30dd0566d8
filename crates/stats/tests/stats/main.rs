//! Tests of `stats` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod coverage;
#[cfg(feature = "league")]
mod halving;
#[cfg(feature = "league")]
mod league;
#[cfg(feature = "league")]
mod nash;
mod records;
mod summary;
