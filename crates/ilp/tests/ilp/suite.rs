//! The common suite on every backend. `RUMMILAB_TIER=long` runs all of it.

use rummilab_chance::{Key, Stream};
use rummilab_ilp::{Backend, IlpSolver};
use rummilab_solver::Solver;
use rummilab_solver_suite::Size;

fn solver(name: &str) -> Box<dyn Solver> {
    Box::new(IlpSolver::parse(name).expect("a solver"))
}

fn below() -> impl FnMut(u64) -> u64 {
    Stream::new(Key::sample(1, "suite", 0)).into_below()
}

rummilab_solver_suite::solver_suite!(solver("ilp"), below(), Size::of_tier());

/// Cbc starts slowly: a few milliseconds for the smallest program.
#[cfg(any(feature = "coin_cbc", feature = "highs"))]
const SMALL: Size = Size {
    brute: 10,
    lists: 1,
    round: 10,
    given_up: 0,
    count: 100,
    relations: 20,
    bound: 1,
};

#[cfg(feature = "coin_cbc")]
mod coin_cbc {
    use super::*;

    fn size() -> Size {
        let tier = Size::of_tier();
        if tier == Size::FULL {
            Size {
                count: 5_000,
                ..tier
            }
        } else {
            SMALL
        }
    }

    rummilab_solver_suite::solver_suite!(solver("ilp:backend=coin_cbc"), below(), size());
}

#[cfg(feature = "highs")]
mod highs {
    use super::*;

    rummilab_solver_suite::solver_suite!(solver("ilp:backend=highs"), below(), SMALL);
}

#[test]
fn every_name_comes_back() {
    for backend in Backend::ALL {
        let name = format!("ilp:backend={}", backend.name());
        assert!(IlpSolver::parse(&name).is_ok(), "{name}");
    }
    assert_eq!(solver("ilp").name(), "ilp");
    assert_eq!(solver("ilp:seconds=60").name(), "ilp");
    for (name, part) in [
        ("search", "expected `ilp`"),
        ("ilp:", "backend or seconds"),
        ("ilp:model=columns", "backend or seconds"),
        ("ilp:backend=glpk", "microlp"),
        ("ilp:backend", "backend or seconds"),
    ] {
        let error = IlpSolver::parse(name).expect_err(name);
        assert!(error.contains(part), "{error}");
    }
}
