//! Plays the missing blocks of a match in order, under its stop rule, and reports them to the
//! observer. The caller stores the blocks.

use std::num::NonZeroUsize;

use rummilab_arena::{
    Blocks, ClubPart, ClubState, PhaseTimes, Plan, Played, Progress, RunError, run_club,
};
use rummilab_bot_api::StopFlag;
use rummilab_record::Block;
use rummilab_stats::Monitor;

use crate::error::RunsError;
use crate::joint_stop::JointStop;
use crate::outcome::{MatchEnding, MatchEvent};
use crate::planned::monitor;
use crate::roster::Roster;
use crate::sibling_results::SiblingResults;

/// How the blocks of a match are played.
pub(crate) struct MatchPlay<'a> {
    pub plan: &'a Plan,
    pub roster: &'a Roster,
    pub threads: NonZeroUsize,
    pub interrupt: &'a StopFlag,
}

/// The state of a match after the blocks so far.
pub(crate) struct MatchState {
    monitor: Option<Monitor>,
    /// In the monitor's place in a shard of a run with a stop rule.
    joint: Option<JointStop>,
    /// In a club tournament the pairings follow from the results.
    club: Option<(ClubState, SiblingResults)>,
    /// Thinking time of each bot of the plan.
    pub times: Vec<PhaseTimes>,
}

impl MatchState {
    /// The state before any block. `elsewhere` gives the results of other shards, which a club
    /// tournament and a stop rule need.
    pub fn new(
        plan: &Plan,
        is_shard: bool,
        elsewhere: impl FnOnce() -> SiblingResults,
    ) -> MatchState {
        let (mut monitor, mut joint, mut club) = (monitor(plan), None, None);
        if let Some(state) = plan.club_state() {
            club = Some((state, elsewhere()));
        } else if is_shard && plan.stop().is_some() {
            joint = monitor
                .take()
                .map(|alone| JointStop::new(alone, elsewhere()));
        }
        MatchState {
            monitor,
            joint,
            club,
            times: vec![PhaseTimes::default(); plan.bots().len()],
        }
    }

    /// Adds a block that was already present.
    pub fn push(&mut self, block: Block) {
        if let Some(monitor) = &mut self.monitor {
            monitor.push(&block);
        }
        if let Some(joint) = &mut self.joint {
            joint.push(block);
        } else if let Some((_, results)) = &mut self.club {
            results.push(block);
        }
    }

    /// Whether the stop rule is satisfied.
    pub fn is_over(&mut self) -> bool {
        match &mut self.joint {
            Some(joint) => joint.is_over(),
            None => self.monitor().and_then(Monitor::stopped_after).is_some(),
        }
    }

    /// The monitor of the match; `None` for a club tournament.
    pub fn monitor(&self) -> Option<&Monitor> {
        self.monitor.as_ref()
    }
}

/// Why the delivery of blocks ended early.
enum DeliveryEnd {
    /// The stop rule is satisfied; the block is stored.
    StopRule,
    /// The block could not be stored.
    Failed(RunsError),
}

impl MatchPlay<'_> {
    /// Plays these blocks and passes each to `keep`. They come in order, so the stop rule ends the
    /// run with the same block at any number of threads. Blocks that other threads played beyond it
    /// are dropped.
    pub fn blocks(
        &self,
        missing: Blocks,
        state: &mut MatchState,
        observe: &mut dyn FnMut(MatchEvent<'_>),
        mut keep: impl FnMut(&Block) -> Result<(), RunsError>,
    ) -> Result<MatchEnding, RunsError> {
        let MatchState {
            monitor,
            joint,
            club,
            times,
        } = state;
        let observe = std::cell::RefCell::new(observe);
        let sink = |played: Played| {
            for (total, time) in times.iter_mut().zip(&played.times) {
                total.add(time);
            }
            keep(&played.block).map_err(DeliveryEnd::Failed)?;
            observe.borrow_mut()(MatchEvent::Block(&played.block));
            let over = match (&mut *monitor, &mut *joint) {
                (Some(monitor), _) => {
                    let over = monitor.push(&played.block);
                    observe.borrow_mut()(MatchEvent::Look(monitor));
                    over
                }
                (None, Some(joint)) => {
                    joint.push(played.block);
                    let over = joint.is_over();
                    observe.borrow_mut()(MatchEvent::Look(joint.monitor()));
                    over
                }
                (None, None) => false,
            };
            if over {
                Err(DeliveryEnd::StopRule)
            } else {
                Ok(())
            }
        };
        let show = &mut |progress: Progress| observe.borrow_mut()(MatchEvent::Progress(progress));
        let (plan, roster, threads, stop) = (self.plan, self.roster, self.threads, self.interrupt);
        let ended = match club {
            Some((club_state, results)) => {
                let part = ClubPart {
                    state: club_state.clone(),
                    wanted: &missing,
                    known: &mut |block| results.get(block),
                };
                run_club(plan, roster, threads, part, stop, show, sink)
            }
            None => rummilab_arena::run(plan, roster, threads, missing, stop, show, sink),
        };
        match ended {
            Ok(ended) if ended.interrupted => Ok(MatchEnding::Interrupted),
            Ok(_) => Ok(MatchEnding::Finished),
            Err(RunError::Sink(_, DeliveryEnd::StopRule)) => Ok(MatchEnding::StoppedByRule),
            Err(RunError::Sink(_, DeliveryEnd::Failed(error))) => Err(error),
            Err(RunError::Harness(block, error)) => Err(RunsError::of_block(block, error)),
            Err(RunError::Threads(error)) => Err(error.into()),
        }
    }
}
