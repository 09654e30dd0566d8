//! Tests of `runs` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod advise;
mod behaviour;
mod comparison;
mod matches;
mod review;
mod salt;
mod versions;
