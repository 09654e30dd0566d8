//! Collects the data of the page from the blocks of a run in one pass.

use std::collections::BTreeMap;

use rummilab_core::CouldPlay;
use rummilab_record::{Block, GameRecord, Header, ReplayError};
use rummilab_stats::{Counts, OpeningTimes, Summary, SummaryBuilder};

use crate::differences::Differences;
use crate::frames::{Film, film};
use crate::picks::{GameId, Picks};

/// Why a page cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ReportError {
    /// The record lacks a requested game.
    #[error("there is no game {0} in the record")]
    NoGame(GameId),
    /// The replay of a recorded game fails.
    #[error("game {0}: {1}")]
    Replay(GameId, ReplayError),
    /// The page cannot be rendered.
    #[error("the page cannot be written: {0}")]
    Page(String),
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Curves {
    /// Game points per seat taken.
    pub scores: Counts,
    /// Tiles on the rack at the end, per seat taken.
    pub tiles_left: Counts,
    /// Own turns until it opened.
    pub openings: OpeningTimes,
}

/// Collects blocks, in the order of their numbers.
#[derive(Debug, Clone)]
pub struct Gather {
    header: Header,
    builder: SummaryBuilder,
    club: bool,
    bots: Vec<Curves>,
    turns: Counts,
    differences: Differences,
    picks: Picks,
    remarks: BTreeMap<(GameId, usize), String>,
}

/// All data of a run that the page shows.
#[derive(Debug)]
pub struct PageData {
    pub(crate) header: Header,
    pub(crate) summary: Summary,
    pub(crate) bots: Vec<Curves>,
    pub(crate) turns: Counts,
    /// `None` for a club tournament, which has no intervals over blocks.
    pub(crate) differences: Option<Differences>,
    pub(crate) films: Vec<Film>,
}

impl Gather {
    /// A collector without blocks. `builder` makes the run's summary; `club` says whether the run
    /// is a club tournament; `wanted` are the games to step through. With an empty list,
    /// interesting games are chosen.
    pub fn new(header: &Header, builder: SummaryBuilder, club: bool, wanted: &[GameId]) -> Gather {
        let differences = Differences::new(&header.rules, header.seed);
        Gather {
            header: header.clone(),
            club,
            differences: differences.at_every_look(builder.tuned_for()),
            builder,
            bots: vec![Curves::default(); header.bots.len()],
            turns: Counts::new(),
            picks: Picks::new(&header.rules, wanted),
            remarks: BTreeMap::new(),
        }
    }

    /// Sets remarks on turns, by game and turn (from 0), which the page shows while stepping. These
    /// games are among those to step through, unless others are requested.
    #[must_use]
    pub fn with_remarks(mut self, remarks: BTreeMap<(GameId, usize), String>) -> Gather {
        let games = remarks.keys().map(|(game, _)| *game).collect();
        self.picks = self.picks.with_reviewed(games);
        self.remarks = remarks;
        self
    }

    /// Adds a block. Its seats and bots must be those of the header, as in every block from a
    /// `Reader`. `judge` is a solver for the figures that need one.
    pub fn push(&mut self, block: &Block, judge: &mut dyn CouldPlay) {
        self.builder.push_replayed(block, judge);
        if !self.club {
            self.differences.push(block);
        }
        self.picks.push(block);
        for game in &block.games {
            self.push_game(game);
        }
    }

    fn push_game(&mut self, game: &GameRecord) {
        self.turns.push(game.turns.len() as i64);
        for (bot, seat) in game.seating.iter().zip(&game.seats) {
            let curves = &mut self.bots[usize::from(*bot)];
            curves.scores.push(i64::from(seat.score));
            curves.tiles_left.push(i64::from(seat.tiles_left));
            match seat.opened_turn {
                Some(turn) => curves.openings.opened(turn),
                None => curves.openings.censored(seat.own_turns),
            }
        }
    }

    /// The figures so far, as in `summary.json`.
    pub fn summary(&self) -> Summary {
        self.builder.summary()
    }

    /// The collected data, after a replay of the chosen games. `judge` answers the questions that
    /// only a solver can.
    ///
    /// # Errors
    /// [`ReportError::NoGame`], [`ReportError::Replay`].
    pub fn finish(self, judge: &mut dyn CouldPlay) -> Result<PageData, ReportError> {
        let picked = self.picks.finish().map_err(ReportError::NoGame)?;
        let header = self.header;
        let films = picked.iter().map(|picked| {
            film(&header, picked, &self.remarks, judge)
                .map_err(|cause| ReportError::Replay(picked.id, cause))
        });
        let films = films.collect::<Result<Vec<Film>, ReportError>>()?;
        Ok(PageData {
            summary: self.builder.summary(),
            bots: self.bots,
            turns: self.turns,
            differences: (!self.club).then_some(self.differences),
            films,
            header,
        })
    }
}

impl PageData {
    /// The figures, as in `summary.json`.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Number of games that the page can step through.
    pub fn games(&self) -> usize {
        self.films.len()
    }
}
