//! Runs the command under test: with a time limit, in a folder that is removed afterwards.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

#[derive(Debug, Clone)]
pub struct Program {
    path: PathBuf,
    limit: Duration,
}

/// What a run of the command left.
#[derive(Debug, Clone)]
pub struct Ran {
    /// Its exit status; `None` if it was stopped at the time limit.
    pub status: Option<ExitStatus>,
    pub out: String,
    pub err: String,
}

impl Ran {
    /// The exit code; `None` after a signal or at the time limit.
    pub fn code(&self) -> Option<i32> {
        self.status.and_then(|status| status.code())
    }
}

impl Program {
    /// The command at this path, stopped after `limit`.
    pub fn new(path: &Path, limit: Duration) -> Program {
        let path = path.to_path_buf();
        Program { path, limit }
    }

    /// Runs the command; its texts go through files of `folder`.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn run(&self, words: &[String], folder: &Folder) -> io::Result<Ran> {
        let (out, err) = (folder.path("stdout"), folder.path("stderr"));
        let mut child = Command::new(&self.path)
            .args(words)
            .current_dir(&folder.0)
            .stdin(Stdio::null())
            .stdout(File::create(&out)?)
            .stderr(File::create(&err)?)
            .spawn()?;
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break Some(status);
            }
            if start.elapsed() > self.limit {
                child.kill()?;
                child.wait()?;
                break None;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        };
        let text = |path: &Path| -> io::Result<String> {
            Ok(String::from_utf8_lossy(&fs::read(path)?).into_owned())
        };
        Ok(Ran {
            status,
            out: text(&out)?,
            err: text(&err)?,
        })
    }
}

/// A folder of its own, removed at the end.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    /// An empty folder.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<Folder> {
        static NUMBER: AtomicU64 = AtomicU64::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("rummilab-differential-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    /// The bytes of a file inside; `None` if there is no such file.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        fs::read(self.path(name)).ok()
    }

    /// The text of a file inside.
    pub fn text(&self, name: &str) -> Option<String> {
        String::from_utf8(self.read(name)?).ok()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What is left is small, and the folder of temporary files is emptied anyway.
        fs::remove_dir_all(&self.0).ok();
    }
}
