//! Tests of `runs` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod behaviour;
mod comparison;
mod matches;
mod salt;
mod versions;
