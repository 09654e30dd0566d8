//! A program as a solver: started from a command line, asked over pipes by lines of JSON, limited
//! in time and memory, and started again when it was ended or has crashed.

use std::io;
use std::time::{Duration, Instant};

use rummilab_bot_api::external::{External, Process, ProgramOutput, TimeControl};
use rummilab_bot_api::protocol::RulesMessage;
use rummilab_core::{Set, Table};
use rummilab_engine::{
    Attempt, Contestant, Outcome, PositionLine, SolverClaim, TimedQuestion, json_line, judge_reply,
};
use rummilab_solver::Solver;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

/// Time to introduce itself.
const STARTUP: Duration = Duration::from_secs(60);
/// Time to end for a program that closed its output.
const LAST_MOMENTS: Duration = Duration::from_millis(200);
/// Interval at which the memory of a program is looked at.
const LOOK: Duration = Duration::from_millis(5);
/// A process gets no more data than this many times the memory limit, however fast it asks.
const FENCE: u64 = 2;

/// Limits of a program for each question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProgramLimits {
    /// Wall time until the answer is complete. Then the program is ended.
    pub time: Duration,
    /// Bytes of resident memory of the program and its child processes. With more it is ended.
    pub memory: Option<u64>,
}

/// A program that answers questions for most tiles or value (docs/guide/your-solver.md).
pub struct ProgramSolver {
    name: String,
    command: External,
    limits: ProgramLimits,
    /// Values the tiles of openings that may use the table.
    judge: Box<dyn Solver>,
    running: Option<Process>,
    /// Whether the process has been asked about a position.
    is_used: bool,
    hello: Hello,
    /// The number of the last question.
    id: u64,
}

/// What a program says of itself. Every field may be missing.
#[derive(Default, Deserialize)]
struct Hello {
    name: Option<String>,
    version: Option<String>,
    /// The rule systems that it knows.
    rules: Option<Vec<String>>,
    /// The rule fields that it knows beyond those of its rule systems.
    options: Option<Vec<String>>,
    objectives: Option<Vec<String>>,
}

/// A question as `solve --batch` reads it.
#[derive(Serialize)]
struct QuestionLine<'a> {
    id: u64,
    rules: &'a str,
    #[serde(skip_serializing_if = "Map::is_empty")]
    options: &'a Map<String, Value>,
    objective: &'static str,
    opened: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    table_tiles: Option<String>,
    rack: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    owners: Option<&'a [Option<u8>]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    me: Option<u8>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    as_laid: bool,
}

/// The name of what is asked for.
fn objective_of(asked: TimedQuestion) -> Result<&'static str, String> {
    match asked {
        TimedQuestion::Tiles => Ok("tiles"),
        TimedQuestion::Value => Ok("value"),
        _ => Err("programs are asked for `tiles` or `value`".to_owned()),
    }
}

/// The rule system of a position, and the fields in which its rules differ from that.
fn rules_of(line: &PositionLine) -> Result<(String, Map<String, Value>), String> {
    let RulesMessage::Fields(mut options) = RulesMessage::from(&line.question.rules) else {
        return Err("the rules have no fields".to_owned());
    };
    let rules = options.remove("base").unwrap_or_default();
    options.remove("name");
    Ok((rules.as_str().unwrap_or_default().to_owned(), options))
}

/// The question about a position as a line of JSON with this number, as programs are asked
/// (docs/guide/your-solver.md).
///
/// # Errors
/// Why programs are not asked this.
pub fn question_line(asked: TimedQuestion, line: &PositionLine, id: u64) -> Result<String, String> {
    let (rules, options) = rules_of(line)?;
    let question = &line.question;
    let (before, position) = (question.before.as_ref(), &question.position);
    let texts = |table: &Table| table.sets().iter().map(Set::to_string).collect();
    Ok(json_line(&QuestionLine {
        id,
        rules: &rules,
        options: &options,
        objective: objective_of(asked)?,
        opened: position.opened,
        table: before.map(texts),
        table_tiles: before.is_none().then(|| position.table.to_string()),
        rack: position.rack.to_string(),
        owners: before.and_then(Table::owners),
        me: question.me,
        as_laid: question.rules.tables_lie_in_order(),
    }))
}

impl ProgramSolver {
    /// Starts the program of a command line and lets it introduce itself. `judge` values the tiles
    /// of openings that may use the table.
    ///
    /// # Errors
    /// Why it does not start; a command line with an unclosed quote.
    pub fn start(
        name: &str,
        command: &str,
        limits: ProgramLimits,
        judge: Box<dyn Solver>,
    ) -> Result<ProgramSolver, String> {
        let mut solver = ProgramSolver {
            name: name.to_owned(),
            command: External::new(command, TimeControl::NONE, None)?,
            limits,
            judge,
            running: None,
            is_used: false,
            hello: Hello::default(),
            id: 0,
        };
        match solver.started() {
            Ok(()) => Ok(solver),
            Err(Outcome::Crash(why)) => Err(why),
            Err(outcome) => Err(format!("it {outcome}")),
        }
    }

