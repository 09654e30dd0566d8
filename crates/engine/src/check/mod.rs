//! Verdicts on sets and turns.

mod judge;
mod lines;

pub use judge::{CheckRequest, TurnRequest, Verdict};
pub use lines::CheckLines;
