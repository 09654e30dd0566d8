//! `Action`: what a Python bot answers.

use pyo3::prelude::*;
use rummilab::core::Action;

use crate::errors::Fault;
use crate::pickle::{Remade, remade};
use crate::position::TableArg;
use crate::rules::{FIELDS, PyRules};
use crate::typed::ActionKind;

/// A bot's action on its turn.
#[pyclass(name = "Action", module = "rummilab", frozen)]
pub struct PyAction {
    /// The new table as it was given; `None` for an action without one.
    table: Option<TableArg>,
    kind: &'static str,
}

impl PyAction {
    /// An action that lays nothing: `draw` or `pass`.
    pub fn idle(kind: &'static str) -> PyAction {
        PyAction { table: None, kind }
    }

    /// The action, read under these rules.
    pub fn action(&self, rules: &PyRules) -> Result<Action, Fault> {
        match &self.table {
            Some(table) => {
                let table = FIELDS.table("table", &table.clone().into(), &rules.rules)?;
                Ok(Action::Play(table))
            }
            None if self.kind == "draw" => Ok(Action::Draw),
            None => Ok(Action::Pass),
        }
    }
}

#[pymethods]
impl PyAction {
    /// `play`, `draw` or `pass`.
    #[getter]
    fn kind(&self) -> ActionKind {
        ActionKind(self.kind)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        remade(py, "action_of", (self.kind, self.table.clone()))
    }

    fn __repr__(&self) -> String {
        let Some(table) = &self.table else {
            return format!("<{}>", self.kind);
        };
        match table {
            TableArg::Line(line) => format!("<play {line}>"),
            TableArg::Sets(sets) => format!("<play {}>", sets.join(" ; ")),
        }
    }
}

/// Lays tiles: the argument is the whole new table, old sets included, as one string or a list with
/// one string per set.
///
/// >>> import rummilab
/// >>> rummilab.play(["R3 R4 R5 R6", "K7 B7 O7"])
/// <play R3 R4 R5 R6 ; K7 B7 O7>
#[pyfunction]
pub fn play(table: TableArg) -> PyAction {
    PyAction {
        table: Some(table),
        kind: "play",
    }
}

/// The action of this kind, with the table after a play.
#[pyfunction]
pub fn action_of(kind: &str, table: Option<TableArg>) -> PyAction {
    match (kind, table) {
        ("play", Some(table)) => play(table),
        ("draw", _) => draw(),
        _ => pass_(),
    }
}

/// Takes a tile from the pool.
///
/// >>> import rummilab
/// >>> rummilab.draw().kind
/// 'draw'
#[pyfunction]
pub fn draw() -> PyAction {
    PyAction::idle("draw")
}

/// Does nothing.
///
/// >>> import rummilab
/// >>> rummilab.pass_().kind
/// 'pass'
#[pyfunction]
pub fn pass_() -> PyAction {
    PyAction::idle("pass")
}
