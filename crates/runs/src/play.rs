//! Plays the missing blocks of a match in order, under its stop rule, and reports them to the
//! observer. The caller keeps the blocks.

use std::num::NonZeroUsize;

use rummilab_arena::{
    Blocks, ClubPart, ClubState, Plan, Played, Progress, RunError, ThinkTime, run_club,
};
use rummilab_bot_api::StopFlag;
use rummilab_record::Block;
use rummilab_stats::Monitor;

use crate::club_results::ClubResults;
use crate::error::RunsError;
use crate::outcome::{MatchEnding, MatchEvent};
use crate::planned::monitor;
use crate::roster::Roster;

/// How the blocks of a match are played.
pub(crate) struct MatchPlay<'a> {
    pub plan: &'a Plan,
    pub roster: &'a Roster,
    pub threads: NonZeroUsize,
    pub interrupt: &'a StopFlag,
}

/// The state of a match from the blocks so far.
pub(crate) struct Knowledge {
    monitor: Option<Monitor>,
    /// In a club tournament the pairings follow from the results.
    club: Option<(ClubState, ClubResults)>,
    /// Thinking time of each bot of the plan.
    pub times: Vec<ThinkTime>,
}

impl Knowledge {
    /// The state before any block. `elsewhere` gives the results of other shards of a club
    /// tournament.
    pub fn new(plan: &Plan, elsewhere: impl FnOnce() -> ClubResults) -> Knowledge {
        Knowledge {
            monitor: monitor(plan),
            club: plan.club_state().map(|state| (state, elsewhere())),
            times: vec![ThinkTime::default(); plan.bots().len()],
        }
    }

    /// Adds a block that was already present.
    pub fn found(&mut self, block: Block) {
        if let Some(monitor) = &mut self.monitor {
            monitor.push(&block);
        }
        if let Some((_, results)) = &mut self.club {
            results.push(block);
        }
    }

    /// Whether the stop rule is satisfied.
    pub fn is_over(&self) -> bool {
        self.look().and_then(Monitor::stopped_after).is_some()
    }

    /// The monitor of the match; `None` for a club tournament.
    pub fn look(&self) -> Option<&Monitor> {
        self.monitor.as_ref()
    }
}

/// Why the delivery of blocks ended early.
enum NotKept {
    /// The stop rule is satisfied; the block is kept.
    Over,
    /// The block could not be kept.
    Failed(RunsError),
}

impl MatchPlay<'_> {
    /// Plays these blocks and passes each to `keep`. They come in order, so the stop rule ends the
    /// run with the same block at any number of threads. Blocks that other threads played beyond it
    /// are dropped.
    pub fn blocks(
        &self,
        missing: Blocks,
        known: &mut Knowledge,
        observe: &mut dyn FnMut(MatchEvent<'_>),
        mut keep: impl FnMut(&Block) -> Result<(), RunsError>,
    ) -> Result<MatchEnding, RunsError> {
        let Knowledge {
            monitor,
            club,
            times,
        } = known;
        let observe = std::cell::RefCell::new(observe);
        let sink = |played: Played| {
            for (total, time) in times.iter_mut().zip(&played.times) {
                total.add(*time);
            }
            keep(&played.block).map_err(NotKept::Failed)?;
            observe.borrow_mut()(MatchEvent::Block(&played.block));
            let Some(monitor) = monitor else {
                return Ok(());
            };
            let over = monitor.push(&played.block);
            observe.borrow_mut()(MatchEvent::Look(monitor));
            if over { Err(NotKept::Over) } else { Ok(()) }
        };
        let show = &mut |progress: Progress| observe.borrow_mut()(MatchEvent::Progress(progress));
        let (plan, roster, threads, stop) = (self.plan, self.roster, self.threads, self.interrupt);
        let ended = match club {
            Some((state, results)) => {
                let part = ClubPart {
                    state: state.clone(),
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
            Err(RunError::Sink(_, NotKept::Over)) => Ok(MatchEnding::StoppedByRule),
            Err(RunError::Sink(_, NotKept::Failed(error))) => Err(error),
            Err(RunError::Harness(block, error)) => Err(RunsError::of_block(block, error)),
            Err(RunError::Threads(error)) => Err(error.into()),
        }
    }
}
