//! Tests of `play` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

mod advise;
mod draft;
mod session;
mod shared;
