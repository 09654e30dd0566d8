//! Python objects as bots. An exception counts as a fault of the bot; its traceback is kept for the
//! author.

use std::cell::Cell;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyAny;
use rummilab::SolverSpec;
use rummilab::bot_api::{Bot, BotFault, GameOver, View};
use rummilab::chance::Stream;
use rummilab::core::{Action, Seat, Tile};
use rummilab::solver::Goal;

use crate::action::PyAction;
use crate::faults::MOST_KEPT;
use crate::rules::PyRules;
use crate::solver::PySolver;
use crate::typed::Ending as EndingWord;
use crate::view::PyView;

/// An exception of a bot.
#[derive(Debug, Clone)]
pub struct Traceback {
    /// The name of the bot.
    pub bot: String,
    /// The fault in the words of the record, which shortens them.
    pub reason: String,
    pub text: String,
    /// Whether it was raised after a game, whose result it no longer changes.
    pub after_game: bool,
}

/// Exceptions of a match: for each bot the first of different reasons.
pub type Tracebacks = Arc<Mutex<Vec<Traceback>>>;

thread_local! {
    /// Whether a bot is being asked in this thread.
    static ASKED: Cell<bool> = const { Cell::new(false) };
}

/// Whether the caller is a bot of a match, in the thread in which it is asked.
pub fn is_asked() -> bool {
    ASKED.get()
}

/// Runs code of a bot.
fn asked<T>(code: impl FnOnce() -> T) -> T {
    let before = ASKED.replace(true);
    let answer = code();
    ASKED.set(before);
    answer
}

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
                after_game: false,
                broken: None,
            };
            match (asked(|| self.make.call0(py)), Py::new(py, solver)) {
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
    after_game: bool,
    /// An error outside a question, which the next answer reports.
    broken: Option<BotFault>,
}

impl PyBot {
    /// The bot's fault for this exception.
    fn fault(&self, py: Python<'_>, error: &PyErr) -> BotFault {
        let text = traceback(py, error).unwrap_or_else(|_| error.to_string());
        let fault = BotFault::Crash(error.to_string());
        let found = Traceback {
            bot: self.name.clone(),
            reason: fault.to_string(),
            text,
            after_game: self.after_game,
        };
        let kept = self.tracebacks.lock();
        let mut kept = kept.unwrap_or_else(PoisonError::into_inner);
        let known =
            |kept: &&Traceback| kept.bot == found.bot && kept.after_game == found.after_game;
        let of_bot: Vec<&Traceback> = kept.iter().filter(known).collect();
        let new = of_bot.iter().all(|kept| kept.reason != found.reason);
        if new && of_bot.len() < MOST_KEPT {
            kept.push(found);
        }
        fault
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
        let called = asked(|| self.object.bind(py).call_method1(method, arguments));
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
        // What goes wrong now is shown and changes nothing.
        self.after_game = true;
        Python::attach(|py| {
            let view = self.view(py, view, 0).ok().flatten();
            let _ = self.call(py, "game_over", (view, ending, places));
        });
        self.after_game = false;
    }
}

fn traceback(py: Python<'_>, error: &PyErr) -> PyResult<String> {
    let format = py.import("traceback")?.getattr("format_exception")?;
    let parts = (error.get_type(py), error.value(py), error.traceback(py));
    let lines: Vec<String> = format.call1(parts)?.extract()?;
    Ok(lines.concat())
}
