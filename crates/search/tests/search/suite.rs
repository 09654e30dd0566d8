//! The suite of all solvers, on the search.

use rummilab_chance::{Key, Stream};
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;
use rummilab_solver_suite::{Size, long_tier};

fn search() -> Box<dyn Solver> {
    Box::new(SearchSolver::new())
}

fn below() -> impl FnMut(u64) -> u64 {
    Stream::new(Key::sample(1, "suite", 0)).into_below()
}

/// The search takes long on small games full of special jokers: few positions of each, all in the
/// long tier. If runs go round as well there are ten: there the search may look at millions of
/// states and give up. It is also compared with the integer program, which brute force checks.
fn size() -> Size {
    let size = Size::of_tier();
    Size {
        brute: if long_tier() { size.brute } else { 4 },
        lists: if long_tier() { size.lists } else { 1 },
        round: if long_tier() { 10 } else { 4 },
        // It gave up on 1 of 40.
        given_up: 20,
        relations: if long_tier() { size.relations } else { 20 },
        ..size
    }
}

rummilab_solver_suite::solver_suite!(search(), below(), size());
