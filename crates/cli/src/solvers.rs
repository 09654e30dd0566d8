//! The one list of the solvers that commands can use.

use std::fmt;
use std::str::FromStr;

use rummilab::core::distance;
use rummilab::ilp::IlpSolver;
use rummilab::search::SearchSolver;
use rummilab::solver::{Repeated, Solver};

/// A solver by name: `search`, `ilp`, or `ilp:key=value`; `search:repeat` is the search with lists of plays and draws by
/// plain repetition, to be timed against.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverSpec(String);

/// The search that shares no work between questions.
const REPEAT: &str = "search:repeat";

impl SolverSpec {
    /// A fresh solver.
    pub fn make(&self) -> Box<dyn Solver> {
        if self.0 == REPEAT {
            return Box::new(Repeated::new(SearchSolver::new()));
        }
        match IlpSolver::parse(&self.0) {
            Ok(ilp) => Box::new(ilp),
            Err(_) => Box::new(SearchSolver::new()),
        }
    }
}

impl Default for SolverSpec {
    fn default() -> SolverSpec {
        SolverSpec("search".to_owned())
    }
}

impl FromStr for SolverSpec {
    type Err = String;

    fn from_str(name: &str) -> Result<SolverSpec, String> {
        match name {
            "search" | REPEAT => {}
            ilp if ilp == "ilp" || ilp.starts_with("ilp:") => {
                IlpSolver::parse(ilp)?;
            }
            _ => {
                let near = ["search", "ilp"]
                    .into_iter()
                    .find(|known| distance(known, name) <= 2);
                let hint = near
                    .map(|known| format!("; did you mean `{known}`?"))
                    .unwrap_or_default();
                return Err(format!("expected `search`, `ilp`, or `ilp:model=…`{hint}"));
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
