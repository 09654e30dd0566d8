//! The rules of Rummikub: tiles, sets, rule systems, turns, the referee, scoring and the notation.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! Pure: no input or output, clock, thread, random generator or log line. The caller
//! shuffles the [`Deal`] and answers, through [`CouldPlay`], the questions that only a solver can
//! answer.
//!
//! ```
//! use rummilab_core::{RuleSet, notation::{parse_counts, parse_table}};
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let before = parse_table("R3 R4 R5", &rules).unwrap();
//! let after = parse_table("R3 R4 R5 R6", &rules).unwrap();
//! let rack = parse_counts("R6 K1", &rules).unwrap();
//! let turn = rules.judge_turn(&before, &rack, &after, true).unwrap();
//! assert_eq!(turn.played.to_string(), "R6");
//! ```

mod counts;
mod explain;
mod game;
mod grammar;
mod jokers;
pub mod layout;
mod loose;
pub mod notation;
mod owners;
pub mod placement;
mod pool;
mod position;
mod rules;
mod scoring;
mod seat;
mod set;
mod sight;
mod snapshot;
mod stacks;
mod standing;
mod tile;
mod turn;

pub use counts::{Kinds, MAX_COPIES, TileCounts, TileRow};
pub use explain::{SetFault, count};
pub use game::{Action, Event, Game, Happened, MAX_PLAYERS, TURN_LIMIT};
pub use grammar::Readings;
pub use jokers::JokerPlan;
pub use pool::{Deal, DealError, Pool};
pub use position::{Block, CouldPlay, OldGroup, Position, Stacks, Unanswered};
pub use rules::{
    Colours, DupRedraw, EmptyPool, EmptyPoolScore, FIELDS, FieldInfo, FieldKind, FieldValue,
    GroupAccess, JOKER_RULES, JokerCounts, JokerGroup3, JokerPaidBy, JokerPoints, JokerReuse,
    JokerTake, Limit, MAX_COLOURS, MatchOrder, MirrorValue, MustPlay, NamedRulesError,
    OpeningTableAccess, PRESET_NAMES, PerJoker, PerRules, PlacedFault, Rearrange, Redeal,
    RuleError, RuleFault, RuleFileHead, RuleProblem, RuleSet, RuleSpec, RuleTitles, Stalemate,
    UnopenedPenalty, UnopenedRankValue, Wrap, line_and_column, nearest, rules_hint,
};
pub use scoring::{Booked, Ending, SeatEnd, SeatResult, score, score_booked, win_share};
pub use seat::{BySeat, Seat};
pub use set::{Set, SetReading, Table};
pub use sight::{NoSight, Sight};
pub use snapshot::{SeatThen, Snapshot, SnapshotError};
pub use stacks::StackPlace;
pub use standing::Standing;
pub use tile::{Colour, JokerKind, MAX_CODED_VALUE, MAX_VALUE, Tile, TileError};
pub use turn::{Claim, Illegal, Turn};
