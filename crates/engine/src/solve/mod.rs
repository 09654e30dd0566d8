//! Questions about a position, one a line, and their answers.

mod best;
mod draws;
mod lines;
mod plays;
mod steps;

use std::time::Duration;

pub use best::{BestAnswer, BestPlay, Status, best_play, best_play_within};
pub use draws::{DrawsAnswer, after_draw};
pub use lines::{LineQuestion, SolveLines};
pub use plays::{PlaysAnswer, all_plays};

/// Default number of plays listed.
pub const MOST_PLAYS: usize = 100;

/// The time in microseconds, rounded to a tenth.
pub fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}
