//! A game between a person and bots: whose turn it is, the draft of the person's turn, commands,
//! hints, and the saved state. The crate uses no terminals, files or clocks: a display asks
//! [`Session`] what to show.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! A [`Setting`] defines the game; the [`Session`] plays it. A person changes a [`Draft`] of the
//! table, with undo, and the referee sees it at the end of the turn. The record is that of a
//! tournament of one game, in which [`PERSON`](rummilab_record::PERSON) is the bot of that seat.
//!
//! ```
//! use rummilab_core::RuleSet;
//! use rummilab_play::Command;
//!
//! let rules = RuleSet::preset("original").unwrap();
//! assert!(matches!(Command::parse("R6 > 2", &rules), Ok(Command::Move { .. })));
//! assert!(Command::parse("R6 to 2", &rules).is_err());
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod advice;
pub mod advise;
mod command;
mod draft;
mod hint;
mod level;
mod places;
mod primer;
mod puzzle;
mod rack;
mod refusals;
pub mod review;
mod sentences;
mod session;
mod setting;
mod words;

pub use advice::Advice;
pub use command::{Command, CommandError, Form};
pub use draft::{Draft, DraftSet, DraftTile, EditError, MoveTarget, Pick};
pub use hint::{Adviser, AdvisingHost};
pub use level::{DEFAULT_LEVEL, LEVELS, Level, level};
pub use places::{LABEL, Places, Spot};
pub use primer::primer;
pub use puzzle::{Puzzle, PuzzleError, Target};
pub use rack::{RackTile, rack_text};
pub use sentences::{refusal_text, result_lines};
pub use session::{ActionError, ResumeError, Session, SessionError, ToMove};
pub use setting::{Setting, asking_rules, next_plan};
pub use words::{bot_word, change_word, sentence};
