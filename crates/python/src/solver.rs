//! `Solver`: a solver with its rules, its goal and what it remembers.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use rummilab::SolverSpec;
use rummilab::bots::Facts;
use rummilab::core::{Position, TileCounts};
use rummilab::engine::{MOST_PLAYS, Question, after_draw, all_plays, best_play_within};
use rummilab::solver::{Answer, Goal, Solver, unless_given_up};

use crate::answer::PyAnswer;
use crate::errors::Fault;
use crate::json::built;
use crate::number::{MOST_PLAYS as MOST_LISTED, Whole};
use crate::pickle::{Remade, remade};
use crate::position::{Given, Owners, PyPosition, TableArg};
use crate::rules::{FIELDS, PyRules, array};
use crate::typed::{AfterDraw, Counts, CountsLike, Plays};

/// Limit on further solver questions for the fewest changes, the same as in the command.
const MAX_SOLVES: usize = 2000;

const _: () = assert!(MOST_PLAYS == 100, "the default of `plays` is the command's");

/// A solver with its rules and its goal (`tiles` or `value`). What it remembers between calls never
/// changes an answer. Several threads may use it, one after the other.
///
/// >>> import rummilab
/// >>> solver = rummilab.Solver(rummilab.Rules())
/// >>> solver.solve("R3 R4 R5", "R6").played
/// 'R6'
#[pyclass(name = "Solver", module = "rummilab", frozen)]
pub struct PySolver {
    /// The rules.
    #[pyo3(get)]
    rules: Py<PyRules>,
    pub goal: Goal,
    name: String,
    solver: Mutex<Box<dyn Solver>>,
    /// What finds the facts of [`PyView::turns`](crate::view::PyView), with what it remembers.
    facts: Mutex<Facts>,
}

/// The goal of this name.
pub fn goal_of(name: &str) -> Result<Goal, Fault> {
    match name {
        "tiles" => Ok(Goal::Tiles),
        "value" => Ok(Goal::Value),
        _ => {
            let message = format!("`goal` is {name:?}; expected \"tiles\" or \"value\"");
            Err(Fault::input(message))
        }
    }
}

/// A fresh solver of this name.
pub fn spec_of(name: &str) -> Result<SolverSpec, Fault> {
    let parsed = name.parse::<SolverSpec>();
    parsed.map_err(|error| Fault::input(format!("`solver` is {name:?}: {error}")))
}

/// A table, or a whole position.
#[derive(FromPyObject)]
enum Asked<'py> {
    Position(Bound<'py, PyPosition>),
    Table(TableArg),
}

impl PySolver {
    pub fn of(rules: Py<PyRules>, goal: Goal, spec: &SolverSpec) -> PySolver {
        PySolver {
            facts: Mutex::new(Facts::new(&rules.get().rules)),
            rules,
            goal,
            name: spec.to_string(),
            solver: Mutex::new(spec.make()),
        }
    }

    /// An answer of the facts that this solver keeps.
    pub fn facts<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&mut Facts, &mut dyn Solver) -> T + Send,
    ) -> T {
        self.ask(py, |solver| {
            let mut facts = self.facts.lock().unwrap_or_else(PoisonError::into_inner);
            question(&mut facts, solver)
        })
    }

    /// Asks the solver without Python's lock.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        question: impl FnOnce(&mut dyn Solver) -> T + Send,
    ) -> T {
        py.detach(|| {
            let mut solver = self.solver.lock().unwrap_or_else(PoisonError::into_inner);
            question(solver.as_mut())
        })
    }

    fn question(&self, asked: Option<Asked<'_>>, rest: Given<'_>) -> Result<Question, Fault> {
        match asked {
            Some(Asked::Position(position)) => {
                let position = position.get();
                Ok(Question {
                    goal: self.goal.clone(),
                    ..position.question.clone()
                })
            }
            Some(Asked::Table(table)) => {
                let given = rest.with_table(Some(table));
                given.question(self.rules.get(), self.goal.clone())
            }
            None => rest.question(self.rules.get(), self.goal.clone()),
        }
    }

    /// The best play. At most `max_solves` further questions find the fewest changes to the table.
    pub fn answer(
        &self,
        py: Python<'_>,
        question: Question,
        max_solves: usize,
    ) -> Result<PyAnswer, Fault> {
        let (question, answer) = self.ask(py, |solver| {
            let answer = best_play_within(&question, solver, max_solves);
            (question, answer)
        });
        Ok(PyAnswer::new(question, answer?))
    }
}

