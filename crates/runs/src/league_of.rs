//! The league of finished runs: a round robin, or gauntlets, ladders and several runs together.

use std::path::{Path, PathBuf};

use rummilab_arena::{Format, Plan};
use rummilab_record::Header;
use rummilab_stats::league::{League, LeagueTally};

use crate::error::{NoLeague, RunsError};
use crate::folder::{games_file, read_blocks, recorded_plan, summary_builder};
use crate::ladder::pair_records;
use crate::pool::Pool;
use crate::programs::ChangedBots;

/// The league of finished runs and of ladders, each given by its folder. `resamples` is the number
/// of bootstrap samples of its matrices. The errors of several runs are over deals.
///
/// # Errors
/// If a run is not finished or has no fixed deals, or if runs have other rules, players, bots of
/// one name, or games.
pub fn league_of(places: &[PathBuf], resamples: u64) -> Result<League, RunsError> {
    let mut files = Vec::new();
    for place in places {
        files.extend(pair_records(place)?.unwrap_or_else(|| vec![games_file(place)]));
    }
    if let [games] = &files[..] {
        return of_one(games, resamples);
    }
    let mut pool = Pool::default();
    for games in &files {
        let mut blocks = 0;
        let pooled = pool.add(games, ChangedBots::Refuse, |header| {
            blocks = check(header, games)?.blocks();
            Ok(())
        })?;
        finished(games, pooled.blocks, blocks)?;
    }
    let games = places.first().cloned().unwrap_or_default();
    let Some(header) = pool.header() else {
        return Err(RunsError::NoRecord(games));
    };
    let mut tally = LeagueTally::default();
    pool.deals().for_each(|deal| tally.push(deal));
    let league = League::of_any(&pool.figures(&header, 0).summary(), &tally, resamples);
    Ok(League {
        by_deal: true,
        ..league.map_err(|error| NoLeague::Ratings(games, error))?
    })
}

/// The plan of a record, whose results must not have chosen who played how much.
fn check(header: &Header, games: &Path) -> Result<Plan, RunsError> {
    let plan = recorded_plan(header, games)?;
    if plan.club().is_some() || plan.format() == Format::Seats {
        return Err(NoLeague::NoRoundRobin(games.to_owned()).into());
    }
    if plan.stop().is_some() {
        return Err(NoLeague::EarlyEnd(games.to_owned()).into());
    }
    Ok(plan)
}

fn finished(games: &Path, found: u64, blocks: u64) -> Result<(), NoLeague> {
    if found == blocks {
        Ok(())
    } else {
        Err(NoLeague::Unfinished(games.to_owned(), found, blocks))
    }
}

fn of_one(games: &Path, resamples: u64) -> Result<League, RunsError> {
    let (header, blocks) = read_blocks(games)?;
    let plan = check(&header, games)?;
    let mut builder = summary_builder(&header, Some(&plan));
    let (mut tally, mut found) = (LeagueTally::default(), 0);
    for block in blocks {
        let block = block?;
        builder.push(&block);
        tally.push(&block);
        found += 1;
    }
    finished(games, found, plan.blocks())?;
    let league = League::of_any(&builder.summary(), &tally, resamples);
    Ok(league.map_err(|error| NoLeague::Ratings(games.to_owned(), error))?)
}
