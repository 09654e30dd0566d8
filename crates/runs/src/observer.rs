//! What a match tells whoever watches it. Nothing of it changes a byte of the result.

use std::num::NonZeroUsize;

use rummilab_arena::{Plan, Progress};
use rummilab_record::Block;
use rummilab_stats::Monitor;

/// Something that happened in a match.
#[derive(Debug)]
#[non_exhaustive]
pub enum MatchEvent<'a> {
    /// The plan is sound, and is about to be played.
    Plan(&'a Plan),
    /// A block is there, found or played. They come in their order; those of a club tournament, and
    /// those that fill gaps, after all that were found.
    Block(&'a Block),
    /// The folder was read.
    Opened(Opened),
    /// A remark about how the match is played.
    Warning(Warning),
    /// What the blocks so far say, at intervals that hold however often one looks. Not of a club
    /// tournament.
    Look(&'a Monitor),
    /// How far the match has come since it began or went on.
    Progress(Progress),
}

/// What was found when a match began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// Blocks that were there already.
    pub found: u64,
    /// Blocks of the match or shard in all.
    pub blocks: u64,
    /// Blocks that are to be played; none if the stop rule has enough.
    pub missing: u64,
    /// Bytes of a block that was cut off, which is played again.
    pub dropped_bytes: u64,
}

/// A remark about how a match is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Warning {
    /// More bots think at once than there are cores, which a clock does not know.
    #[error("{threads} threads on {cores} cores: bots wait for each other while their clocks run")]
    ThreadsOverCores {
        /// Threads that play.
        threads: NonZeroUsize,
        /// Cores of the machine.
        cores: NonZeroUsize,
    },
    /// A program sees numbers that follow from the seed, and could try seeds until it has found it.
    #[error("the match has no salt: a program that guesses its seed knows every tile")]
    NoSalt,
}
