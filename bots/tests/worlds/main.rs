//! Ends of games with three and four players, and with tiles in the pool, against full enumeration
//! on small rule sets. The enumeration uses no code of the search.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

#[path = "../common/mod.rs"]
mod common;
mod games;
mod hidden;
mod known;
