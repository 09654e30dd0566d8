//! [`SharedSolver`]: one solver for each thread, which many games ask in turn.

use std::cell::Cell;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;

use rummilab_solver::{AroundSolver, Solver};

thread_local! {
    /// Which of the solvers this thread asks.
    static PLACE: Cell<usize> = const { Cell::new(0) };
}

/// A solver with several holders. Its memory stays in the processor cache while many games are
/// stepped in turn. With a solver for each game and each bot in it, a step of 64 games took 77 µs
/// of processor time, and one of 2 games took 48.
///
/// With several threads each has a solver of its own: see [`for_each`](SharedSolver::for_each).
/// Which of them answers makes no difference.
#[derive(Clone)]
pub struct SharedSolver {
    solvers: Arc<[Mutex<Box<dyn Solver>>]>,
    name: String,
}

impl std::fmt::Debug for SharedSolver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SharedSolver").field(&self.name).finish()
    }
}

impl SharedSolver {
    /// One solver, for one thread.
    pub fn new(solver: Box<dyn Solver>) -> SharedSolver {
        SharedSolver {
            name: solver.name().to_owned(),
            solvers: Arc::new([Mutex::new(solver)]),
        }
    }

    /// A solver for each of this many threads; one at least.
    pub fn for_threads(threads: usize, make: impl Fn() -> Box<dyn Solver>) -> SharedSolver {
        let first = make();
        let name = first.name().to_owned();
        let others = (1..threads).map(|_| make());
        let solvers = std::iter::once(first).chain(others).map(Mutex::new);
        SharedSolver {
            name,
            solvers: solvers.collect(),
        }
    }

    /// Another holder of the same solver.
    pub fn boxed(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }

    /// Does this with every item, on as many threads as there are solvers, but no more than there
    /// are items. The calling thread is one of them. The holders of this solver may be asked
    /// meanwhile, whatever thread an item meets. One such call at a time: two would ask the same
    /// solvers in turn.
    pub fn for_each<T: Send>(
        &self,
        items: impl Iterator<Item = T> + Send,
        what: impl Fn(T) + Sync,
    ) {
        let most = items.size_hint().1.unwrap_or(usize::MAX);
        let items = Mutex::new(items);
        let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = |place| {
            let before = PLACE.replace(place);
            while let Some(item) = next() {
                what(item);
            }
            PLACE.set(before);
        };
        thread::scope(|scope| {
            for place in 1..self.solvers.len().min(most) {
                scope.spawn(move || work(place));
            }
            work(0);
        });
    }

    fn lock(&self) -> MutexGuard<'_, Box<dyn Solver>> {
        let solver = &self.solvers[PLACE.get() % self.solvers.len()];
        solver.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl AroundSolver for SharedSolver {
    fn name(&self) -> &str {
        &self.name
    }

    fn with<T>(&self, what: impl FnOnce(&mut dyn Solver) -> T) -> T {
        what(self.lock().as_mut())
    }
}
