//! Files of games told at a real table: reading, writing, and the record of a finished one.

use std::io::{ErrorKind, Read};
use std::path::Path;

use rummilab::play::advise::{Notebook, SavedError, dealt};
use rummilab::record::{RecordedGame, Writer, open_plain, read_plain_text};
use rummilab::runs::{BUILD, RunsError, check_place, judge, write_whole};

use crate::error::{Error, remark};

/// The fault of a line, with file and line.
pub fn about_line(place: &Path, why: &SavedError) -> Error {
    Error::Input(format!("{}:{}: {}", place.display(), why.line, why.problem))
}

fn unread(place: &Path) -> impl Fn(std::io::Error) -> Error {
    |cause| RunsError::Read(place.to_owned(), cause).into()
}

/// The text of a file of a told game; `None` for any other.
pub fn text_of_told(place: &Path) -> Result<Option<String>, Error> {
    let mut first = [0];
    // A folder, or nothing, is for others to refuse.
    let read = open_plain(place).and_then(|mut file| file.read_exact(&mut first));
    if read.is_err() || first != *b"{" {
        return Ok(None);
    }
    let text = read_plain_text(place).map_err(unread(place))?;
    Ok(Notebook::is_one(&text).then_some(text))
}

/// The game told in a file; `None` if the file does not exist.
pub fn read_told(place: &Path) -> Result<Option<Notebook>, Error> {
    match read_plain_text(place) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(unread(place)(cause)),
        Ok(text) => Notebook::from_json_lines(&text, judge().as_mut())
            .map(Some)
            .map_err(|why| about_line(place, &why)),
    }
}

/// Writes a told game to a file, atomically.
pub fn keep_told(place: &Path, notebook: &Notebook) -> Result<(), Error> {
    let text = notebook.to_json_lines(BUILD);
    Ok(write_whole(place, text.as_bytes()).map_err(RunsError::from)?)
}

/// The record of a finished game of a file, its hidden tiles dealt to fit; `None` if the file holds
/// no told game.
pub fn record_of_told(place: &Path) -> Result<Option<RecordedGame>, Error> {
    let Some(text) = text_of_told(place)? else {
        return Ok(None);
    };
    let notebook = Notebook::from_json_lines(&text, judge().as_mut());
    let notebook = notebook.map_err(|why| about_line(place, &why))?;
    remark(&format!(
        "{}: the tiles that nobody told are dealt to fit",
        place.display()
    ));
    record_of(place, &notebook).map(Some)
}

fn record_of(place: &Path, notebook: &Notebook) -> Result<RecordedGame, Error> {
    let own = notebook.check_own_turns(&mut judge());
    own.map_err(|why| about_line(place, &why))?;
    let record = dealt(notebook, BUILD, 0, &mut judge());
    record.map_err(|why| Error::about(place.display().to_string(), why))
}

/// Writes the record of a finished game to a new file.
pub fn export_told(place: &Path, notebook: &Notebook, to: &Path) -> Result<(), Error> {
    check_place(to).map_err(RunsError::from)?;
    if to.exists() {
        return Err(Error::Input(format!("{} exists already", to.display())));
    }
    let game = record_of(place, notebook)?;
    let mut bytes = Vec::new();
    let written = Writer::new(&mut bytes, &game.header);
    let written = written.and_then(|mut writer| writer.append(&game.block));
    written.map_err(Error::cause)?;
    write_whole(to, &bytes).map_err(RunsError::from)?;
    remark(&format!(
        "{}: the tiles that nobody told are dealt to fit",
        to.display()
    ));
    Ok(())
}
