//! One solver, and one automaton, for all parts of a bot. The solver counts their questions
//! together, so the bot knows what a turn cost and can stop asking.

use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rummilab_bot_api::StopFlag;
use rummilab_solver::{AroundSolver, SolveError, Solver, StopReason};

use crate::standoff::KeptAutomaton;

/// How many nodes of a hard question count as much as an easy question.
const NODES: u64 = 50;

/// Work of a question to the second solver ([`Solver::limit_work`]). Where it proves that a rack
/// can go it takes some milliseconds, and with this much work at most 0.4 s.
const SECOND_WORK: u64 = 20_000;

/// Questions to the second solver in a turn.
const SECOND_QUESTIONS: u32 = 2;

struct Inner {
    solver: Box<dyn Solver>,
    /// The solver that is asked whether the whole rack can go where the first gave up.
    second: Option<Box<dyn Solver>>,
    /// Questions of this turn that it may still answer.
    second_left: u32,
    work: u64,
    nodes: u64,
    stop: StopFlag,
    /// The work at which the turn ends, and whether anything was asked after it.
    end: u64,
    ran_out: bool,
}

/// A solver and an automaton with several holders. They never ask at once: the bot that hands it
/// out lets one ask after the other.
#[derive(Clone)]
pub struct Shared {
    inner: Arc<Mutex<Inner>>,
    automaton: KeptAutomaton,
    name: String,
}

impl Shared {
    pub fn new(solver: Box<dyn Solver>) -> Shared {
        Shared::of(solver, None)
    }

    /// The same with a second solver behind it, which answers two questions a turn, each within a
    /// bound of work that is not counted ([`Solver::of_pair`]).
    pub fn with_second(solver: Box<dyn Solver>, second: Box<dyn Solver>) -> Shared {
        Shared::of(solver, Some(second))
    }

    fn of(solver: Box<dyn Solver>, second: Option<Box<dyn Solver>>) -> Shared {
        Shared {
            automaton: KeptAutomaton::default(),
            name: solver.name().to_owned(),
            inner: Arc::new(Mutex::new(Inner {
                solver,
                second,
                second_left: SECOND_QUESTIONS,
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
        inner.second_left = SECOND_QUESTIONS;
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

    /// The automaton that all holders ask.
    pub fn automaton(&self) -> &KeptAutomaton {
        &self.automaton
    }

    /// Another holder of the same solver, boxed so that it can be handed on.
    pub fn boxed(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AroundSolver for Shared {
    fn name(&self) -> &str {
        &self.name
    }

    fn with<T>(&self, what: impl FnOnce(&mut dyn Solver) -> T) -> T {
        what(self.inner().solver.as_mut())
    }

    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Solver) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let mut inner = self.inner();
        let stopped = inner.stop.load(Ordering::Relaxed);
        if stopped || inner.work >= inner.end {
            inner.ran_out |= !stopped;
            return Err(SolveError::GaveUp {
                solver: self.name.clone(),
                stop: StopReason::Nodes,
            });
        }
        let answer = question(inner.solver.as_mut());
        let nodes = inner.solver.nodes();
        inner.work += 1 + nodes / NODES;
        inner.nodes += nodes;
        answer
    }

    fn stopped(&self) -> bool {
        self.inner().stop.load(Ordering::Relaxed)
    }

    /// The second solver, as long as it may be asked. The first answers by itself.
    fn of_pair(&mut self, number: usize, question: &mut dyn FnMut(&mut dyn Solver)) {
        let mut inner = self.inner();
        let inner = &mut *inner;
        let stopped = inner.stop.load(Ordering::Relaxed);
        let Some(second) = inner.second.as_mut().filter(|_| number == 1) else {
            return;
        };
        if stopped || inner.second_left == 0 {
            return;
        }
        inner.second_left -= 1;
        second.limit_work(Some(SECOND_WORK));
        question(second.as_mut());
        inner.nodes += second.nodes();
    }
}
