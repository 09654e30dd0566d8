//! Two solvers that take turns: what one cannot prove within a slice of work, the other may.

use rummilab_core::{Position, RuleSet, Table, TileCounts};

use crate::answer::{Answer, StopReason, Verified};
use crate::draws::AfterDraw;
use crate::goal::{Goal, Score};
use crate::plays::{ListLimits, Plays};
use crate::{KeptMost, SolveError, Solver, Unsupported, unless_given_up};

/// Slices of work in the order in which they are spent: which solver, and how much in its own
/// units. Those of the first are states of the search, its last slice what it allows itself; those
/// of the second are nodes of branch and bound.
const SLICES: [(usize, u64); 6] = [
    (0, 100_000),
    (1, 200),
    (0, 1_000_000),
    (1, 2_000),
    (0, u64::MAX),
    (1, 10_000),
];

/// Asks two solvers in turn, with growing slices of work, until one has a proof. Slices are work
/// and not time, so that the answer is the same on every machine.
///
/// Lists of plays and of draws come from the first solver alone. The name is that of the solver
/// that gave the last answer.
pub struct Auto {
    solvers: [Box<dyn Solver>; 2],
    /// The solver that gave the last answer.
    answered: usize,
    nodes: u64,
    /// The limit of the caller. Within it the first solver is asked alone.
    limit: Option<u64>,
}

impl Auto {
    /// A solver that asks these two, the first one first.
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>) -> Auto {
        Auto {
            solvers: [first, second],
            answered: 0,
            nodes: 0,
            limit: None,
        }
    }

    /// Asks one solver within a slice of work.
    fn ask<T>(
        &mut self,
        (number, most): (usize, u64),
        question: impl FnOnce(&mut dyn Solver) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        let solver = self.solvers[number].as_mut();
        solver.limit_work(Some(most));
        let found = question(solver);
        solver.limit_work(None);
        self.nodes = self.nodes.saturating_add(solver.nodes());
        found
    }

    /// Asks the first solver alone.
    fn first(&mut self) -> &mut dyn Solver {
        (self.answered, self.nodes) = (0, 0);
        self.solvers[0].as_mut()
    }
}

/// What two answers without a proof say together, if one of them has a play, and whether it is that
/// of the second.
fn both(a: Option<Answer>, b: Option<Answer>, most: Score) -> (Option<Answer>, bool) {
    let bound = |answer: &Option<Answer>| match answer {
        Some(Answer::Feasible { bound, .. }) => *bound,
        _ => i64::MAX,
    };
    let bound = bound(&a).min(bound(&b));
    let [a, b] = [a, b].map(|answer| answer.and_then(Answer::into_verified));
    let newer = match (&a, &b) {
        (Some(a), Some(b)) => b.score > a.score,
        (known, _) => known.is_none(),
    };
    let best = if newer { b } else { a };
    let answer = best.map(|best| Answer::stopped(best, bound, most, StopReason::Nodes));
    (answer, newer)
}

/// A method of [`Solver`] that is missing here would be answered by its default.
#[deny(clippy::missing_trait_methods)]
impl Solver for Auto {
    fn name(&self) -> &str {
        self.solvers[self.answered].name()
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.solvers[0].supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        (self.answered, self.nodes) = (0, 0);
        if let Some(limit) = self.limit {
            return self.ask((0, limit), |first| first.solve(rules, position, goal));
        }
        let mut known: Option<Answer> = None;
        for slice in SLICES {
            if slice.0 == 1 && self.solvers[1].supports(rules, goal).is_err() {
                continue;
            }
            let found = self.ask(slice, |solver| solver.solve(rules, position, goal));
            let found = match unless_given_up(found) {
                // A fault of the second is no reason to lose the play of the first.
                Err(_) if slice.0 == 1 => continue,
                found => found?,
            };
            if let Some(proven) = found.as_ref().filter(|found| found.is_proven()) {
                self.answered = slice.0;
                return Ok(proven.clone());
            }
            let (answer, newer) = both(known, found, goal.most(rules, position));
            if newer {
                self.answered = slice.0;
            }
            known = answer;
            if self.stopped() {
                break;
            }
        }
        known.ok_or_else(|| SolveError::GaveUp {
            solver: self.name().to_owned(),
            stop: StopReason::Nodes,
        })
    }

    fn solve_as_good_as(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        played: &TileCounts,
    ) -> Result<Answer, SolveError> {
        let most = self.limit.unwrap_or(u64::MAX);
        self.nodes = 0;
        self.ask((0, most), |first| {
            first.solve_as_good_as(rules, position, goal, played)
        })
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        (self.answered, self.nodes) = (0, 0);
        let mut last = None;
        for slice in SLICES {
            if slice.0 == 1 && self.solvers[1].supports(rules, &Goal::Tiles).is_err() {
                continue;
            }
            match self.ask(slice, |solver| solver.go_out(rules, position)) {
                Err(error @ SolveError::GaveUp { .. }) => last = Some(error),
                found => {
                    self.answered = slice.0;
                    return found;
                }
            }
            if self.stopped() {
                break;
            }
        }
        last.map_or(Ok(None), Err)
    }

    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<KeptMost>, SolveError> {
        self.nodes = 0;
        let most = self.limit.unwrap_or(u64::MAX);
        let direct =
            |solver: &mut dyn Solver| solver.keeping_most(rules, position, goal, before, best);
        let found = self.ask((0, most), direct)?;
        let proven = found.as_ref().is_some_and(|kept| kept.proven);
        if proven || self.solvers[1].supports(rules, goal).is_err() {
            return Ok(found);
        }
        let other = self.ask((1, most), direct).unwrap_or_default();
        let kept = |kept: &KeptMost| before.untouched_in(&kept.play.table(before));
        Ok(match (found, other) {
            (Some(a), Some(b)) if !b.proven && kept(&a) >= kept(&b) => Some(a),
            (found, None) => found,
            (_, other) => other,
        })
    }

    fn limit_work(&mut self, most: Option<u64>) {
        self.limit = most;
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        let found = self.first().plays(rules, position, goal, limits);
        self.nodes = self.solvers[0].nodes();
        found
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        let found = self.first().after_draw(rules, position, goal, unseen);
        self.nodes = self.solvers[0].nodes();
        found
    }

    fn of_pair(&mut self, number: usize, question: &mut dyn FnMut(&mut dyn Solver)) {
        if let Some(solver) = self.solvers.get_mut(number) {
            question(solver.as_mut());
        }
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }

    fn stopped(&self) -> bool {
        self.solvers.iter().any(|solver| solver.stopped())
    }

    fn clear(&mut self) {
        (self.answered, self.nodes) = (0, 0);
        for solver in &mut self.solvers {
            solver.clear();
        }
    }
}
