//! Tests of `search` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod any_play;
mod changes;
mod count;
mod draws;
mod history;
mod limit;
mod modules;
mod partition_automaton;
mod plays;
mod racks;
mod steps;
mod suite;
mod worth;
