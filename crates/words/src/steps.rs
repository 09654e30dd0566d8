//! The steps of a turn, and why a solver has no answer.

use rummilab_core::Set;
use rummilab_solver::{SolveError, Step, StopReason};

use crate::lists::list;
use crate::{Language, Say, say};

/// A step as a sentence without a full stop.
pub fn step(language: Language, step: &Step) -> String {
    let sets = |sets: &[Set]| {
        let texts: Vec<String> = sets.iter().map(ToString::to_string).collect();
        list(language, &texts)
    };
    match step {
        Step::Take { tiles, from, .. } => {
            say!(language, "step-take", tiles = tiles, from = from)
        }
        Step::Split { set, parts } => {
            say!(language, "step-split", set = set, parts = sets(parts))
        }
        Step::Join { parts, set } => {
            let (last, parts) = match parts.split_last() {
                Some((last, parts)) => (last.to_string(), sets(parts)),
                None => (String::new(), String::new()),
            };
            say!(language, "step-join", parts = parts, last = last, set = set)
        }
        Step::Lay { tiles, on, .. } if on.is_empty() => {
            say!(language, "step-lay-new", tiles = tiles)
        }
        Step::Lay { tiles, on, set } => {
            say!(
                language,
                "step-lay-on",
                tiles = tiles,
                on = sets(on),
                set = set
            )
        }
    }
}

impl Say for SolveError {
    fn say(&self, language: Language) -> String {
        match self {
            SolveError::Unsupported(refusal) => say!(
                language,
                "solver-unsupported",
                solver = refusal.solver.as_str(),
                option = refusal.option.as_str()
            ),
            SolveError::TooManyCopies(tile) => {
                say!(language, "solver-too-many-copies", tile = tile)
            }
            // Only a bug says this; the fault is for whoever mends it.
            SolveError::Wrong { solver, fault } => say!(
                language,
                "solver-wrong",
                solver = solver.as_str(),
                fault = fault.to_string()
            ),
            SolveError::GaveUp { solver, stop } => {
                let stop = match stop {
                    StopReason::Nodes => "nodes",
                    StopReason::Time => "time",
                };
                say!(
                    language,
                    "solver-gave-up",
                    solver = solver.as_str(),
                    stop = stop
                )
            }
        }
    }
}
