//! Answers by integer programming (den Hertog and Hulshof, "Solving Rummikub problems by integer
//! linear programming", The Computer Journal 49(6), 2006): the only room that knows good_lp and
//! floats. Knows all rule systems by their sets alone ([`rummilab_solver::catalogue`]). Refuses
//! `joker_reclaim` other than free, by name, and answers of a backend that do not recount.
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_core::{Position, RuleSet, notation::{parse_table, parse_tiles}};
//! use rummilab_ilp::IlpSolver;
//! use rummilab_solver::{Goal, Solver};
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let table = parse_table("R3 R4 R5 ; K7 B7 O7", &rules).unwrap();
//! let rack = parse_tiles("R6 J", &rules).unwrap().into_iter().collect();
//! let table = table.counts().unwrap();
//! let position = Position { table, rack, opened: true, ..Position::default() };
//! let answer = IlpSolver::new().solve(&rules, &position, &Goal::Tiles).unwrap();
//! assert_eq!(answer.verified().unwrap().tiles, 2);
//! ```
//!
//! # Which model
//!
//! Microseconds per solve for most tiles, the checker included, on opened turns of self-play with
//! 2, 3 and 4 seats; microlp, one core of a shared machine with two and other work on both, so that
//! figures compare within a block only:
//!
//! | `greedy 20`: 2188 positions, racks of 6.5 | mean | median | p95 | p99 | max | nodes |
//! |---|---|---|---|---|---|---|
//! | `ilp` ([`Model::JokerAggregate`]) | 1443 | 865 | 5437 | 7591 | 28770 | 4.1 |
//! | `ilp:model=columns` | 1778 | 775 | 6579 | 10699 | 66332 | 4.5 |
//!
//! | `hold:h=3 8`: 1414 positions, racks of 22.3 | mean | median | p95 | p99 | max | nodes |
//! |---|---|---|---|---|---|---|
//! | `ilp` | 1045 | 843 | 2919 | 5442 | 16028 | 4.7 |
//! | `ilp:model=columns` | 1298 | 552 | 3585 | 18575 | 78168 | 6.8 |
//!
//! Aggregate jokers cost a little where there are none or few and cut the tail, which decides the
//! mean: they are the default. How the sweep compares is in `benches/README.md`. On 363 positions
//! of `greedy 3` Cbc took 11 005 in the mean (20 493 with columns) where microlp took 1395.
//!
//! ```text
//! cargo run --release -p rummilab-ilp --example models -- greedy 20 ilp ilp:model=columns
//! ```
//!
//! Other rule systems, 2 to 4 seats that always lay the most tiles they can, until somebody is out,
//! nobody counting groups (`--example systems -- twist 5 ilp`; the same machine), microseconds:
//!
//! | opened turns | positions | mean | median | p95 | p99 | max |
//! |---|---|---|---|---|---|---|
//! | twist | 261 | 33159 | 6391 | 113874 | 588966 | 1039480 |
//! | house | 244 | 1850 | 892 | 7087 | 9743 | 15925 |
//!
//! What counts in twist is the number of jokers at hand: 1.3 ms in the median with two, 12 ms with
//! four, 0.6 s with six. Before jokers could be spare, and before branching on where they lie, six
//! took 20 s in the mean.

mod backend;
mod changes;
mod measure;
mod model;
mod places;
mod program;
mod run;
mod solver;
mod spares;
mod stacks;

pub use backend::{Backend, Limits};
pub use model::Model;
pub use solver::IlpSolver;
