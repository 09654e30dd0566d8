//! Finds the records of a run in several folders and merges them into one file. Files that are not
//! records, and records of different runs, are errors. Damaged parts are skipped and reported.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use rummilab_arena::Plan;
use rummilab_record::{
    Block, Damage, Difference, Header, Merge, MergeError, Piece, ReadError, Scan, WriteError,
    Writer, open_plain, read_plain_text,
};
use rummilab_stats::faults::FaultList;

use crate::error::RunsError;
use crate::files::{BLOCKS, CSV, FILL, GAMES, PLAN, SUMMARY};
use crate::joint_stop::PrefixStop;
use crate::planned::{header_of, monitor, planned_deals};
use crate::programs::ChangedBots;
use crate::whole_file::PartFile;

/// Most files open at once; systems allow a program about a thousand.
const MOST_FILES: usize = 200;

/// A record, and what was found in it.
#[derive(Debug, Clone, Default)]
pub struct RecordFile {
    pub file: PathBuf,
    pub blocks: u64,
    /// Further blocks, which the stop rule leaves out of the run.
    pub left_out: u64,
    pub damage: Vec<Damage>,
    /// If its block numbers have a constant distance: the first number and that distance.
    pub(crate) pattern: Pattern,
}

impl RecordFile {
    fn new(file: &Path) -> RecordFile {
        RecordFile {
            file: file.to_owned(),
            ..RecordFile::default()
        }
    }

    /// Whether it has a fault that more playing does not repair.
    pub fn is_damaged(&self) -> bool {
        self.damage.iter().any(|damage| !damage.torn)
    }
}

/// The block numbers in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pattern {
    first: Option<u64>,
    last: u64,
    step: Option<u64>,
    broken: bool,
}

impl Pattern {
    fn push(&mut self, block: u64) {
        if self.first.is_none() {
            self.first = Some(block);
        } else {
            let step = block - self.last;
            self.broken |= self.step.is_some_and(|before| before != step);
            self.step = Some(step);
        }
        self.last = block;
    }

    /// First number and distance, if the distance is constant.
    pub fn regular(self) -> Option<(u64, u64)> {
        (!self.broken).then_some((self.first?, self.step?))
    }
}

/// The record of each folder, and of the folders in it; a file stands for itself. No file occurs
/// twice.
pub fn records_of(places: &[PathBuf]) -> Result<Vec<PathBuf>, RunsError> {
    let mut files = Vec::new();
    let mut seen = BTreeSet::new();
    for place in places {
        let found = records_at(place)?;
        if found.is_empty() {
            return Err(RunsError::NoRecord(place.clone()));
        }
        let fresh =
            |file: &PathBuf| seen.insert(file.canonicalize().unwrap_or_else(|_| file.clone()));
        files.extend(found.into_iter().filter(fresh));
    }
    Ok(files)
}

/// The records of a folder and of the folders in it, sorted by name.
pub fn records_at(place: &Path) -> Result<Vec<PathBuf>, RunsError> {
    let unreadable = |source| RunsError::Read(place.to_owned(), source);
    if !fs::metadata(place).map_err(unreadable)?.is_dir() {
        return Ok(vec![place.to_owned()]);
    }
    let mut folders = vec![place.to_owned()];
    for entry in fs::read_dir(place).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    folders[1..].sort();
    let files = folders
        .iter()
        .flat_map(|folder| [folder.join(GAMES), folder.join(FILL)]);
    Ok(files.filter(|file| file.is_file()).collect())
}

/// The contents of several records together.
#[derive(Debug, Clone)]
pub struct Union {
    pub header: Header,
    /// The records, in the order given.
    pub sources: Vec<RecordFile>,
    /// The faults of the recorded games.
    pub faults: FaultList,
}

/// Gives the record of a folder another header of the same run.
pub fn relabel(folder: &Path, header: &Header) -> Result<(), RunsError> {
    let games = folder.join(GAMES);
    let run = KnownRun {
        header: header.clone(),
        place: games.clone(),
        changes: ChangedBots::Accept,
        end: None,
    };
    write_all(std::slice::from_ref(&games), &run, &games, &mut |_| {}).map(drop)
}

