//! Exact answers to the turn problem by search, for every rule system.
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! The method is a dynamic programme over the values (docs/solver.md#sweep-search). A state is what
//! is open in every colour after a value: which runs, and how many jokers were used. At each value
//! every tile goes into a group, extends or begins a run, or stays on the rack. Of all paths to a
//! state the best is kept; states that another one dominates are dropped.
//!
//! Positions with few states are swept as they are. For the others a Lagrangian relaxation gives an
//! upper bound: every colour is solved by itself, and tiles in groups, jokers and own groups have
//! prices. Sweeps then look for plays of as many tiles as the bound allows, and for one tile less
//! after each sweep in vain. With special jokers a colour has too many states for that, and every
//! run is bounded by itself.
//!
//! | wing | what it holds |
//! |---|---|
//! | `grammar` | what can be laid: open runs and their transitions, groups, the task of a sweep |
//! | `bounds` | upper bounds on what can follow a state, lower bounds on the jokers it takes |
//! | `sweep` | two sweeps, packed and general; dominance; the search that chooses among them |
//! | `questions` | best play, going out, openings, lists of plays, draws: from question to answer |
//!
//! Which best play keeps the most old sets is a sweep of its own: keeping a set is decided where
//! the set begins, and is worth less than anything else.
//!
//! Each wing uses only those above it, which a test checks. [`count`] stands apart: it counts
//! playable multisets and shares no code with the sweeps.
//!
//! # Limits
//!
//! * `joker_reclaim` other than free is refused by name.
//! * A question is given up after four million states, which is seconds, whatever it asks on the
//!   way; lists of plays and draws after four times as many. It is then answered with the best play
//!   so far, proven only if nothing can be better; whether a whole rack goes out is
//!   [`rummilab_solver::SolveError::GaveUp`]. [`SearchSolver::give_up_after`] sets another limit.
//! * Racks of 60 tiles with several jokers, tables with six special jokers and full tables of six
//!   colours can take a good part of a second.
//!
//! ```
//! use rummilab_core::{RuleSet, notation::{parse_table, parse_tiles}};
//! use rummilab_search::SearchSolver;
//! use rummilab_solver::{Goal, Solver};
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let table = parse_table("R3 R4 R5 ; K7 B7 O7", &rules).unwrap();
//! let rack = parse_tiles("R6 J", &rules).unwrap().into_iter().collect();
//! let position = rules.position(&table, rack, true, None);
//! let answer = SearchSolver::new().solve(&rules, &position, &Goal::Tiles).unwrap();
//! assert_eq!(answer.verified().unwrap().tiles, 2);
//! ```

mod bounds;
pub mod count;
mod grammar;
mod questions;
mod sweep;

pub use questions::SearchSolver;
pub use sweep::Part;
