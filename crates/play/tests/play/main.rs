//! Tests of `play` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod advise;
mod draft;
#[path = "../../../runs/tests/runs/random_rules.rs"]
mod random_rules;
mod session;
mod shared;
mod told_games;
