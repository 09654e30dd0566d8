//! Exact answers to the turn problem by a sweep over the values (SOLVER.md, "Sweep search"). Knows every
//! rule system and option; refuses `joker_reclaim` other than free, by name.
//!
//! | room | what it knows |
//! |---|---|
//! | `runs` | the kinds of open run and what each may do at the next value: all of the run grammar |
//! | `open` | multisets of open runs of one colour, and which can imitate which |
//! | `continuations`, `choices` | what a colour can do at a value: for all positions, and in this one |
//! | `groups`, `stacks` | groups of one value; how many of them are own |
//! | `packed`, `states`, `rows`, `rivals` | the sweep over the values where open runs fit a byte and colours only meet in groups: nearly every position without special jokers |
//! | `sweep`, `layer`, `dominance` | the sweep over the values for all else |
//! | `shortage` | how many jokers the values still to come need |
//! | `relaxation`, `prices`, `ways`, `lone`, `priced_groups`, `bound` | upper bounds, so that a sweep can drop ways that are not good enough |
//! | `search` | which sweeps, with which bounds; runs that go on from the last value to the first |
//! | `expand`, `diagram`, `listing`, `plays` | every choice of rack tiles that can be laid |
//! | `draws` | what each tile would do if it were drawn |
//! | `tables` | what is kept between calls |
//! | `solver`, `task`, `opening`, `build` | from questions to sweeps and back to sets |
//! | [`count`] | how many multisets are playable; shares no code with the sweep |
//!
//! Where sets are plain ones the sweep for the best play goes down the values, and drops at every value what has spent a joker that later ones
//! need. A position with few ways is swept as it is. Where there are more, every colour is first looked at alone: tiles that it
//! gives to groups, jokers and own groups get prices (Lagrangian relaxation), and the best that all colours and all groups
//! can come to is no less than the best play. The next sweep drops every way that cannot come to as many tiles as that bound
//! allows; if it finds nothing it tries again with one less. With special jokers a colour has far too many ways for that, and
//! every run is looked at alone, at a price for every tile.
//!
//! Racks of 60 tiles and more with several jokers, tables with six special jokers and full tables of six colours can take a
//! good part of a second. After four million ways, which is seconds, a search gives up: it answers with the best play it has, not
//! proven ([`SearchSolver::give_up_after`] sets another number); whether a whole rack goes it then does not say
//! ([`rummilab_solver::SolveError::GaveUp`]). The hardest position of
//! `data/positions/twist-2` takes 175 000.
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