#[pymethods]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
impl PySolver {
    #[new]
    #[pyo3(signature = (rules, goal = "tiles", solver = "search"))]
    fn new(rules: Py<PyRules>, goal: &str, solver: &str) -> Result<PySolver, Fault> {
        Ok(PySolver::of(rules, goal_of(goal)?, &spec_of(solver)?))
    }

    /// The goal: `tiles` or `value`.
    #[getter]
    fn goal(&self) -> String {
        self.goal.to_string()
    }

    /// The name of the solver.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The best play from a table and a rack, or a position, with the fewest changes to the table.
    /// The arguments are those of `rummilab.solve`.
    #[pyo3(signature = (
        table = None, rack = "", opened = true, *, owners = None, me = None, as_laid = false,
        table_tiles = None
    ))]
    fn solve(
        &self,
        py: Python<'_>,
        table: Option<Asked<'_>>,
        rack: &str,
        opened: bool,
        owners: Owners,
        me: Option<Whole>,
        as_laid: bool,
        table_tiles: Option<String>,
    ) -> Result<PyAnswer, Fault> {
        let rest = Given {
            rack,
            opened,
            owners,
            me,
            as_laid,
            table_tiles,
            ..Given::default()
        };
        let question = self.question(table, rest)?;
        self.answer(py, question, MAX_SOLVES)
    }

    /// The plays, the best first, at most `most` (100 by default). The arguments are those of
    /// `rummilab.plays`.
    #[pyo3(signature = (
        table = None, rack = "", opened = true, *, most = Whole(100), owners = None, me = None,
        as_laid = false, table_tiles = None
    ))]
    fn plays<'py>(
        &self,
        py: Python<'py>,
        table: Option<Asked<'_>>,
        rack: &str,
        opened: bool,
        most: Whole,
        owners: Owners,
        me: Option<Whole>,
        as_laid: bool,
        table_tiles: Option<String>,
    ) -> Result<Plays<'py>, Fault> {
        let rest = Given {
            rack,
            opened,
            owners,
            me,
            as_laid,
            table_tiles,
            ..Given::default()
        };
        let question = self.question(table, rest)?;
        let most = most.within("most", 0..=MOST_LISTED)?;
        let answer = self.ask(py, |solver| all_plays(&question, solver, most))?;
        Ok(Plays(built(py, "plays_of", &answer.to_json(&None))?))
    }

    /// The best play after each possible draw. The arguments are those of `rummilab.after_draw`.
    #[pyo3(signature = (
        table = None, rack = "", opened = true, *, unseen = None, owners = None, me = None,
        as_laid = false, table_tiles = None
    ))]
    fn after_draw<'py>(
        &self,
        py: Python<'py>,
        table: Option<Asked<'_>>,
        rack: &str,
        opened: bool,
        unseen: Option<&str>,
        owners: Owners,
        me: Option<Whole>,
        as_laid: bool,
        table_tiles: Option<String>,
    ) -> Result<AfterDraw<'py>, Fault> {
        let rest = Given {
            rack,
            opened,
            owners,
            me,
            as_laid,
            table_tiles,
            ..Given::default()
        };
        let question = self.question(table, rest)?;
        let unseen = match unseen {
            Some(tiles) => Some(FIELDS.counts("unseen", tiles, &question.rules)?),
            None => None,
        };
        let answer = self.ask(py, |solver| after_draw(&question, solver, unseen))?;
        Ok(AfterDraw(built(
            py,
            "after_draw_of",
            &answer.to_json(&None),
        )?))
    }

    /// The tiles of the best play. Table and rack are counts: uint8 of shape (kinds,), or their
    /// bytes. This is the fastest question, since no new table is built. Rules where groups have
    /// owners raise an exception.
    ///
    /// >>> import rummilab
    /// >>> rules = rummilab.Rules()
    /// >>> table, rack = rules.counts("R3 R4 R5"), rules.counts("R6 B1")
    /// >>> rummilab.Solver(rules).best(table, rack).played
    /// 'R6'
    #[pyo3(signature = (table, rack, opened = true))]
    fn best(
        &self,
        py: Python<'_>,
        table: CountsLike<'_>,
        rack: CountsLike<'_>,
        opened: bool,
    ) -> Result<PyPlay, Fault> {
        let rules = self.rules.get();
        if rules.rules.has_group_owners() {
            return Err(Fault::input(
                "counts say nothing about owners of groups; expected a call of `solve`",
            ));
        }
        let position = Position {
            table: rules.multiset(&table)?,
            rack: rules.multiset(&rack)?,
            opened,
            ..Position::default()
        };
        let answer = self.ask(py, |solver| {
            solver.supports(&rules.rules, &self.goal)?;
            unless_given_up(solver.solve(&rules.rules, &position, &self.goal))
        });
        let answer = answer?;
        let proven = answer.as_ref().is_some_and(Answer::is_proven);
        let best = answer.as_ref().and_then(Answer::verified);
        Ok(PyPlay {
            rules: self.rules.clone_ref(py),
            proven,
            found: best.is_some(),
            played: best.map_or(TileCounts::EMPTY, |best| best.played),
        })
    }

    /// Forgets earlier positions.
    fn clear(&self, py: Python<'_>) {
        self.ask(py, |solver| solver.clear());
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        let state = (self.rules.clone_ref(py), self.goal(), self.name.clone());
        remade(py, "Solver", state)
    }

    fn __repr__(&self) -> String {
        format!("Solver({:?}, goal={:?})", self.name, self.goal())
    }
}

