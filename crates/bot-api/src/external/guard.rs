//! Guards: a small process beside each program, which ends the program when its harness is gone. A
//! harness that is killed cannot end the program, and a hanging program does not notice the end of
//! its input.

use std::ffi::OsString;
use std::io;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Interval at which a guard looks for its parent.
const GLANCE: Duration = Duration::from_secs(1);

/// The command that starts a guard.
static COMMAND: OnceLock<Vec<OsString>> = OnceLock::new();

/// From now on every program that this process starts has a guard: a process of this command, which
/// must call [`guard`] and do nothing else. Usually the command is the calling program with a
/// special argument. Later calls have no effect.
///
/// Programs run unguarded without this call, or if the command cannot be started. Then a hanging
/// program outlives a harness that was killed. Systems other than Unix have no guards.
pub fn guard_programs_with(command: impl IntoIterator<Item = impl Into<OsString>>) {
    let _ = COMMAND.set(command.into_iter().map(Into::into).collect());
}

/// The work of a guard. It waits until standard input ends, which happens when the harness ends.
/// Then it ends its own process group, itself included. A forked child of the harness keeps the
/// input open, so the guard also looks every second whether its parent is still the same.
///
/// # Errors
/// If it does not lead a group of its own, because it would end other processes; or if the system
/// has no process groups.
pub fn guard() -> io::Result<()> {
    if !system::leads_its_group() {
        let why = "a guard is started with a process group of its own";
        return Err(io::Error::new(io::ErrorKind::Unsupported, why));
    }
    let parent = system::parent();
    let (over, heard) = channel::<()>();
    thread::Builder::new().spawn(move || {
        // Whatever ends the reading, the harness is gone.
        let _ = io::copy(&mut io::stdin().lock(), &mut io::sink());
        drop(over);
    })?;
    while heard.recv_timeout(GLANCE) == Err(RecvTimeoutError::Timeout) {
        if system::parent() != parent {
            break;
        }
    }
    system::end_own_group()
}

/// A running guard. It leads the process group of its program and ends with it. Dropping it ends
/// it.
#[derive(Debug)]
pub(super) struct Guard(Child);

impl Guard {
    /// Starts a guard, if a command is set and can be started.
    pub fn start() -> Option<Guard> {
        let (program, arguments) = COMMAND.get()?.split_first()?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        system::lead_group(&mut command)?;
        command.spawn().ok().map(Guard)
    }

    /// The id of its process, which is also that of its group.
    pub fn id(&self) -> u32 {
        self.0.id()
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[cfg(unix)]
mod system {
    use std::io;
    use std::os::unix::process::CommandExt;
    use std::process::Command;

    use rustix::process::{Pid, Signal, getpgrp, getpid, getppid, kill_current_process_group};

    pub fn parent() -> Option<Pid> {
        getppid()
    }

    pub fn lead_group(command: &mut Command) -> Option<()> {
        command.process_group(0);
        Some(())
    }

    pub fn leads_its_group() -> bool {
        getpgrp() == getpid()
    }

    pub fn end_own_group() -> io::Result<()> {
        Ok(kill_current_process_group(Signal::KILL)?)
    }
}

#[cfg(not(unix))]
mod system {
    use std::io;
    use std::process::Command;

    pub fn parent() -> Option<u32> {
        None
    }

    pub fn lead_group(_: &mut Command) -> Option<()> {
        None
    }

    pub fn leads_its_group() -> bool {
        false
    }

    pub fn end_own_group() -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }
}
