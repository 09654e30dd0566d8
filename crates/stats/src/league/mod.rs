//! Strengths of bots when each may beat another. From the win rates of all pairs it computes
//! mixtures that nobody beats; from many candidates it selects the best response to one bot.
//!
//! | question | answer |
//! |---|---|
//! | which mixture of bots does no bot beat? | [`Equilibrium`]: the Nash mixture of the pay-off matrix, with a certificate |
//! | is it the only one? | [`weights`]: the range of each bot's weight over all such mixtures |
//! | how much of it is chance? | [`League`]: the same for matrices resampled over blocks |
//! | how far can each bot be exploited? | [`Worst`]: its worst opponent in the league, a lower bound |
//! | which candidate beats a bot most often? | [`Halving`]: more deals for fewer and fewer candidates |
//!
//! Everything is a pure function of what it is given; random numbers come from keys of the master
//! seed.
//!
//! ```
//! use rummilab_stats::league::{MatrixGame, equilibrium};
//!
//! // What the bot of the row wins against that of the column: each beats one and loses to one.
//! let rows = [vec![0.0, 1.0, -1.0], vec![-1.0, 0.0, 1.0], vec![1.0, -1.0, 0.0]];
//! let nash = equilibrium(&MatrixGame::new(&rows).unwrap()).unwrap();
//! assert!(nash.row.iter().all(|weight| (weight - 1.0 / 3.0).abs() < 1e-9));
//! ```

pub mod game;
pub mod halving;
mod nash;
mod program;
mod standings;
mod tally;

pub use game::{GameError, MatrixGame};
pub use halving::{Halving, Rung};
pub use nash::{Equilibrium, WeightRanges, equilibrium, gap, weights};
pub use standings::{Entry, League, LeagueError, Nash, PairResult, Weight, Worst};
pub use tally::LeagueTally;
