//! A running process of the command, which answers lines one by one.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

#[derive(Debug, Clone, PartialEq)]
pub enum Reply {
    Answer(Value),
    /// Nothing within the time limit; the process was ended.
    Slow,
    /// The process ended without an answer.
    Dead,
}

/// A process that is started when it is needed.
pub struct Client {
    binary: PathBuf,
    arguments: Vec<String>,
    limit: Duration,
    running: Option<Running>,
}

struct Running {
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Client {
    /// A process of this binary with these arguments, and a time limit for each answer.
    pub fn new(binary: &Path, arguments: &[&str], limit: Duration) -> Client {
        Client {
            binary: binary.to_owned(),
            arguments: arguments.iter().map(|word| (*word).to_owned()).collect(),
            limit,
            running: None,
        }
    }

    fn start(&self) -> std::io::Result<Running> {
        let mut child = Command::new(&self.binary)
            .args(&self.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let gone = || std::io::Error::other("the process has no pipe");
        let input = child.stdin.take().ok_or_else(gone)?;
        let output = child.stdout.take().ok_or_else(gone)?;
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                let Ok(line) = line else { break };
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Running {
            child,
            input,
            lines,
        })
    }

    /// Sends a line; [`Client::receive`] takes the answer.
    pub fn send(&mut self, line: &str) {
        if self.running.is_none() {
            self.running = self.start().ok();
        }
        if let Some(running) = &mut self.running {
            let sent = writeln!(running.input, "{line}").and_then(|()| running.input.flush());
            if sent.is_err() {
                self.running = None;
            }
        }
    }

    /// The answer to the line sent last.
    pub fn receive(&mut self) -> Reply {
        let Some(running) = &self.running else {
            return Reply::Dead;
        };
        let reply = match running.lines.recv_timeout(self.limit) {
            Ok(line) => serde_json::from_str(&line).map_or(Reply::Dead, Reply::Answer),
            Err(RecvTimeoutError::Timeout) => Reply::Slow,
            Err(RecvTimeoutError::Disconnected) => Reply::Dead,
        };
        if !matches!(reply, Reply::Answer(_)) {
            self.running = None;
        }
        reply
    }

    /// Sends a line and takes the answer.
    pub fn ask(&mut self, line: &str) -> Reply {
        self.send(line);
        self.receive()
    }
}
