//! Merges the records of the shards of a run. The shards are not changed.

use std::fs;
use std::path::{Path, PathBuf};

use rummilab_arena::MissingBlocks;
use rummilab_record::{Difference, Header, Reader, Writer};
use rummilab_stats::Summary;

use crate::error::RunsError;
use crate::files::{FILL, GAMES};
use crate::folder::RunFolder;
use crate::other_bots::{Parts, united};
use crate::programs::ChangedBots;
use crate::status::{RunStatus, plan_of, planned};
use crate::store::append_error;
use crate::timings::Timings;
use crate::union::{decided_end, is_part, read_header, records_of, write_union};

/// The result of a merge.
#[derive(Debug, Clone)]
pub struct Merged {
    /// The state of the run after the merge, with the damage found in the records.
    pub status: RunStatus,
    /// The figures, if every block is present.
    pub summary: Option<Summary>,
}

/// Merges the records in `places` into the folder `out` and keeps the blocks of the run that `out`
/// already has. The result has the bytes of an unsharded run with these blocks, in whatever order
/// and however often a shard is given. Damaged parts are skipped. Runs of other bots under the same
/// conditions become one run with the match-ups of all.
///
/// # Errors
/// Among others [`RunsError::DifferentRuns`] and [`RunsError::Conflict`]; then no block is written.
pub fn merge(places: &[PathBuf], out: &Path) -> Result<Merged, RunsError> {
    merge_with(places, out, ChangedBots::Refuse)
}

/// Like [`merge`], with records of one run in which a program was changed, if changes are accepted:
/// the header of the result names all programs.
///
/// # Errors
/// Those of [`merge`].
pub fn merge_with(
    places: &[PathBuf],
    out: &Path,
    changes: ChangedBots,
) -> Result<Merged, RunsError> {
    let given = records_of(places)?;
    let own = [GAMES, FILL].map(|name| out.join(name));
    let own = own.into_iter().filter(|file| file.is_file());
    let all: Vec<PathBuf> = given.iter().cloned().chain(own.clone()).collect();
    let united = united(&given, changes)?;
    let (header, plan) = match &united {
        Some(united) => (united.header.clone(), united.plan.clone()),
        None => {
            let (file, header) = read_header(&all, changes)?;
            let plan = plan_of(&header, &file)?;
            (header, plan)
        }
    };
    if let (Some(_), Ok(own)) = (&united, Reader::open(&out.join(GAMES)))
        && let Some(difference) = Difference::of(own.header(), &header)
        && !is_part(own.header(), &header, changes)
    {
        return Err(RunsError::OtherRun(out.to_owned(), difference));
    }
    let timings = Timings::of_records(&all);
    let folder = RunFolder::of_record(out, header.clone(), &plan);
    folder.prepare(&given)?;
    // The record already in `out` is one more source. Its writer locks it during the merge and
    // drops an incomplete last frame.
    let (games, fill) = (out.join(GAMES), out.join(FILL));
    let mut lock = None;
    if games.exists() {
        let own = own_header(&games, &header, changes);
        let opened = Writer::resume(&games, &own, |_| {});
        lock = Some(opened.map_err(|error| append_error(out, error))?);
    }
    let parts = match &united {
        Some(united) => united.write_parts(&games, own.collect())?,
        None => Parts::of(records_of(
            &places.iter().cloned().chain(own).collect::<Vec<_>>(),
        )?),
    };
    let files = parts.files();
    let end = decided_end(&files, &plan, changes)?;
    let mut missing = MissingBlocks::of(planned(&plan, end));
    let mut each = |block| missing.found(block);
    let mut union = write_union(&files, &games, changes, end, &mut each)?;
    parts.name_sources(&mut union, &games, missing.count_found());
    if lock.is_some() {
        // The union has its blocks, so a failed removal does no harm.
        let _ = fs::remove_file(fill);
    }
    drop(lock);
    folder.write_plan()?;
    if !timings.is_empty() {
        folder.replace_timings(&timings)?;
    }
    let status = RunStatus::new(plan, end, union, &missing);
    let summary = if status.is_complete() {
        Some(folder.finish(&[])?)
    } else {
        None
    };
    Ok(Merged { status, summary })
}

/// The header with which this record of a run is opened: its own, if it is part of the run.
fn own_header(games: &Path, wanted: &Header, changes: ChangedBots) -> Header {
    let own = Reader::open(games)
        .ok()
        .map(|reader| reader.header().clone());
    let own = own.filter(|own| is_part(own, wanted, changes));
    own.unwrap_or_else(|| wanted.clone())
}
