//! Ends of games with three and four players, and with tiles in the pool, against full enumeration
//! on small rule sets: nothing of the search is used for that.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

#[path = "../common/mod.rs"]
mod common;
mod games;
mod hidden;
mod known;
