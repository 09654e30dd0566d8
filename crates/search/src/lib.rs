//! Exact answers to the turn problem by search, for every rule system.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! The method is a dynamic programme over the values (docs/solver.md#sweep-search). A state holds
//! the open runs of every colour after a value, and the number of jokers used. At each value every
//! tile goes into a group, extends or begins a run, or stays on the rack. The sweep keeps the best
//! path to each state and drops dominated states.
//!
//! Positions with few states take one sweep without bounds. For the others a Lagrangian relaxation
//! gives an upper bound: it prices tiles in groups, jokers and own groups, so that each colour is
//! solved separately. Sweeps then look for a play of as many tiles as the bound allows, and of one
//! tile less after each failure. With special jokers a colour has too many states, so the
//! relaxation bounds each run separately.
//!
//! | module | what it holds |
//! |---|---|
//! | `grammar` | what can be laid: open runs and their transitions, groups, the task of a sweep |
//! | `bounds` | upper bounds on what can follow a state, lower bounds on the jokers it takes |
//! | `sweep` | two sweeps, packed and general; dominance; the search that chooses among them |
//! | `questions` | best play, going out, openings, lists of plays, draws: from question to answer |
//!
//! A separate sweep finds the best play that keeps the most old sets. It decides at the first value
//! of a set whether to keep it. A kept set is the last tie-break, worth less than any tile.
//!
//! Each module uses only those above it, which a test checks. [`count`] shares no code with the
//! sweeps: it counts playable multisets, and decides whether a multiset can be partitioned into
//! sets.
//!
//! # Limits
//!
//! * Blocks, sets of the table that may only grow, are part of a sweep where no limit on runs or
//!   jokers can bind, runs do not go round and groups have no owners. Elsewhere their sets are
//!   tried one after the other.
//! * A question is given up after four million states (a few seconds), lists of plays and draws
//!   after four times as many. The states of its inner searches count. The answer is then the best
//!   play so far, optimal only if it reaches an upper bound; without any play it is
//!   [`rummilab_solver::SolveError::GaveUp`]. [`SearchSolver::give_up_after`] sets another limit.
//! * Racks of 60 tiles with several jokers, tables with six special jokers and full tables of six
//!   colours can take a good part of a second.
//!
//! ```
//! use rummilab_core::{RuleSet, notation::{parse_counts, parse_table}};
//! use rummilab_search::SearchSolver;
//! use rummilab_solver::{Goal, Solver};
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let table = parse_table("R3 R4 R5 ; K7 B7 O7", &rules).unwrap();
//! let rack = parse_counts("R6 J", &rules).unwrap();
//! let position = rules.position(&table, rack, true, None);
//! let answer = SearchSolver::new().solve(&rules, &position, &Goal::Tiles).unwrap();
//! assert_eq!(answer.verified().unwrap().tiles, 2);
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod bounds;
pub mod count;
mod grammar;
mod questions;
mod sweep;

pub use questions::SearchSolver;
