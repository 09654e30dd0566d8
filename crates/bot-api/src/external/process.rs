//! A program with pipes and a thread for each pipe, and its end. On Unix it is a process group of
//! its own, which is ended as a whole, so that nothing keeps running.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::guard::Guard;
use super::lines::{ProgramOutput, hand_on};
use super::log::{StderrLog, Tail, drain};
use super::usage::{Usage, limit_data, usage_of};

/// Number of lines that may wait in the channel.
const LINES_WAITING: usize = 16;
/// Interval at which an expected end is polled.
const LOOK: Duration = Duration::from_millis(2);
/// Interval at which a silent program is checked for still running.
const GLANCE: Duration = Duration::from_millis(50);
/// Time in which the last lines of an ended program may arrive.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The groups of the running processes, so that all can be ended at once.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every running process that was started here. For a program that is about to end without
/// unwinding, or that waits for a hanging process.
pub fn end_all_processes() {
    for &id in running().iter() {
        system::kill_group(id);
    }
}

/// Whether a program did not start because this machine has no files, processes or memory left.
pub fn is_of_machine(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::OutOfMemory || system::has_no_means(error)
}

/// A running program. Dropping it ends it: at once, unless [`Process::end`] has waited.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// The process group of the program and its guard.
    group: u32,
    guard: Option<Guard>,
    /// Channel to the writing thread; `None` after standard input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<ProgramOutput>,
    tail: Arc<Tail>,
    stderr: Option<JoinHandle<()>>,
    ended: bool,
}

impl Process {
    /// Starts a program with its arguments, in this folder if one is given.
    ///
    /// # Errors
    /// If the system cannot start it, or `words` is empty.
    pub fn start(
        words: &[String],
        folder: Option<&Path>,
        log: Option<Arc<StderrLog>>,
    ) -> io::Result<Process> {
        let nothing = || io::Error::new(io::ErrorKind::InvalidInput, "there is no command");
        let (program, arguments) = words.split_first().ok_or_else(nothing)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = folder {
            command.current_dir(folder);
        }
        let guard = Guard::start();
        system::join_group(&mut command, guard.as_ref().map(Guard::id));
        let mut child = command.spawn()?;
        let group = guard.as_ref().map_or(child.id(), Guard::id);
        running().insert(group);
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, to_write) = channel();
        let (said, output) = sync_channel(LINES_WAITING);
        let tail = Arc::new(Tail::default());
        let mut process = Process {
            child,
            group,
            guard,
            input: Some(input),
            output,
            tail: Arc::clone(&tail),
            stderr: None,
            ended: false,
        };
        // From here on an error drops the process and so ends it.
        if let (Some(stdin), Some(stdout), Some(stderr)) = pipes {
            spawn("write", move || write_all(stdin, &to_write))?;
            spawn("read", move || hand_on(BufReader::new(stdout), &said))?;
            process.stderr = Some(spawn("stderr", move || {
                drain(stderr, &tail, log.as_deref())
            })?);
        }
        Ok(process)
    }

    /// Lets the program, and each process that it starts from now on, have at most this much data:
    /// asking for more fails.
    ///
    /// # Errors
    /// Systems other than Linux have no such limit.
    pub fn limit_data(&self, bytes: u64) -> io::Result<()> {
        limit_data(self.child.id(), bytes)
    }

    /// What the program and its child processes use; `None` if the system does not say.
    pub fn usage(&self) -> Option<Usage> {
        usage_of(self.child.id())
    }

    /// Sends a line without waiting. If the program does not read it, the deadline passes.
    pub fn send(&self, mut line: Vec<u8>) {
        line.push(b'\n');
        if let Some(input) = &self.input {
            // If the program is gone, its output shows it.
            let _ = input.send(line);
        }
    }

    /// The next output of the program; `None` if `deadline` passes first. A program that has ended
    /// sends nothing more, even if a child process keeps its output open.
    pub fn receive(&mut self, deadline: Instant) -> Option<ProgramOutput> {
        let mut heard_out = None;
        loop {
            let wait = heard_out.unwrap_or(deadline);
            let wait = wait.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(wait.min(GLANCE)) {
                Ok(said) => return Some(said),
                Err(RecvTimeoutError::Disconnected) => return Some(ProgramOutput::End(0)),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let now = Instant::now();
            match heard_out {
                Some(at) if now >= at => return Some(ProgramOutput::End(0)),
                Some(_) => {}
                None if system::has_ended(&mut self.child) => heard_out = Some(now + LAST_LINES),
                None if now >= deadline => return None,
                None => {}
            }
        }
    }

    /// How the program ended, with its last words, after its output has ended.
    pub fn obituary(&mut self, wait: Duration) -> String {
        self.close_input();
        let status = if self.waited(wait) {
            self.kill();
            match self.child.wait() {
                Ok(status) => format!("ended ({status})"),
                Err(error) => format!("ended ({error})"),
            }
        } else {
            "closed its output".to_owned()
        };
        self.heard_out(wait);
        match self.tail.last_words() {
            Some(words) => format!("{status}; its last words: {words}"),
            None => status,
        }
    }

    /// Closes the standard input of the program, gives it `patience` to end by itself, and ends
    /// what is left. Returns whether it ended by itself.
    pub fn end(&mut self, patience: Duration) -> bool {
        self.close_input();
        let by_itself = self.ended || self.waited(patience);
        self.kill();
        by_itself
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether the program itself ends within this time. It is not reaped, so that its id, which is
    /// also that of its group, stays in use.
    fn waited(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            if system::has_ended(&mut self.child) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            thread::sleep(LOOK);
        }
    }

    /// Waits a little for the rest of standard error.
    fn heard_out(&self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let finished = || self.stderr.as_ref().is_none_or(JoinHandle::is_finished);
        while !finished() && Instant::now() < deadline {
            thread::sleep(LOOK);
        }
    }

    fn kill(&mut self) {
        if self.ended {
            return;
        }
        self.ended = true;
        system::kill_group(self.group);
        let _ = self.child.kill();
        // After reaping, the id of the group may belong to another process.
        running().remove(&self.group);
        let _ = self.child.wait();
        self.guard = None;
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end(Duration::ZERO);
    }
}

