//! From game records to numbers with error bars.
//!
//! The estimators are pure functions of numbers. The unit of evidence is a **block**, one deal with
//! all its seatings: games of a block share their tiles, so errors are taken over blocks, never over
//! games. Everything is streaming, and gives the same bits when the blocks come in the same order.
//!
//! A figure that the evidence does not determine is `None`, never a made-up number.

pub mod blocks;
mod builder;
pub mod club;
pub mod confidence_sequence;
mod figures;
pub mod interval;
pub mod kaplan_meier;
pub mod monitor;
pub mod multiple;
pub mod plackett_luce;
pub mod planning;
pub mod quantiles;
pub mod selftest;
pub mod sprt;
pub mod summary;
pub mod variance_ratio;

mod bootstrap;
mod inference;
mod outcomes;
mod pair;
mod replayed;
mod student_t;

#[cfg(test)]
mod test_support;

pub use blocks::{BlockMeans, ENOUGH_BLOCKS};
pub use builder::SummaryBuilder;
pub use club::{ClubShape, ClubSummary};
pub use confidence_sequence::{live_interval, live_p_value};
pub use figures::{GameFigures, SeatFigures};
pub use inference::LEVEL;
pub use interval::{Interval, difference_interval, mean_interval, rate_interval};
pub use kaplan_meier::OpeningTimes;
pub use monitor::{Live, Metric, Monitor, Sequential, StopRule, Watch};
pub use multiple::{holm, shortest_cycle};
pub use plackett_luce::{Rating, RatingTally};
pub use planning::{Need, blocks_needed};
pub use quantiles::Counts;
pub use replayed::REPLAYED_BLOCKS;
pub use sprt::{Sprt, Verdict};
pub use summary::Summary;
pub use variance_ratio::VarianceRatio;

/// A share of whole numbers; `None` of nothing.
pub(crate) fn share(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}
