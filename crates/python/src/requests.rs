//! Requests as lines of JSON: positions to solve, and sets or turns to judge.

use std::sync::mpsc::channel;
use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyList;
use rayon::prelude::*;
use rummilab::engine::{CheckLines, LineQuestion, LineRules, SolveLines, system_clock};
use rummilab::solver::Solver;
use serde_json::value::RawValue;

use crate::errors::Fault;
use crate::json::loads;
use crate::rules::PyRules;
use crate::solver::{goal_of, spec_of};
use crate::typed::Answers;

/// Number of lines answered between two checks for Ctrl-C.
const CHUNK: usize = 1024;

/// Lines of JSON.
#[derive(FromPyObject)]
pub enum Lines {
    /// A JSON list: each entry is a line.
    List(String),
    /// One string per line, which need not be JSON.
    Texts(Vec<String>),
}

/// Answers each line of JSON, in order. The answers become Python values while the next lines are
/// being answered.
#[pyfunction]
pub fn solve_lines<'py>(
    py: Python<'py>,
    lines: Lines,
    rules: &PyRules,
    goal: &str,
    solver: &str,
    explain: bool,
    threads: Option<usize>,
) -> Result<Answers<'py>, Fault> {
    let ask = LineQuestion::Best { explain };
    let of_rules = LineRules::of_rules(&rules.rules.name, (*rules.rules).clone());
    let requests = SolveLines::new(of_rules, goal_of(goal)?, ask, system_clock);
    let spec = spec_of(solver)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    let pool = pool.build().map_err(Fault::run)?;
    let worker = || Mutex::new((requests.clone(), spec.make()));
    let workers: Vec<_> = (0..pool.current_num_threads()).map(|_| worker()).collect();
    let answer = |line: &&str| {
        let own = &workers[rayon::current_thread_index().unwrap_or(0)];
        let (requests, solver) = &mut *own.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = requests.answer(solver.as_mut(), line.as_bytes());
        answer.unwrap_or_else(|refusal| refusal.to_json(None))
    };
    let lines: Vec<&str> = match &lines {
        Lines::List(list) => {
            let entries: Vec<&RawValue> = serde_json::from_str(list).map_err(Fault::input)?;
            entries.into_iter().map(RawValue::get).collect()
        }
        Lines::Texts(texts) => texts.iter().map(String::as_str).collect(),
    };
    let all = PyList::empty(py);
    let answered = all.as_unbound();
    py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = channel();
            scope.spawn(|| {
                let sender = sender;
                for chunk in lines.chunks(CHUNK) {
                    let answers: Vec<String> =
                        pool.install(|| chunk.par_iter().map(answer).collect());
                    // Nobody receives once Ctrl-C was pressed.
                    if sender.send(answers).is_err() {
                        break;
                    }
                }
            });
            for answers in receiver {
                Python::attach(|py| -> PyResult<()> {
                    py.check_signals()?;
                    let list = format!("[{}]", answers.join(","));
                    let entries = without_collection(py, || loads(py, &list))?;
                    answered.bind(py).call_method1("extend", (entries,))?;
                    Ok(())
                })?;
            }
            Ok::<(), PyErr>(())
        })
    })?;
    Ok(Answers(all.into_any()))
}

/// Runs a function with Python's garbage collector off. Many new values, all in use, trigger
/// collections that free nothing and take a third of the time of reading JSON.
fn without_collection<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    let collector = py.import("gc")?;
    if !collector.call_method0("isenabled")?.is_truthy()? {
        return work();
    }
    collector.call_method0("disable")?;
    let done = work();
    collector.call_method0("enable")?;
    done
}

/// The verdict, as JSON, on a set or a turn given as a line of JSON.
#[pyfunction]
pub fn check_line(py: Python<'_>, line: &str, rules: &PyRules) -> Result<String, Fault> {
    let of_rules = LineRules::of_rules(&rules.rules.name, (*rules.rules).clone());
    let answer = py.detach(|| {
        let mut judge: Box<dyn Solver> = rummilab::SolverSpec::default().make();
        CheckLines::new(of_rules).answer(&mut judge, line.as_bytes())
    });
    answer.map_err(|refusal| (*refusal.error).into())
}
