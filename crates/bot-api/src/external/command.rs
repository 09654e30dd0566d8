//! A bot that is a program: its command line, and the state that all its processes share.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rummilab_core::RuleSet;

use super::bot::ExternalBot;
use super::clock::{NEW_GAME, TimeControl};
use super::conversation::{Conversation, unexpected};
use super::log::StderrLog;
use super::process::{Process, is_of_machine};
use crate::BotFault;
use crate::protocol::{ErrorCode, HelloAnswer, NewGame, Reply, Request, VERSION};
use crate::solve::MakeOracle;

/// After this many failed starts in a row a bot is withdrawn: it is not started again and loses its
/// games.
pub const MAX_START_FAILURES: u32 = 5;

/// A program that plays.
#[derive(Debug)]
pub struct External {
    words: Vec<String>,
    /// Where it starts; where this program runs if `None`.
    folder: Option<PathBuf>,
    clock: TimeControl,
    log: Option<Arc<StderrLog>>,
    oracle: Option<MakeOracle>,
    /// Number of failed starts since the last success.
    failures: AtomicU32,
    last_failure: Mutex<Option<String>>,
}

/// Why a bot cannot play.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProbeError {
    /// It cannot be started, or does not introduce itself.
    #[error("{0}")]
    Start(String),
    /// It does not play these rules.
    #[error("it does not play {0}: {1}")]
    Rules(String, String),
    /// It does not begin a game.
    #[error("it does not begin a game: {0}")]
    NewGame(BotFault),
}

impl External {
    /// The program of a command line: words separated by blanks, quoted as in a shell. No shell is
    /// involved.
    ///
    /// # Errors
    /// A text without a word, or with an unclosed quote.
    pub fn new(
        command: &str,
        clock: TimeControl,
        log: Option<StderrLog>,
    ) -> Result<External, String> {
        let words = shlex::split(command)
            .ok_or("a quote is not closed, or the last character is a backslash")?;
        if words.first().is_none_or(String::is_empty) {
            return Err("there is no command".to_owned());
        }
        Ok(External {
            words,
            folder: None,
            clock,
            log: log.map(Arc::new),
            oracle: None,
            failures: AtomicU32::new(0),
            last_failure: Mutex::new(None),
        })
    }

    /// Starts the program in this folder, so that its command is relative to that folder.
    #[must_use]
    pub fn in_folder(mut self, folder: Option<PathBuf>) -> External {
        self.folder = folder;
        self
    }

    /// Lets the program send `solve` requests, if there is an oracle that answers them.
    #[must_use]
    pub fn with_oracle(mut self, oracle: Option<MakeOracle>) -> External {
        self.oracle = oracle;
        self
    }

    /// The words of its command line.
    pub fn words(&self) -> &[String] {
        &self.words
    }

    /// The folder in which it starts, if one was given.
    pub fn folder(&self) -> Option<&Path> {
        self.folder.as_deref()
    }

    /// A player; its process starts on its first turn.
    pub fn bot(self: &Arc<Self>) -> ExternalBot {
        ExternalBot::new(Arc::clone(self))
    }

    /// The clock.
    pub fn clock(&self) -> TimeControl {
        self.clock
    }

    /// Why the bot was withdrawn; `None` if it was not.
    pub fn withdrawn(&self) -> Option<String> {
        if self.failures.load(Ordering::Relaxed) < MAX_START_FAILURES {
            return None;
        }
        let last = self.last_failure.lock();
        last.unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Starts a process and asks who it is.
    ///
    /// # Errors
    /// [`BotFault::Crash`] with the reason why it did not start. A withdrawn bot is not tried
    /// again. [`BotFault::Machine`] if that is no fault of the bot.
    pub fn start(&self) -> Result<Conversation, BotFault> {
        self.start_offering(&[VERSION])
    }

    /// Like [`External::start`], but offers these versions of the protocol.
    ///
    /// # Errors
    /// Those of [`External::start`].
    pub fn start_offering(&self, versions: &[u32]) -> Result<Conversation, BotFault> {
        if let Some(reason) = self.withdrawn() {
            return Err(BotFault::Crash(reason));
        }
        let started = match Process::start(&self.words, self.folder(), self.log.clone()) {
            Ok(process) => {
                Conversation::begin(process, versions, self.oracle).map_err(|fault| match fault {
                    BotFault::Crash(reason) => reason,
                    fault => fault.to_string(),
                })
            }
            Err(error) => {
                let reason = format!("{}: {error}", self.words[0]);
                if is_of_machine(&error) {
                    return Err(BotFault::Machine(reason));
                }
                Err(reason)
            }
        };
        match started {
            Ok(conversation) => {
                self.failures.store(0, Ordering::Relaxed);
                Ok(conversation)
            }
            Err(reason) => {
                let reason = format!("it could not be started: {reason}");
                let mut last = self
                    .last_failure
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                *last = Some(reason.clone());
                self.failures.fetch_add(1, Ordering::Relaxed);
                Err(BotFault::Crash(reason))
            }
        }
    }

    /// Starts the bot once, lets it introduce itself and begin a game of these rules, and ends it.
    ///
    /// # Errors
    /// The reason why it cannot play.
    pub fn probe(&self, rules: &RuleSet, players: usize) -> Result<HelloAnswer, ProbeError> {
        let mut conversation = match self.start() {
            Ok(conversation) => conversation,
            Err(BotFault::Crash(reason)) => return Err(ProbeError::Start(reason)),
            Err(fault) => return Err(ProbeError::Start(fault.to_string())),
        };
        let hello = conversation.hello().clone();
        if let Some(plays) = hello
            .rules
            .as_ref()
            .filter(|plays| !plays.contains(&rules.name))
        {
            return Err(ProbeError::Rules(
                rules.name.clone(),
                format!("it plays {}", plays.join(", ")),
            ));
        }
        let game = NewGame::first(rules, players);
        let answer = conversation.ask(Request::NewGame(game), NEW_GAME);
        match answer {
            Ok((Reply::Ready, _)) => {
                conversation.end();
                Ok(hello)
            }
            Ok((
                Reply::Error {
                    code: ErrorCode::Unsupported,
                    message,
                },
                _,
            )) => Err(ProbeError::Rules(rules.name.clone(), message)),
            Ok((other, _)) => Err(ProbeError::NewGame(unexpected("ready", &other))),
            Err(fault) => Err(ProbeError::NewGame(fault)),
        }
    }
}
