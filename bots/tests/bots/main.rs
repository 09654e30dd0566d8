//! Tests of `bots` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod ahead;
mod common;
mod endgame;
mod facts;
mod limits;
mod opening;
mod parts;
mod plan;
mod pool_end;
mod respond;
mod rollout;
mod settings;
mod standoff;
mod strategies;
