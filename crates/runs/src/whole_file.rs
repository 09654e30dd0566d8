//! Writes a file as a whole: under another name first, then in its place. Half a file is never left
//! behind, whatever goes wrong meanwhile.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The files that are being written under another name, so that all of them can be removed at once.
static PARTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn parts() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that cannot be written as a whole.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WholeFileError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

/// Whether [`write_whole`] could write here: to be asked before long work, whose result would be
/// lost. Leaves everything as it is.
///
/// # Errors
/// If it could not.
pub fn check_place(place: &Path) -> Result<(), WholeFileError> {
    let written = match place.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => Part::beside(place).create().map(drop),
    };
    written.map_err(|cause| cannot_write(place, cause))
}

/// Writes under another name and renames, so that nobody ever sees half of it and a full disk costs
/// no older one.
///
/// # Errors
/// If the system refuses; then an older file is as it was.
pub fn write_whole(place: &Path, bytes: &[u8]) -> Result<(), WholeFileError> {
    let part = Part::beside(place);
    let written = part.create().and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let placed = written.and_then(|()| part.place());
    placed.map_err(|cause| cannot_write(place, cause))
}

/// Removes every file that is half written, and lets no more be begun: for a program that is about
/// to end without unwinding.
pub fn remove_parts() {
    let parts = parts();
    for part in parts.iter() {
        let _ = fs::remove_file(part);
    }
    // Threads that still write wait for the end.
    std::mem::forget(parts);
}

/// A file that is written under another name, `NAME.part`, until it is put in its place. Dropped
/// before, it is removed.
#[derive(Debug)]
pub(crate) struct Part {
    place: PathBuf,
    path: PathBuf,
}

impl Part {
    /// To become this file. Nothing is made yet.
    pub fn beside(place: &Path) -> Part {
        let mut path = place.as_os_str().to_owned();
        path.push(".part");
        let (place, path) = (place.to_owned(), PathBuf::from(path));
        parts().insert(path.clone());
        Part { place, path }
    }

    /// Its name until then.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Makes it, empty.
    pub fn create(&self) -> io::Result<File> {
        self.open(|path| File::create(path))
    }

    /// Makes it in another way.
    pub fn open<T>(&self, make: impl FnOnce(&Path) -> T) -> T {
        let _held = parts();
        make(&self.path)
    }

    /// Puts it in its place.
    pub fn place(self) -> io::Result<()> {
        self.open(|path| fs::rename(path, &self.place))
    }
}

impl Drop for Part {
    fn drop(&mut self) {
        let mut parts = parts();
        // Half a file is of no use to anybody. In its place it has this name no more.
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
