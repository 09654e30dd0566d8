//! The folder of a run: `plan.toml`, `games.bin`, `games.csv`, `blocks.csv`, `summary.json`,
//! `timings.csv`, and for a club tournament `lots.csv`. A folder with other contents is not
//! changed. `games.bin` only grows. The other files are made from the complete record and moved
//! into place by renaming.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use rummilab_arena::{PhaseTimes, Plan, Span};
use rummilab_core::MAX_CODED_VALUE;
use rummilab_record::{Block, BlocksCsv, CsvWriter, Header, ReadError, Reader, read_plain};
use rummilab_solver::Solver;
use rummilab_stats::{ClubShape, Summary, SummaryBuilder};

use crate::bot_name::is_foreign;
use crate::error::RunsError;
use crate::files::{
    BLOCKS, CELLS, CSV, GAMES, LADDER, LOTS, PAIRS, PLAN, SHARD, SUMMARY, SWEEP, TIMINGS,
};
use crate::judge::{check_supported, judge};
use crate::lots::Lots;
use crate::planned::{header_of, watch};
use crate::shard::Shard;
use crate::store::{Store, StoredBlocks};
use crate::timings::Timings;
use crate::whole_file::{PartFile, write_whole};

/// The folder of a run of this program.
pub struct RunFolder {
    path: PathBuf,
    header: Header,
    /// The empty collector of the figures.
    builder: SummaryBuilder,
    plan: Plan,
}

impl RunFolder {
    /// The folder for a plan, created if needed, and its record, opened to add the wanted blocks
    /// that are missing. `each` gets every block present, in order.
    ///
    /// # Errors
    /// If the folder belongs to another run, or cannot be read or written.
    pub fn open(
        path: &Path,
        plan: &Plan,
        wanted: Span,
        each: impl FnMut(Block),
    ) -> Result<(RunFolder, Store, StoredBlocks), RunsError> {
        let folder = RunFolder::of_record(path, header_of(plan), plan);
        folder.prepare(&[])?;
        let (store, found) = Store::open(path, &folder.header, wanted, each)?;
        folder.write_plan()?;
        Ok((folder, store, found))
    }

    /// The folder of a record with this header.
    pub fn of_record(path: &Path, header: Header, plan: &Plan) -> RunFolder {
        RunFolder {
            path: path.to_owned(),
            builder: summary_builder(&header, Some(plan)),
            header,
            plan: plan.clone(),
        }
    }

    /// Creates the folder if needed. It is an error if the folder holds something else; the folders
    /// of these records may lie in it.
    pub fn prepare(&self, records: &[PathBuf]) -> Result<(), RunsError> {
        let values = self.header.rules.values;
        if values > MAX_CODED_VALUE {
            return Err(RunsError::Values(values));
        }
        check_folder(&self.path)?;
        if !self.file(GAMES).exists() {
            self.refuse_foreign(records)?;
        }
        make_folder(&self.path)
    }

    pub fn write_plan(&self) -> Result<(), RunsError> {
        self.write(PLAN, self.header.plan.as_bytes())
    }

    /// Writes down which shard is played.
    pub fn write_shard(&self, shard: Shard) -> Result<(), RunsError> {
        self.write(SHARD, format!("{shard}\n").as_bytes())
    }

    /// Makes the files for people and programs from the complete record.
    ///
    /// # Errors
    /// If the record cannot be read, or a file cannot be written.
    pub fn finish(&self, times: &[PhaseTimes]) -> Result<Summary, RunsError> {
        let mut tables = self.tables()?;
        for block in read_blocks(&self.file(GAMES))?.1 {
            tables.push(&block?)?;
        }
        tables.place(times)
    }

