//! Writes a file as a whole: under another name first, then in its place. Half a file is never left
//! behind.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A file that cannot be written as a whole.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub struct WholeFileError {
    /// The file.
    pub path: PathBuf,
    /// What the system said.
    pub source: io::Error,
}

/// Whether [`write_whole`] could write here: to be asked before long work, whose result would be lost. Leaves everything as
/// it is.
///
/// # Errors
/// If it could not.
pub fn check_place(place: &Path) -> Result<(), WholeFileError> {
    let temporary = beside(place);
    let written = match place.is_dir() {
        true => Err(io::ErrorKind::IsADirectory.into()),
        false => File::create(&temporary).and_then(|_| fs::remove_file(&temporary)),
    };
    written.map_err(|cause| cannot_write(place, cause))
}

/// Writes under another name and renames, so that nobody ever sees half of it and a full disk costs no older one.
///
/// # Errors
/// If the system refuses; then an older file is as it was.
pub fn write_whole(place: &Path, bytes: &[u8]) -> Result<(), WholeFileError> {
    let temporary = beside(place);
    let written = File::create(&temporary).and_then(|mut file| file.write_all(bytes));
    let placed = written.and_then(|()| fs::rename(&temporary, place));
    placed.map_err(|cause| {
        // Half a file is of no use to anybody.
        let _ = fs::remove_file(&temporary);
        cannot_write(place, cause)
    })
}

/// The name under which a file is written first.
fn beside(place: &Path) -> PathBuf {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    place.with_file_name(name)
}

fn cannot_write(place: &Path, source: io::Error) -> WholeFileError {
    WholeFileError {
        path: place.to_owned(),
        source,
    }
}
