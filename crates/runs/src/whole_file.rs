//! Atomic writing of files: first under another name, then renamed. No incomplete file is left
//! behind, whatever goes wrong.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use rummilab_record::open_plain;

/// The files being written under another name, so that all can be removed at once.
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The error for a file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WholeFileError {
    pub path: PathBuf,
    /// The error of the system.
    pub source: io::Error,
}

/// Checks that [`write_whole`] could write here, without changing anything. Ask it before long work
/// whose result would be lost.
///
/// # Errors
/// If it could not.
pub fn check_place(place: &Path) -> Result<(), WholeFileError> {
    let written = if place.is_dir() {
        Err(io::ErrorKind::IsADirectory.into())
    } else {
        PartFile::beside(place).create().map(drop)
    };
    written.map_err(|cause| cannot_write(place, cause))
}

/// Writes under another name and renames. So the file is never incomplete, and a full disk does not
/// destroy an older version.
///
/// # Errors
/// If the system refuses; then an older file is unchanged.
pub fn write_whole(place: &Path, bytes: &[u8]) -> Result<(), WholeFileError> {
    let part = PartFile::beside(place);
    let written = part.create().and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let placed = written.and_then(|()| part.place());
    placed.map_err(|cause| cannot_write(place, cause))
}

/// How many bytes say what kind of file it is.
const BEGINNING: usize = 6;

/// As [`write_whole`], but takes the place only of a file of the same kind, so that a name given by
/// mistake costs no record and no plan. Two files are of one kind if they begin alike.
///
/// # Errors
/// If another kind of file is there, or the system refuses; then it is as it was.
pub fn replace_whole(place: &Path, bytes: &[u8]) -> Result<(), WholeFileError> {
    check_kind(place, bytes)?;
    write_whole(place, bytes)
}

/// Whether [`replace_whole`] may put a file there that begins so.
///
/// # Errors
/// If another kind of file is there, or it cannot be read.
fn check_kind(place: &Path, beginning: &[u8]) -> Result<(), WholeFileError> {
    let mut found = Vec::new();
    let read = match open_plain(place) {
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(()),
        Err(cause) => Err(cause),
        Ok(file) => file.take(BEGINNING as u64).read_to_end(&mut found),
    };
    read.map_err(|cause| cannot_write(place, cause))?;
    if found.is_empty() || beginning.starts_with(&found) {
        Ok(())
    } else {
        Err(cannot_write(
            place,
            io::Error::new(
                io::ErrorKind::AlreadyExists,
                "a file of another kind is there, and stays as it was",
            ),
        ))
    }
}

/// Removes every incomplete file and prevents new ones. For a program that is about to end without
/// unwinding.
pub fn remove_parts() {
    let parts = parts();
    for part in parts.iter() {
        let _ = fs::remove_file(part);
    }
    // Keep the lock: threads that still write wait until the program ends.
    std::mem::forget(parts);
}

/// A file with the temporary name `NAME.part` until it is renamed. Dropping it earlier removes it.
#[derive(Debug)]
pub(crate) struct PartFile {
    place: PathBuf,
    path: PathBuf,
}

impl PartFile {
    /// A part that will become this file. Nothing is created yet.
    pub fn beside(place: &Path) -> PartFile {
        let mut path = place.as_os_str().to_owned();
        path.push(".part");
        let (place, path) = (place.to_owned(), PathBuf::from(path));
        parts().insert(path.clone());
        PartFile { place, path }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    pub fn create(&self) -> io::Result<File> {
        self.open(|path| File::create(path))
    }

    pub fn open<T>(&self, make: impl FnOnce(&Path) -> T) -> T {
        let _held = parts();
        make(&self.path)
    }

    /// Renames it to its final name.
    pub fn place(self) -> io::Result<()> {
        self.open(|path| fs::rename(path, &self.place))
    }
}

impl Drop for PartFile {
    fn drop(&mut self) {
        let mut parts = parts();
        // An incomplete file is useless. After the renaming this name no longer exists.
        let _ = fs::remove_file(&self.path);
        parts.remove(&self.path);
    }
}

fn cannot_write(place: &Path, source: io::Error) -> WholeFileError {
    WholeFileError {
        path: place.to_owned(),
        source,
    }
}
