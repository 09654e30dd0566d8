//! Puts the records of the shards of a run together, and leaves the shards as they are.

use std::fs;
use std::path::{Path, PathBuf};

use rummilab_arena::{MissingBlocks, Span};
use rummilab_record::Writer;
use rummilab_stats::Summary;

use crate::error::RunsError;
use crate::folder::{FILL, GAMES, RunFolder};
use crate::status::{RunStatus, plan_of};
use crate::store::refused;
use crate::union::{read_header, records_of, write_union};

/// What was put together.
#[derive(Debug, Clone)]
pub struct Merged {
    /// Where the run stands now, with the damage of the records.
    pub status: RunStatus,
    /// The numbers, if every block is there.
    pub summary: Option<Summary>,
}

/// Puts the records in these places together in the folder `out`; what that holds already of the
/// same run stays. The result is, byte for byte, the run as one program would have played it, in
/// whatever order and however often the shards are given. Damage is passed over.
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
    // What the folder holds already is one more record; nobody may add to it meanwhile. A torn last
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
        // Its blocks are in the union; what cannot be removed does no harm.
        let _ = fs::remove_file(fill);
    }
    drop(held);
    folder.write_plan()?;
    let status = RunStatus::new(plan, union, &rest);
    let summary = match status.is_complete() {
        true => Some(folder.finish(&[])?),
        false => None,
    };
    Ok(Merged { status, summary })
}