    /// Begins the files that [`RunFolder::finish`] makes, for blocks that come one by one.
    pub fn tables(&self) -> Result<Tables<'_>, RunsError> {
        let (rows, blocks) = (self.part(CSV), self.part(BLOCKS));
        let sums = BlocksCsv::new(begin(&blocks)?, &self.header);
        Ok(Tables {
            builder: self.builder.clone(),
            judge: judge(),
            rows: (CsvWriter::new(begin(&rows)?).map_err(csv_error(CSV))?, rows),
            sums: (sums.map_err(csv_error(BLOCKS))?, blocks),
            lots: Lots::new(&self.plan),
            folder: self,
        })
    }

    /// Adds these thinking times to those in the folder, if there are any. A file that cannot be
    /// read is of another build and is replaced.
    pub fn write_timings(&self, times: &[PhaseTimes]) -> Result<(), RunsError> {
        if times.iter().any(|times| times.all().turns > 0) {
            let labels = self.header.bots.iter().map(|bot| bot.label.as_str());
            let mut all = Timings::read(&self.file(TIMINGS)).unwrap_or_default();
            all.add(&Timings::new(labels, times));
            return self.replace_timings(&all);
        }
        // What a program left that was killed while it wrote them goes with this.
        drop(self.part(TIMINGS));
        Ok(())
    }

    /// Writes thinking times in the place of those in the folder.
    pub fn replace_timings(&self, all: &Timings) -> Result<(), RunsError> {
        self.write(TIMINGS, &all.to_csv().map_err(csv_error(TIMINGS))?)
    }

    /// A file under construction that will take this name.
    fn part(&self, name: &str) -> PartFile {
        PartFile::beside(&self.file(name))
    }

    /// Writes a whole file atomically.
    fn write(&self, name: &str, bytes: &[u8]) -> Result<(), RunsError> {
        Ok(write_whole(&self.file(name), bytes)?)
    }

    /// Refuses a folder with foreign files, or with the plan of another run or of a person, which
    /// the resolved plan would overwrite. Folders of shards may lie in it.
    fn refuse_foreign(&self, records: &[PathBuf]) -> Result<(), RunsError> {
        let entries = match fs::read_dir(&self.path) {
            Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
            Err(cause) => return Err(RunsError::NoFolder(self.path.clone(), cause)),
            Ok(entries) => entries,
        };
        let ours = [PLAN, CSV, BLOCKS, LOTS, SUMMARY, TIMINGS].map(|name| format!("{name}.part"));
        let same_plan =
            || read_plain(self.file(PLAN)).is_ok_and(|text| text == self.header.plan.as_bytes());
        let of_record = |name: &str| {
            let entry = self.file(name).canonicalize();
            let folders = records
                .iter()
                .filter_map(|record| record.parent()?.canonicalize().ok());
            entry.is_ok_and(|entry| folders.into_iter().any(|folder| folder == entry))
        };
        let strange = entries
            .filter_map(Result::ok)
            .map(|entry| entry.file_name().to_string_lossy().into_owned())
            .find(|name| {
                let of_merge = name.starts_with(GAMES) && name.ends_with(".part");
                !(ours.contains(name)
                    || of_merge
                    || (name == PLAN && same_plan())
                    || Shard::of_folder(name).is_some()
                    || of_record(name))
            });
        match strange {
            None => Ok(()),
            Some(file) => Err(RunsError::NotARun(self.path.clone(), file)),
        }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path.join(name)
    }
}

/// The files for people and programs, while the blocks of the record come in order. Until they are
/// placed, they lie under other names, and nothing is left of them if they never are.
pub struct Tables<'a> {
    folder: &'a RunFolder,
    builder: SummaryBuilder,
    judge: Box<dyn Solver>,
    rows: (CsvWriter<BufWriter<File>>, PartFile),
    sums: (BlocksCsv<BufWriter<File>>, PartFile),
    lots: Option<Lots>,
}

impl Tables<'_> {
    pub fn push(&mut self, block: &Block) -> Result<(), RunsError> {
        let header = &self.folder.header;
        self.rows.0.write(header, block).map_err(csv_error(CSV))?;
        self.sums.0.write(block).map_err(csv_error(BLOCKS))?;
        if let Some(lots) = &mut self.lots {
            lots.push(header, block);
        }
        self.builder.push_replayed(block, &mut self.judge);
        Ok(())
    }

    /// Moves the files into place, once they hold the complete record.
    pub fn place(self, times: &[PhaseTimes]) -> Result<Summary, RunsError> {
        let folder = self.folder;
        place(self.rows.1, self.rows.0.into_inner())?;
        place(self.sums.1, self.sums.0.into_inner())?;
        if let Some(lots) = self.lots {
            folder.write(LOTS, &lots.into_bytes())?;
        }
        let summary = self.builder.summary();
        folder.write(SUMMARY, &summary_bytes(&summary))?;
        folder.write_timings(times)?;
        Ok(summary)
    }
}

fn begin(part: &PartFile) -> Result<BufWriter<File>, RunsError> {
    let file = part.create();
    let file = file.map_err(|cause| cannot_write(part.path(), cause))?;
    Ok(BufWriter::new(file))
}

/// Moves a finished file into place.
fn place(part: PartFile, filled: io::Result<BufWriter<File>>) -> Result<(), RunsError> {
    let path = part.path().to_owned();
    let whole = filled.and_then(|out| out.into_inner()?.sync_all());
    let placed = whole.and_then(|()| part.place());
    placed.map_err(|cause| cannot_write(&path, cause))
}

fn csv_error(name: &'static str) -> impl Fn(csv::Error) -> RunsError {
    move |cause| cannot_write(Path::new(name), cause.into())
}

fn cannot_write(path: &Path, source: io::Error) -> RunsError {
    RunsError::Write(path.to_owned(), source)
}

