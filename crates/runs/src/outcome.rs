//! What a match tells: events on its way, which change no byte of the result, its ending and its
//! figures.

use std::num::NonZeroUsize;

use rummilab_arena::{PhaseTimes, Plan, Progress};
use rummilab_record::Block;
use rummilab_stats::{Monitor, Summary};

use crate::error::RunsError;
use crate::roster::Withdrawn;
use crate::status::RunStatus;

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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchEnding {
    /// Every block of the plan is present.
    Finished,
    /// The stop rule of the plan is satisfied.
    StoppedByRule,
    /// The interrupt flag was set. In a folder the same match can resume.
    Interrupted,
    /// All blocks of the shard are present, but other blocks of the run are missing.
    ShardDone,
}

/// The result of a match.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The plan that was played.
    pub plan: Plan,
    pub ending: MatchEnding,
    /// Blocks of the match or shard that are present.
    pub done: u64,
    /// Blocks of the match or shard.
    pub blocks: u64,
    /// The state of the run, if this shard is done and others are not.
    pub status: Option<RunStatus>,
    /// Programs that were withdrawn and lost the rest of their games.
    pub withdrawn: Vec<Withdrawn>,
    /// Thinking time of each bot of the plan, in the blocks played by this call.
    pub times: Vec<PhaseTimes>,
    pub(crate) summary: Option<Summary>,
}

impl Outcome {
    /// The outcome of a match that was interrupted before it began.
    pub(crate) fn interrupted(plan: Plan, blocks: u64) -> Outcome {
        Outcome {
            ending: MatchEnding::Interrupted,
            done: 0,
            blocks,
            summary: None,
            status: None,
            withdrawn: Vec::new(),
            times: Vec::new(),
            plan,
        }
    }

    /// Whether there is a [`summary`](Outcome::summary): the match finished or was stopped by its
    /// rule.
    pub fn is_complete(&self) -> bool {
        self.summary.is_some()
    }

    /// The figures, as in `summary.json`.
    ///
    /// # Errors
    /// [`RunsError::Incomplete`] if the match is not complete, because it was interrupted or only a
    /// shard was played; see [`is_complete`](Outcome::is_complete).
    pub fn summary(&self) -> Result<&Summary, RunsError> {
        let summary = self.summary.as_ref();
        summary.ok_or(RunsError::Incomplete(self.done, self.blocks))
    }
}
