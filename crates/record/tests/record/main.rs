//! Tests of `record` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;
mod files;
mod games;
mod golden;
mod pieces;
