//! Answers by integer programming.

mod backend;
mod catalogue;
mod changes;
mod measure;
mod model;
mod program;
mod run;
mod solver;

pub use backend::{Backend, Limits};
pub use catalogue::{Catalogue, LegalSet};
pub use model::Model;
pub use solver::IlpSolver;
