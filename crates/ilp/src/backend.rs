//! Solves integer programs: the only file that knows good_lp, its backends and what they call their
//! endings.

use std::time::Duration;

#[cfg(any(feature = "coin_cbc", feature = "highs"))]
use good_lp::WithTimeLimit;
use good_lp::{
    Expression, ProblemVariables, ResolutionError, Solution, SolutionStatus, SolverModel,
    constraint, variable,
};
use rummilab_solver::StopReason;

use crate::program::IntegerProgram;

#[cfg(not(any(feature = "microlp", feature = "coin_cbc", feature = "highs")))]
compile_error!("enable at least one of the features microlp, coin_cbc and highs");

/// Who solves the integer programs. Which ones there are is chosen by cargo features.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// microlp, pure Rust: the default.
    #[cfg(feature = "microlp")]
    Microlp,
    /// Cbc of COIN-OR. Keeps no node limit, and rounds time limits up to seconds.
    #[cfg(feature = "coin_cbc")]
    CoinCbc,
    /// HiGHS. Keeps no node limit.
    #[cfg(feature = "highs")]
    Highs,
}

impl Backend {
    /// Every backend of this build, the default first.
    pub const ALL: &[Backend] = &[
        #[cfg(feature = "microlp")]
        Backend::Microlp,
        #[cfg(feature = "coin_cbc")]
        Backend::CoinCbc,
        #[cfg(feature = "highs")]
        Backend::Highs,
    ];

    /// The name in `ilp:backend=…`, that of the cargo feature.
    pub const fn name(self) -> &'static str {
        match self {
            #[cfg(feature = "microlp")]
            Backend::Microlp => "microlp",
            #[cfg(feature = "coin_cbc")]
            Backend::CoinCbc => "coin_cbc",
            #[cfg(feature = "highs")]
            Backend::Highs => "highs",
        }
    }
}

/// When to stop without a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes of branch and bound, the roots not counted. Only microlp keeps it.
    pub nodes: Option<u64>,
    /// Time for one question. Makes answers depend on the machine.
    pub time: Option<Duration>,
}

/// How a backend ended.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum BackendEnding {
    Optimal(Vec<i64>),
    /// Stopped early: the best solution found, and a bound on the objective, if it has them.
    Stopped {
        best: Option<Vec<i64>>,
        bound: Option<f64>,
        stop: StopReason,
    },
    Infeasible,
}

/// An ending and the nodes it took, the root counted.
pub(crate) type Solved = Result<(BackendEnding, u64), String>;

/// The largest sum of `objective` over the solutions of a program.
pub(crate) fn maximise(
    backend: Backend,
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    limits: Limits,
) -> Solved {
    if program.uppers.is_empty() {
        let ending = program
            .whole(&[])
            .map_or(BackendEnding::Infeasible, BackendEnding::Optimal);
        return Ok((ending, 1));
    }
    match backend {
        #[cfg(feature = "microlp")]
        Backend::Microlp => with_microlp(program, objective, limits),
        #[cfg(feature = "coin_cbc")]
        Backend::CoinCbc => with_time_limits(good_lp::coin_cbc, program, objective, limits),
        #[cfg(feature = "highs")]
        Backend::Highs => with_time_limits(good_lp::highs, program, objective, limits),
    }
}

/// The largest sum of `objective` if variables need not be whole: a bound. `None` if the backend
/// fails.
pub(crate) fn relaxed(
    backend: Backend,
    program: &IntegerProgram,
    objective: &[(usize, i64)],
) -> Option<f64> {
    let values = match backend {
        #[cfg(feature = "microlp")]
        Backend::Microlp => relaxed_values(good_lp::microlp, program, objective),
        #[cfg(feature = "coin_cbc")]
        Backend::CoinCbc => relaxed_values(good_lp::coin_cbc, program, objective),
        #[cfg(feature = "highs")]
        Backend::Highs => relaxed_values(good_lp::highs, program, objective),
    }?;
    Some(
        objective
            .iter()
            .map(|(i, factor)| *factor as f64 * values[*i])
            .sum(),
    )
}

fn relaxed_values<S>(
    solver: S,
    program: &IntegerProgram,
    objective: &[(usize, i64)],
) -> Option<Vec<f64>>
where
    S: good_lp::Solver,
    S::Model: SolverModel<Error = ResolutionError>,
{
    let (problem, rows) = translate(program, objective, false);
    let solution = problem.using(solver).with_all(rows).solve().ok()?;
    let proven = matches!(solution.status(), SolutionStatus::Optimal);
    proven.then(|| values_of(program, &solution))
}

