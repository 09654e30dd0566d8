//! A club evening of people: who plays, tables and seats, results and their checks, standings, and
//! sheets to print.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! An evening is a few texts by their names, which people can read and correct: `club.toml`,
//! `players.csv`, and `round-1.csv` and so on with tables and results. Every step of an evening
//! rewrites one of them. This crate touches no files; [`Change`] is what to write.
//!
//! Tables are drawn as in tournaments of bots ([`rummilab_arena::ClubDraw`]), and what was drawn
//! stays, whatever is corrected later.
#![allow(missing_docs, reason = "names that need no comment have none")]

mod evening;
mod event;
mod game;
mod lists;
mod people;
mod racks;
mod refusals;
mod round;
mod season;
mod series;
mod series_page;
mod sheet;
mod sheets;
mod told;

use std::collections::BTreeMap;
use std::fmt;

pub use evening::Evening;
pub use event::{EVENT_FILE, Event};
pub use game::{GameFault, game_results};
pub use lists::{ResultList, result_rows, season_list, standings_list};
pub use people::{PLAYERS_FILE, PeopleError, Person, names_in, players_file};
pub use refusals::{DrawError, EnterError, Remark};
pub use round::{Game, RoundTable, is_round_file, letter};
pub use season::{SeasonRow, season};
pub use series::{FirstChance, Gain, Series, SeriesError, SeriesFile, gains_of};
pub use series_page::series_page;
pub use sheet::text_of;
pub use sheets::sheets;
pub use told::{GamePlace, placed};

/// The texts of an evening, by the names of their files.
pub type Files = BTreeMap<String, String>;

/// A file to write whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub file: String,
    pub text: String,
}

/// What is wrong in a file, and what was expected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFault {
    pub file: String,
    /// The line, from 1; `None` if the fault is about the whole file.
    pub line: Option<usize>,
    pub what: String,
}

impl fmt::Display for FileFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "{}:{line}: {}", self.file, self.what),
            None => write!(f, "{}: {}", self.file, self.what),
        }
    }
}

/// All faults of the files of an evening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileFaults(pub Vec<FileFault>);

impl fmt::Display for FileFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for FileFaults {}
