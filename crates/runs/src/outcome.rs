//! The ending and the results of a match.

use rummilab_arena::{Plan, ThinkTime};
use rummilab_stats::Summary;

use crate::error::RunsError;
use crate::roster::Withdrawn;
use crate::status::RunStatus;

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
    pub times: Vec<ThinkTime>,
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