/// The tiles of the best play, as counts.
///
/// >>> import rummilab
/// >>> rules = rummilab.Rules()
/// >>> best = rummilab.Solver(rules).best(rules.counts("R3 R4 R5"), rules.counts("R6 K1"))
/// >>> best.tiles, best.value, best.proven, best.counts.shape
/// (1, 6, True, (53,))
#[pyclass(name = "BestPlay", module = "rummilab", frozen)]
pub struct PyPlay {
    rules: Py<PyRules>,
    /// Whether the play is proven best.
    #[pyo3(get)]
    proven: bool,
    /// Whether the tiles of the table can be split into sets.
    #[pyo3(get)]
    found: bool,
    played: TileCounts,
}

#[pymethods]
impl PyPlay {
    /// Number of rack tiles laid.
    #[getter]
    fn tiles(&self) -> usize {
        self.played.len()
    }

    /// The face values of the tiles laid, summed, in points; a joker counts 0.
    #[getter]
    fn value(&self) -> u32 {
        self.played.face_sum()
    }

    /// The tiles as text.
    #[getter]
    fn played(&self) -> String {
        self.played.to_string()
    }

    /// The tiles as counts: uint8 of shape (kinds,).
    #[getter]
    fn counts<'py>(&self, py: Python<'py>) -> PyResult<Counts<'py>> {
        array(py, &self.rules.get().counts_of(&self.played))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        let rules = self.rules.clone_ref(py);
        let state = (rules, self.proven, self.found, self.played());
        remade(py, "best_play_of", state)
    }

    fn __repr__(&self) -> String {
        format!("BestPlay({:?})", self.played())
    }
}

/// The best play of these tiles.
#[pyfunction]
pub fn best_play_of(
    rules: Py<PyRules>,
    proven: bool,
    found: bool,
    played: &str,
) -> Result<PyPlay, Fault> {
    let played = FIELDS.counts("played", played, &rules.get().rules)?;
    Ok(PyPlay {
        rules,
        proven,
        found,
        played,
    })
}
