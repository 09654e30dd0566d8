//! Requests to a running bot and its answers: ids, deadlines, and the fault of each wrong answer.

use std::time::{Duration, Instant};

use super::clock::{GRACE, STARTUP};
use super::lines::ProgramOutput;
use super::process::Process;
use crate::BotFault;
use crate::protocol::{Ask, BotReply, ErrorCode, HelloAnswer, Program, Reply, Request, VERSION};
use crate::solve::{MakeOracle, SolveSession};

/// Time to end for a program that closed its output.
const LAST_MOMENTS: Duration = Duration::from_millis(200);
/// Time to end for a bot after `quit`.
const FAREWELL: Duration = Duration::from_millis(500);
/// Most characters of a line that a message quotes.
const QUOTED: usize = 120;
/// Most `solve` requests that are read before the answer to our request. Each has an answer, which
/// must be kept until the bot reads it.
const MOST_AT_ONCE: u32 = 1000;

/// A bot that answers.
#[derive(Debug)]
pub struct Conversation {
    process: Process,
    /// The id of the last request.
    id: u64,
    hello: HelloAnswer,
    session: SolveSession,
    /// Number of `solve` requests received.
    solves: u64,
}

impl Conversation {
    /// Asks a program that was just started who it is. The request offers these versions of the
    /// protocol and, if there is an oracle, the feature `solve`.
    ///
    /// # Errors
    /// If it does not introduce itself in time, or speaks none of these versions.
    pub fn begin(
        process: Process,
        versions: &[u32],
        oracle: Option<MakeOracle>,
    ) -> Result<Conversation, BotFault> {
        let nobody = HelloAnswer {
            protocol: 0,
            name: String::new(),
            version: None,
            author: None,
            rules: None,
            features: Vec::new(),
        };
        let mut conversation = Conversation {
            process,
            id: 0,
            hello: nobody,
            session: SolveSession::new(oracle),
            solves: 0,
        };
        let hello = Request::Hello {
            protocol: versions.to_vec(),
            harness: Program {
                name: "rummilab".to_owned(),
                version: env!("CARGO_PKG_VERSION").to_owned(),
            },
            features: oracle.map(|_| "solve".to_owned()).into_iter().collect(),
        };
        match conversation.ask(hello, STARTUP)? {
            (Reply::Hello(hello), _) if hello.protocol == VERSION => {
                conversation.hello = hello;
                Ok(conversation)
            }
            (Reply::Hello(hello), _) => Err(BotFault::Protocol(format!(
                "it picked version {} of the protocol, which was not offered",
                hello.protocol
            ))),
            (other, _) => Err(unexpected("hello", &other)),
        }
    }

    /// Who the bot is.
    pub fn hello(&self) -> &HelloAnswer {
        &self.hello
    }

    /// Sends a request and waits for its answer. Returns also the time from sending the request to
    /// the end of the answer.
    ///
    /// # Errors
    /// [`BotFault`]: no answer in time, the end of the program, or a line that does not answer this
    /// request.
    pub fn ask(
        &mut self,
        request: Request,
        allowed: Duration,
    ) -> Result<(Reply, Duration), BotFault> {
        self.id += 1;
        let ask = Ask {
            id: self.id,
            request,
        };
        let line = serde_json::to_vec(&ask).map_err(|error| {
            BotFault::Protocol(format!("the request cannot be written: {error}"))
        })?;
        self.ask_line(line, Some(&ask.request), allowed)
    }

    /// Like [`Conversation::ask`], with a line written by the caller; its id must be
    /// [`Conversation::next_id`].
    ///
    /// # Errors
    /// Those of [`Conversation::ask`].
    pub fn ask_raw(
        &mut self,
        line: &str,
        allowed: Duration,
    ) -> Result<(Reply, Duration), BotFault> {
        self.id += 1;
        let request = serde_json::from_str::<Ask>(line).ok();
        let request = request.map(|ask| ask.request);
        self.ask_line(line.as_bytes().to_vec(), request.as_ref(), allowed)
    }

    /// The id of the next request.
    pub fn next_id(&self) -> u64 {
        self.id + 1
    }

    /// Number of `solve` requests that the bot has sent.
    pub fn solves(&self) -> u64 {
        self.solves
    }

    /// From now on refuses every `solve`.
    pub fn close_desk(&mut self) {
        self.session = SolveSession::default();
    }

    /// Sends a line and waits for its answer. `request` is its content, if this version knows it.
    fn ask_line(
        &mut self,
        line: Vec<u8>,
        request: Option<&Request>,
        allowed: Duration,
    ) -> Result<(Reply, Duration), BotFault> {
        let turn = matches!(
            request,
            Some(Request::Move { .. } | Request::PutBack { .. })
        );
        let answer = self.wait_for_answer(line, turn, allowed);
        if let Some(request) = request {
            self.session.after(request);
        }
        answer
    }

