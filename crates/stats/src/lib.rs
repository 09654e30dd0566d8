//! From game records to numbers with error bars.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! The estimators are pure functions of numbers. The unit of evidence is a **block**, one deal with
//! all its seatings. Games of a block share their tiles, so errors are taken over blocks, never
//! over games. All estimators are streaming, and give the same bits for the same order of blocks.
//!
//! A figure that the evidence does not determine is `None`, never a made-up number.
//!
//! | question | answer | source of its golden values |
//! |---|---|---|
//! | a mean, a planned number of blocks | [`mean_interval`]: Student's t, below 50 blocks a bootstrap | scipy, numpy |
//! | a rate, a difference of rates | [`rate_interval`], [`difference_interval`]: Wilson with effective games | scipy |
//! | a mean that is looked at all the time | [`live_interval`], [`live_p_value`] | the paper, with numpy |
//! | is it mu0 or mu1, as early as can be? | [`Sprt`] | the exact ratio of a multinomial, with scipy |
//! | may this run end now? | [`Monitor`] | |
//! | which of many differences are real? | [`holm`], [`shortest_cycle`] | statsmodels; powers of the matrix |
//! | how strong is each of many bots? | [`RatingTally`]: Plackett-Luce | choix |
//! | which mixture of bots does none beat, which candidate beats one? | `league` (feature) | exact solutions |
//! | how do two runs differ? | [`FirstReading`], [`SecondReading`]: paired where they dealt the same tiles | a run compared with itself |
//! | how does a figure change over the cells of a sweep? | [`ContrastMeans`], [`slope_weights`]: by common deals | by hand |
//! | how many blocks does a difference need? | [`blocks_needed`] | statsmodels |
//! | what can random racks open with? | [`OpeningTally`] | Python |
//! | when do bots open? | [`OpeningTimes`]: Kaplan-Meier | scipy, lifelines |
//! | any figure by bot, seat, players, phase | [`Breakdown`] | the summary's |
//! | how much slower is one of two paired lists of times? | [`TimeRatio`] | Python |
//! | what do duplicate deals save? | [`VarianceRatio`] | by hand |
//!
//! `tests/golden/golden.py` computes the golden values that need more than one library call.
//! `tests/stats/coverage` simulates how often every interval and test keeps its promise.
//!
//! Memory does not grow with the games. A pair of bots takes at most some 30 KB, most of it for the
//! errors of ratings. A million games between a hundred bots, every pair, took 78 MB; between two
//! bots they took 5 MB (`tests/memory.rs`).
//!
//! ```
//! use rummilab_stats::{BlockMeans, rate_interval};
//!
//! let mut wins = BlockMeans::new();
//! for block in 0..100 {
//!     wins.push(if block % 4 == 0 { &[1.0, 0.0] } else { &[1.0, 1.0] }); // a block of two games
//! }
//! let (rate, interval) = (wins.mean().unwrap(), rate_interval(&wins, 0.95).unwrap());
//! assert!((rate - 0.875).abs() < 1e-12);
//! assert!(interval.contains(rate) && !interval.contains(0.5));
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

pub mod blocks;
pub mod breakdown;
mod builder;
pub mod club;
pub mod comparison;
pub mod confidence_sequence;
pub mod contrast;
pub mod faults;
mod figures;
pub mod interval;
pub mod kaplan_meier;
#[cfg(feature = "league")]
pub mod league;
pub mod monitor;
pub mod multiple;
pub mod openings;
pub mod plackett_luce;
pub mod planning;
pub mod quantiles;
pub mod random_racks;
pub mod sprt;
pub mod summary;
pub mod sweep;
pub mod time_ratio;
pub mod variance_ratio;

mod bootstrap;
mod challengers;
mod inference;
mod metric;
mod outcomes;
mod pair;
mod replayed;
mod rounding;
mod same_deal;
mod sequential;
mod student_t;
mod turns;

#[cfg(test)]
mod test_support;

pub use blocks::{BlockMeans, ENOUGH_BLOCKS};
pub use breakdown::{Breakdown, BreakdownRow, By, Evidence, Figure, Group, Per};
pub use builder::SummaryBuilder;
pub use club::{ClubShape, ClubSummary, ClubTally};
pub use comparison::{ComparedFigure, ComparisonError, FirstReading, MissingFigure, SecondReading};
pub use confidence_sequence::{live_interval, live_p_value};
pub use contrast::{CellSum, Contrast, ContrastErrors, ContrastMeans, Measure, slope_weights};
pub use figures::{GameFigures, SeatFigures};
pub use inference::LEVEL;
pub use interval::{Interval, difference_interval, mean_interval, rate_interval};
pub use kaplan_meier::OpeningTimes;
pub use metric::Metric;
pub use monitor::{LiveDifference, Monitor, StopRule, Watch};
pub use multiple::{holm, shortest_cycle};
pub use openings::{OpeningOdds, OpeningTally};
pub use plackett_luce::{Rating, RatingTally};
pub use planning::{Need, blocks_needed};
pub use quantiles::Counts;
pub use random_racks::{RackSizeError, RandomRacks};
pub use replayed::REPLAYED_DRAWS;
pub use rounding::{fixed, p_text};
pub use rummilab_record::{FEW_TILES, GamePhase};
pub use sequential::{EloDifference, Sequential};
pub use sprt::{Sprt, SprtUnit, SprtVerdict};
pub use summary::Summary;
pub use sweep::{SweepAxis, SweepCell, SweepEffect, SweepFigure, SweepResults, SweepRow};
pub use time_ratio::TimeRatio;
pub use variance_ratio::VarianceRatio;

/// A ratio of whole numbers; `None` if the denominator is zero.
pub(crate) fn share(part: u64, of: u64) -> Option<f64> {
    (of > 0).then(|| part as f64 / of as f64)
}
