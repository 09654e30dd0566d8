//! Tests of `rummilab::analyse`: what the games of a run say about play.
#![cfg(feature = "runs")]
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod review;
mod rows;
