//! A program with pipes to it, a thread for each pipe, and its end. Nothing of it stays running: on
//! Unix it is a process group of its own, which is ended as a whole.

use std::collections::BTreeSet;
use std::io::{self, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::guard::Guard;
use super::lines::{ProgramOutput, hand_on};
use super::log::{StderrLog, Tail, drain};

/// Lines that may wait to be heard.
const LINES_WAITING: usize = 16;
/// How often an end that is waited for is looked for.
const LOOK: Duration = Duration::from_millis(2);
/// How often a program that says nothing is looked at, whether it still runs.
const GLANCE: Duration = Duration::from_millis(50);
/// How long the last lines of a program that has ended may be on their way.
const LAST_LINES: Duration = Duration::from_secs(1);

/// The groups of the processes that run, so that all of them can be ended at once.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends every process that was started here and still runs: for a program that is about to end
/// without unwinding, or waits for one that hangs.
pub fn end_all_processes() {
    for &id in running().iter() {
        system::kill_group(id);
    }
}

/// A running program. Dropping it ends it, at once unless [`Process::end`] has waited.
#[derive(Debug)]
pub struct Process {
    child: Child,
    /// The process group of the program and its guard.
    group: u32,
    guard: Option<Guard>,
    /// To the thread that writes; `None` once standard input is closed.
    input: Option<Sender<Vec<u8>>>,
    output: Receiver<ProgramOutput>,
    tail: Arc<Tail>,
    stderr: Option<JoinHandle<()>>,
    ended: bool,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// If the system cannot start it, or there are no words.
    pub fn start(words: &[String], log: Option<Arc<StderrLog>>) -> io::Result<Process> {
        let nothing = || io::Error::new(io::ErrorKind::InvalidInput, "there is no command");
        let (program, arguments) = words.split_first().ok_or_else(nothing)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
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
        // From here on an error drops the process, which ends it.
        if let (Some(stdin), Some(stdout), Some(stderr)) = pipes {
            spawn("write", move || write_all(stdin, &to_write))?;
            spawn("read", move || hand_on(BufReader::new(stdout), &said))?;
            process.stderr = Some(spawn("stderr", move || {
                drain(stderr, &tail, log.as_deref())
            })?);
        }
        Ok(process)
    }

    /// Sends a line. Never waits: a program that does not read is a matter of the deadline.
    pub fn send(&self, mut line: Vec<u8>) {
        line.push(b'\n');
        if let Some(input) = &self.input {
            // A program that is gone says so by its output.
            let _ = input.send(line);
        }
    }

    /// What the program says next, waiting for it until `deadline`; `None` if that passes. A
    /// program that has ended says nothing more, though a child of it may hold its output open.
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

    /// How the program ended and its last words, after its output has ended.
    pub fn obituary(&mut self, wait: Duration) -> String {
        self.close_input();
        let status = match self.waited(wait) {
            false => "closed its output".to_owned(),
            true => {
                self.kill();
                match self.child.wait() {
                    Ok(status) => format!("ended ({status})"),
                    Err(error) => format!("ended ({error})"),
                }
            }
        };
        self.heard_out(wait);
        match self.tail.last_words() {
            Some(words) => format!("{status}; its last words: {words}"),
            None => status,
        }
    }

    /// Closes the program's standard input, gives it so long to end by itself, and ends what is
    /// left. Whether it did.
    pub fn end(&mut self, patience: Duration) -> bool {
        self.close_input();
        let by_itself = self.ended || self.waited(patience);
        self.kill();
        by_itself
    }

    fn close_input(&mut self) {
        self.input = None;
    }

    /// Whether the program itself has ended within this time. It is not reaped, so that its number,
    /// which is that of its group, stays taken.
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
        // Once they are reaped the number of the group may be another's.
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

/// Starts a thread that ends when its pipe does. Nobody waits for it: a child that left the group
/// may keep a pipe open.
fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<JoinHandle<()>> {
    let builder = thread::Builder::new().name(format!("bot-{name}"));
    builder.stack_size(256 << 10).spawn(work)
}

/// Writes what comes until nothing more does or nobody reads. Leaving closes the pipe.
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

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// The program will be of this group, or lead one of its own, so Ctrl-C does not reach it and
    /// its children end with it.
    pub fn join_group(command: &mut Command, group: Option<u32>) {
        let group = group.and_then(|group| i32::try_from(group).ok());
        command.process_group(group.unwrap_or(0));
    }

    pub fn kill_group(leader: u32) {
        if let Some(group) = i32::try_from(leader).ok().and_then(Pid::from_raw) {
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    /// Whether it has ended, without reaping it.
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

    /// Only the program itself can be ended here, by its handle.
    pub fn kill_group(_: u32) {}

    pub fn has_ended(child: &mut Child) -> bool {
        !matches!(child.try_wait(), Ok(None))
    }
}
