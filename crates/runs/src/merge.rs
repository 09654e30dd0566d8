//! Merges the records of the shards of a run; the shards stay as they are.

use std::fs;
use std::path::{Path, PathBuf};

use rummilab_arena::{MissingBlocks, Span};
use rummilab_record::Writer;
use rummilab_stats::Summary;

use crate::error::RunsError;
use crate::files::{FILL, GAMES};
use crate::folder::RunFolder;
use crate::status::{RunStatus, plan_of};
use crate::store::refused;
use crate::union::{read_header, records_of, write_union};

/// The result of a merge.
#[derive(Debug, Clone)]
pub struct Merged {
    /// The state of the run after the merge, with the damage found in the records.
    pub status: RunStatus,
    /// The figures, if every block is present.
    pub summary: Option<Summary>,
}

/// Merges the records in these places into the folder `out`. Blocks of the same run that are
/// already there stay. The result is byte for byte the run as one program would have played it,
/// whatever the order of the shards and however often each is given. Damaged parts are skipped.
///
/// # Errors
/// Among others [`RunsError::DifferentRuns`] and [`RunsError::Conflict`]; then nothing was written.
pub fn merge(places: &[PathBuf], out: &Path) -> Result<Merged, RunsError> {
    let mut files = records_of(places)?;
    let (_, header) = read_header(&files)?;
    let plan = plan_of(&files)?;
    if plan.stop().is_some() {
        return Err(RunsError::StoppingMerge);
    }
    let folder = RunFolder::of_record(out, header.clone(), &plan);
    folder.prepare(&files)?;
    // The contents of the folder are one more record, locked during the merge. An incomplete last
    // frame is dropped.
    let (games, fill) = (out.join(GAMES), out.join(FILL));
    let mut held = None;
    if games.exists() {
        let own = [games.clone(), fill.clone()];
        let own = own.into_iter().filter(|file| file.is_file());
        files = records_of(&places.iter().cloned().chain(own).collect::<Vec<_>>())?;
        let opened = Writer::resume(&games, &header, |_| {});
        held = Some(opened.map_err(|error| refused(out, error))?);
    }
    let mut rest = MissingBlocks::of(Span::all(&plan));
    let union = write_union(&files, &games, &mut |block| rest.found(block))?;
    if held.is_some() {
        // Its blocks are in the union, so a file that cannot be removed does no harm.
        let _ = fs::remove_file(fill);
    }
    drop(held);
    folder.write_plan()?;
    let status = RunStatus::new(plan, union, &rest);
    let summary = if status.is_complete() {
        Some(folder.finish(&[])?)
    } else {
        None
    };
    Ok(Merged { status, summary })
}
