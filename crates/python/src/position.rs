//! `Position`: table and rack, read and checked once.

use pyo3::prelude::*;
use rummilab::core::notation::{parse_counts, parse_table};
use rummilab::core::{MAX_PLAYERS, Position, RuleSet, Seat, Table};
use rummilab::engine::{Owners as OwnersGiven, Question, TableGiven, TableText, Written};
use rummilab::solver::Goal;

use crate::errors::Fault;
use crate::number::Whole;
use crate::pickle::{Remade, remade};
use crate::rules::{FIELDS, PyRules};

/// Where groups have owners: one entry for each set of the table, a seat or `None`.
pub type Owners = Option<Vec<Option<Whole>>>;

/// The forms in which a table may be given.
#[derive(Clone, FromPyObject, IntoPyObject)]
pub enum TableArg {
    /// Sets separated by `;`.
    Line(String),
    /// One string per set.
    Sets(Vec<String>),
}

impl From<TableArg> for TableText {
    fn from(table: TableArg) -> TableText {
        match table {
            TableArg::Line(line) => TableText::Line(line),
            TableArg::Sets(sets) => TableText::Sets(sets),
        }
    }
}

/// The highest number of a seat.
const LAST_SEAT: u64 = MAX_PLAYERS as u64 - 1;

/// A table as Python sees it.
pub fn sets_of(table: &Table) -> Vec<String> {
    table.sets().iter().map(ToString::to_string).collect()
}

/// A table, a rack, and whether the player has opened, read and checked once.
///
/// >>> import rummilab
/// >>> position = rummilab.Position(rummilab.Rules(), "R3 R4 R5", "R6 J")
/// >>> position.table, position.rack
/// (['R3 R4 R5'], 'R6 J')
/// >>> rummilab.Solver(position.rules).solve(position).tiles
/// 2
#[pyclass(name = "Position", module = "rummilab", frozen)]
pub struct PyPosition {
    /// The rules.
    #[pyo3(get)]
    rules: Py<PyRules>,
    pub question: Question,
}

/// The parts of a position.
#[derive(Default)]
pub struct Given<'a> {
    pub table: Option<TableArg>,
    pub rack: &'a str,
    pub opened: bool,
    pub owners: Owners,
    pub me: Option<Whole>,
    pub as_laid: bool,
    pub table_tiles: Option<String>,
}

impl<'a> Given<'a> {
    /// The same position with this table.
    pub fn with_table(self, table: Option<TableArg>) -> Given<'a> {
        Given { table, ..self }
    }

    pub fn question(self, rules: &PyRules, goal: Goal) -> Result<Question, Fault> {
        let table = match (self.table, self.table_tiles) {
            (Some(_), Some(_)) => {
                return Err(rummilab::engine::Error::from(
                    rummilab::engine::PositionError::TableTwice,
                )
                .into());
            }
            (table, None) => TableGiven::Sets(table.map_or_else(TableText::default, Into::into)),
            (None, Some(tiles)) => TableGiven::Tiles(tiles),
        };
        let seat = |name: &'static str| {
            move |seat: Option<Whole>| {
                seat.map(|seat| seat.within(name, 0..=LAST_SEAT))
                    .transpose()
            }
        };
        let of_sets = self.owners.map(|owners| {
            let owners = owners.into_iter().map(seat("owner"));
            owners.collect::<Result<Vec<Option<u64>>, Fault>>()
        });
        let written = Written {
            source: FIELDS,
            table,
            rack: self.rack,
            opened: self.opened,
            as_laid: self.as_laid,
            owners: OwnersGiven {
                of_sets: of_sets.transpose()?,
                me: seat("me")(self.me)?,
            },
        };
        Ok(written.question(rules.rules.clone(), goal)?)
    }
}

impl PyPosition {
    pub fn of(rules: Py<PyRules>, question: Question) -> PyPosition {
        PyPosition { rules, question }
    }
}

