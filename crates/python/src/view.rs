//! `View`: what a Python bot sees.

use pyo3::prelude::*;
use rummilab::bot_api::{PublicTurn, View, Visible};
use rummilab::bots::TurnFacts;
use rummilab::core::notation::parse_counts;
use rummilab::core::{Action, RuleSet, Seat, Table, TileCounts};
use rummilab::drawing::draw_table;
use rummilab::engine::Question;
use rummilab::solver::Goal;

use crate::action::PyAction;
use crate::answer::PyAnswer;
use crate::errors::Fault;
use crate::pickle::{Remade, remade};
use crate::position::{PyPosition, WrittenTable, sets_of, table_of, written};
use crate::rules::{PyRules, array, rows_of};
use crate::solver::PySolver;
use crate::typed::Counts;

/// Limit on further solver questions for the fewest changes, the same as for programs
/// (docs/decisions/0038-a-program-may-ask-the-solver.md). Where groups have owners 2000 questions
/// take seconds a turn.
const FEW_SOLVES: usize = 5;

/// Facts of a position, facts of its turns, and the turns.
type Turns<'py> = (Counts<'py>, Counts<'py>, Vec<String>);

/// The turns and their facts as arrays.
fn arrays_of<'py>(py: Python<'py>, found: &TurnFacts) -> Result<Turns<'py>, Fault> {
    let turns: Vec<String> = found.turns.iter().map(ToString::to_string).collect();
    let width = found.rows.len() / turns.len().max(1);
    let rows = rows_of(py, &found.rows, (turns.len(), width))?;
    Ok((array(py, &found.state)?, rows, turns))
}

/// The game as one seat sees it.
#[pyclass(name = "View", module = "rummilab", frozen)]
pub struct PyView {
    /// The rules.
    #[pyo3(get)]
    rules: Py<PyRules>,
    /// A solver for the bot's own questions.
    #[pyo3(get)]
    solver: Py<PySolver>,
    /// Seed for the bot's random numbers; a repeated game has the same seed.
    #[pyo3(get)]
    seed: u64,
    /// The own seat, from 0.
    #[pyo3(get)]
    seat: usize,
    rack: TileCounts,
    drawn: Option<String>,
    table: Table,
    /// Whether this seat has opened.
    #[pyo3(get)]
    opened: bool,
    all_opened: Vec<bool>,
    rack_sizes: Vec<usize>,
    /// Tiles in the pool.
    #[pyo3(get)]
    pool: usize,
    /// Whether this is the last round, under rules that have one after the pool runs out.
    #[pyo3(get)]
    last_round: bool,
    idle: &'static str,
    history: Vec<PublicTurn>,
}

impl PyView {
    pub fn of(view: &View<'_>, rules: Py<PyRules>, solver: Py<PySolver>, seed: u64) -> PyView {
        PyView {
            rules,
            solver,
            seed,
            seat: view.seat.index(),
            rack: view.rack,
            drawn: view.drawn.map(|tile| tile.to_string()),
            table: view.table.clone(),
            opened: view.has_opened(),
            all_opened: view.opened.iter().copied().collect(),
            rack_sizes: view.rack_sizes.iter().copied().collect(),
            pool: view.pool_len,
            last_round: view.last_round,
            idle: match view.idle() {
                Action::Draw => "draw",
                _ => "pass",
            },
            history: view.history.to_vec(),
        }
    }

    /// The view as bots of the library see it.
    fn seen<'a>(&'a self, rules: &'a RuleSet) -> View<'a> {
        View {
            rules,
            seat: Seat(self.seat),
            rack: self.rack,
            drawn: None,
            may_put_back: false,
            table: &self.table,
            opened: self.all_opened.iter().copied().collect(),
            rack_sizes: self.rack_sizes.iter().copied().collect(),
            racks: None,
            pool_len: self.pool,
            last_round: self.last_round,
            history: &self.history,
        }
    }

    fn question(&self) -> Question {
        let rules = &self.rules.get().rules;
        let seat = Some(self.seat.into());
        Question {
            rules: rules.clone(),
            before: Some(self.table.clone()),
            me: u8::try_from(self.seat).ok(),
            position: rules.position(&self.table, self.rack, self.opened, seat),
            goal: Goal::Tiles,
        }
    }
}

