//! Answers by integer programming (den Hertog and Hulshof, "Solving Rummikub problems by integer
//! linear programming", The Computer Journal 49(6), 2006). This is the only crate that depends on
//! good_lp and floats. It sees a rule system only through its sets
//! ([`rummilab_solver::catalogue`]). It refuses answers of a
//! backend that do not recount.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_core::{Position, RuleSet, notation::{parse_counts, parse_table}};
//! use rummilab_ilp::IlpSolver;
//! use rummilab_solver::{Goal, Solver};
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let table = parse_table("R3 R4 R5 ; K7 B7 O7", &rules).unwrap();
//! let rack = parse_counts("R6 J", &rules).unwrap();
//! let table = table.counts().unwrap();
//! let position = Position { table, rack, opened: true, ..Position::default() };
//! let answer = IlpSolver::new().solve(&rules, &position, &Goal::Tiles).unwrap();
//! assert_eq!(answer.verified().unwrap().tiles, 2);
//! ```
//!
//! # Figures
//!
//! `ilp:model=columns` has a variable for every legal set with all its jokers (den Hertog and
//! Hulshof), `ilp` one for every set without jokers and counts the places that jokers take. Made by
//! commit 7b346b65, the last with both. Microseconds per solve for most tiles, checker included, on
//! opened turns of self-play with 2, 3 and 4 seats. Measured with microlp on one core of a shared
//! two-core machine with other work on both cores, so figures can only be compared within a block:
//!
//! | `greedy 20`: 2188 positions, racks of 6.5 | mean | median | p95 | p99 | max | nodes |
//! |---|---|---|---|---|---|---|
//! | `ilp` | 1443 | 865 | 5437 | 7591 | 28770 | 4.1 |
//! | `ilp:model=columns` | 1778 | 775 | 6579 | 10699 | 66332 | 4.5 |
//!
//! | `hold:h=3 8`: 1414 positions, racks of 22.3 | mean | median | p95 | p99 | max | nodes |
//! |---|---|---|---|---|---|---|
//! | `ilp` | 1045 | 843 | 2919 | 5442 | 16028 | 4.7 |
//! | `ilp:model=columns` | 1298 | 552 | 3585 | 18575 | 78168 | 6.8 |
//!
//! Aggregate jokers cost a little if there are few jokers, but cut the tail, which decides the
//! mean. So columns answer only where a joker finds no place. `benches/README.md` compares the
//! sweep. On 363 positions of `greedy 3` Cbc took 11 005 on average (20 493 with columns), microlp
//! 1395.
//!
//! Other rule systems, in microseconds on the same machine, of the same commit. The games have 2 to
//! 4 seats that always lay the most tiles they can, and end when a seat is out. There is no cap on
//! groups:
//!
//! | opened turns | positions | mean | median | p95 | p99 | max |
//! |---|---|---|---|---|---|---|
//! | twist | 261 | 33159 | 6391 | 113874 | 588966 | 1039480 |
//! | house | 244 | 1850 | 892 | 7087 | 9743 | 15925 |
//!
//! In twist the number of available jokers decides: the median is 1.3 ms with two, 12 ms with four,
//! and 0.6 s with six. Before spare jokers, and before branching on joker places, six took 20 s on
//! average.
#![allow(missing_docs, reason = "names that need no comment have none")]

mod backend;
mod changes;
mod export;
mod measure;
mod model;
mod places;
mod program;
mod run;
mod solver;
mod spares;
mod stacks;

pub use backend::{Backend, Limits};
pub use export::ProgramFormat;
pub use solver::IlpSolver;
