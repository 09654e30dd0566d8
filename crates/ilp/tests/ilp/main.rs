//! Tests of `ilp` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod against_search;
mod export;
mod lists;
mod neighbourhoods;
mod steps;
mod suite;
mod traps;