/// Gives the record of a folder the header of the same run with more deals, if it is that.
pub fn grow(folder: &Path, wanted: &Header) -> Result<(), RunsError> {
    let games = folder.join(GAMES);
    let Ok(scan) = Scan::open(&games) else {
        // Opening the record says what is wrong with it.
        return Ok(());
    };
    let more = match Difference::of(scan.header(), wanted) {
        Some(Difference::Deals { found, wanted }) => only_deals(&found, &wanted),
        _ => None,
    };
    let grows = more.is_some_and(|(found, wanted)| found < wanted);
    if !grows {
        return Ok(());
    }
    let file = File::options().write(true).open(&games);
    let lock = file.map_err(|cause| RunsError::Write(games.clone(), cause))?;
    if matches!(lock.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(RunsError::InUse(folder.to_owned()));
    }
    relabel(folder, wanted)?;
    // They are made anew at the end; until then they would be those of a run that is no more.
    for name in [CSV, BLOCKS, SUMMARY] {
        let file = folder.join(name);
        match fs::remove_file(&file) {
            Err(cause) if cause.kind() != io::ErrorKind::NotFound => {
                return Err(RunsError::Write(file, cause));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Reads all records; each block once and in order.
pub fn read_union(
    files: &[PathBuf],
    each: impl FnMut(&Block) -> Result<(), RunsError>,
) -> Result<Union, RunsError> {
    read_all(files, &known_run(files, ChangedBots::Refuse)?, each)
}

/// As [`read_union`], of the blocks with numbers below `end`.
pub fn read_union_below(
    files: &[PathBuf],
    end: Option<u64>,
    each: impl FnMut(&Block) -> Result<(), RunsError>,
) -> Result<Union, RunsError> {
    let run = known_run(files, ChangedBots::Refuse)?;
    read_all(files, &KnownRun { end, ..run }, each)
}

/// The number of blocks after which the stop rule of their plan ends the run; `None` without a
/// decision.
pub fn decided_end(
    files: &[PathBuf],
    plan: &Plan,
    changes: ChangedBots,
) -> Result<Option<u64>, RunsError> {
    let Some(monitor) = monitor(plan).filter(|_| plan.stop().is_some()) else {
        return Ok(None);
    };
    let mut stop = PrefixStop::new(monitor);
    read_all(files, &known_run(files, changes)?, |block| {
        stop.push(block);
        Ok(())
    })?;
    Ok(stop.end())
}

/// Whether records can be put together, without writing anything.
pub fn check_union(files: &[PathBuf], changes: ChangedBots) -> Result<(), RunsError> {
    read_all(files, &known_run(files, changes)?, |_| Ok(())).map(drop)
}

fn read_all(
    files: &[PathBuf],
    run: &KnownRun,
    mut each: impl FnMut(&Block) -> Result<(), RunsError>,
) -> Result<Union, RunsError> {
    let mut sources: Vec<RecordFile> = files.iter().map(|file| RecordFile::new(file)).collect();
    let (mut scans, mut places) = (Vec::new(), Vec::new());
    for (place, file) in files.iter().enumerate() {
        match open(file, run)? {
            Ok(scan) => {
                scans.push(scan);
                places.push(place);
            }
            Err(damage) => sources[place].damage.push(damage),
        }
    }
    let failed = |places: &[usize], error: MergeError| merge_error(files, places, error);
    let mut merge = Merge::new(scans).map_err(|error| failed(&places, error))?;
    let header = merge.header().clone();
    let mut faults = FaultList::default();
    while let Some(block) = merge.next() {
        let block = block.map_err(|error| failed(&places, error))?;
        let left_out = run.end.is_some_and(|end| block.block >= end);
        for (scan, place) in places.iter().enumerate() {
            let source = &mut sources[*place];
            if merge.taken(scan) != Some(block.block) {
                continue;
            }
            if left_out {
                source.left_out += 1;
            } else {
                source.pattern.push(block.block);
                source.blocks += 1;
            }
        }
        if left_out {
            continue;
        }
        faults.push(&header.bots, &block);
        each(&block)?;
    }
    for (scan, place) in places.iter().enumerate() {
        sources[*place].damage = merge.damage(scan).to_vec();
    }
    Ok(Union {
        header,
        sources,
        faults,
    })
}

/// Opens a record. If its header is damaged, the header of the run replaces it, provided that the
/// games belong to that run; otherwise the damage is reported. Foreign files are errors.
fn open(file: &Path, run: &KnownRun) -> Result<Result<Scan<BufReader<File>>, Damage>, RunsError> {
    let cause = match Scan::open(file) {
        Ok(mut scan) => {
            run.admit(&mut scan);
            return Ok(Ok(scan));
        }
        Err(cause) => cause,
    };
    if matches!(cause, ReadError::Foreign | ReadError::Corrupt(..))
        && let Some(scan) = run.behind_header(file, &cause)
    {
        return Ok(Ok(scan));
    }
    headless(file, cause).map(Err)
}

/// What is known about the run of some records.
struct KnownRun {
    header: Header,
    /// The file in which the header was found.
    place: PathBuf,
    changes: ChangedBots,
    /// Blocks from this number on are left out.
    end: Option<u64>,
}

impl KnownRun {
    /// Reads a record of fewer deals, or where changes are accepted of other programs, as if it had
    /// the header of the run.
    fn admit(&self, scan: &mut Scan<BufReader<File>>) {
        if is_part(scan.header(), &self.header, self.changes) {
            scan.relabel(self.header.clone());
        }
    }

    /// Another record of the run may have more deals and other programs.
    fn learn(&mut self, other: &Header) {
        let (Ok(plan), Ok(others)) = (
            Plan::from_toml(&self.header.plan),
            Plan::from_toml(&other.plan),
        ) else {
            return;
        };
        let mut programs = plan.programs();
        for program in others.programs() {
            if !programs.contains(&program) {
                programs.push(program);
            }
        }
        // The order of the records must not matter.
        programs.sort();
        let deals = plan.schedule().deals.max(others.schedule().deals);
        let build = self.header.build.clone();
        self.header = header_of(&plan.with_deals(deals).with_programs(&programs));
        self.header.build = build;
    }

    /// A file with a damaged header, read with the header of the run. `None` unless it has games,
    /// all of which are deals of the run.
    fn behind_header(&self, file: &Path, cause: &ReadError) -> Option<Scan<BufReader<File>>> {
        let open = || {
            let wrong = format!("{cause}; read with the header of {}", self.place.display());
            let input = BufReader::new(open_plain(file).ok()?);
            Some(Scan::behind_header(input, self.header.clone(), wrong))
        };
        let plan = Plan::from_toml(&self.header.plan).ok()?;
        let mut blocks = 0;
        for piece in open()? {
            match piece.ok()? {
                Piece::Block(block) if has_deals_of(&plan, &block) => blocks += 1,
                Piece::Block(_) => return None,
                Piece::Damage(_) => {}
            }
        }
        open().filter(|_| blocks > 0)
    }
}

/// Whether a record is part of a run, though its header differs: in the number of deals, or in
/// programs where that is accepted.
pub(crate) fn is_part(found: &Header, run: &Header, changes: ChangedBots) -> bool {
    match Difference::of(found, run) {
        Some(Difference::Deals { found, wanted }) => only_deals(&found, &wanted).is_some(),
        Some(Difference::Program { .. }) => changes == ChangedBots::Accept,
        _ => false,
    }
}

/// The numbers of deals of two plans that differ in these alone. Question and prediction are as
/// firm as the games.
pub fn only_deals(found: &str, wanted: &str) -> Option<(u64, u64)> {
    let found = Plan::from_toml(found).ok()?;
    let wanted = Plan::from_toml(wanted).ok()?;
    let (before, after) = (found.schedule().deals, wanted.schedule().deals);
    let same = found.with_deals(after).to_toml() == wanted.to_toml();
    same.then_some((before, after))
}

/// Whether the deals of a block are those of the plan; no other plan has them.
fn has_deals_of(plan: &Plan, block: &Block) -> bool {
    let planned = block.block < plan.blocks();
    planned && planned_deals(plan, block).is_ok_and(|deals| deals == block.deals)
}

/// Classifies a file with an unreadable header: damage, or an error for a foreign file.
fn headless(file: &Path, cause: ReadError) -> Result<Damage, RunsError> {
    let (offset, torn) = match &cause {
        ReadError::TornHeader(..) => (0, true),
        ReadError::Corrupt(offset, _) => (*offset, false),
        _ => {
            let path = file.to_owned();
            return Err(RunsError::Record(path, cause));
        }
    };
    let length = fs::metadata(file).map_or(0, |metadata| metadata.len());
    Ok(Damage {
        offset,
        bytes: length - offset.min(length),
        what: cause.to_string(),
        torn,
    })
}

fn merge_error(files: &[PathBuf], places: &[usize], error: MergeError) -> RunsError {
    let file = |scan: usize| files[places[scan]].clone();
    match error {
        MergeError::Nothing => RunsError::NoHeader,
        MergeError::Different(first, second, field) => {
            RunsError::DifferentRuns(file(first), file(second), field)
        }
        MergeError::Conflict(block, first, second) => {
            RunsError::Conflict(block, file(first), file(second))
        }
        MergeError::Io(place, cause) => RunsError::Read(file(place), cause),
    }
}

/// Writes the union to a file, first under another name, and renames it when it is complete and on
/// the disk. Blocks from number `end` on are left out. `each` gets the number of every other block.
pub fn write_union(
    files: &[PathBuf],
    out: &Path,
    changes: ChangedBots,
    end: Option<u64>,
    each: &mut dyn FnMut(u64),
) -> Result<Union, RunsError> {
    let run = known_run(files, changes)?;
    write_all(files, &KnownRun { end, ..run }, out, each)
}

fn write_all(
    files: &[PathBuf],
    run: &KnownRun,
    out: &Path,
    each: &mut dyn FnMut(u64),
) -> Result<Union, RunsError> {
    if files.len() > MOST_FILES {
        return write_in_groups(files, run, out, each);
    }
    let cannot = |cause| cannot_write(out, cause);
    make_way(&beside(out, "part"))?;
    let part = PartFile::beside(out);
    let mut writer = part
        .open(|path| Writer::create(path, &run.header))
        .map_err(cannot)?;
    let union = read_all(files, run, |block| {
        each(block.block);
        writer.append(block).map_err(cannot)
    })?;
    writer.sync().map_err(cannot)?;
    part.place().map_err(|cause| cannot(cause.into()))?;
    sync_folder(out);
    Ok(union)
}

/// Works in two steps, so that the number of open files stays within the limit of the system.
fn write_in_groups(
    files: &[PathBuf],
    run: &KnownRun,
    out: &Path,
    each: &mut dyn FnMut(u64),
) -> Result<Union, RunsError> {
    let mut sources = Vec::new();
    let mut groups = Vec::new();
    for (number, group) in files.chunks(MOST_FILES).enumerate() {
        let place = PartFile::beside(&beside(out, &number.to_string()));
        sources.extend(write_all(group, run, place.path(), &mut |_| {})?.sources);
        groups.push(place);
    }
    let paths: Vec<PathBuf> = groups.iter().map(|group| group.path().to_owned()).collect();
    let whole = write_all(&paths, run, out, each)?;
    Ok(Union { sources, ..whole })
}

/// The header of the run of these records, and its file: the first readable header, or else the
/// plan beside the records.
pub fn read_header(
    files: &[PathBuf],
    changes: ChangedBots,
) -> Result<(PathBuf, Header), RunsError> {
    known_run(files, changes).map(|run| (run.place, run.header))
}

/// The run of the first readable header, or of the plan beside it. It has the most deals of all
/// records, and where changes are accepted the programs of all.
fn known_run(files: &[PathBuf], changes: ChangedBots) -> Result<KnownRun, RunsError> {
    let mut run = first_run(files, changes)?;
    for scan in files.iter().filter_map(|file| Scan::open(file).ok()) {
        if is_part(scan.header(), &run.header, changes) {
            run.learn(scan.header());
        }
    }
    Ok(run)
}

fn first_run(files: &[PathBuf], changes: ChangedBots) -> Result<KnownRun, RunsError> {
    let mut strange = None;
    for file in files {
        match Scan::open(file) {
            Ok(scan) => {
                let (header, place) = (scan.header().clone(), file.clone());
                return Ok(KnownRun {
                    header,
                    place,
                    changes,
                    end: None,
                });
            }
            Err(cause @ ReadError::Foreign) => {
                strange = strange.or(headless(file, cause).err());
            }
            Err(cause) => drop(headless(file, cause)?),
        }
    }
    let plan_beside = |file: &PathBuf| {
        let place = file.with_file_name(PLAN);
        let plan = Plan::from_toml(&read_plain_text(&place).ok()?).ok()?;
        let header = header_of(&plan);
        Some(KnownRun {
            header,
            place,
            changes,
            end: None,
        })
    };
    let known = files.iter().find_map(plan_beside);
    known.ok_or_else(|| strange.unwrap_or_else(|| merge_error(files, &[], MergeError::Nothing)))
}

/// Removes the leftover of an earlier attempt, unless another program is still writing it.
fn make_way(part: &Path) -> Result<(), RunsError> {
    let file = match File::options().write(true).open(part) {
        Ok(file) => file,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(cause) => return Err(cannot_write(part, cause.into())),
    };
    if matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
        return Err(cannot_write(part, WriteError::InUse));
    }
    fs::remove_file(part).map_err(|cause| cannot_write(part, cause.into()))
}

/// `games.bin` and `part` give `games.bin.part`.
pub(crate) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Makes a renaming survive a power cut, if the file system supports that.
pub fn sync_folder(file: &Path) {
    if let Some(folder) = file.parent() {
        let folder = if folder.as_os_str().is_empty() {
            Path::new(".")
        } else {
            folder
        };
        let _ = File::open(folder).and_then(|folder| folder.sync_all());
    }
}

pub(crate) fn cannot_write(path: &Path, error: WriteError) -> RunsError {
    let path = path.to_owned();
    match error {
        WriteError::Io(source) => RunsError::Write(path, source),
        WriteError::InUse => RunsError::InUse(path),
        source => RunsError::Append(path, source),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_of_numbers_at_one_distance() {
        let regular = |numbers: &[u64]| {
            let mut pattern = Pattern::default();
            numbers.iter().for_each(|number| pattern.push(*number));
            pattern.regular()
        };
        assert_eq!(regular(&[]), None);
        assert_eq!(regular(&[4]), None);
        assert_eq!(regular(&[1, 4, 7]), Some((1, 3)));
        assert_eq!(regular(&[0, 1, 2, 3]), Some((0, 1)));
        assert_eq!(regular(&[0, 1, 3]), None);
    }
}
