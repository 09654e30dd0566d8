//! Tests of `runs` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod any_rules;
mod behaviour;
mod comparison;
mod going_out;
mod matches;
mod random_rules;
mod salt;
mod versions;
