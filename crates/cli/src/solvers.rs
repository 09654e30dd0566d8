//! The one list of the solvers that commands can use. Refuses names that are not in it.

use std::fmt;
use std::str::FromStr;

use rummilab_core::distance;
use rummilab_ilp::IlpSolver;
use rummilab_search::SearchSolver;
use rummilab_solver::Solver;

/// A solver by name: `search`, `ilp`, or `ilp:key=value`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SolverSpec(String);

impl SolverSpec {
    /// A fresh solver.
    pub fn make(&self) -> Box<dyn Solver> {
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
            "search" => {}
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
