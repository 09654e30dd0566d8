//! Writes a file as a whole: under another name first, then in its place. Refuses to leave half a file behind.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use crate::error::Error;

/// Writes under another name and renames, so that nobody ever sees half of it and a full disk costs no older one.
pub fn write_whole(place: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut name = place.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let temporary = place.with_file_name(name);
    let written = File::create(&temporary).and_then(|mut file| file.write_all(bytes));
    let placed = written.and_then(|()| fs::rename(&temporary, place));
    placed.map_err(|cause| {
        // Half a file is of no use to anybody.
        let _ = fs::remove_file(&temporary);
        Error::Input(format!("cannot write {}: {cause}", place.display()))
    })
}
