//! A run as one self-contained HTML page: headline, tables, games to step through, plots, faults,
//! recipe; of a single game the game alone. And a turn as one [`picture`].
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! [`Gather`] is given the recorded blocks in order and hands out [`PageData`]; [`page`] turns that
//! into the text of the page. Refuses to read or write files, to know bots and plans, and to have
//! formulas of its own: the numbers are those of [`rummilab_stats`], and games are played again by
//! [`rummilab_record`]. The same evidence gives the same bytes.
//!
//! The page needs nothing from outside (its own content policy forbids it), shows everything but
//! the stepping of games without JavaScript, and is well-formed XML too, so that any parser reads
//! it.
//!
//! ```
//! use rummilab_report::{Picture, PictureSet, picture};
//!
//! let rack = PictureSet { tiles: vec!["R6".parse().unwrap()], ..PictureSet::default() };
//! let drawn = picture(&Picture { headline: "A rack".into(), rack, ..Picture::default() });
//! assert!(drawn.starts_with("<svg"));
//! ```

mod comparison;
mod css;
mod differences;
mod figures;
mod frames;
mod gather;
mod headline;
mod lessons;
mod page;
mod picks;
mod picture;
mod plots;
mod scale;
mod svg;
mod tables;
mod tile_view;
mod viewer;
mod words;

pub use comparison::comparison_page;
pub use differences::{Differences, Look};
pub use gather::{Gather, PageData, ReportError};
pub use lessons::{TurnLesson, TurnShown};
pub use page::{RunFacts, page};
pub use picks::{GameId, GameIdError, MAX_GAMES};
pub use picture::{Picture, PictureSet, picture};
