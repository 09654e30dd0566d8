//! The folder that holds runs by name: it finds a run by a prefix of its name, finds the last run,
//! and lists all.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use rummilab_arena::labels;
use rummilab_record::{Header, Reader, read_plain};
use serde::Serialize;
use serde_json::Value;

use crate::files::SUMMARY;
use crate::folder::games_file;
use crate::shard::Shard;
use crate::sweep::SweepFolder;
use crate::union::records_of;

/// The link to the run that was played last.
const LAST: &str = "last";

/// Fewest characters of a name in messages.
const SHORTEST_NAME: usize = 12;

#[derive(Debug, Clone)]
pub struct RunsRoot(PathBuf);

/// Why a name does not identify one run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunNameError {
    /// Several runs begin with this name.
    #[error("several runs begin with `{0}`: {list}", list = .1.join(", "))]
    Several(String, Vec<String>),
    /// There are no runs here.
    #[error("there is no run in `{}` yet", .0.display())]
    NoRuns(PathBuf),
}

/// A run of the list, or a sweep.
#[derive(Debug, Clone, Serialize)]
pub struct ListedRun {
    /// Its path inside the folder of runs.
    pub name: String,
    /// Whether it is the run that was played last.
    pub last: bool,
    /// Time of its last change, in seconds since 1970.
    pub modified: u64,
    /// Title of the rule system.
    pub rules: String,
    pub players: usize,
    pub seed: u64,
    /// The labels of its bots.
    pub bots: Vec<String>,
    /// Games in the summary; `None` if the run is not finished.
    pub games: Option<u64>,
    /// The bot with the highest win rate of a finished run, and that rate, from 0 to 1.
    pub best: Option<(String, f64)>,
    /// What is swept, if it is a sweep.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sweep: Option<ListedSweep>,
}

/// The cells of a sweep of the list.
#[derive(Debug, Clone, Serialize)]
pub struct ListedSweep {
    pub keys: Vec<String>,
    pub cells: usize,
    /// Finished cells.
    pub done: usize,
}

impl RunsRoot {
    /// The runs in this folder, which need not exist.
    pub fn new(folder: impl Into<PathBuf>) -> RunsRoot {
        RunsRoot(folder.into())
    }

    /// Resolves a path. An existing path stays. Otherwise it stands for the only run in the folder
    /// whose name begins with it; `last` is the run played last. An unknown path is returned
    /// unchanged.
    ///
    /// # Errors
    /// If several runs begin with this name.
    pub fn find(&self, path: PathBuf) -> Result<PathBuf, RunNameError> {
        // `runs/ab12` and `ab12` mean the same.
        let name = path.strip_prefix(&self.0).unwrap_or(&path);
        let link = self.0.join(LAST);
        if name == Path::new(LAST) && link.is_symlink() {
            return Ok(fs::read_link(&link).map_or(link, |run| self.0.join(run)));
        }
        if name == Path::new(LAST) && !path.exists() {
            return Err(RunNameError::NoRuns(self.0.clone()));
        }
        if path.exists() {
            return Ok(path);
        }
        let Some(start) = name.to_str().filter(|_| name.iter().count() == 1) else {
            return Ok(path);
        };
        let entries = fs::read_dir(&self.0).into_iter().flatten().flatten();
        let folders = entries.filter(|entry| entry.path().is_dir());
        let names = folders.filter_map(|entry| entry.file_name().into_string().ok());
        let mut found: Vec<String> = names.filter(|name| name.starts_with(start)).collect();
        found.sort();
        match found.as_slice() {
            [] => Ok(path),
            [only] => Ok(self.0.join(only)),
            _ if found.iter().any(|name| name == start) => Ok(self.0.join(start)),
            _ => Err(RunNameError::Several(start.to_owned(), found)),
        }
    }

    /// The shortest path by which [`RunsRoot::find`] finds a run, with at least twelve characters
    /// of its name.
    pub fn short(&self, run: &Path) -> PathBuf {
        let name = run.strip_prefix(&self.0).ok().and_then(Path::to_str);
        let Some(name) = name.filter(|name| name.is_ascii() && !name.contains(['/', '\\'])) else {
            return run.to_owned();
        };
        let starts = (SHORTEST_NAME..name.len()).map(|end| self.0.join(&name[..end]));
        let means_it = |start: &PathBuf| self.find(start.clone()).is_ok_and(|found| found == run);
        let mut starts = starts.filter(means_it);
        starts.next().unwrap_or_else(|| run.to_owned())
    }

    /// Makes `last` point to this run, or to the run of this shard. Does nothing for a folder
    /// elsewhere, or if links cannot be made.
    pub fn mark_last(&self, run: &Path) {
        let is_shard = |name: &str| Shard::of_folder(name).is_some();
        let shard = run.file_name().and_then(|name| name.to_str());
        let run = if shard.is_some_and(is_shard) {
            run.parent().unwrap_or(run)
        } else {
            run
        };
        // `runs/last` is another name of a run.
        let (Ok(root), Ok(run)) = (self.0.canonicalize(), run.canonicalize()) else {
            return;
        };
        if let Ok(name) = run.strip_prefix(root)
            && !name.as_os_str().is_empty()
        {
            let _ = link(name, &self.0.join(LAST));
        }
    }