/// Starts a thread that ends with its pipe. Nobody joins it, because a child that left the group
/// may keep a pipe open.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let builder = thread::Builder::new().name(format!("bot-{name}"));
    builder.stack_size(256 << 10).spawn(work)
}

/// Writes all lines until there are no more, or the program stops reading. Returning closes the
/// pipe.
fn write_all(mut stdin: ChildStdin, lines: &Receiver<Vec<u8>>) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(&line).is_err() {
            return;
        }
    }
}

#[cfg(unix)]
mod system {
    use std::os::unix::process::CommandExt;
    use std::process::{Child, Command};

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// Puts the program into this group, or makes it the leader of its own. So Ctrl-C does not
    /// reach it, and its children end with it.
    pub fn join_group(command: &mut Command, group: Option<u32>) {
        let group = group.and_then(|group| i32::try_from(group).ok());
        command.process_group(group.unwrap_or(0));
    }

    /// Whether files or processes have run out.
    pub fn has_no_means(error: &std::io::Error) -> bool {
        let number = Errno::from_io_error(error);
        matches!(number, Some(Errno::MFILE | Errno::NFILE | Errno::AGAIN))
    }

    pub fn kill_group(leader: u32) {
        if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Whether the program has ended, without reaping it.
    pub fn has_ended(child: &mut Child) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        // An error means that there is no such child any more.
        !matches!(
            waitid(WaitId::Pid(Pid::from_child(child)), options),
            Ok(None)
        )
    }
}

#[cfg(not(unix))]
mod system {
    use std::process::{Child, Command};

    pub fn join_group(_: &mut Command, _: Option<u32>) {}

    pub fn has_no_means(_: &std::io::Error) -> bool {
        false
    }

    /// Without process groups only the program itself can be ended, by its handle.
    pub fn kill_group(_: u32) {}

    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }
}
