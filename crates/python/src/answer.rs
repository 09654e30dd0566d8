//! `Answer`: the best play of a position, and the new table.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::prelude::*;
use rummilab::SolverSpec;
use rummilab::core::TileCounts;
use rummilab::core::layout::{OldSets, in_old_order};
use rummilab::core::notation::parse_counts;
use rummilab::engine::{BestAnswer, BestPlay, Question, Status, best_play_within, micros};

use crate::errors::Fault;
use crate::json::loads;
use crate::pickle::{Remade, remade};
use crate::position::{Asked, WrittenTable, asked, question_of, sets_of, table_of};
use crate::rules::PyRules;
use crate::solver::goal_of;
use crate::typed::{Facts, Status as StatusWord, Steps};

/// The best play and the table after it.
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
    /// `optimal` (the goal and its tie-break are proven), `feasible` (a better play may exist, up
    /// to `bound`), `infeasible` (loose table tiles cannot be split into sets) or `unknown`.
    #[getter]
    fn status(&self) -> StatusWord {
        self.with(|answer| StatusWord(answer.status.word()))
    }

    /// An upper bound on every play, in units of the goal, if the status is `feasible`.
    #[getter]
    fn bound(&self) -> Option<i64> {
        self.with(|answer| match answer.status {
            Status::Feasible(bound) => Some(bound),
            _ => None,
        })
    }

    /// Number of rack tiles laid; None without a play.
    #[getter]
    fn tiles(&self) -> Option<usize> {
        self.with(|answer| answer.play.as_ref().map(|play| play.played.len()))
    }

    /// The face values of the tiles laid, summed, in points; a joker counts 0.
    #[getter]
    fn value(&self) -> Option<u32> {
        self.with(|answer| answer.play.as_ref().map(|play| play.played.face_sum()))
    }

    /// The rack tiles laid, such as `R6 J`.
    #[getter]
    fn played(&self) -> Option<String> {
        self.with(|answer| answer.play.as_ref().map(|play| play.played.to_string()))
    }

    /// The new table, one string per set.
    #[getter]
    fn table(&self) -> Option<Vec<String>> {
        self.with(|answer| answer.play.as_ref().map(|play| sets_of(&play.table())))
    }

    /// Under rules where groups have owners, the owner's seat for each set of the table; None for a
    /// run.
    #[getter]
    fn owners(&self) -> Option<Vec<Option<u8>>> {
        self.with(|answer| answer.play.as_ref().and_then(|play| play.owners.clone()))
    }

    /// For a player who has not opened: the most points that sets of rack tiles alone reach, enough
    /// to open or not.
    #[getter]
    fn opening_value(&self) -> Option<u32> {
        self.with(|answer| answer.opening_value)
    }

    /// Number of old sets that stay as they were.
    #[getter]
    fn untouched(&self) -> Option<usize> {
        self.with(|answer| Some(answer.play.as_ref()?.untouched?.0))
    }

    /// Whether `untouched` is proven to be the largest possible among best plays.
    #[getter]
    fn untouched_optimal(&self) -> Option<bool> {
        self.with(|answer| Some(answer.play.as_ref()?.untouched?.1))
    }

    /// The tiles that make the table impossible to split into sets, if it is.
    #[getter]
    fn hint(&self) -> Option<String> {
        self.with(|answer| answer.hint.clone())
    }

    /// The name of the solver that found the play.
    #[getter]
    fn solver(&self) -> String {
        self.with(|answer| answer.solver.clone())
    }

    /// The solver's work, in its own unit.
    #[getter]
    fn nodes(&self) -> u64 {
        self.with(|answer| answer.nodes)
    }

    /// The solver's time in microseconds.
    #[getter]
    fn micros(&self) -> f64 {
        self.with(|answer| micros(answer.time))
    }

    /// The turn as steps for a person; None without a play.
    #[getter]
    fn steps<'py>(&self, py: Python<'py>) -> PyResult<Steps<'py>> {
        let json = self.with(|answer| {
            answer.add_steps(&self.question);
            answer.to_json(&None)
        });
        loads(py, &json)?.get_item("steps").map(Steps)
    }

    /// The answer as a dict with the fields of `rummilab solve --json`.
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        let Question { rules, goal, .. } = &self.question;
        let (claim, played) = self.with(|answer| (claim_of(answer), played_of(answer)));
        let rules = PyRules::of(&rules.name, rules.clone());
        let state = (
            rules,
            goal.to_string(),
            asked(&self.question),
            claim,
            played,
        );
        remade(py, "answer_of", state)
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

/// Status, bound, opening value, hint, solver, nodes and nanoseconds of an answer.
type Claim = (
    String,
    Option<i64>,
    Option<u32>,
    Option<String>,
    String,
    u64,
    u64,
);

/// The tiles of a play, the table after it with the owners of its groups, and how many old sets are
/// untouched.
type Played = (String, WrittenTable, Option<(usize, bool)>);

fn claim_of(answer: &BestAnswer) -> Claim {
    let bound = match answer.status {
        Status::Feasible(bound) => Some(bound),
        _ => None,
    };
    (
        answer.status.word().to_owned(),
        bound,
        answer.opening_value,
        answer.hint.clone(),
        answer.solver.clone(),
        answer.nodes,
        u64::try_from(answer.time.as_nanos()).unwrap_or(u64::MAX),
    )
}

fn played_of(answer: &BestAnswer) -> Option<Played> {
    let play = answer.play.as_ref()?;
    Some((
        play.played.to_string(),
        (play.table().to_string(), play.owners.clone()),
        play.untouched,
    ))
}

/// The answer of these values.
#[pyfunction]
pub fn answer_of(
    rules: &PyRules,
    goal: &str,
    asked: Asked,
    claim: Claim,
    played: Option<Played>,
) -> Result<PyAnswer, Fault> {
    let question = question_of(&rules.rules, asked, goal_of(goal)?)?;
    // Only the library makes answers: one without tiles on the rack is soon found.
    let mut easy = question.clone();
    easy.position.rack = TileCounts::EMPTY;
    let mut answer = best_play_within(&easy, SolverSpec::default().make().as_mut(), 0)?;
    let (status, bound, opening_value, hint, solver, nodes, time) = claim;
    answer.status = match (status.as_str(), bound) {
        ("optimal", _) => Status::Optimal,
        ("feasible", Some(bound)) => Status::Feasible(bound),
        ("infeasible", _) => Status::Infeasible,
        _ => Status::Unknown,
    };
    (answer.opening_value, answer.hint) = (opening_value, hint);
    (answer.solver, answer.nodes, answer.time) = (solver, nodes, Duration::from_nanos(time));
    answer.play = match played {
        Some(played) => Some(play_of(&question, played)?),
        None => None,
    };
    Ok(PyAnswer::new(question, answer))
}

fn play_of(question: &Question, played: Played) -> Result<BestPlay, Fault> {
    let (played, after, untouched) = played;
    let (rules, before) = (&question.rules, question.before.as_ref());
    let played = parse_counts(&played, rules).map_err(Fault::input)?;
    let owners = after.1.clone();
    let after = table_of(after, rules)?;
    Ok(BestPlay {
        played,
        table: in_old_order(
            rules,
            before.unwrap_or(&Default::default()),
            &after,
            &played,
        ),
        untouched,
        old_sets: before.map(|before| OldSets::count(before, &after)),
        owners,
        steps: None,
    })
}
