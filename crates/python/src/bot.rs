//! Python objects as bots. An exception counts as a fault of the bot; its traceback is kept for the
//! author.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyAny;
use rummilab::SolverSpec;
use rummilab::bot_api::{Bot, BotFault, GameOver, View};
use rummilab::chance::Stream;
use rummilab::core::{Action, Seat, Tile};
use rummilab::solver::Goal;

use crate::rules::PyRules;
use crate::solver::PySolver;
use crate::typed::Ending as EndingWord;
use crate::view::{PyAction, PyView};

/// The number of tracebacks kept per bot.
const MOST_KEPT: usize = 5;

/// Tracebacks of a match: the bot's name and the text.
pub type Tracebacks = Arc<Mutex<Vec<(String, String)>>>;

/// Makes the bots of one name.
pub struct PyBots {
    pub name: String,
    /// Called without arguments for each seat and thread.
    pub make: Py<PyAny>,
    pub rules: Py<PyRules>,
    pub tracebacks: Tracebacks,
}

impl PyBots {
    pub fn bot(&self) -> Box<dyn Bot> {
        Python::attach(|py| {
            let rules = self.rules.clone_ref(py);
            let solver = PySolver::of(rules.clone_ref(py), Goal::Tiles, &SolverSpec::default());
            let mut bot = PyBot {
                name: self.name.clone(),
                object: py.None(),
                rules,
                solver: None,
                tracebacks: self.tracebacks.clone(),
                broken: None,
            };
            match (self.make.call0(py), Py::new(py, solver)) {
                (Ok(object), Ok(solver)) => (bot.object, bot.solver) = (object, Some(solver)),
                (Err(error), _) | (_, Err(error)) => bot.broken = Some(bot.fault(py, &error)),
            }
            Box::new(bot)
        })
    }
}

struct PyBot {
    name: String,
    object: Py<PyAny>,
    rules: Py<PyRules>,
    /// `None` if the bot could not be made.
    solver: Option<Py<PySolver>>,
    tracebacks: Tracebacks,
    /// An error outside a question, which the next answer reports.
    broken: Option<BotFault>,
}

impl PyBot {
    /// The bot's fault for this exception.
    fn fault(&self, py: Python<'_>, error: &PyErr) -> BotFault {
        let text = traceback(py, error).unwrap_or_else(|_| error.to_string());
        let mut kept = self
            .tracebacks
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if kept.iter().filter(|(bot, _)| *bot == self.name).count() < MOST_KEPT {
            kept.push((self.name.clone(), text));
        }
        BotFault::Crash(error.to_string())
    }

    fn view(&self, py: Python<'_>, view: &View<'_>, seed: u64) -> PyResult<Option<Py<PyView>>> {
        let Some(solver) = &self.solver else {
            return Ok(None);
        };
        let rules = self.rules.clone_ref(py);
        let view = PyView::of(view, rules, solver.clone_ref(py), seed);
        Py::new(py, view).map(Some)
    }

    /// Calls a method of the object.
    fn call<'py>(
        &self,
        py: Python<'py>,
        method: &str,
        arguments: impl pyo3::call::PyCallArgs<'py>,
    ) -> Result<Bound<'py, PyAny>, BotFault> {
        let called = self.object.bind(py).call_method1(method, arguments);
        called.map_err(|error| self.fault(py, &error))
    }
}

impl Bot for PyBot {
    fn new_game(&mut self, seat: Seat) {
        if self.solver.is_some() {
            let done = Python::attach(|py| self.call(py, "new_game", (seat.index(),)).map(drop));
            self.broken = done.err();
        }
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        let seed = stream.next_u64();
        let answer = Python::attach(|py| {
            let view = self
                .view(py, view, seed)
                .map_err(|error| self.fault(py, &error))?;
            let answer = self.call(py, "put_back", (view, tile.to_string()))?;
            answer.is_truthy().map_err(|error| self.fault(py, &error))
        });
        answer.unwrap_or_else(|fault| {
            self.broken = Some(fault);
            false
        })
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let seed = stream.next_u64();
        if let Some(fault) = self.broken.take() {
            return Err(fault);
        }
        Python::attach(|py| {
            let view = self
                .view(py, view, seed)
                .map_err(|error| self.fault(py, &error))?;
            let answer = self.call(py, "act", (view,))?;
            let Ok(action) = answer.cast::<PyAction>() else {
                let text = answer
                    .repr()
                    .map(|text| text.to_string())
                    .unwrap_or_default();
                return Err(BotFault::Protocol(format!(
                    "act returned {text}; expected rummilab.play(…), rummilab.draw() or \
                     rummilab.pass_()"
                )));
            };
            let action = action.get().action(self.rules.get());
            action.map_err(|fault| BotFault::Protocol(PyErr::from(fault).value(py).to_string()))
        })
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        let ending = EndingWord::from(over.ending);
        if self.solver.is_none() {
            return;
        }
        let places = over.results.iter().map(|result| u32::from(result.place));
        let places: Vec<u32> = places.collect();
        Python::attach(|py| {
            let view = self.view(py, view, 0).ok().flatten();
            // The game is over: what goes wrong now is shown and changes nothing.
            let _ = self.call(py, "game_over", (view, ending, places));
        });
    }
}

fn traceback(py: Python<'_>, error: &PyErr) -> PyResult<String> {
    let format = py.import("traceback")?.getattr("format_exception")?;
    let parts = (error.get_type(py), error.value(py), error.traceback(py));
    let lines: Vec<String> = format.call1(parts)?.extract()?;
    Ok(lines.concat())
}
