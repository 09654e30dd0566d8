//! The intervals that a run may show: those for a fixed number of blocks, or those that hold at
//! every look.

use crate::blocks::BlockMeans;
use crate::confidence_sequence::{live_interval, live_p_value};
use crate::interval::{
    Interval, difference_interval, estimate, extreme_bound, mean_interval, rate_interval,
};

/// Level of all intervals of a summary.
pub const LEVEL: f64 = 0.95;

/// The method for intervals and p-values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Inference {
    /// For a run whose number of blocks was fixed.
    Fixed {
        /// Master seed, for the bootstrap.
        seed: u64,
    },
    /// For a run that its own results may have stopped.
    Live {
        /// Number of planned blocks, for which the live interval is tuned.
        planned: u64,
    },
}

impl Inference {
    /// The interval of a mean.
    pub(crate) fn mean(self, means: &BlockMeans) -> Option<Interval> {
        match self {
            Inference::Fixed { seed } => mean_interval(means, LEVEL, seed),
            Inference::Live { planned } => live_interval(means, LEVEL, planned),
        }
    }

    /// The interval of a rate from 0 to 1.
    pub(crate) fn rate(self, means: &BlockMeans) -> Option<Interval> {
        match self {
            Inference::Fixed { .. } => rate_interval(means, LEVEL),
            Inference::Live { planned } => live_interval(means, LEVEL, planned)?.clipped(0.0, 1.0),
        }
    }

    /// The one-sided bound of a rate that is 0 or 1 in every block ([`extreme_bound`]); none if
    /// results may have ended the run.
    pub(crate) fn bound(self, means: &BlockMeans) -> Option<f64> {
        match self {
            Inference::Fixed { .. } => extreme_bound(means, LEVEL),
            Inference::Live { .. } => None,
        }
    }

    /// The interval of a difference of rates, from -1 to 1.
    pub(crate) fn rate_difference(self, means: &BlockMeans) -> Option<Interval> {
        match self {
            Inference::Fixed { .. } => difference_interval(means, LEVEL),
            Inference::Live { planned } => live_interval(means, LEVEL, planned)?.clipped(-1.0, 1.0),
        }
    }

    /// The interval of a mean, and the p-value of a mean of zero.
    pub(crate) fn mean_and_p(self, means: &BlockMeans) -> (Option<Interval>, Option<f64>) {
        match self {
            Inference::Fixed { seed } => estimate(means, LEVEL, seed)
                .map_or((None, None), |(interval, p)| (Some(interval), p)),
            Inference::Live { planned } => {
                let p = live_p_value(means, LEVEL, planned);
                (live_interval(means, LEVEL, planned), p)
            }
        }
    }

    /// The p-value of a zero difference of rates.
    pub(crate) fn p(self, means: &BlockMeans) -> Option<f64> {
        self.mean_and_p(means).1
    }
}