    fn wait_for_answer(
        &mut self,
        line: Vec<u8>,
        turn: bool,
        allowed: Duration,
    ) -> Result<(Reply, Duration), BotFault> {
        let mut solves = 0;
        let start = Instant::now();
        let mut solved = start;
        let deadline = start + allowed + GRACE;
        self.process.send(line);
        loop {
            let (line, at) = match self.process.receive(deadline) {
                Some(ProgramOutput::Line(line, at)) => (line, at.max(solved)),
                None => return Err(BotFault::Timeout),
                Some(ProgramOutput::TooLong) => {
                    return Err(BotFault::Protocol("a line is longer than 1 MiB".to_owned()));
                }
                Some(ProgramOutput::Failed(error)) => {
                    return Err(BotFault::Crash(error.to_string()));
                }
                Some(ProgramOutput::End(unfinished)) => {
                    let mut how = self.process.obituary(LAST_MOMENTS);
                    if unfinished > 0 {
                        how += &format!("; it left a line of {unfinished} bytes unfinished");
                    }
                    return Err(BotFault::Crash(how));
                }
            };
            if at > deadline {
                return Err(BotFault::Timeout);
            }
            if is_solve(&line) {
                solves += 1;
                if solves > MOST_AT_ONCE {
                    let message =
                        format!("it sent more than {MOST_AT_ONCE} `solve` requests at once");
                    return Err(BotFault::Protocol(message));
                }
                self.solve(&line, turn)?;
                // Lines written before this answer had to wait for it.
                solved = Instant::now();
                continue;
            }
            let answer = parsed(&line)?;
            if answer.id == self.id {
                return Ok((answer.reply, at - start));
            }
            // A late answer to an earlier request is ignored.
            if answer.id > self.id {
                return Err(BotFault::Protocol(format!(
                    "it answered request {}, and the last one was {}",
                    answer.id, self.id
                )));
            }
        }
    }

    /// Answers a request of the bot; the time counts as the bot's.
    fn solve(&mut self, line: &[u8], turn: bool) -> Result<(), BotFault> {
        self.solves += 1;
        let (id, answer) = match serde_json::from_slice::<Ask>(line) {
            Ok(Ask {
                id,
                request: Request::Solve(question),
            }) if turn => (id, self.session.answer(&question)),
            Ok(ask) => {
                let message = "`solve` is answered while a move is asked only".to_owned();
                (ask.id, Err((ErrorCode::Invalid, message)))
            }
            Err(error) => (0, Err((ErrorCode::Invalid, error.to_string()))),
        };
        let reply = match answer {
            Ok(fields) => Reply::Solve(fields),
            Err((code, message)) => Reply::Error { code, message },
        };
        let reply = serde_json::to_vec(&BotReply { id, reply });
        self.process.send(reply.map_err(|error| {
            BotFault::Protocol(format!("the answer cannot be written: {error}"))
        })?);
        Ok(())
    }

    /// Tells the bot to quit and waits a moment. Returns whether it ended by itself.
    pub fn end(mut self) -> bool {
        self.id += 1;
        let quit = Ask {
            id: self.id,
            request: Request::Quit,
        };
        if let Ok(line) = serde_json::to_vec(&quit) {
            self.process.send(line);
        }
        self.process.end(FAREWELL)
    }

    /// Closes the bot's input without `quit`. Returns whether it ended by itself.
    pub fn close(mut self) -> bool {
        self.process.end(FAREWELL)
    }
}

/// Whether a line is a `solve` request, well-formed or not.
fn is_solve(line: &[u8]) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind<'a> {
        #[serde(rename = "type", borrow)]
        kind: std::borrow::Cow<'a, str>,
    }
    serde_json::from_slice::<Kind<'_>>(line).is_ok_and(|line| line.kind == "solve")
}

fn parsed(line: &[u8]) -> Result<BotReply, BotFault> {
    serde_json::from_slice(line).map_err(|error| {
        let text = String::from_utf8_lossy(line);
        let quoted: String = text.chars().take(QUOTED).collect();
        let hint = if text.trim_start().starts_with('{') {
            ""
        } else {
            " (debugging output belongs on standard error)"
        };
        BotFault::Protocol(format!("{error} in `{quoted}`{hint}"))
    })
}

/// The fault of an answer to another request, or of an error message as answer.
pub(super) fn unexpected(expected: &str, reply: &Reply) -> BotFault {
    let found = match reply {
        Reply::Error { code, message } => {
            let message: String = message.chars().take(400).collect();
            return BotFault::Crash(format!("it reports an error ({code:?}): {message}"));
        }
        Reply::Hello(_) => "hello",
        Reply::Ready => "ready",
        Reply::Move { .. } => "move",
        Reply::PutBack { .. } => "putback",
        Reply::Hint(_) => "hint",
        Reply::Solve(_) => "solve",
        Reply::Ok => "ok",
    };
    BotFault::Protocol(format!(
        "it answered `{found}` where `{expected}` was asked"
    ))
}
