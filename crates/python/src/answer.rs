//! `Answer`: the best play of a position, and the new table.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use rummilab::engine::{BestAnswer, Question, Status, micros};

use crate::json::loads;
use crate::position::sets_of;
use crate::typed::{Facts, Status as StatusWord, Steps};

/// The best play, and the table that it leaves.
///
/// >>> import rummilab
/// >>> answer = rummilab.solve("R4 R5 R6 R7 R8", "R6")
/// >>> answer.tiles, answer.table
/// (1, ['R4 R5 R6', 'R6 R7 R8'])
/// >>> answer.steps[0]["text"]
/// 'split R4 R5 R6 R7 R8 into R4 R5 R6 and R7 R8'
#[pyclass(name = "Answer", module = "rummilab", frozen)]
pub struct PyAnswer {
    question: Question,
    /// The steps are computed when they are first asked for.
    answer: Mutex<BestAnswer>,
}

impl PyAnswer {
    pub fn new(question: Question, answer: BestAnswer) -> PyAnswer {
        PyAnswer {
            question,
            answer: Mutex::new(answer),
        }
    }

    fn with<T>(&self, look: impl FnOnce(&mut BestAnswer) -> T) -> T {
        look(&mut self.answer.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

#[pymethods]
impl PyAnswer {
    /// `optimal` (nothing is better by the goal), `feasible` (no better than `bound`), `infeasible`
    /// (the tiles of the table cannot be split into sets) or `unknown`.
    #[getter]
    fn status(&self) -> StatusWord {
        self.with(|answer| StatusWord(answer.status.word()))
    }

    /// An upper bound that no play exceeds, in units of the goal, if the status is `feasible`.
    #[getter]
    fn bound(&self) -> Option<i64> {
        self.with(|answer| match answer.status {
            Status::Feasible(bound) => Some(bound),
            _ => None,
        })
    }

    /// How many rack tiles are laid; None without a play.
    #[getter]
    fn tiles(&self) -> Option<usize> {
        self.with(|answer| answer.play.as_ref().map(|play| play.played.len()))
    }

    /// The sum of their faces in points; a joker counts 0.
    #[getter]
    fn value(&self) -> Option<u32> {
        self.with(|answer| answer.play.as_ref().map(|play| play.played.face_sum()))
    }

    /// The rack tiles laid, such as `R6 J`.
    #[getter]
    fn played(&self) -> Option<String> {
        self.with(|answer| answer.play.as_ref().map(|play| play.played.to_string()))
    }

    /// The new table, one text a set.
    #[getter]
    fn table(&self) -> Option<Vec<String>> {
        self.with(|answer| answer.play.as_ref().map(|play| sets_of(&play.table())))
    }

    /// Where groups have owners: the seat of each set of the table; None for a run.
    #[getter]
    fn owners(&self) -> Option<Vec<Option<u8>>> {
        self.with(|answer| answer.play.as_ref().and_then(|play| play.owners.clone()))
    }

    /// Of a player who has not opened: the largest total of own sets in points, enough or not.
    #[getter]
    fn opening_value(&self) -> Option<u32> {
        self.with(|answer| answer.opening_value)
    }

    /// Old sets left as they were.
    #[getter]
    fn untouched(&self) -> Option<usize> {
        self.with(|answer| Some(answer.play.as_ref()?.untouched?.0))
    }

    /// Whether no best play leaves more old sets as they were.
    #[getter]
    fn untouched_optimal(&self) -> Option<bool> {
        self.with(|answer| Some(answer.play.as_ref()?.untouched?.1))
    }

    /// If the tiles of the table cannot be split into sets: the tiles in the way.
    #[getter]
    fn hint(&self) -> Option<String> {
        self.with(|answer| answer.hint.clone())
    }

    /// The name of the solver that found it.
    #[getter]
    fn solver(&self) -> String {
        self.with(|answer| answer.solver.clone())
    }

    /// The solver's work in units of its own.
    #[getter]
    fn nodes(&self) -> u64 {
        self.with(|answer| answer.nodes)
    }

    /// The solver's time in microseconds.
    #[getter]
    fn micros(&self) -> f64 {
        self.with(|answer| micros(answer.time))
    }

    /// The turn as steps that a person can follow; None where there is no play.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Steps<'py>> {
        let json = self.with(|answer| {
            answer.add_steps(&self.question);
            answer.to_json(&None)
        });
        loads(py, &json)?.get_item("steps").map(Steps)
    }

    /// The names and values of an answer of `rummilab solve --json`.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Facts<'py>> {
        let answer = loads(py, &self.with(|answer| answer.to_json(&None)))?;
        for name in ["id", "steps"] {
            answer.call_method1("pop", (name, py.None()))?;
        }
        Ok(Facts(answer))
    }

    /// The turn as an SVG, which notebooks show.
    fn svg(&self) -> String {
        self.with(|answer| rummilab::drawing::draw_turn(&self.question, answer))
    }

    fn _repr_html_(&self) -> String {
        self.svg()
    }

    fn __repr__(&self) -> String {
        self.with(|answer| match &answer.play {
            Some(play) => format!(
                "Answer({:?}, played={:?}, table={:?})",
                answer.status.word(),
                play.played.to_string(),
                play.table().to_string()
            ),
            None => format!("Answer({:?})", answer.status.word()),
        })
    }
}
