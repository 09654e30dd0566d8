//! The suite of all solvers, on integer programming.

use std::num::NonZeroU64;

use rummilab_chance::{Key, Stream};
use rummilab_ilp::IlpSolver;
use rummilab_solver::Solver;

fn ilp() -> Box<dyn Solver> {
    Box::new(IlpSolver::parse("ilp").expect("a solver"))
}

fn below() -> impl FnMut(u64) -> u64 {
    let mut stream = Stream::new(Key::sample(1, "suite", 0));
    move |bound| NonZeroU64::new(bound).map_or(0, |bound| stream.below(bound))
}

rummilab_solver::solver_suite!(ilp(), below());
