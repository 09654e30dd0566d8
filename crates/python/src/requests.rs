//! Requests as lines of JSON: positions to solve, and sets or turns to judge.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;
use rayon::prelude::*;
use rummilab::engine::{CheckLines, LineQuestion, LineRules, SolveLines, system_clock};
use rummilab::solver::Solver;

use crate::errors::Fault;
use crate::rules::PyRules;
use crate::solver::{goal_of, spec_of};

/// Number of lines answered between two checks for Ctrl-C.
const CHUNK: usize = 1024;

/// Answers each line of JSON, in order. The answers are joined to one JSON list.
#[pyfunction]
pub fn solve_lines(
    py: Python<'_>,
    lines: Vec<String>,
    rules: &PyRules,
    goal: &str,
    solver: &str,
    explain: bool,
    threads: Option<usize>,
) -> Result<String, Fault> {
    let ask = LineQuestion::Best { explain };
    let of_rules = LineRules::of_rules(&rules.rules.name, (*rules.rules).clone());
    let requests = SolveLines::new(of_rules, goal_of(goal)?, ask, system_clock);
    let spec = spec_of(solver)?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0));
    let pool = pool.build().map_err(Fault::run)?;
    let worker = || Mutex::new((requests.clone(), spec.make()));
    let workers: Vec<_> = (0..pool.current_num_threads()).map(|_| worker()).collect();
    let answer = |line: &String| {
        let own = &workers[rayon::current_thread_index().unwrap_or(0)];
        let (requests, solver) = &mut *own.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = requests.answer(solver.as_mut(), line.as_bytes());
        answer.unwrap_or_else(|refusal| refusal.to_json(None))
    };
    let mut all = String::from("[");
    for chunk in lines.chunks(CHUNK) {
        let answers: Vec<String> =
            py.detach(|| pool.install(|| chunk.par_iter().map(answer).collect()));
        py.check_signals()?;
        for answer in &answers {
            if all.len() > 1 {
                all.push(',');
            }
            all.push_str(answer.trim_end());
        }
    }
    all.push(']');
    Ok(all)
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
