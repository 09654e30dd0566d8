//! A run as one self-contained HTML page: headline, tables, games to step through, plots, faults
//! and the command; for a single game only the game. Also a turn as one [`picture`].
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! [`Gather`] takes the recorded blocks in order and returns [`PageData`]; [`page`] makes the text
//! of the page. The crate does not read or write files, depends on no bots or plans, and has no
//! formulas of its own: the figures come from [`rummilab_stats`], and [`rummilab_record`] replays
//! the games. The same evidence gives the same bytes.
//!
//! The page loads nothing from outside, which its content policy forbids. Without JavaScript it
//! shows everything except the stepping through games. It is also well-formed XML, so that any
//! parser can read it.
//!
//! ```
//! use rummilab_report::{Picture, PictureSet, picture};
//!
//! let rack = PictureSet { tiles: vec!["R6".parse().unwrap()], ..PictureSet::default() };
//! let drawn = picture(&Picture { headline: "A rack".into(), rack, ..Picture::default() });
//! assert!(drawn.starts_with("<svg"));
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod bench;
mod compared;
mod comparison;
mod css;
mod differences;
mod figures;
mod frames;
mod gather;
mod headline;
mod ladder;
mod lessons;
mod page;
mod picks;
mod picture;
mod plots;
mod scale;
mod svg;
mod sweep;
mod tables;
mod tile_view;
mod viewer;
mod words;

pub use bench::{READING, SolverTimes, bench_page};
pub use compared::{PlainTable, board_page};
pub use comparison::comparison_page;
pub use differences::{Differences, Look};
pub use gather::{Gather, PageData, ReportError};
pub use ladder::{LadderFacts, ladder_page};
pub use lessons::{TurnLesson, TurnShown};
pub use page::{RunFacts, page};
pub use picks::{GameId, GameIdError, MAX_GAMES};
pub use picture::{Picture, PictureSet, picture};
pub use sweep::sweep_page;
