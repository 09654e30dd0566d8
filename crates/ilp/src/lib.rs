//! Answers by integer programming (den Hertog and Hulshof, "Solving Rummikub problems by integer linear programming", The
//! Computer Journal 49(6), 2006): the only room that knows good_lp and floats. Refuses wrap-around and step-2 runs, by
//! name, and answers of a backend that do not recount.
//!
//! ```
//! use rummilab_core::{Position, RuleSet, notation::{parse_table, parse_tiles}};
//! use rummilab_ilp::IlpSolver;
//! use rummilab_solver::{Goal, Solver};
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let table = parse_table("R3 R4 R5 ; K7 B7 O7", &rules).unwrap();
//! let rack = parse_tiles("R6 J", &rules).unwrap().into_iter().collect();
//! let position = Position { table: table.counts().unwrap(), rack, opened: true };
//! let answer = IlpSolver::new().solve(&rules, &position, &Goal::Tiles).unwrap();
//! assert_eq!(answer.verified().unwrap().tiles, 2);
//! ```
//!
//! # Which model
//!
//! FIGURES

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
