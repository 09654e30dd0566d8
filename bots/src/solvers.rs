//! The solvers that bots are made with: the only file that names them.

#[cfg(feature = "ilp")]
use rummilab_ilp::IlpSolver;
pub(crate) use rummilab_search::SearchSolver;
/// Which multisets can be partitioned: the only other question that bots ask this solver.
pub(crate) use rummilab_search::count::PartitionAutomaton;
#[cfg(feature = "ilp")]
use rummilab_solver::Auto;
use rummilab_solver::Solver;

/// States after which a bot's solver returns the best answer to a question so far. The search alone
/// goes on to four million. Tuned like the work of a turn: 0.1 s, and a quarter of a second for an
/// opening under twist.
const QUESTION_STATES: u64 = 100_000;

/// The solver that bots are made with.
pub fn solver() -> Box<dyn Solver> {
    let solver = SearchSolver::new().give_up_after(QUESTION_STATES);
    Box::new(solver.give_up_going_out_after(QUESTION_STATES))
}

/// The solver behind it, which is asked whether the whole rack can go where the first gave up.
pub(crate) fn second() -> Option<Box<dyn Solver>> {
    #[cfg(feature = "ilp")]
    return Some(Box::new(IlpSolver::new()));
    #[cfg(not(feature = "ilp"))]
    None
}

/// The judge of the referee's questions: the search with all its work, and with feature `ilp` the
/// integer program behind it. Bots ask it too before a pass that must be right.
pub fn judge() -> Box<dyn Solver> {
    let search = Box::new(SearchSolver::new());
    #[cfg(feature = "ilp")]
    let search = Box::new(Auto::new(search, Box::new(IlpSolver::new())));
    search
}
