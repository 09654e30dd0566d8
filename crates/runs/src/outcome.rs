//! How a match ended, and what came out.

use rummilab_arena::{Plan, ThinkTime};
use rummilab_stats::Summary;

use crate::roster::Withdrawn;
use crate::status::RunStatus;

/// How a match ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MatchEnding {
    /// Every block of the plan is there.
    Finished,
    /// The stop rule of the plan has enough blocks.
    StoppedByRule,
    /// The interrupt flag was set. In a folder the same match goes on from there.
    Interrupted,
    /// All blocks of the shard are there, and others of the run are not.
    ShardDone,
}

/// What came out of a match.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The plan that was played.
    pub plan: Plan,
    /// How it ended.
    pub ending: MatchEnding,
    /// Blocks of the match or shard that are there.
    pub done: u64,
    /// Blocks of the match or shard.
    pub blocks: u64,
    /// Where the run stands, if a shard is done and others are not.
    pub status: Option<RunStatus>,
    /// Programs that were withdrawn and lost the rest of their games.
    pub withdrawn: Vec<Withdrawn>,
    /// How long each bot of the plan has thought, in what was played now.
    pub times: Vec<ThinkTime>,
    pub(crate) summary: Option<Summary>,
}

impl Outcome {
    /// Of a match that was interrupted before it began.
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

    /// Whether there is a [`summary`](Outcome::summary): whether it finished, or was stopped by its
    /// rule.
    pub fn is_complete(&self) -> bool {
        self.summary.is_some()
    }

    /// The numbers, as `summary.json` holds them.
    ///
    /// # Panics
    /// If the match is not complete, because the interrupt flag was set or only a shard was asked
    /// for; see [`is_complete`](Outcome::is_complete).
    pub fn summary(&self) -> &Summary {
        let summary = self.summary.as_ref();
        summary.expect("only a match that is complete has a summary")
    }
}
