//! Rummikub as a library: exact answers to the turn problem, a referee for four rule systems, bots,
//! and matches that anybody can repeat byte for byte.
//!
//! This crate is the facade. It re-exports the libraries and adds the few functions that
//! most programs need. Tiles are a colour letter and a value (`R6`), `J` is a joker, and `;`
//! separates sets.
//!
//! # Solve a turn
//!
//! The most tiles that can be laid, proven, with the fewest changes to the table:
//!
//! ```
//! use rummilab::prelude::*;
//!
//! let rules = rummilab::rules("original")?; // a preset's name, or the path of a TOML file
//! let best = rummilab::solve(&rules, "R3 R4 R5 ; K7 B7 O7", "R6 J")?;
//! assert_eq!((best.tiles(), best.status), (2, Status::Optimal));
//! println!("lay {}: {}", best.played(), best.table());
//! # Ok::<(), rummilab::Error>(())
//! ```
//!
//! # Judge a turn
//!
//! The referee judges a turn by the table that it leaves:
//!
//! ```
//! use rummilab::prelude::*;
//!
//! let rules = rummilab::rules("tournament")?;
//! let before = parse_table("B4 B5 B6", &rules)?;
//! let after = parse_table("B4 B5 B6 B7 ; R10 B10 K10", &rules)?;
//! let rack = parse_counts("B7 R10 B10 K10", &rules)?;
//! let opened = false;
//! let why = rules.judge_turn(&before, &rack, &after, opened).unwrap_err();
//! println!("not legal: {}", why.explain(&rules)); // an opening leaves the old sets alone
//! # Ok::<(), rummilab::Error>(())
//! ```
//!
//! # Play a match
//!
//! Each deal is played with every seating, and figures come with intervals over deals:
//!
#![cfg_attr(feature = "runs", doc = "```")]
#![cfg_attr(not(feature = "runs"), doc = "```ignore")]
//! use rummilab::prelude::*;
//!
//! let outcome = Match::new(["hold:h=1", "greedy"]).deals(20).seed(1).play()?;
//! for bot in &outcome.summary()?.bots {
//!     println!("{}: {:?} of games won", bot.bot, bot.results.win_rate);
//! }
//! let hold = outcome.summary()?.bot("hold").unwrap();
//! assert!(hold.results.win_rate > Some(0.9));
//! # Ok::<(), rummilab::Error>(())
//! ```
//!
//! [`Match::folder`](runs::Match::folder) keeps the match in a folder. There an interrupted match
//! can be resumed, and `rummilab verify` can replay it.
//!
//! # Write a bot
//!
//! A bot sees a [`View`](bot_api::View), never the game, and answers with an action:
//!
#![cfg_attr(feature = "runs", doc = "```")]
#![cfg_attr(not(feature = "runs"), doc = "```ignore")]
//! use rummilab::prelude::*;
//!
//! struct Drawer; // never lays a tile
//!
//! impl Bot for Drawer {
//!     fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
//!         Ok(view.idle())
//!     }
//! }
//!
//! let game = Match::new(["drawer", "greedy"]).deals(2).bot("drawer", || Box::new(Drawer));
//! let outcome = game.play()?;
//! assert_eq!(outcome.summary()?.bot("drawer").unwrap().results.win_rate, Some(0.0));
//! # Ok::<(), rummilab::Error>(())
//! ```
//!
//! # The crates
//!
//! Each module is a crate of its own. A version of this crate is a promise about the items defined
//! here and about what the [`prelude`] names. The rest of the crates may change.
//!
//! | crate | what it is for |
//! |---|---|
//! | [`core`] | tiles, sets, rule systems, turns, the referee, scoring, notation |
//! | [`solver`] | the turn problem: question, answer, checker, and the trait that solvers implement |
//! | [`search`] | exact answers by a dynamic programme over the values; the default solver |
//! | `ilp` | exact answers by integer programming (feature `ilp`) |
//! | [`engine`] | the same questions as JSON: one request, one answer |
//! | [`bot_api`] | what a bot sees and answers, and the protocol of bots in other languages |
//! | [`bots`] | the strategies, and how people write their names |
//! | [`chance`] | every random number, as a function of the master seed |
//! | [`arena`] | deals, seatings and blocks, played in parallel |
//! | [`env`](mod@env) | a game as a learning environment: observations and legal actions as arrays |
//! | [`club`] | a club evening of people: players, tables, results, standings |
//! | [`record`] | played games on disk, their replay and their checks |
//! | [`stats`] | from records to numbers with error bars; leagues (feature `runs`) |
//! | `runs` | matches in memory and in folders: resume, shards, merge, verify (feature `runs`) |
//! | `analyse` | reviews, mistakes and turns of such matches (feature `runs`), defined here |
//! | [`play`] | a person's game: drafts, hints, saving, and its review |
//! | [`playout`] | games finished from what one seat sees, on dealt hidden tiles |
//! | [`report`] | a run as one HTML page, a table as a picture |
//! | [`words`] | what is said to people, in English and German; the rules in sentences |
//!
//! Without default features `runs` and `ilp` are missing: nothing is written to disk, and there is
//! no integer programming.

#[cfg(feature = "runs")]
pub mod analyse;
mod difficulty;
pub mod drawing;
mod error;
mod files;
mod oracle;
pub mod prelude;
mod program_solver;
#[cfg(feature = "runs")]
mod run_report;
mod solvers;
mod verbs;

pub use difficulty::difficulty;
pub use error::{Error, Result};
// For the command and for Python, which reach the crates through this crate alone.
#[doc(hidden)]
pub use files::{read_limited, rule_file};
pub use oracle::oracle;
pub use program_solver::{ProgramLimits, ProgramSolver, question_line};
#[cfg(feature = "runs")]
pub use run_report::{RunReport, run_report};
pub use solvers::{SolverSpec, SolverSpecError};
pub use verbs::{rules, solve};

pub use rummilab_arena as arena;
pub use rummilab_bot_api as bot_api;
pub use rummilab_bots as bots;
pub use rummilab_chance as chance;
pub use rummilab_club as club;
pub use rummilab_core as core;
pub use rummilab_engine as engine;
pub use rummilab_env as env;
#[cfg(feature = "ilp")]
pub use rummilab_ilp as ilp;
pub use rummilab_play as play;
pub use rummilab_playout as playout;
pub use rummilab_record as record;
pub use rummilab_report as report;
#[cfg(feature = "runs")]
pub use rummilab_runs as runs;
pub use rummilab_search as search;
pub use rummilab_solver as solver;
pub use rummilab_stats as stats;
pub use rummilab_words as words;

// Compile-time check: Python and the server pass these values between threads.
const _: () = {
    const fn is_send<T: Send>() {}
    is_send::<play::Session>();
    #[cfg(feature = "runs")]
    is_send::<runs::Match<'static>>();
};

/// The examples of README and guide, run as tests in the repository.
#[cfg(all(doctest, feature = "runs"))]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide/library.md")]
    struct Library;
}