#[pymethods]
impl PyView {
    /// The own rack.
    #[getter]
    fn rack(&self) -> String {
        self.rack.to_string()
    }

    /// The table, one string per set.
    #[getter]
    fn table(&self) -> Vec<String> {
        sets_of(&self.table)
    }

    /// Under rules where groups have owners, the owner's seat for each set of the table; None for a
    /// run.
    #[getter]
    fn owners(&self) -> Option<Vec<Option<u8>>> {
        let owners = self.rules.get().rules.has_group_owners();
        owners.then(|| self.table.owners().unwrap_or_default().to_vec())
    }

    /// The tile drawn at the beginning of this turn, under rules where turns begin with a draw.
    #[getter]
    fn drawn(&self) -> Option<&str> {
        self.drawn.as_deref()
    }

    /// Number of seats.
    #[getter]
    fn players(&self) -> usize {
        self.rack_sizes.len()
    }

    /// Whether each seat has opened.
    #[getter]
    fn all_opened(&self) -> Vec<bool> {
        self.all_opened.clone()
    }

    /// Tiles on each rack.
    #[getter]
    fn rack_sizes(&self) -> Vec<usize> {
        self.rack_sizes.clone()
    }

    /// The own rack as counts: uint8 of shape (kinds,).
    #[getter]
    fn rack_counts<'py>(&self, py: Python<'py>) -> PyResult<Counts<'py>> {
        array(py, &self.rules.get().counts_of(&self.rack))
    }

    /// The table as counts: uint8 of shape (kinds,).
    #[getter]
    fn table_counts<'py>(&self, py: Python<'py>) -> PyResult<Counts<'py>> {
        let table = self.table.counts().unwrap_or(TileCounts::EMPTY);
        array(py, &self.rules.get().counts_of(&table))
    }

    /// The tiles hidden from this seat: uint8 of shape (kinds,).
    #[getter]
    fn unseen_counts<'py>(&self, py: Python<'py>) -> PyResult<Counts<'py>> {
        array(py, &self.rules.get().counts_of(&self.question().unseen()))
    }

    /// Every turn so far: the seat, `laid`, `drew`, `passed` or `penalty`, and the tiles laid.
    #[getter]
    fn history(&self) -> Vec<(usize, &'static str, Option<String>)> {
        let turn = |turn: &PublicTurn| {
            let (what, tiles) = match &turn.visible {
                Visible::Laid(tiles) => ("laid", Some(tiles.to_string())),
                Visible::Drew => ("drew", None),
                Visible::Passed => ("passed", None),
                Visible::Penalty(_) => ("penalty", None),
            };
            (turn.seat.index(), what, tiles)
        };
        self.history.iter().map(turn).collect()
    }

    /// The position of this seat.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyPosition {
        PyPosition::of(self.rules.clone_ref(py), self.question())
    }

    /// This seat's best play: most tiles, then most points, then few changes.
    fn best(&self, py: Python<'_>) -> Result<PyAnswer, Fault> {
        let solver = self.solver.get();
        let question = Question {
            goal: solver.goal.clone(),
            ..self.question()
        };
        solver.answer(py, question, FEW_SOLVES)
    }

    /// The whole turns to choose from, with facts for a learner: facts of the position (fields,),
    /// facts of the turns (turns, fields), and the tiles of each turn as text, "" for drawing or
    /// passing.
    fn turns<'py>(&self, py: Python<'py>) -> Result<Turns<'py>, Fault> {
        let view = self.seen(&self.rules.get().rules);
        let solver = self.solver.get();
        let found = solver.facts(py, |facts, solver| facts.of(&view, solver))?;
        arrays_of(py, &found)
    }

    /// The same for the other player, once this one has laid these tiles. ``None`` unless two play,
    /// the pool is empty, the tiles can be laid and play goes on after them.
    fn turns_after<'py>(&self, py: Python<'py>, tiles: &str) -> Result<Option<Turns<'py>>, Fault> {
        let rules = &self.rules.get().rules;
        let laid = parse_counts(tiles, rules).map_err(Fault::input)?;
        let view = self.seen(rules);
        let solver = self.solver.get();
        let found = solver.facts(py, |facts, solver| facts.after(&view, &laid, solver))?;
        found.map(|found| arrays_of(py, &found)).transpose()
    }

    /// The action that lays nothing: `draw`, or `pass` where no tile can be drawn.
    fn idle(&self) -> PyAction {
        PyAction::idle(self.idle)
    }

    /// Table and rack as an SVG.
    fn svg(&self) -> String {
        let remark = format!("{} tiles in the pool.", self.pool);
        let headline = format!("Seat {}", self.seat);
        draw_table((&headline, &remark), Some(&self.table), &self.rack)
    }

    fn _repr_html_(&self) -> String {
        self.svg()
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> Remade<'py> {
        let (rules, solver) = (self.rules.clone_ref(py), self.solver.clone_ref(py));
        let numbers = (
            self.seed,
            self.seat,
            self.opened,
            self.pool,
            self.last_round,
        );
        let seen = (
            self.rack(),
            self.drawn.clone(),
            written(&self.table),
            self.all_opened.clone(),
            self.rack_sizes.clone(),
            self.idle.to_owned(),
        );
        let history: Vec<Turn> = self.history.iter().map(turn_as_values).collect();
        remade(py, "view_of", (rules, solver, numbers, seen, history))
    }

    fn __repr__(&self) -> String {
        format!(
            "View(seat={}, rack={:?}, table={:?})",
            self.seat,
            self.rack(),
            self.table.to_string()
        )
    }
}

