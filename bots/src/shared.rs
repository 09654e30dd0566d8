//! One solver for all parts of a bot. It counts their questions together, so the bot knows what a
//! turn cost and can stop asking.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rummilab_bot_api::StopFlag;
use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::{
    AfterDraw, Answer, Goal, ListLimits, Omitted, Plays, SolveError, Solver, StopReason,
    Unsupported, Verified,
};

/// How many nodes of a hard question count as much as an easy question.
const NODES: u64 = 50;

struct Inner {
    solver: Box<dyn Solver>,
    work: u64,
    nodes: u64,
    stop: StopFlag,
    /// The work at which the turn ends, and whether anything was asked after it.
    end: u64,
    ran_out: bool,
}

/// A solver with several holders. They never ask at once: the bot that hands it out lets one ask
/// after the other.
#[derive(Clone)]
pub struct Shared {
    inner: Arc<Mutex<Inner>>,
    name: String,
}

impl Shared {
    /// Shares this solver.
    pub fn new(solver: Box<dyn Solver>) -> Shared {
        Shared {
            name: solver.name().to_owned(),
            inner: Arc::new(Mutex::new(Inner {
                solver,
                work: 0,
                nodes: 0,
                stop: StopFlag::default(),
                end: u64::MAX,
                ran_out: false,
            })),
        }
    }

    /// Work so far of all holders. A question counts one, and one more for every 50 nodes that its
    /// answer took. So the budget of a turn means much the same under rules whose questions are a
    /// thousand times as hard.
    pub fn work(&self) -> u64 {
        self.inner().work
    }

    /// Nodes of all answers so far.
    pub fn all_nodes(&self) -> u64 {
        self.inner().nodes
    }

    /// Begins a turn that may take this much [work](Shared::work). After that the solver is not
    /// asked any more, and every answer is that it gave up. The last question may go beyond the
    /// limit.
    pub fn begin_turn(&self, work: u64) {
        let mut inner = self.inner();
        inner.end = inner.work.saturating_add(work);
        inner.ran_out = false;
    }

    /// Whether the work of the turn has run out.
    pub fn ran_out(&self) -> bool {
        self.inner().ran_out
    }

    /// Once this flag is set, the solver is not asked any more, and every answer is that it gave
    /// up.
    pub fn watch(&self, stop: &StopFlag) {
        self.inner().stop = StopFlag::clone(stop);
    }

    /// Another holder of the same solver, boxed so that it can be handed on.
    pub fn boxed(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solver's answer; `None` if it is not asked any more.
    fn ask<T>(&self, ask: impl FnOnce(&mut dyn Solver) -> T) -> Option<T> {
        let mut inner = self.inner();
        if inner.stop.load(Ordering::Relaxed) {
            return None;
        }
        if inner.work >= inner.end {
            inner.ran_out = true;
            return None;
        }
        let answer = ask(inner.solver.as_mut());
        let nodes = inner.solver.nodes();
        inner.work += 1 + nodes / NODES;
        inner.nodes += nodes;
        Some(answer)
    }

    fn gave_up(&self) -> SolveError {
        SolveError::GaveUp {
            solver: self.name.clone(),
        }
    }
}

impl Solver for Shared {
    fn name(&self) -> &str {
        &self.name
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.inner().solver.supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.ask(|solver| solver.solve(rules, position, goal))
            .unwrap_or(Ok(Answer::Unknown(StopReason::Nodes)))
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.ask(|solver| solver.go_out(rules, position))
            .unwrap_or_else(|| Err(self.gave_up()))
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        self.ask(|solver| solver.plays(rules, position, goal, limits))
            .unwrap_or(Ok(Plays {
                plays: Vec::new(),
                rest: Omitted::Unknown,
            }))
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        self.ask(|solver| solver.after_draw(rules, position, goal, unseen))
            .unwrap_or_else(|| Err(self.gave_up()))
    }

    fn nodes(&self) -> u64 {
        self.inner().solver.nodes()
    }

    fn stopped(&self) -> bool {
        self.inner().stop.load(Ordering::Relaxed)
    }

    fn clear(&mut self) {
        self.inner().solver.clear();
    }
}
