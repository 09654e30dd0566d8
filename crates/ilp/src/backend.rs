//! Solves integer programs. This is the only file that depends on good_lp and its backends.

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

/// The program that solves the integer programs. Cargo features choose the available ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Backend {
    /// microlp, pure Rust: the default.
    #[cfg(feature = "microlp")]
    Microlp,
    /// Cbc of COIN-OR. It has no node limit, and rounds time limits up to seconds.
    #[cfg(feature = "coin_cbc")]
    CoinCbc,
    /// HiGHS. It has no node limit.
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

/// Limits after which a solver stops without a proof.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Nodes of branch and bound, not counting the roots. Only microlp supports it.
    pub nodes: Option<u64>,
    /// Time for one question. With it, answers depend on the machine.
    pub time: Option<Duration>,
}

/// The result of a backend.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum BackendEnding {
    Optimal(Vec<i64>),
    /// Stopped early: the best solution found, and a bound on the objective, if available.
    Stopped {
        best: Option<Vec<i64>>,
        bound: Option<f64>,
        stop: StopReason,
    },
    Infeasible,
}

/// A result and what it took.
pub(crate) struct Solved {
    pub ending: BackendEnding,
    /// Nodes of branch and bound, counting the root.
    pub nodes: u64,
    /// Simplex iterations; 0 where the backend does not tell.
    pub iterations: u64,
}

impl Solved {
    fn at_root(ending: BackendEnding) -> Solved {
        Solved {
            ending,
            nodes: 1,
            iterations: 0,
        }
    }
}

/// The largest sum of `objective` over the solutions of a program.
pub(crate) fn maximise(
    backend: Backend,
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    limits: Limits,
) -> Result<Solved, String> {
    if program.uppers.is_empty() {
        let ending = program
            .whole(&[])
            .map_or(BackendEnding::Infeasible, BackendEnding::Optimal);
        return Ok(Solved::at_root(ending));
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

/// The largest sum of `objective` without the integrality conditions: an upper bound. `None` if the
/// backend fails.
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

/// The values of all variables; good_lp numbers them from 0 in the order in which they were added.
fn values_of(program: &IntegerProgram, solution: &impl Solution) -> Vec<f64> {
    let mut numbering = ProblemVariables::new();
    (0..program.uppers.len())
        .map(|_| solution.value(numbering.add_variable()))
        .collect()
}

/// The program in the form of good_lp, and its rows; `whole` asks for integer variables. Some
/// variables are integers whenever the others are. Declaring them integer too saves microlp a
/// quarter of its nodes, and more on the slowest answers.
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

/// Solves with microlp. The model comes from good_lp, but the call is microlp's own: only that call
/// accepts node limits and gives bounds.
#[cfg(feature = "microlp")]
fn with_microlp(
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    limits: Limits,
) -> Result<Solved, String> {
    use microlp::{Error, SolveOptions, TerminationReason};

    let (problem, rows) = translate(program, objective, true);
    let model = problem.using(good_lp::microlp).with_all(rows);
    let mut options = SolveOptions::default();
    options.time_limit = limits.time;
    options.node_limit = limits.nodes;
    let outcome = match model.as_inner().solve_with(options) {
        Ok(outcome) => outcome,
        Err(Error::Infeasible) => return Ok(Solved::at_root(BackendEnding::Infeasible)),
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
    Ok(Solved {
        ending,
        nodes,
        iterations: outcome.stats().lp_iterations,
    })
}

/// Solves with any backend through good_lp. After a time limit the values may violate the program;
/// then there is no solution.
#[cfg(any(feature = "coin_cbc", feature = "highs"))]
fn with_time_limits<S>(
    solver: S,
    program: &IntegerProgram,
    objective: &[(usize, i64)],
    limits: Limits,
) -> Result<Solved, String>
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
        Err(ResolutionError::Infeasible) => return Ok(Solved::at_root(BackendEnding::Infeasible)),
        Err(_) if limits.time.is_some() => return Ok(Solved::at_root(stopped(None))),
        Err(error) => return Err(error.to_string()),
    };
    let whole = program.whole(&values_of(program, &solution));
    let ending = match solution.status() {
        SolutionStatus::Optimal => BackendEnding::Optimal(whole?),
        SolutionStatus::TimeLimit | SolutionStatus::GapLimit => stopped(whole.ok()),
    };
    Ok(Solved::at_root(ending))
}

#[cfg(any(feature = "coin_cbc", feature = "highs"))]
fn stopped(best: Option<Vec<i64>>) -> BackendEnding {
    BackendEnding::Stopped {
        best,
        bound: None,
        stop: StopReason::Time,
    }
}
