//! The league of a finished round robin.

use std::path::Path;

use rummilab_arena::Format;
use rummilab_stats::league::{League, LeagueTally};

use crate::error::{NoLeague, RunsError};
use crate::folder::{games_file, read_blocks, recorded_plan, summary_builder};

/// The league of the finished round robin in a folder. `resamples` is the number of bootstrap
/// samples of its matrices.
///
/// # Errors
/// If the run is not a round robin, or not finished.
pub fn league_of(path: &Path, resamples: u64) -> Result<League, RunsError> {
    let games = games_file(path);
    let (header, blocks) = read_blocks(&games)?;
    let plan = recorded_plan(&header, &games)?;
    if plan.club().is_some() || plan.format() != Format::RoundRobin {
        return Err(NoLeague::NoRoundRobin(games).into());
    }
    if plan.stop().is_some() {
        return Err(NoLeague::EarlyEnd(games).into());
    }
    let mut builder = summary_builder(&header, Some(&plan));
    let (mut tally, mut found) = (LeagueTally::default(), 0);
    for block in blocks {
        let block = block?;
        builder.push(&block);
        tally.push(&block);
        found += 1;
    }
    if found != plan.blocks() {
        return Err(NoLeague::Unfinished(games, found, plan.blocks()).into());
    }
    let league = League::new(&builder.summary(), &tally, resamples);
    Ok(league.map_err(|error| NoLeague::Ratings(games, error))?)
}
