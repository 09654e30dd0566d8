//! Exact answers to the turn problem by a sweep over the values (SOLVER.md, "Sweep search"). Knows every
//! rule system and option; refuses `joker_reclaim` other than free, by name.
//!
//! | room | what it knows |
//! |---|---|
//! | `runs` | the kinds of open run and what each may do at the next value: all of the run grammar |
//! | `open` | multisets of open runs of one colour, and which can imitate which |
//! | `groups`, `stacks` | groups of one value; how many of them are own |
//! | `sweep`, `layer` | the sweep over the values |
//! | `tables` | what is kept between calls; runs that go on from the last value to the first |
//! | `solver`, `task`, `opening`, `build` | from questions to sweeps and back to sets |
//!
//! It has no work limit: racks of 60 tiles and more with several jokers, tables with six special jokers and full tables of
//! six colours can take seconds.
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

mod bound;
mod build;
mod choices;
mod continuations;
mod dominance;
mod groups;
mod layer;
mod open;
mod opening;
mod runs;
mod solver;
mod stacks;
mod sweep;
mod tables;
mod task;
mod used;

pub use solver::SearchSolver;
