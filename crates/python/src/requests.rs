//! Requests as lines of JSON: positions to solve, and sets or turns to judge.

use std::iter::repeat_n;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::channel;
use std::time::Duration;

use pyo3::prelude::*;
use pyo3::types::PyList;
use rummilab::engine::{CheckLines, LineQuestion, LineRules, SolveLines, system_clock};
use rummilab::solver::Solver;
use serde_json::value::RawValue;

use crate::errors::Fault;
use crate::json::loads;
use crate::number::{MOST_THREADS, Whole};
use crate::rules::PyRules;
use crate::solver::{goal_of, spec_of};
use crate::typed::Answers;

/// Most lines in a block.
const BLOCK: usize = 64;
/// Least number of blocks for each thread, so that no thread waits long for the last one.
const BLOCKS_EACH: usize = 8;
/// Time between two visits of Python's lock, to make values and to look for Ctrl-C. A busy Python
/// thread may keep the lock for 5 ms each time.
const BETWEEN: Duration = Duration::from_millis(20);

/// Lines of JSON.
#[derive(FromPyObject)]
pub enum Lines {
    /// A JSON list: each entry is a line.
    List(String),
    /// One string per line, which need not be JSON.
    Texts(Vec<String>),
}

impl Lines {
    fn each(&self) -> Result<Vec<&str>, Fault> {
        match self {
            Lines::List(list) => {
                let entries: Vec<&RawValue> = serde_json::from_str(list).map_err(Fault::input)?;
                Ok(entries.into_iter().map(RawValue::get).collect())
            }
            Lines::Texts(texts) => Ok(texts.iter().map(String::as_str).collect()),
        }
    }
}

/// Answers each line of JSON, in order, on this number of threads; 0 and None mean all cores.
///
/// The calling thread is one of them, so that one thread uses one core. It alone makes Python
/// values, of its own block and of the blocks that others have finished meanwhile.
#[pyfunction]
pub fn solve_lines<'py>(
    py: Python<'py>,
    lines: Lines,
    rules: &PyRules,
    goal: &str,
    solver: &str,
    explain: bool,
    threads: Option<Whole>,
) -> Result<Answers<'py>, Fault> {
    let ask = LineQuestion::Best { explain };
    let of_rules = LineRules::of_rules(&rules.rules.name, rules.rules.clone());
    let requests = SolveLines::new(of_rules, goal_of(goal)?, ask);
    let spec = spec_of(solver)?;
    let lines = lines.each()?;
    let threads = match threads
        .map(|n| n.within("threads", 0..=MOST_THREADS))
        .transpose()?
    {
        None | Some(0) => std::thread::available_parallelism().map_or(1, NonZeroUsize::get),
        Some(threads) => threads,
    };
    let threads = threads.clamp(1, lines.len().max(1));
    let blocks = Blocks::new(&lines, threads);
    let worker = || Worker {
        requests: requests.clone(),
        solver: spec.make(),
    };
    let all = PyList::new(py, repeat_n(None::<usize>, lines.len()))?;
    let answers = all.as_unbound();
    py.detach(|| answer_all(&blocks, threads, &worker, answers))?;
    Ok(Answers(all.into_any()))
}

/// Answers all blocks on `threads` threads, of which the calling one is the first.
fn answer_all(
    blocks: &Blocks<'_>,
    threads: usize,
    worker: &(dyn Fn() -> Worker + Sync),
    answers: &Py<PyList>,
) -> Result<(), Fault> {
    std::thread::scope(|scope| {
        let (sender, receiver) = channel();
        for _ in 1..threads {
            let sender = sender.clone();
            let work = move || {
                let mut own = worker();
                while let Some(block) = blocks.next() {
                    // Nobody receives once Ctrl-C was pressed.
                    if sender.send(own.answer(block)).is_err() {
                        break;
                    }
                }
            };
            let thread = std::thread::Builder::new().spawn_scoped(scope, work);
            thread.map_err(Fault::run)?;
        }
        drop(sender);
        let mut own = worker();
        let (mut done, mut kept) = (Vec::new(), system_clock());
        while let Some(block) = blocks.next() {
            done.push(own.answer(block));
            if system_clock() - kept >= BETWEEN {
                keep(answers, done.drain(..).chain(receiver.try_iter()))?;
                kept = system_clock();
            }
        }
        keep(answers, done)?;
        // Each block at once, since others are still being answered.
        receiver.iter().try_for_each(|done| keep(answers, [done]))
    })
}

/// Lines of JSON in blocks, which several threads take in order.
struct Blocks<'a> {
    lines: &'a [&'a str],
    size: usize,
    taken: AtomicUsize,
}

impl<'a> Blocks<'a> {
    fn new(lines: &'a [&'a str], threads: usize) -> Blocks<'a> {
        Blocks {
            lines,
            size: lines.len().div_ceil(threads * BLOCKS_EACH).clamp(1, BLOCK),
            taken: AtomicUsize::new(0),
        }
    }

    /// The next block, and the index of its first line.
    fn next(&self) -> Option<(usize, &'a [&'a str])> {
        let first = self.taken.fetch_add(self.size, Ordering::Relaxed);
        let rest = self.lines.get(first..).filter(|rest| !rest.is_empty())?;
        Some((first, &rest[..self.size.min(rest.len())]))
    }
}

/// What a thread needs in order to answer lines.
struct Worker {
    requests: SolveLines,
    solver: Box<dyn Solver>,
}

impl Worker {
    /// The answers to a block, as a JSON list.
    fn answer(&mut self, (first, lines): (usize, &[&str])) -> Answered {
        let mut answer = |line: &&str| {
            let answer = self.requests.answer(self.solver.as_mut(), line.as_bytes());
            answer.unwrap_or_else(|refusal| refusal.to_json(None))
        };
        let answers: Vec<String> = lines.iter().map(&mut answer).collect();
        Answered {
            first,
            lines: lines.len(),
            json: format!("[{}]", answers.join(",")),
        }
    }
}

/// The answers to a block, as a JSON list.
struct Answered {
    /// The index of the first line.
    first: usize,
    /// Number of lines.
    lines: usize,
    json: String,
}

/// Puts the answers to blocks in their places of the list of all answers.
fn keep(answers: &Py<PyList>, blocks: impl IntoIterator<Item = Answered>) -> Result<(), Fault> {
    Python::attach(|py| {
        py.check_signals()?;
        without_collection(py, || {
            for block in blocks {
                let end = block.first + block.lines;
                let values = loads(py, &block.json)?;
                answers.bind(py).set_slice(block.first, end, &values)?;
            }
            Ok(())
        })
    })?;
    Ok(())
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
    let of_rules = LineRules::of_rules(&rules.rules.name, rules.rules.clone());
    let answer = py.detach(|| {
        let mut judge: Box<dyn Solver> = rummilab::SolverSpec::default().make();
        CheckLines::new(of_rules).answer(&mut judge, line.as_bytes())
    });
    answer.map_err(|refusal| (*refusal.error).into())
}
