//! Rummikub as a learning environment: a game stepped by small actions, with observations and legal
//! actions as arrays of bytes. The crate knows no learners, files, or particular solvers and bots:
//! the caller passes these in.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! # Actions
//!
//! A play is built tile by tile. Let the rules have `k` kinds of tile, in ascending order:
//!
//! | action | what it does |
//! |---|---|
//! | `i < k` | lays a tile of kind `i` |
//! | `k` | ends the play |
//! | `k + 1` | draws or passes, instead of a play |
//!
//! An action that lays a tile is legal if some legal play lays at least the tiles laid by then. So
//! every play can be reached, and there are no dead ends. The solver chooses the table that
//! results, with the fewest changes to the old one (docs/solver.md#fewest-changes).
//!
//! # Candidates
//!
//! A caller can also choose a whole turn. [`Environment::candidate_rows`] has a row of features for
//! each of the best plays and one for drawing or passing; [`Environment::take_candidate`] plays a
//! row. The number of rows limits the choice, and [`CandidateRows::more`] says whether it does.
//!
//! # Observations
//!
//! An [`Observation`] is made from a [`View`](rummilab_bot_api::View) alone, so states that differ
//! only in hidden tiles give equal bytes.
//!
//! The caller plays all seats of an [`Environment`]. In [`Seats`] bots play the other seats.
//!
//! ```
//! use rummilab_core::RuleSet;
//! use rummilab_env::Environment;
//! use rummilab_search::SearchSolver;
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let solver = Box::new(SearchSolver::new());
//! let mut game = Environment::new(&rules, 2, 1, solver).unwrap();
//! let legal = game.legal().unwrap();
//! let action = legal.iter().rposition(|legal| *legal).unwrap(); // to draw, if nothing else
//! game.step(action).unwrap();
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod choices;
mod environment;
mod observation;
mod seats;
mod shared_solver;

pub use choices::Candidates;
pub use environment::{CandidateRows, EnvError, Environment};
pub use observation::{Field, Observation};
pub use seats::{Opponent, Seats};
pub use shared_solver::SharedSolver;