/// The values of all variables, which good_lp numbers from 0 in the order in which they were added.
fn values_of(program: &IntegerProgram, solution: &impl Solution) -> Vec<f64> {
    let mut numbering = ProblemVariables::new();
    (0..program.uppers.len())
        .map(|_| solution.value(numbering.add_variable()))
        .collect()
}

/// The program as good_lp sees it, and its rows; `whole` asks for whole numbers. All variables are
/// whole, though some are so whenever the others are: to say so saves microlp a quarter of its
/// nodes and more of the slowest answers.
fn translate(
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    whole: bool,
) -> (variable::UnsolvedProblem, Vec<good_lp::Constraint>) {
    let mut problem = ProblemVariables::new();
    let variables: Vec<good_lp::Variable> = program
        .uppers
        .iter()
        .map(|upper| {
            let definition = variable().clamp(0.0, *upper as f64);
            problem.add(if whole {
                definition.integer()
            } else {
                definition
            })
        })
        .collect();
    let sum = |terms: &[(usize, i64)]| {
        let mut sum = Expression::with_capacity(terms.len());
        for (i, factor) in terms {
            sum.add_mul(*factor as f64, variables[*i]);
        }
        sum
    };
    let rows = program.rows.iter().map(|row| {
        let (left, bound) = (sum(&row.terms), row.bound as f64);
        if row.exact {
            constraint::eq(left, bound)
        } else {
            constraint::geq(left, bound)
        }
    });
    let rows = rows.collect();
    (problem.maximise(sum(objective)), rows)
}

/// microlp by way of good_lp's model, but solved by its own call, which alone takes node limits and
/// gives bounds.
#[cfg(feature = "microlp")]
fn with_microlp(program: &IntegerProgram, objective: &[(usize, i64)], limits: Limits) -> Solved {
    use microlp::{Error, SolveOptions, TerminationReason};

    let (problem, rows) = translate(program, objective, true);
    let model = problem.using(good_lp::microlp).with_all(rows);
    let mut options = SolveOptions::default();
    options.time_limit = limits.time;
    options.node_limit = limits.nodes;
    let outcome = match model.as_inner().solve_with(options) {
        Ok(outcome) => outcome,
        Err(Error::Infeasible) => return Ok((BackendEnding::Infeasible, 1)),
        Err(error) => return Err(error.to_string()),
    };
    let nodes = outcome.stats().nodes_solved + 1;
    let stop = match outcome.termination_reason() {
        TerminationReason::ProvenOptimal => None,
        TerminationReason::NodeLimit => Some(StopReason::Nodes),
        _ => Some(StopReason::Time),
    };
    let values = outcome.solution().map(|solution| {
        solution
            .iter()
            .map(|(_, value)| value)
            .collect::<Vec<f64>>()
    });
    let ending = match (stop, values) {
        (None, Some(values)) => BackendEnding::Optimal(program.whole(&values)?),
        (None, None) => return Err("an optimal answer without values".to_owned()),
        (Some(stop), values) => BackendEnding::Stopped {
            best: values.map(|values| program.whole(&values)).transpose()?,
            bound: outcome.stats().best_bound,
            stop,
        },
    };
    Ok((ending, nodes))
}

/// Any backend that good_lp drives by itself. After a time limit the values may be no solution:
/// then there is none.
#[cfg(any(feature = "coin_cbc", feature = "highs"))]
fn with_time_limits<S>(
    solver: S,
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    limits: Limits,
) -> Solved
where
    S: good_lp::Solver,
    S::Model: SolverModel<Error = ResolutionError> + WithTimeLimit,
{
    let (problem, rows) = translate(program, objective, true);
    let mut model = problem.using(solver).with_all(rows);
    if let Some(time) = limits.time {
        model = model.with_time_limit(time.as_secs_f64());
    }
    let solution = match model.solve() {
        Ok(solution) => solution,
        Err(ResolutionError::Infeasible) => return Ok((BackendEnding::Infeasible, 1)),
        Err(_) if limits.time.is_some() => return Ok((stopped(None), 1)),
        Err(error) => return Err(error.to_string()),
    };
    let whole = program.whole(&values_of(program, &solution));
    let ending = match solution.status() {
        SolutionStatus::Optimal => BackendEnding::Optimal(whole?),
        SolutionStatus::TimeLimit | SolutionStatus::GapLimit => stopped(whole.ok()),
    };
    Ok((ending, 1))
}

#[cfg(any(feature = "coin_cbc", feature = "highs"))]
fn stopped(best: Option<Vec<i64>>) -> BackendEnding {
    BackendEnding::Stopped {
        best,
        bound: None,
        stop: StopReason::Time,
    }
}
