//! Solvers timed side by side: those of the library, and Python functions.

use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use rummilab::bot_api::external::own_processor_time;
use rummilab::engine::{
    Attempt, BuiltIn, Contestant, LineRules, Outcome, PositionLine, TimedQuestion, compare,
    json_line, judge_reply, read_timed, system_clock,
};
use rummilab::question_line;
use rummilab::solver::{Goal, Solver};

use crate::errors::Fault;
use crate::number::Whole;
use crate::rules::PyRules;
use crate::solver::{goal_of, spec_of};

/// The longest limit of an answer: a year.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);
/// Most answers to a question.
const MOST_REPEATS: usize = 1_000_000;

/// A solver to time.
#[derive(FromPyObject)]
pub enum Timed {
    /// One of the library, by name.
    Named(String),
    /// A function from the line of a question to that of its answer.
    Function(Py<PyAny>),
}

/// What ended the comparison: an exception that is no answer, such as Ctrl-C.
type Ended = Arc<Mutex<Option<PyErr>>>;

/// A Python function as a contestant.
struct Function {
    name: String,
    ask: Py<PyAny>,
    limit: Duration,
    judge: Box<dyn Solver>,
    id: u64,
    ended: Ended,
}

impl Function {
    fn answered(&mut self, question: &str, line: &PositionLine) -> Attempt {
        let before = own_processor_time();
        let start = Instant::now();
        let reply = Python::attach(|py| self.ask.call1(py, (question,))?.extract::<String>(py));
        let wall = start.elapsed();
        let used = own_processor_time().zip(before);
        let (outcome, play) = match reply {
            Ok(_) if wall > self.limit => (Outcome::Timeout, None),
            Ok(reply) => judge_reply(&reply, line, &mut self.judge),
            Err(error) => (self.failed(error), None),
        };
        Attempt {
            wall,
            processor: used.map(|(after, before)| after.saturating_sub(before)),
            play,
            ..Attempt::untimed(outcome)
        }
    }

    /// An exception counts as a crash; one that is no `Exception` ends the comparison.
    fn failed(&self, error: PyErr) -> Outcome {
        let text = error.to_string();
        if !Python::attach(|py| error.is_instance_of::<PyException>(py)) {
            end(&self.ended, error);
        }
        Outcome::Crash(text)
    }
}

fn end(ended: &Ended, error: PyErr) {
    if let Ok(mut ended) = ended.lock() {
        ended.get_or_insert(error);
    }
}

impl Contestant for Function {
    fn name(&self) -> &str {
        &self.name
    }

    fn attempt(&mut self, asked: TimedQuestion, line: &PositionLine) -> Attempt {
        self.id += 1;
        match question_line(asked, line, self.id) {
            Ok(question) => self.answered(&question, line),
            Err(why) => Attempt::untimed(Outcome::Refused(why)),
        }
    }
}

/// Times solvers on lines of positions; the JSON of `rummilab bench --json`.
#[pyfunction]
pub fn bench_lines(
    py: Python<'_>,
    lines: Vec<String>,
    rules: &PyRules,
    goal: &str,
    solvers: Vec<(String, Timed)>,
    limit: f64,
    repeat: Whole,
) -> Result<String, Fault> {
    let goal = goal_of(goal)?;
    let asked = match goal {
        Goal::Value => TimedQuestion::Value,
        _ => TimedQuestion::Tiles,
    };
    let limit = Duration::try_from_secs_f64(limit)
        .ok()
        .filter(|limit| !limit.is_zero() && *limit <= LONGEST);
    let limit = limit.ok_or_else(|| {
        let most = LONGEST.as_secs();
        Fault::input(format!(
            "`limit` is a number of seconds above 0, at most {most}"
        ))
    })?;
    let repeat = repeat.within("repeat", 1..=MOST_REPEATS)?;
    let mut of_rules = LineRules::of_rules(&rules.rules.name, rules.rules.clone());
    let mut positions = Vec::with_capacity(lines.len());
    for (number, line) in (1..).zip(&lines) {
        let read = read_timed(line, &mut of_rules, goal.clone());
        positions.push(read.map_err(|why| Fault::input(format!("position {number}: {why}")))?);
    }
    let ended = Ended::default();
    let mut contestants: Vec<Box<dyn Contestant>> = Vec::new();
    for (name, solver) in solvers {
        contestants.push(match solver {
            Timed::Named(spec) => {
                let solver = spec_of(&spec)?.make();
                let clock = system_clock;
                Box::new(BuiltIn::new(name, solver, limit, clock, own_processor_time))
            }
            Timed::Function(ask) => Box::new(Function {
                name,
                ask,
                limit,
                judge: spec_of("auto")?.make(),
                id: 0,
                ended: ended.clone(),
            }),
        });
    }
    let stop = || {
        if let Some(error) = Python::attach(|py| py.check_signals().err()) {
            end(&ended, error);
        }
        ended.lock().is_ok_and(|ended| ended.is_some())
    };
    let comparison = py.detach(|| compare(asked, &positions, &mut contestants, repeat, &stop));
    match ended.lock().map(|mut ended| ended.take()) {
        Ok(Some(error)) => Err(error.into()),
        _ => Ok(json_line(&comparison)),
    }
}
