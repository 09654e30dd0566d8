//! The records of a run that lie in several folders: finds them, and puts them together in one
//! file. Files that are no records and records of different runs are errors; damage is passed over
//! and reported.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use rummilab_record::{
    Block, Damage, Header, Merge, MergeError, ReadError, Scan, WriteError, Writer,
};

use crate::error::RunsError;
use crate::folder::{FILL, GAMES};

/// The most files that are open at once; systems allow a program some thousand.
const MOST_FILES: usize = 200;

/// A record, and what was found in it.
#[derive(Debug, Clone, Default)]
pub struct RecordFile {
    /// The file.
    pub file: PathBuf,
    /// Sound blocks.
    pub blocks: u64,
    /// What of it is of no use.
    pub damage: Vec<Damage>,
    /// Whether the numbers of its blocks have one distance, and if so the first number and that distance.
    pub(crate) pattern: Pattern,
}

impl RecordFile {
    fn new(file: &Path) -> RecordFile {
        RecordFile {
            file: file.to_owned(),
            ..RecordFile::default()
        }
    }

    /// Whether something is wrong with it that playing on does not mend.
    pub fn is_damaged(&self) -> bool {
        self.damage.iter().any(|damage| !damage.torn)
    }
}

/// The numbers of blocks that come one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Pattern {
    first: Option<u64>,
    last: u64,
    /// The distance of all so far.
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

    /// First number and distance, if all have one distance.
    pub fn regular(self) -> Option<(u64, u64)> {
        (!self.broken).then_some((self.first?, self.step?))
    }
}

/// The record of each folder, and of the folders in it; a file stands for itself. No file comes twice.
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

/// The records of a folder and of the folders in it, by name.
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

/// What several records hold together.
#[derive(Debug, Clone)]
pub struct Union {
    /// The header that all have.
    pub header: Header,
    /// The records, in the order given.
    pub sources: Vec<RecordFile>,
}

/// Reads all records, each block once and in order.
pub fn read_union(
    files: &[PathBuf],
    mut each: impl FnMut(&Block) -> Result<(), RunsError>,
) -> Result<Union, RunsError> {
    let mut sources: Vec<RecordFile> = files.iter().map(|file| RecordFile::new(file)).collect();
    let (mut scans, mut places) = (Vec::new(), Vec::new());
    for (place, file) in files.iter().enumerate() {
        match Scan::open(file) {
            Ok(scan) => {
                scans.push(scan);
                places.push(place);
            }
            Err(cause) => sources[place].damage.push(headless(file, cause)?),
        }
    }
    let failed = |places: &[usize], error: MergeError| merge_error(files, places, error);
    let mut merge = Merge::new(scans).map_err(|error| failed(&places, error))?;
    let header = merge.header().clone();
    while let Some(block) = merge.next() {
        let block = block.map_err(|error| failed(&places, error))?;
        for (scan, place) in places.iter().enumerate() {
            if merge.taken(scan) == Some(block.block) {
                sources[*place].pattern.push(block.block);
            }
        }
        each(&block)?;
    }
    for (scan, place) in places.iter().enumerate() {
        sources[*place].blocks = merge.blocks(scan);
        sources[*place].damage = merge.damage(scan).to_vec();
    }
    Ok(Union { header, sources })
}

/// A file whose header cannot be read, if that is damage; other files are none of ours.
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
        MergeError::Different {
            first,
            second,
            field,
        } => RunsError::DifferentRuns {
            first: file(first),
            second: file(second),
            field,
        },
        MergeError::Conflict {
            block,
            first,
            second,
        } => RunsError::Conflict {
            block,
            first: file(first),
            second: file(second),
        },
        MergeError::Io(place, cause) => RunsError::Read(file(place), cause),
    }
}

/// Writes the union to a file: under another name first, and put in its place when it is whole and on the disk. `each` is
/// told the number of every block.
pub fn write_union(
    files: &[PathBuf],
    out: &Path,
    each: &mut dyn FnMut(u64),
) -> Result<Union, RunsError> {
    if files.len() > MOST_FILES {
        return write_in_groups(files, out, each);
    }
    let cannot = |cause| cannot_write(out, cause);
    let part = beside(out, "part");
    make_way(&part)?;
    let mut writer = None;
    let written = read_header(files).and_then(|(_, header)| {
        let writer = writer.insert(Writer::create(&part, &header).map_err(cannot)?);
        let union = read_union(files, |block| {
            each(block.block);
            writer.append(block).map_err(cannot)
        })?;
        writer.sync().map_err(cannot)?;
        Ok(union)
    });
    let placed = written.and_then(|union| {
        fs::rename(&part, out).map_err(|cause| cannot(cause.into()))?;
        Ok(union)
    });
    if placed.is_err() && writer.is_some() {
        // What failed is told; that half a file is left over would be the smaller worry.
        let _ = fs::remove_file(&part);
    }
    sync_folder(out);
    placed
}

/// In two steps, so that no more files are open at once than a system allows.
fn write_in_groups(
    files: &[PathBuf],
    out: &Path,
    each: &mut dyn FnMut(u64),
) -> Result<Union, RunsError> {
    let mut sources = Vec::new();
    let mut groups = Vec::new();
    let mut done = Ok(());
    for (number, group) in files.chunks(MOST_FILES).enumerate() {
        let place = beside(out, &format!("{number}.part"));
        match write_union(group, &place, &mut |_| {}) {
            Ok(union) => sources.extend(union.sources),
            Err(error) => {
                done = Err(error);
                break;
            }
        }
        groups.push(place);
    }
    let union = done.and_then(|()| write_union(&groups, out, each));
    for group in &groups {
        let _ = fs::remove_file(group);
    }
    Ok(Union {
        header: union?.header,
        sources,
    })
}

/// The first record that has a header, and that.
pub fn read_header(files: &[PathBuf]) -> Result<(&Path, Header), RunsError> {
    for file in files {
        match Scan::open(file) {
            Ok(scan) => return Ok((file, scan.header().clone())),
            Err(cause) => drop(headless(file, cause)?),
        }
    }
    Err(merge_error(files, &[], MergeError::Nothing))
}

/// Takes away what an earlier attempt left over, unless somebody is still at it.
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
fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

/// Makes a renaming outlast a power cut, where the file system can.
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

fn cannot_write(path: &Path, error: WriteError) -> RunsError {
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
