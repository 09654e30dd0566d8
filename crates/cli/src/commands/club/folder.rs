//! The folder of a club evening: its files read, and one written at a time.

use std::fs::{self, File, TryLockError};
use std::io::{self, Read};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use rummilab::club::{
    Change, EVENT_FILE, Evening, Event, FileFaults, Files, PLAYERS_FILE, is_round_file, text_of,
};
use rummilab::runs::{RunsError, write_whole};

use crate::error::Error;

/// The largest file that is read, in bytes; a round of 60 players has some ten thousand.
const MOST_BYTES: u64 = 1 << 22;
/// The file whose lock keeps two commands from writing at the same time. It is empty and stays,
/// because a lock of a file that is removed or replaced keeps nobody out.
const LOCK_FILE: &str = "club.lock";
/// How long a command waits for another that writes, and how long between two attempts.
const PATIENCE: Duration = Duration::from_secs(20);
const PAUSE: Duration = Duration::from_millis(5);

/// The right to change the files of a folder, until it is dropped.
#[must_use]
pub struct FolderLock {
    _file: File,
}

/// The folder of an evening.
#[derive(Clone, Copy)]
pub struct ClubFolder<'a>(pub &'a Path);

impl ClubFolder<'_> {
    /// Locks the folder of an evening. A command that reads files and writes one holds the lock
    /// from before it reads; otherwise it would undo what another has written in between.
    pub fn lock(self) -> Result<FolderLock, Error> {
        // A folder without an evening gets no file.
        self.event_text()?;
        self.lock_new()
    }

    /// Locks a folder that may be without an evening.
    pub fn lock_new(self) -> Result<FolderLock, Error> {
        let place = self.0.join(LOCK_FILE);
        let file = File::options().create(true).append(true).open(&place);
        let file = file.map_err(|cause| RunsError::Write(place, cause))?;
        let begin = Instant::now();
        while let Err(TryLockError::WouldBlock) = file.try_lock() {
            if begin.elapsed() > PATIENCE {
                return Err(RunsError::InUse(self.0.to_owned()).into());
            }
            sleep(PAUSE);
        }
        Ok(FolderLock { _file: file })
    }

    fn event_text(self) -> Result<String, Error> {
        let begin = "`rummilab club new` begins an evening";
        let missing = || Error::Input(format!("{} is not there; {begin}", self.name(EVENT_FILE)));
        self.text(EVENT_FILE)?.ok_or_else(missing)
    }

    /// The evening as its files say.
    pub fn read(self) -> Result<Evening, Error> {
        let text = self.event_text()?;
        let event = Event::parse(&text).map_err(|faults| self.placed(faults))?;
        let mut files = Files::from([(EVENT_FILE.to_owned(), text)]);
        if let Some(rules) = event.rules_file() {
            let about = |cause: io::Error| Error::Read(self.name(rules), cause);
            let missing = || about(io::ErrorKind::NotFound.into());
            let text = self.text(rules)?.ok_or_else(missing)?;
            files.insert(rules.to_owned(), text);
        }
        for file in self
            .round_files()?
            .into_iter()
            .chain([PLAYERS_FILE.to_owned()])
        {
            if let Some(text) = self.text(&file)? {
                files.insert(file, text);
            }
        }
        Evening::open(&files).map_err(|faults| self.placed(faults))
    }

    /// The files of rounds in the folder, also of rounds that the event does not have.
    fn round_files(self) -> Result<Vec<String>, Error> {
        let about = |cause| Error::Read(self.0.display().to_string(), cause);
        let mut files = Vec::new();
        for entry in fs::read_dir(self.0).map_err(about)? {
            let name = entry.map_err(about)?.file_name().into_string();
            files.extend(name.ok().filter(|name| is_round_file(name)));
        }
        Ok(files)
    }

    /// The text of a file; `None` if it is not there.
    pub fn text(self, file: &str) -> Result<Option<String>, Error> {
        match read_text(&self.0.join(file)) {
            Err(Error::Read(_, cause)) if cause.kind() == io::ErrorKind::NotFound => Ok(None),
            text => text.map(Some),
        }
    }

    /// Writes a file whole, under the lock: it is the old one or the new one, whenever the program
    /// is stopped.
    pub fn write(self, _: &FolderLock, change: &Change) -> Result<(), Error> {
        Ok(write_whole(
            &self.0.join(&change.file),
            change.text.as_bytes(),
        )?)
    }

    fn name(self, file: &str) -> String {
        self.0.join(file).display().to_string()
    }

    /// The faults with the paths of their files.
    pub fn placed(self, faults: FileFaults) -> Error {
        let lines = faults.0.into_iter().map(|mut fault| {
            fault.file = self.name(&fault.file);
            fault.to_string()
        });
        Error::Input(lines.collect::<Vec<_>>().join("\n"))
    }
}

/// The text of a file that people write.
pub fn read_text(place: &Path) -> Result<String, Error> {
    let about = |cause| Error::Read(place.display().to_string(), cause);
    let mut bytes = Vec::new();
    let mut file = File::open(place).map_err(about)?.take(MOST_BYTES + 1);
    let length = file.read_to_end(&mut bytes).map_err(about)?;
    if length as u64 > MOST_BYTES {
        return Err(about(io::ErrorKind::FileTooLarge.into()));
    }
    Ok(text_of(&bytes))
}