    /// Starts a process, if none is running.
    fn started(&mut self) -> Result<(), Outcome> {
        if self.running.is_some() {
            return Ok(());
        }
        let words = self.command.words();
        let crash = |error: io::Error| Outcome::Crash(format!("{}: {error}", words[0]));
        let process = Process::start(words, None, None).map_err(crash)?;
        if let Some(memory) = self.limits.memory {
            let limited = process.limit_data(memory.saturating_mul(FENCE));
            limited.map_err(|error| Outcome::Crash(format!("no memory limit: {error}")))?;
        }
        self.running = Some(process);
        self.is_used = false;
        let harness = format!("rummilab {}", env!("CARGO_PKG_VERSION"));
        let hello = json!({"hello": {"protocol": 1, "harness": harness}});
        let (reply, _) = self.exchange(&hello.to_string(), STARTUP)?;
        // A program that knows no greeting may answer it with an error, as `solve --batch` does.
        self.hello = serde_json::from_str(&reply).map_err(|error| {
            self.running = None;
            Outcome::Crash(format!("its first line cannot be read: {error}"))
        })?;
        Ok(())
    }

    /// Sends a line and waits for one. A program that fails to answer is ended.
    fn exchange(&mut self, line: &str, limit: Duration) -> Result<(String, Attempt), Outcome> {
        let memory = self.limits.memory;
        let Some(process) = &mut self.running else {
            return Err(Outcome::Crash("it is not running".to_owned()));
        };
        let before = process.usage();
        let start = Instant::now();
        let deadline = start + limit;
        process.send(line.trim_end().as_bytes().to_vec());
        let failed = loop {
            let look = memory.map_or(deadline, |_| deadline.min(Instant::now() + LOOK));
            match process.receive(look) {
                Some(ProgramOutput::Line(_, at)) if at > deadline => break Outcome::Timeout,
                Some(ProgramOutput::Line(line, at)) => {
                    let used = process.usage().zip(before);
                    let attempt = Attempt {
                        wall: at - start,
                        processor: used.map(|(after, before)| {
                            after.processor.saturating_sub(before.processor)
                        }),
                        ..Attempt::untimed(Outcome::Claim(SolverClaim::Unproven))
                    };
                    match String::from_utf8(line) {
                        Ok(line) => return Ok((line, attempt)),
                        Err(error) => break Outcome::Illegal(error.to_string()),
                    }
                }
                Some(ProgramOutput::TooLong) => {
                    break Outcome::Illegal("a line is longer than 1 MiB".to_owned());
                }
                Some(ProgramOutput::Failed(error)) => break Outcome::Crash(error.to_string()),
                Some(ProgramOutput::End(_)) => {
                    break Outcome::Crash(process.obituary(LAST_MOMENTS));
                }
                None => {}
            }
            let resident = process.usage().map_or(0, |usage| usage.resident);
            if memory.is_some_and(|most| resident > most) {
                break Outcome::Memory;
            }
            if Instant::now() >= deadline {
                break Outcome::Timeout;
            }
        };
        self.running = None;
        Err(failed)
    }

    /// The line of a question, or why it is not asked.
    fn question(&mut self, asked: TimedQuestion, line: &PositionLine) -> Result<String, String> {
        let objective = objective_of(asked)?;
        let (rules, options) = rules_of(line)?;
        let hello = &self.hello;
        let unknown = |known: &Option<Vec<String>>, name: &str| {
            known
                .as_ref()
                .is_some_and(|known| known.iter().all(|one| one != name))
        };
        if unknown(&hello.objectives, objective) {
            return Err(format!("it does not know the objective `{objective}`"));
        }
        if unknown(&hello.rules, &rules) {
            return Err(format!("it does not know the rules `{rules}`"));
        }
        if let Some(option) = options.keys().find(|key| unknown(&hello.options, key)) {
            return Err(format!("it does not know the option `{option}`"));
        }
        self.id += 1;
        question_line(asked, line, self.id)
    }

    /// Asks once: a fresh process first about the same table with an empty rack, untimed.
    fn asked(&mut self, asked: TimedQuestion, line: &PositionLine) -> Result<Attempt, Outcome> {
        let question = self.question(asked, line).map_err(Outcome::Refused)?;
        self.started()?;
        if !self.is_used {
            let mut idle: Value = serde_json::from_str(&question).unwrap_or_default();
            idle["rack"] = "".into();
            self.exchange(&idle.to_string(), self.limits.time)?;
            self.is_used = true;
        }
        let (reply, mut attempt) = self.exchange(&question, self.limits.time)?;
        (attempt.outcome, attempt.play) = if self.is_reply(&reply) {
            judge_reply(&reply, line, &mut self.judge)
        } else {
            // Whatever it says next may answer this question.
            self.running = None;
            let start: String = reply.chars().take(80).collect();
            let why = format!(
                "`{start}` does not answer question {}, as one JSON object",
                self.id
            );
            (Outcome::Illegal(why), None)
        };
        Ok(attempt)
    }

    /// Whether a line answers the last question, or does not say which.
    fn is_reply(&self, line: &str) -> bool {
        #[derive(Deserialize)]
        struct AnyReply {
            id: Option<u64>,
        }
        let reply = serde_json::from_str::<AnyReply>(line);
        reply.is_ok_and(|reply| reply.id.is_none_or(|id| id == self.id))
    }
}

impl Contestant for ProgramSolver {
    fn name(&self) -> &str {
        &self.name
    }

    fn program(&self) -> Option<String> {
        let name = self.hello.name.clone()?;
        let version = self.hello.version.as_ref();
        Some(version.map_or(name.clone(), |version| format!("{name} {version}")))
    }

    fn begin_pass(&mut self) {
        if self.is_used {
            self.running = None;
        }
    }

    fn attempt(&mut self, asked: TimedQuestion, line: &PositionLine) -> Attempt {
        // The wall time matters for timeouts alone.
        let wall = self.limits.time;
        let failed = |outcome| Attempt {
            wall,
            ..Attempt::untimed(outcome)
        };
        self.asked(asked, line).unwrap_or_else(failed)
    }
}
