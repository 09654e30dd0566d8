//! The file of a game at a real table.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use rummilab_play::advise::{Notebook, SavedNotebook};

use crate::error::RunsError;
use crate::whole_file::{check_place, write_whole};

/// The game in a file; `None` if the file does not exist.
///
/// # Errors
/// [`RunsError::Read`], or [`RunsError::Notebook`] if the file holds something else.
pub fn read_notebook(place: &Path) -> Result<Option<SavedNotebook>, RunsError> {
    match fs::read_to_string(place) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(RunsError::Read(place.to_owned(), cause)),
        Ok(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|why| RunsError::Notebook(place.to_owned(), why)),
    }
}

/// Checks that a game can be kept in this file, whether or not another game is in it.
///
/// # Errors
/// [`RunsError::Notebook`] if something else is in it, or those of writing a file.
pub fn check_notebook_place(place: &Path) -> Result<(), RunsError> {
    read_notebook(place)?;
    Ok(check_place(place)?)
}

/// Renames the file of a game that has begun, so that another one can take its place. Its new name,
/// `NAME-1.json` or with the next free number; `None` where no game has begun.
///
/// # Errors
/// [`RunsError::Notebook`] if something else is in the file, or those of writing a file.
pub fn set_notebook_aside(place: &Path) -> Result<Option<PathBuf>, RunsError> {
    let begun = read_notebook(place)?.is_some_and(|saved| !saved.lines.is_empty());
    if !begun {
        return Ok(None);
    }
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, end) = (part(place.file_stem()), part(place.extension()));
    let name = |number: u32| place.with_file_name(format!("{stem}-{number}.{end}"));
    let free = (1..).map(name).find(|name| !name.exists());
    let aside = free.unwrap_or_else(|| place.with_extension("old"));
    match fs::rename(place, &aside) {
        Ok(()) => Ok(Some(aside)),
        Err(cause) => Err(RunsError::Write(place.to_owned(), cause)),
    }
}

/// Writes a game to a file, atomically.
///
/// # Errors
/// If the file cannot be written.
pub fn keep_notebook(place: &Path, notebook: &Notebook) -> Result<(), RunsError> {
    let text = serde_json::to_vec(&notebook.saved());
    let text = text.map_err(|why| RunsError::Notebook(place.to_owned(), why))?;
    Ok(write_whole(place, &text)?)
}
