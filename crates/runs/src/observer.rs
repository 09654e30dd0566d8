//! The events that a match reports to an observer. They do not change any byte of the result.

use std::num::NonZeroUsize;

use rummilab_arena::{Plan, Progress};
use rummilab_record::Block;
use rummilab_stats::Monitor;

/// Something that happened in a match.
#[derive(Debug)]
#[non_exhaustive]
pub enum MatchEvent<'a> {
    /// The plan is sound and is about to be played.
    Plan(&'a Plan),
    /// A block is present, either found or played. Blocks come in order. Blocks of a club
    /// tournament, and blocks that fill gaps, come after all found ones.
    Block(&'a Block),
    Opened(Opened),
    /// A remark about how the match is played.
    Warning(Warning),
    /// The results so far, with intervals that hold at every look. Never for a club tournament.
    Look(&'a Monitor),
    /// The progress of the match since it began or resumed.
    Progress(Progress),
}

/// What was found at the start of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    pub found: u64,
    /// Blocks of the whole match or shard.
    pub blocks: u64,
    /// Blocks still to be played; none if the stop rule is satisfied.
    pub missing: u64,
    /// Bytes of an incomplete block, which is played again.
    pub dropped_bytes: u64,
}

/// A remark about how a match is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// More bots think at once than there are cores, so that a clock measures too much.
    #[error("{threads} threads on {cores} cores: bots wait for each other while their clocks run")]
    ThreadsOverCores {
        threads: NonZeroUsize,
        /// Number of cores of the machine.
        cores: NonZeroUsize,
    },
    /// A program sees numbers derived from the seed, and could find the seed by trying.
    #[error("the match has no salt: a program that guesses its seed knows every tile")]
    NoSalt,
}