/// Creates a folder for results, if needed.
///
/// # Errors
/// [`RunsError::NotAFolder`], [`RunsError::NoFolder`].
pub fn make_folder(path: &Path) -> Result<(), RunsError> {
    check_folder(path)?;
    fs::create_dir_all(path).map_err(|cause| RunsError::NoFolder(path.to_owned(), cause))
}

fn check_folder(path: &Path) -> Result<(), RunsError> {
    if path.exists() && !path.is_dir() {
        Err(RunsError::NotAFolder(path.to_owned()))
    } else {
        Ok(())
    }
}

/// The collector of the figures of a run, as its plan asks; without a plan it counts plain games.
pub fn summary_builder(header: &Header, plan: Option<&Plan>) -> SummaryBuilder {
    let foreign = header.bots.iter().any(|bot| is_foreign(&bot.canonical));
    let builder = SummaryBuilder::new(header).reproducible(!foreign);
    let Some(plan) = plan else {
        return builder;
    };
    let builder = builder.anchored(plan.anchor());
    match club_shape(plan) {
        Some(shape) => builder.club(shape),
        None => builder.watched(watch(plan)),
    }
}

/// The shape of a club tournament, for the statistics.
fn club_shape(plan: &Plan) -> Option<ClubShape> {
    plan.club().map(|club| ClubShape {
        tables: club.tables(),
        rounds: club.rounds,
        with_final: club.with_final,
        entries: club.entries,
    })
}

/// The bytes of `summary.json`: one line.
///
/// # Panics
/// Never: a summary holds only numbers and texts.
pub fn summary_bytes(summary: &Summary) -> Vec<u8> {
    let mut line = serde_json::to_vec(summary).expect("numbers and texts are always JSON");
    line.push(b'\n');
    line
}

/// The header of a record, and its blocks.
type Opened<Blocks> = Result<(Header, Blocks), RunsError>;

/// As [`read_blocks`], of a record whose rules the solver of bots and judge supports.
///
/// # Errors
/// [`RunsError::Unsupported`], or the reason why the record cannot be read.
pub fn read_supported(
    path: &Path,
) -> Opened<impl Iterator<Item = Result<Block, RunsError>> + use<>> {
    let read = read_blocks(path)?;
    check_supported(&read.0.rules)?;
    Ok(read)
}

/// The blocks before an incomplete last one.
pub fn until_torn(
    blocks: impl Iterator<Item = Result<Block, RunsError>>,
) -> impl Iterator<Item = Result<Block, RunsError>> {
    let torn = |block: &Result<Block, RunsError>| {
        matches!(block, Err(RunsError::Record(_, ReadError::Torn(..))))
    };
    blocks.take_while(move |block| !torn(block))
}

/// The blocks of a record, and its header.
pub fn read_blocks(path: &Path) -> Opened<impl Iterator<Item = Result<Block, RunsError>> + use<>> {
    let error = {
        let path = path.to_owned();
        move |source: ReadError| RunsError::Record(path.clone(), source)
    };
    let reader = Reader::open(path).map_err(|source| match runs_beside(path) {
        Some((folder, runs)) => RunsError::FolderOfRuns(folder, runs),
        None => error(source),
    })?;
    Ok((
        reader.header().clone(),
        reader.map(move |block| block.map_err(&error)),
    ))
}

/// The folder in which this record is missing, and the runs in the folders in it.
fn runs_beside(games: &Path) -> Option<(PathBuf, String)> {
    let mut folder = games.parent().filter(|_| !games.exists())?.to_owned();
    if folder.join(SWEEP).is_file() {
        folder.push(CELLS);
    } else if folder.join(LADDER).is_file() {
        folder.push(PAIRS);
    }
    let entries = fs::read_dir(&folder).ok()?.flatten();
    // The link `last` is a second name of one of them.
    let folders = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_dir()));
    let runs = folders.filter(|folder| folder.path().join(GAMES).is_file());
    let names = runs.map(|run| run.file_name().to_string_lossy().into_owned());
    let names = few_names(names.collect())?;
    Some((folder, names))
}

/// The first of these names by the alphabet, at most five; `None` if there are none.
pub fn few_names(mut names: Vec<String>) -> Option<String> {
    const MOST: usize = 5;
    names.sort();
    let more = names.len() > MOST;
    names.truncate(MOST);
    let list = names.join(", ") + if more { ", …" } else { "" };
    (!names.is_empty()).then_some(list)
}

/// `games.bin` of a folder, or the file itself.
pub fn games_file(path: &Path) -> PathBuf {
    if path.is_dir() {
        path.join(GAMES)
    } else {
        path.to_owned()
    }
}

/// The plan in the header of this record.
pub(crate) fn recorded_plan(header: &Header, path: &Path) -> Result<Plan, RunsError> {
    Plan::from_toml(&header.plan).map_err(|source| RunsError::RecordedPlan(path.to_owned(), source))
}
