//! Tests of `arena` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod common;
mod faults;
mod selftest;
