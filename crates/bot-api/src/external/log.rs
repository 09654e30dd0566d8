//! The standard error of external bots: a file of limited size, and the last lines for messages.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Most bytes kept of all processes of a bot together.
pub const LOG_BYTES: u64 = 1 << 20;

/// Bytes of a process that are kept for messages.
const TAIL_BYTES: usize = 2048;
/// Most characters of the last line in a message.
const LAST_WORDS: usize = 200;

/// A file for standard error, shared by all processes of a bot. The first byte creates it.
#[derive(Debug)]
pub struct StderrLog {
    path: PathBuf,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    file: Option<File>,
    written: u64,
    /// Whether the file is full or cannot be written.
    closed: bool,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl StderrLog {
    /// A log in this file. Existing content is kept and counts for the limit.
    pub fn new(path: PathBuf) -> StderrLog {
        StderrLog {
            path,
            open: Mutex::default(),
        }
    }

    fn write(&self, bytes: &[u8]) {
        let mut open = locked(&self.open);
        if !open.closed && self.try_write(&mut open, bytes).is_err() {
            // A log that cannot be written must not end a match.
            open.closed = true;
        }
    }

    fn try_write(&self, open: &mut Open, bytes: &[u8]) -> std::io::Result<()> {
        if open.file.is_none() {
            if let Some(folder) = self.path.parent() {
                fs::create_dir_all(folder)?;
            }
            let file = File::options().append(true).create(true).open(&self.path)?;
            open.written = file.metadata()?.len();
            open.file = Some(file);
        }
        let room = LOG_BYTES.saturating_sub(open.written) as usize;
        let kept = &bytes[..bytes.len().min(room)];
        let Some(file) = &mut open.file else {
            return Ok(());
        };
        file.write_all(kept)?;
        open.written += kept.len() as u64;
        if kept.len() < bytes.len() {
            open.closed = true;
            writeln!(file, "\n[cut off here: {LOG_BYTES} bytes are kept]")?;
        }
        Ok(())
    }
}

/// The last bytes that a process wrote to standard error.
#[derive(Debug, Default)]
pub(super) struct Tail(Mutex<Vec<u8>>);

impl Tail {
    /// The last line that is not blank.
    pub(super) fn last_words(&self) -> Option<String> {
        let bytes = locked(&self.0);
        let text = String::from_utf8_lossy(&bytes);
        let line = text
            .lines()
            .rev()
            .map(str::trim)
            .find(|line| !line.is_empty())?;
        Some(line.chars().take(LAST_WORDS).collect())
    }

    fn push(&self, bytes: &[u8]) {
        let mut tail = locked(&self.0);
        tail.extend(bytes);
        let extra = tail.len().saturating_sub(TAIL_BYTES);
        tail.drain(..extra);
    }
}

/// Reads standard error to its end, so that the bot never blocks on it.
pub(super) fn drain(mut stderr: impl Read, tail: &Tail, log: Option<&StderrLog>) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = stderr.read(&mut buffer) {
        tail.push(&buffer[..read]);
        if let Some(log) = log {
            log.write(&buffer[..read]);
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn a_log_is_capped_and_the_tail_has_the_last_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/bot.txt");
        let log = StderrLog::new(path.clone());
        let tail = Tail::default();
        drain(&b""[..], &tail, Some(&log));
        assert_eq!(tail.last_words(), None);
        assert!(!path.exists(), "a bot that says nothing has no file");
        let mut text = vec![b'x'; LOG_BYTES as usize];
        text.extend(b"\nthe end \n\n");
        for _ in 0..2 {
            drain(text.as_slice(), &tail, Some(&log));
        }
        assert_eq!(tail.last_words().as_deref(), Some("the end"));
        let kept = fs::read_to_string(&path).unwrap();
        assert!(kept.len() < LOG_BYTES as usize + 100);
        assert!(
            kept.trim_end()
                .ends_with("[cut off here: 1048576 bytes are kept]")
        );
    }
}
