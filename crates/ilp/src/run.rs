//! Solves the programs of one question in order, within its limits.

use std::time::{Duration, Instant};

use rummilab_core::RuleSet;
use rummilab_solver::catalogue::Catalogue;
use rummilab_solver::{Arrangement, StopReason};

use crate::backend::{Backend, BackendEnding, Limits, Solved, maximise, relaxed};
use crate::measure::{Measure, WeightedMeasures, objectives};
use crate::model::{BuiltProgram, Form, TurnProblem, build};
use crate::program::{IntegerProgram, Row, value_of};

/// The outcome of a question.
pub(crate) enum RunOutcome {
    /// The best solution, with proof.
    Best {
        sets: Arrangement,
        /// The values of the measures in the program.
        reached: Vec<i64>,
    },
    /// Stopped early; the first measure cannot exceed the bound.
    Stopped {
        sets: Arrangement,
        stop: StopReason,
        bound: i64,
    },
    Infeasible,
    /// Stopped before any solution was found.
    Nothing {
        stop: StopReason,
        bound: i64,
    },
}

/// The outcome of one form of a question.
pub(crate) enum FormOutcome {
    Answered(RunOutcome),
    /// The jokers of the solution have no legal places.
    NoPlaces,
}

/// The remaining limits of a question.
pub(crate) struct RemainingLimits {
    backend: Backend,
    limits: Limits,
    /// When the question began, if there is a limit of time: not everywhere is a clock.
    start: Option<Instant>,
    nodes: u64,
    programs: u64,
    /// Work so far: simplex iterations, each times the variables and rows of its program.
    work: u64,
    most_work: Option<u64>,
}

/// Simplex iterations that a node of branch and bound takes, roughly. With a limit of work a
/// program may branch as often as the work that is left allows.
const ITERATIONS_PER_NODE: u64 = 15;

/// Simplex iterations for each row that the root of a program takes, roughly. With a limit of work
/// a program whose root is likely to exceed it is not begun.
const ITERATIONS_PER_ROW: u64 = 2;

impl RemainingLimits {
    pub fn start(backend: Backend, limits: Limits, most_work: Option<u64>) -> RemainingLimits {
        RemainingLimits {
            backend,
            limits,
            start: limits.time.map(|_| Instant::now()),
            nodes: 0,
            programs: 0,
            work: 0,
            most_work,
        }
    }

    /// Number of nodes so far, counting roots.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The work so far.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The limits for one more program of this size.
    fn left(&self, size: u64) -> Limits {
        let branched = self.nodes - self.programs;
        let spent = self.start.map_or(Duration::ZERO, |start| start.elapsed());
        let by_nodes = self.limits.nodes;
        let by_nodes = by_nodes.map(|nodes| nodes.saturating_sub(branched));
        let by_work = self.most_work.map(|most| {
            let left = most.saturating_sub(self.work);
            left / (ITERATIONS_PER_NODE * size.max(1))
        });
        Limits {
            nodes: by_nodes.into_iter().chain(by_work).min(),
            time: self.limits.time.map(|time| time.saturating_sub(spent)),
        }
    }

    fn maximise(
        &mut self,
        program: &IntegerProgram,
        terms: &[(usize, i64)],
    ) -> Result<BackendEnding, String> {
        let size = (program.uppers.len() + program.rows.len()) as u64;
        let rows = program.rows.len() as u64;
        let exceeded = |most| self.work + ITERATIONS_PER_ROW * rows * size > most;
        if self.most_work.is_some_and(exceeded) {
            return Ok(BackendEnding::Stopped {
                best: None,
                bound: Some(f64::INFINITY),
                stop: StopReason::Nodes,
            });
        }
        let solved = maximise(self.backend, program, terms, self.left(size))?;
        let Solved {
            ending,
            nodes,
            iterations,
        } = solved;
        self.nodes += nodes;
        self.work += iterations * size;
        self.programs += 1;
        Ok(ending)
    }
}

/// Solves a question in as few programs as stay exact. Each program keeps what the earlier ones
/// reached.
pub(crate) fn run(
    form: Form,
    rules: &RuleSet,
    catalogue: &Catalogue,
    question: &TurnProblem,
    measures: &[Measure],
    clock: &mut RemainingLimits,
) -> Result<FormOutcome, String> {
    let Some(mut built) = build(form, rules, catalogue, question) else {
        return Ok(FormOutcome::Answered(RunOutcome::Infeasible));
    };
    let old = question.old.iter().map(|old| usize::from(old.copies)).sum();
    let ranged: Vec<_> = measures
        .iter()
        .map(|m| (m.terms(&built.meanings), m.range(&question.rack, old)))
        .collect();
    let most = ranged.first().map_or(0, |(_, (_, high))| *high);
    let sets =
        |built: &BuiltProgram, values: &[i64]| built.sets(rules, catalogue, question, values);
    let mut best: Option<Vec<i64>> = None;
    for objective in objectives(&ranged, built.meanings.len()) {
        match (
            clock.maximise(&built.program, &objective.terms)?,
            best.take(),
        ) {
            (BackendEnding::Optimal(values), _) => {
                built.program.rows.push(Row {
                    bound: value_of(&objective.terms, &values),
                    terms: objective.terms,
                    ..Row::default()
                });
                best = Some(values);
            }
            (BackendEnding::Infeasible, None) => {
                return Ok(FormOutcome::Answered(RunOutcome::Infeasible));
            }
            (BackendEnding::Infeasible, Some(_)) => {
                return Err("what was reached cannot be reached".to_owned());
            }
            (BackendEnding::Stopped { best, bound, stop }, known) => {
                let bound = match (&known, ranged.first()) {
                    // The main goal is proven, but a tie-break is not.
                    (Some(values), Some((terms, _))) => value_of(terms, values),
                    _ => bound_of(clock.backend, &built.program, &objective, bound).min(most),
                };
                let Some(values) = best.or(known) else {
                    return Ok(FormOutcome::Answered(RunOutcome::Nothing { stop, bound }));
                };
                let sets = sets(&built, &values);
                return Ok(sets.map_or(FormOutcome::NoPlaces, |sets| {
                    FormOutcome::Answered(RunOutcome::Stopped { sets, stop, bound })
                }));
            }
        }
    }
    let values = best.unwrap_or_default();
    let reached = ranged
        .iter()
        .map(|(terms, _)| value_of(terms, &values))
        .collect();
    let sets = sets(&built, &values);
    Ok(sets.map_or(FormOutcome::NoPlaces, |sets| {
        FormOutcome::Answered(RunOutcome::Best { sets, reached })
    }))
}

/// An upper bound on the first measure of an objective: that of the backend, or else that of the
/// program without integrality.
fn bound_of(
    backend: Backend,
    program: &IntegerProgram,
    objective: &WeightedMeasures,
    bound: Option<f64>,
) -> i64 {
    let bound = bound.or_else(|| relaxed(backend, program, &objective.terms));
    let Some(bound) = bound.filter(|bound| bound.is_finite()) else {
        return i64::MAX;
    };
    let slack = 1e-6 * bound.abs().max(1.0);
    ((bound + slack).floor() as i64).div_euclid(objective.unit)
}