/// Seed, seat, whether it has opened, tiles in the pool, whether this is the last round.
type Numbers = (u64, usize, bool, usize, bool);

/// Rack, tile drawn, table, who has opened, sizes of racks, and the action that lays nothing.
type Seen = (
    String,
    Option<String>,
    WrittenTable,
    Vec<bool>,
    Vec<usize>,
    String,
);

/// A turn: the seat, whether it drew first, tiles put back, tiles laid, tiles of a penalty, and
/// whether it drew instead of a play.
type Turn = (usize, bool, u32, Option<String>, Option<usize>, bool);

fn turn_as_values(turn: &PublicTurn) -> Turn {
    let (laid, penalty) = match &turn.visible {
        Visible::Laid(tiles) => (Some(tiles.to_string()), None),
        Visible::Penalty(tiles) => (None, Some(*tiles)),
        Visible::Drew | Visible::Passed => (None, None),
    };
    let drew = turn.visible == Visible::Drew;
    (
        turn.seat.index(),
        turn.drew_first,
        turn.put_back,
        laid,
        penalty,
        drew,
    )
}

fn turn_of(turn: Turn, rules: &RuleSet) -> Result<PublicTurn, Fault> {
    let (seat, drew_first, put_back, laid, penalty, drew) = turn;
    let visible = match (laid, penalty) {
        (Some(laid), _) => Visible::Laid(parse_counts(&laid, rules).map_err(Fault::input)?),
        (None, Some(tiles)) => Visible::Penalty(tiles),
        (None, None) if drew => Visible::Drew,
        (None, None) => Visible::Passed,
    };
    Ok(PublicTurn {
        seat: Seat(seat),
        drew_first,
        put_back,
        visible,
    })
}

/// The view of these values.
#[pyfunction]
pub fn view_of(
    rules: Py<PyRules>,
    solver: Py<PySolver>,
    numbers: Numbers,
    seen: Seen,
    history: Vec<Turn>,
) -> Result<PyView, Fault> {
    let known = &rules.get().rules;
    let (seed, seat, opened, pool, last_round) = numbers;
    let (rack, drawn, table, all_opened, rack_sizes, idle) = seen;
    let (rack, table) = (parse_counts(&rack, known), table_of(table, known)?);
    let history = history.into_iter().map(|turn| turn_of(turn, known));
    let history = history.collect::<Result<Vec<PublicTurn>, Fault>>()?;
    Ok(PyView {
        rack: rack.map_err(Fault::input)?,
        idle: if idle == "draw" { "draw" } else { "pass" },
        rules,
        solver,
        seed,
        seat,
        drawn,
        table,
        opened,
        all_opened,
        rack_sizes,
        pool,
        last_round,
        history,
    })
}
