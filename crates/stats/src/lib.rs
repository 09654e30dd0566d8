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
mod figures;
pub mod interval;
pub mod kaplan_meier;
pub mod quantiles;
pub mod summary;
pub mod variance_ratio;

mod bootstrap;
mod student_t;

#[cfg(test)]
mod test_support;

pub use blocks::BlockMeans;
pub use builder::SummaryBuilder;
pub use club::{ClubShape, ClubSummary};
pub use figures::GameFigures;
pub use interval::{Interval, mean_interval, rate_interval};
pub use kaplan_meier::OpeningTimes;
pub use quantiles::Counts;
pub use summary::Summary;
pub use variance_ratio::VarianceRatio;