#[pymethods]
#[allow(clippy::too_many_arguments, reason = "keywords of Python")]
impl PyPosition {
    #[new]
    #[pyo3(signature = (
        rules, table = None, rack = "", opened = true, *, owners = None, me = None,
        as_laid = false, table_tiles = None
    ))]
    fn new(
        rules: Py<PyRules>,
        table: Option<TableArg>,
        rack: &str,
        opened: bool,
        owners: Owners,
        me: Option<Whole>,
        as_laid: bool,
        table_tiles: Option<String>,
    ) -> Result<PyPosition, Fault> {
        let given = Given {
            table,
            rack,
            opened,
            owners,
            me,
            as_laid,
            table_tiles,
        };
        let question = given.question(rules.get(), Goal::Tiles)?;
        Ok(PyPosition { rules, question })
    }

    /// The sets of the table; `None` if only its tiles are known.
    #[getter]
    fn table(&self) -> Option<Vec<String>> {
        self.question.before.as_ref().map(sets_of)
    }

    /// The tiles of the table.
    #[getter]
    fn table_tiles(&self) -> String {
        self.question.position.table.to_string()
    }

    /// The tiles of the rack.
    #[getter]
    fn rack(&self) -> String {
        self.question.position.rack.to_string()
    }

    /// Whether the player has opened.
    #[getter]
    fn opened(&self) -> bool {
        self.question.position.opened
    }

    /// The tiles that are neither on the table nor on the rack.
    #[getter]
    fn unseen(&self) -> String {
        self.question.unseen().to_string()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        let state = (self.rules.clone_ref(py), asked(&self.question));
        remade(py, "position_of", state)
    }

    fn __repr__(&self) -> String {
        let table = match self.table() {
            Some(sets) => sets.join(" ; "),
            None => self.table_tiles(),
        };
        format!("Position(table={table:?}, rack={:?})", self.rack())
    }

    /// The position as an SVG, which notebooks show.
    fn svg(&self) -> String {
        rummilab::drawing::draw_position(&self.question)
    }

    fn _repr_html_(&self) -> String {
        self.svg()
    }
}

/// A question as plain values: the table with the owners of its groups, or else its tiles; the
/// rack, whether the player has opened, and the seat.
pub type Asked = (Option<WrittenTable>, String, String, bool, Option<u8>);

/// A table as text, and the owners of its groups.
pub type WrittenTable = (String, Option<Vec<Option<u8>>>);

/// A table as plain values.
pub fn written(table: &Table) -> WrittenTable {
    (table.to_string(), table.owners().map(<[_]>::to_vec))
}

/// The table of these values.
pub fn table_of((text, owners): WrittenTable, rules: &RuleSet) -> Result<Table, Fault> {
    let table = parse_table(&text, rules).map_err(Fault::input)?;
    Ok(match owners {
        Some(owners) => Table::owned(table.sets().to_vec(), owners),
        None => table,
    })
}

/// The question as plain values.
pub fn asked(question: &Question) -> Asked {
    let Question { position, me, .. } = question;
    (
        question.before.as_ref().map(written),
        position.table.to_string(),
        position.rack.to_string(),
        position.opened,
        *me,
    )
}

/// The question of these values, which was checked when it was asked first.
pub fn question_of(rules: &RuleSet, asked: Asked, goal: Goal) -> Result<Question, Fault> {
    let (table, heap, rack, opened, me) = asked;
    let rack = parse_counts(&rack, rules).map_err(Fault::input)?;
    let before = table.map(|table| table_of(table, rules)).transpose()?;
    let position = match &before {
        Some(before) => rules.position(before, rack, opened, me.map(|me| Seat(me.into()))),
        None => Position {
            table: parse_counts(&heap, rules).map_err(Fault::input)?,
            rack,
            opened,
            ..Position::default()
        },
    };
    Ok(Question {
        rules: rules.clone(),
        before,
        me,
        position,
        goal,
    })
}

/// The position of these values.
#[pyfunction]
pub fn position_of(rules: Py<PyRules>, asked: Asked) -> Result<PyPosition, Fault> {
    let question = question_of(&rules.get().rules, asked, Goal::Tiles)?;
    Ok(PyPosition { rules, question })
}
