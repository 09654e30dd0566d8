//! Opening files of a run: plain files alone, so that a pipe of that name does not make a program
//! wait for ever.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

/// Opens a plain file to read it.
///
/// # Errors
/// The errors of the system; [`io::ErrorKind::InvalidInput`] for what is no plain file, such as a
/// pipe.
pub fn open_plain(path: impl AsRef<Path>) -> io::Result<File> {
    let found = fs::metadata(&path)?;
    if found.is_file() || found.is_dir() {
        // The system says what is wrong with a folder.
        return File::open(path);
    }
    let message = "it is no plain file";
    Err(io::Error::new(io::ErrorKind::InvalidInput, message))
}

/// The bytes of a plain file.
///
/// # Errors
/// Those of [`open_plain`].
pub fn read_plain(path: impl AsRef<Path>) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open_plain(path)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The text of a plain file.
///
/// # Errors
/// Those of [`open_plain`]; [`io::ErrorKind::InvalidData`] for bytes that are not UTF-8.
pub fn read_plain_text(path: impl AsRef<Path>) -> io::Result<String> {
    io::read_to_string(open_plain(path)?)
}
