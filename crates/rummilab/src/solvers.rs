//! The list of all solvers by name.

use std::fmt;
use std::str::FromStr;

use rummilab_core::nearest;
#[cfg(feature = "ilp")]
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
#[cfg(feature = "ilp")]
use rummilab_solver::Auto;
use rummilab_solver::Solver;

/// A solver by name: `auto`, `search`, `ilp`, or `ilp:key=value` (feature `ilp`). `auto` is the
/// search with the integer program behind it ([`Auto`](rummilab_solver::Auto)).
/// `search:states=200000` gives up a question after that many states.
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

/// Prefix of a search with another limit of states.
const STATES: &str = "search:states=";

/// The limit of states of such a search; `None` for any other solver.
fn states_of(name: &str) -> Option<u64> {
    name.strip_prefix(STATES)?.parse().ok()
}

impl SolverSpec {
    /// A fresh solver.
    pub fn make(&self) -> Box<dyn Solver> {
        #[cfg(feature = "ilp")]
        if self.0 == AUTO {
            let (first, second) = (SearchSolver::new(), IlpSolver::new());
            return Box::new(Auto::new(Box::new(first), Box::new(second)));
        }
        if let Some(states) = states_of(&self.0) {
            let search = SearchSolver::new().give_up_after(states);
            return Box::new(search.give_up_going_out_after(states));
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
            AUTO | "search" => {}
            limited if states_of(limited).is_some() => {}
            #[cfg(feature = "ilp")]
            ilp if ilp == "ilp" || ilp.starts_with("ilp:") => {
                IlpSolver::parse(ilp).map_err(SolverSpecError)?;
            }
            _ => {
                let hint = nearest(name, [AUTO, "search", "ilp"])
                    .map(|known| format!("; did you mean `{known}`?"));
                let hint = hint.unwrap_or_default();
                return Err(SolverSpecError(format!(
                    "expected `auto`, `search`, `search:states=…`, `ilp` or \
                     `ilp:backend=…`{hint}"
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
