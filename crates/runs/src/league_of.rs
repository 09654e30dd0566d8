//! The league of a finished round robin.

use std::path::{Path, PathBuf};

use rummilab_arena::{Format, Plan, PlanError};
use rummilab_league::{League, LeagueError, LeagueTally};

use crate::error::RunsError;
use crate::folder::{games_file, read_blocks, summary_builder};

/// Why a run is no league.
#[derive(Debug, thiserror::Error)]
pub enum LeagueOfError {
    /// Its record cannot be read.
    #[error(transparent)]
    Runs(#[from] RunsError),
    /// It is another kind of run.
    #[error("{}: {problem}", games.display())]
    Unsuitable {
        /// The record.
        games: PathBuf,
        /// What is wrong with it.
        problem: Unsuitable,
    },
}

/// What keeps a run from being a league.
#[derive(Debug, thiserror::Error)]
pub enum Unsuitable {
    /// The plan that the record holds is wrong.
    #[error("its plan cannot be read: {0}")]
    Plan(#[source] PlanError),
    /// Not everybody met everybody.
    #[error("it is no round robin; expected a run in which every bot meets every other")]
    NoRoundRobin,
    /// Its results may have ended it.
    #[error("its results may have ended it early; expected a run whose deals were fixed")]
    Stopping,
    /// It is not finished.
    #[error("it holds {found} of {blocks} blocks; expected a finished run")]
    Unfinished {
        /// Blocks that are there.
        found: u64,
        /// Blocks of the plan.
        blocks: u64,
    },
    /// Its numbers make no league.
    #[error(transparent)]
    League(LeagueError),
}

/// The league of the finished round robin in a folder, with its matrices resampled so many times.
///
/// # Errors
/// If it is none, or not finished.
pub fn league_of(path: &Path, resamples: u64) -> Result<League, LeagueOfError> {
    let games = games_file(path);
    let (header, blocks) = read_blocks(&games)?;
    let wrong = |problem| LeagueOfError::Unsuitable {
        games: games.clone(),
        problem,
    };
    let plan = Plan::from_toml(&header.plan);
    let plan = plan.map_err(|error| wrong(Unsuitable::Plan(error)))?;
    if plan.club().is_some() || plan.format() != Format::RoundRobin {
        return Err(wrong(Unsuitable::NoRoundRobin));
    }
    if plan.stop().is_some() {
        return Err(wrong(Unsuitable::Stopping));
    }
    let mut builder = summary_builder(&header, Some(&plan));
    let (mut tally, mut found) = (LeagueTally::default(), 0);
    for block in blocks {
        let block = block?;
        builder.push(&block);
        tally.push(&block);
        found += 1;
    }
    let blocks = plan.blocks();
    if found != blocks {
        return Err(wrong(Unsuitable::Unfinished { found, blocks }));
    }
    let league = League::new(&builder.summary(), &tally, resamples);
    league.map_err(|error| wrong(Unsuitable::League(error)))
}