    /// The runs, the one changed last first.
    ///
    /// # Errors
    /// If the folder exists but cannot be read.
    pub fn list(&self) -> io::Result<Vec<ListedRun>> {
        let last = fs::read_link(self.0.join(LAST)).ok();
        let mut runs = Vec::new();
        let mut folders = vec![self.0.clone()];
        while let Some(folder) = folders.pop() {
            let entries = match fs::read_dir(&folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                entries => entries?,
            };
            for entry in entries {
                let entry = entry?;
                if !entry.file_type()?.is_dir() {
                    continue;
                }
                let place = entry.path();
                if SweepFolder::is_one(&place) {
                    runs.extend(self.listed_sweep(&place, last.as_deref()));
                    continue;
                }
                match self.listed(&place, last.as_deref()) {
                    Some(run) => runs.push(run),
                    // A group of runs, such as games with a person.
                    None if folder == self.0 => folders.push(place),
                    None => {}
                }
            }
        }
        runs.sort_by(|a, b| b.modified.cmp(&a.modified).then(a.name.cmp(&b.name)));
        Ok(runs)
    }

    /// The sweep in a folder, if one of its cells has begun.
    fn listed_sweep(&self, folder: &Path, last: Option<&Path>) -> Option<ListedRun> {
        let found = SweepFolder::open(folder).ok()?;
        let sweep = found.sweep();
        let cells = sweep.cells().iter();
        let runs = cells.filter_map(|cell| self.listed(&found.of_cell(cell), None));
        let runs: Vec<ListedRun> = runs.collect();
        let games: Vec<u64> = runs.iter().filter_map(|run| run.games).collect();
        let finished = games.len() == sweep.cells().len();
        let name = folder.strip_prefix(&self.0).ok()?;
        Some(ListedRun {
            name: name.display().to_string(),
            last: last == Some(name),
            modified: runs.iter().map(|run| run.modified).max()?,
            rules: sweep.rules().title(),
            players: usize::try_from(sweep.base().players).ok()?,
            seed: sweep.base().seed,
            bots: labels(&sweep.base().bots),
            games: finished.then(|| games.iter().sum()),
            best: None,
            sweep: Some(ListedSweep {
                keys: sweep.axes().iter().map(|axis| axis.key.clone()).collect(),
                cells: sweep.cells().len(),
                done: games.len(),
            }),
        })
    }

    /// The run in a folder, complete or in shards.
    fn listed(&self, folder: &Path, last: Option<&Path>) -> Option<ListedRun> {
        let own = games_file(folder);
        let is_shards = || fs::read_dir(folder).is_ok_and(|mut entries| entries.any(is_shard));
        let files = match own.is_file() {
            true => vec![own],
            false if is_shards() => records_of(&[folder.to_owned()]).ok()?,
            false => return None,
        };
        let header: Header = Reader::open(files.first()?).ok()?.header().clone();
        let summary = read_plain(folder.join(SUMMARY)).ok();
        let summary: Option<Value> = summary.and_then(|text| serde_json::from_slice(&text).ok());
        let written = |file: &PathBuf| fs::metadata(file).and_then(|file| file.modified()).ok();
        let modified = files.iter().filter_map(written).max()?;
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let name = folder.strip_prefix(&self.0).ok()?;
        let bots = summary
            .as_ref()
            .and_then(|summary| summary["bots"].as_array());
        let rate = |bot: &Value| Some((bot["bot"].as_str()?.to_owned(), bot["win_rate"].as_f64()?));
        let rates = bots.into_iter().flatten().filter_map(rate);
        Some(ListedRun {
            name: name.display().to_string(),
            last: last == Some(name),
            modified: since.as_secs(),
            rules: header.rules.title(),
            players: header.players,
            seed: header.seed,
            bots: header.bots.iter().map(|bot| bot.label.clone()).collect(),
            games: summary
                .as_ref()
                .and_then(|summary| summary["games"].as_u64()),
            best: rates.max_by(|a, b| a.1.total_cmp(&b.1)),
            sweep: None,
        })
    }
}

fn is_shard(entry: io::Result<fs::DirEntry>) -> bool {
    let name = entry.map(|entry| entry.file_name());
    name.is_ok_and(|name| name.to_str().and_then(Shard::of_folder).is_some())
}

/// Replaces an existing link; anything else with this name stays.
#[cfg(unix)]
fn link(to: &Path, from: &Path) -> io::Result<()> {
    if !from.is_symlink() && from.exists() {
        return Ok(());
    }
    let new = from.with_extension(format!("{}.part", std::process::id()));
    std::os::unix::fs::symlink(to, &new)?;
    fs::rename(&new, from)
}

#[cfg(not(unix))]
fn link(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}
