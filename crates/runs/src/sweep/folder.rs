//! The folder of a sweep: `sweep.toml`, the folders of its cells in `cells`, and when all are done
//! `sweep.csv` and `sweep.json`. A folder with other contents is not changed.

use std::fs;
use std::path::{Path, PathBuf};

use rummilab_record::{read_plain, read_plain_text};

use rummilab_arena::PlanSpec;
use rummilab_stats::{SweepAxis, SweepResults};

use super::results::{csv_bytes, json_bytes, results};
use super::{CellPlan, Sweep, SweepError};
use crate::difference_text::plan_fields;
use crate::error::RunsError;
use crate::files::{CELLS, SWEEP, SWEEP_CSV, SWEEP_JSON};
use crate::folder::make_folder;
use crate::plan_file::read_plan;
use crate::shard::Shard;
use crate::whole_file::write_whole;

/// The folder of a sweep.
#[derive(Debug, Clone)]
pub struct SweepFolder {
    path: PathBuf,
    sweep: Sweep,
}

impl SweepFolder {
    /// Whether this is the folder of a sweep.
    pub fn is_one(path: &Path) -> bool {
        path.join(SWEEP).is_file()
    }

    /// The sweep in this folder.
    ///
    /// # Errors
    /// If its `sweep.toml` cannot be read or is no sound sweep.
    pub fn open(path: &Path) -> Result<SweepFolder, RunsError> {
        let file = path.join(SWEEP);
        let text = read_plain_text(&file).map_err(|cause| RunsError::Read(file.clone(), cause))?;
        let read = read_plan(&file.display().to_string(), &text)?;
        Ok(SweepFolder {
            path: path.to_owned(),
            sweep: Sweep::new(read.plan, read.sweep)?,
        })
    }

    /// The folder for a sweep, created if needed. A folder of the same sweep is continued, also
    /// with more values or deals; salt, question and prediction that are not given are those of the
    /// folder.
    ///
    /// # Errors
    /// If the folder holds something else. Then it is not changed.
    pub fn begin(path: &Path, mut sweep: Sweep) -> Result<SweepFolder, RunsError> {
        if SweepFolder::is_one(path) {
            let found = SweepFolder::open(path)?.sweep;
            let keep = |own: &mut Option<String>, kept: &Option<String>| {
                *own = own.take().or_else(|| kept.clone());
            };
            let mut base = sweep.base.clone();
            keep(&mut base.salt, &found.base.salt);
            keep(&mut base.question, &found.base.question);
            keep(&mut base.prediction, &found.base.prediction);
            sweep = Sweep::new(base, sweep.axes)?;
            if let Some(difference) = difference(&found, &sweep) {
                return Err(SweepError::Other(path.to_owned(), difference).into());
            }
            if found.to_toml() != sweep.to_toml() {
                // They are made anew at the end; until then they would be those of a smaller sweep.
                let _ = fs::remove_file(path.join(SWEEP_CSV));
                let _ = fs::remove_file(path.join(SWEEP_JSON));
            }
        } else if let Ok(entries) = fs::read_dir(path) {
            let names = entries.flatten().map(|entry| entry.file_name());
            let mut names = names.map(|name| name.to_string_lossy().into_owned());
            let part = format!("{SWEEP}.part");
            if let Some(name) = names.find(|n| Shard::of_folder(n).is_none() && *n != part) {
                return Err(SweepError::NotASweep(path.to_owned(), name).into());
            }
        }
        make_folder(path)?;
        write_whole(&path.join(SWEEP), sweep.to_toml().as_bytes())?;
        Ok(SweepFolder {
            path: path.to_owned(),
            sweep,
        })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn sweep(&self) -> &Sweep {
        &self.sweep
    }

    /// The folder of a cell.
    pub fn of_cell(&self, cell: &CellPlan) -> PathBuf {
        self.path.join(CELLS).join(&cell.name)
    }

    /// The figures of all cells, from their records.
    ///
    /// # Errors
    /// [`SweepError::Unfinished`], or if a record cannot be read.
    pub fn results(&self) -> Result<SweepResults, RunsError> {
        let results = self.results_so_far()?;
        for (cell, found) in self.sweep.cells().iter().zip(&results.cells) {
            let (done, blocks) = (found.blocks, cell.plan.blocks());
            if done < blocks {
                return Err(SweepError::Unfinished(self.of_cell(cell), done, blocks).into());
            }
        }
        Ok(results)
    }

    /// The same of a sweep whose cells may be missing or unfinished; it then has no effects.
    ///
    /// # Errors
    /// If a record cannot be read.
    pub fn results_so_far(&self) -> Result<SweepResults, RunsError> {
        results(self)
    }

    /// The same, written to `sweep.csv` and `sweep.json`.
    ///
    /// # Errors
    /// Those of [`SweepFolder::results`], or if a file cannot be written.
    pub fn finish(&self) -> Result<SweepResults, RunsError> {
        let results = self.results()?;
        write_whole(&self.path.join(SWEEP_CSV), &csv_bytes(&results))?;
        write_whole(&self.path.join(SWEEP_JSON), &json_bytes(&results))?;
        Ok(results)
    }

    /// The files of the sweep that are not what its cells give.
    ///
    /// # Errors
    /// Those of [`SweepFolder::results`].
    pub fn wrong_files(&self) -> Result<Vec<&'static str>, RunsError> {
        let results = self.results()?;
        let files = [
            (SWEEP_CSV, csv_bytes(&results)),
            (SWEEP_JSON, json_bytes(&results)),
        ];
        let differs = |(name, bytes): &(&'static str, Vec<u8>)| {
            read_plain(self.path.join(name)).ok().as_ref() != Some(bytes)
        };
        Ok(files
            .into_iter()
            .filter(differs)
            .map(|(name, _)| name)
            .collect())
    }
}

/// What differs between the sweep of a folder and one that would continue it.
fn difference(found: &Sweep, wanted: &Sweep) -> Option<String> {
    let keys = |sweep: &Sweep| {
        sweep
            .axes
            .iter()
            .map(|axis| axis.key.clone())
            .collect::<Vec<_>>()
    };
    if keys(found) != keys(wanted) {
        return Some(format!("of {}", keys(found).join(" and ")));
    }
    // A sweep may get more deals.
    let grown = PlanSpec {
        deals: found.base.deals.max(wanted.base.deals),
        ..found.base.clone()
    };
    let [ours, theirs] = if grown.deals == wanted.base.deals {
        [found.text_of(&grown), wanted.text_of(&wanted.base)]
    } else {
        [found, wanted].map(|sweep| sweep.text_of(&sweep.base))
    };
    if ours != theirs {
        return Some(plan_fields(&ours, &theirs).unwrap_or_else(|| "another plan".to_owned()));
    }
    let missing = |(old, new): (&SweepAxis, &SweepAxis)| {
        let lost = old
            .values
            .iter()
            .find(|value| !new.values.contains(value))?;
        Some(format!("with {}={lost} too", old.key))
    };
    found.axes.iter().zip(&wanted.axes).find_map(missing)
}
