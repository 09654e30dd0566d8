//! The list of all solvers by name.

use std::fmt;
use std::str::FromStr;

use rummilab_core::nearest;
#[cfg(feature = "ilp")]
use rummilab_ilp::IlpSolver;
use rummilab_search::{Part, SearchSolver};
#[cfg(feature = "ilp")]
use rummilab_solver::Auto;
use rummilab_solver::{Repeated, Solver};

/// A solver by name: `auto`, `search`, `ilp`, or `ilp:key=value` (feature `ilp`). `auto` is the
/// search with the integer program behind it ([`Auto`](rummilab_solver::Auto)).
/// `search:states=200000` gives up a question after that many states. `search:without=lone` leaves
/// out one part ([`Part`]). `search:repeat` answers lists of plays and draws by repetition, as
/// a baseline for timings.
///
/// ```
/// let solver: rummilab::SolverSpec = "search".parse()?;
/// assert_eq!(solver.make().name(), "search");
/// # Ok::<(), rummilab::SolverSpecError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverSpec(String);

/// The error for a text that names no solver.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct SolverSpecError(String);

/// The search, with the integer program behind it where there is one.
const AUTO: &str = "auto";

/// The search that shares no work between questions.
const REPEAT: &str = "search:repeat";

/// Prefix of a search with another limit of states.
const STATES: &str = "search:states=";

/// The limit of states of such a search; `None` for any other solver.
fn states_of(name: &str) -> Option<u64> {
    name.strip_prefix(STATES)?.parse().ok()
}

/// Prefix of a search without one part.
const WITHOUT: &str = "search:without=";

/// The part that such a search leaves out; `None` for any other solver.
fn without_of(name: &str) -> Option<Part> {
    Part::named(name.strip_prefix(WITHOUT)?)
}

impl SolverSpec {
    /// A fresh solver.
    pub fn make(&self) -> Box<dyn Solver> {
        #[cfg(feature = "ilp")]
        if self.0 == AUTO {
            let (first, second) = (SearchSolver::new(), IlpSolver::new());
            return Box::new(Auto::new(Box::new(first), Box::new(second)));
        }
        if self.0 == REPEAT {
            return Box::new(Repeated::new(SearchSolver::new()));
        }
        if let Some(states) = states_of(&self.0) {
            let search = SearchSolver::new().give_up_after(states);
            return Box::new(search.give_up_going_out_after(states));
        }
        if let Some(part) = without_of(&self.0) {
            return Box::new(SearchSolver::new().without(part));
        }
        #[cfg(feature = "ilp")]
        if let Ok(ilp) = IlpSolver::parse(&self.0) {
            return Box::new(ilp);
        }
        Box::new(SearchSolver::new())
    }
}

impl Default for SolverSpec {
    fn default() -> SolverSpec {
        SolverSpec(AUTO.to_owned())
    }
}

impl FromStr for SolverSpec {
    type Err = SolverSpecError;

    fn from_str(name: &str) -> Result<SolverSpec, SolverSpecError> {
        match name {
            AUTO | "search" | REPEAT => {}
            limited if states_of(limited).is_some() => {}
            reduced if without_of(reduced).is_some() => {}
            #[cfg(feature = "ilp")]
            ilp if ilp == "ilp" || ilp.starts_with("ilp:") => {
                IlpSolver::parse(ilp).map_err(SolverSpecError)?;
            }
            _ => {
                let hint = nearest(name, [AUTO, "search", "ilp"])
                    .map(|known| format!("; did you mean `{known}`?"));
                let hint = hint.unwrap_or_default();
                return Err(SolverSpecError(format!(
                    "expected `auto`, `search`, `search:states=…`, `search:without=…`, `ilp`, \
                     or `ilp:model=…`{hint}"
                )));
            }
        }
        Ok(SolverSpec(name.to_owned()))
    }
}

impl fmt::Display for SolverSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
