//! Sets and turns that are judged.

mod judge;
mod lines;

pub use judge::{CheckRequest, OpeningJudge, TurnRequest, Verdict};
pub use lines::CheckLines;
