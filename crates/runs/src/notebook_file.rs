//! The file of a game at a real table.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use rummilab_play::advise::{Notebook, SavedNotebook};

use crate::error::RunsError;
use crate::whole_file::write_whole;

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

/// Writes a game to a file, atomically.
///
/// # Errors
/// If the file cannot be written.
pub fn keep_notebook(place: &Path, notebook: &Notebook<'_>) -> Result<(), RunsError> {
    let text = serde_json::to_vec(&notebook.saved());
    let text = text.map_err(|why| RunsError::Notebook(place.to_owned(), why))?;
    Ok(write_whole(place, &text)?)
}
