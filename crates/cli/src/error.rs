//! All errors of the command line, with their texts and exit codes. Every variant gives the place
//! of the fault and what was expected in one line; excerpts of the source may be added.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use rummilab::arena::HarnessError;
use rummilab::bots::RosterError;
use rummilab::core::{NamedRulesError, PlacedFault, count, line_and_column};
use rummilab::engine::{TilesError, refusal};
use rummilab::play::review::ReviewError;
use rummilab::record::Difference;
use rummilab::runs::{
    BotNameError, NoLeague, NoPilot, NoResponse, PROGRAM, PlanFileError, PlanFileFault, RunsError,
    ShardError, WholeFileError, only_deals,
};
use rummilab::solver::{SolveError, Unsupported};

use crate::tables::width;
use crate::visible::{visible, visible_lines};

/// Exit status of a command that produced an answer. (75, interrupted, belongs to the commands that
/// can be resumed.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Success.
    Done,
    /// A check found a fault.
    CheckFailed,
}

impl Exit {
    /// The exit status of a check.
    pub fn of(sound: bool) -> Exit {
        if sound { Exit::Done } else { Exit::CheckFailed }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        match exit {
            Exit::Done => ExitCode::SUCCESS,
            Exit::CheckFailed => ExitCode::from(1),
        }
    }
}

/// Why a command has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or standard input cannot be read.
    #[error("cannot read {0}: {1}")]
    Read(String, #[source] io::Error),
    /// A rule system cannot be used.
    #[error("the rules `{0}` cannot be used")]
    Rules(String, Vec<FaultAt>),
    /// A plan file cannot be used.
    #[error("the plan `{0}` cannot be used")]
    Plan(String, Vec<FaultAt>),
    /// A text does not consist of tiles.
    #[error("{0}")]
    Tiles(Box<TilesError>),
    /// An error of a library with a complete text.
    #[error(transparent)]
    Cause(Box<dyn std::error::Error + Send + Sync>),
    /// The value of an argument cannot be used; the argument, and the reason.
    #[error("{0}: {1}")]
    About(String, #[source] Box<dyn std::error::Error + Send + Sync>),
    /// Another error in the input, with a complete text.
    #[error("{0}")]
    Input(String),
    /// The solver refuses a rule or goal.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// Two answers to the same question differ, the checker refuses one, or the harness failed.
    #[error(transparent)]
    Contradiction(Box<dyn std::error::Error + Send + Sync>),
    /// Lines of a batch were answered with an error; their number, and the number of all lines.
    #[error("{0} of {1} lines could not be answered; their answers say why")]
    BadLines(u64, u64),
    /// An unknown bot, or settings that the bot does not have.
    #[error(transparent)]
    Bot(#[from] RosterError),
    /// A run cannot be played, continued, merged or read.
    #[error("{}", runs_text(.0))]
    Runs(#[source] RunsError),
    /// An invalid shard, or one that no scheduler names.
    #[error("{}", shard_text(.0))]
    Shard(#[from] ShardError),
    /// A file cannot be written atomically.
    #[error(transparent)]
    File(#[from] WholeFileError),
    /// A person's game was interrupted.
    #[error("interrupted; the game is saved. To go on: rummilab play --out {}", .0.display())]
    GameSaved(PathBuf),
    /// A command that keeps nothing was stopped.
    #[error("interrupted; nothing was kept")]
    Stopped,
    /// A command was stopped after printing a partial answer.
    #[error("interrupted after {0}")]
    StoppedEarly(String),
    /// The output cannot be written.
    #[error("cannot write the output: {0}")]
    Output(io::Error),
}

/// One fault of a rule system or a plan, with its place if it was read from a file.
#[derive(Debug, thiserror::Error)]
#[error("{place}{message}")]
pub struct FaultAt {
    /// `file:line:column: `, or empty.
    pub place: String,
    /// What is wrong and what was expected.
    pub message: String,
    /// Name and text of the file, with the place.
    pub excerpt: Option<Excerpt>,
}

/// A place in a text.
#[derive(Debug)]
pub struct Excerpt {
    /// The name of the text.
    name: String,
    text: String,
    /// The place, in bytes.
    span: Range<usize>,
}

impl Excerpt {
    /// The same with control characters made visible; `None` if the place is none of the text.
    fn visible(&self) -> Option<Excerpt> {
        let Excerpt { name, text, span } = self;
        let before = visible_lines(text.get(..span.start)?);
        let at = visible_lines(text.get(span.clone())?);
        let after = visible_lines(text.get(span.end..)?);
        Some(Excerpt {
            name: visible(name).into_owned(),
            span: before.len()..before.len() + at.len(),
            text: [before, at, after].concat(),
        })
    }
}

impl FaultAt {
    /// A fault in the text with this name, if there is a text.
    fn new(name: &str, text: Option<&str>, fault: PlacedFault) -> FaultAt {
        let excerpt = text.zip(fault.span).map(|(text, span)| Excerpt {
            name: name.to_owned(),
            text: text.to_owned(),
            span,
        });
        FaultAt {
            place: fault.place,
            message: fault.message,
            excerpt,
        }
    }
}

impl Error {
    /// Wraps an error of a library with a complete text.
    pub fn cause(cause: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::Cause(cause.into())
    }

    /// Wraps an error about an argument, or about a place in a file.
    pub fn about(
        about: impl Into<String>,
        cause: impl Into<Box<dyn std::error::Error + Send + Sync>>,
    ) -> Error {
        Error::About(about.into(), cause.into())
    }

    /// The error in one line, as in the answer to a line of a batch.
    pub fn one_line(&self) -> String {
        match self {
            Error::Rules(_, faults) | Error::Plan(_, faults) => {
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                format!("{self}: {}", faults.join("; "))
            }
            _ => self.to_string(),
        }
    }

    /// The error as the answer to a request for JSON.
    pub fn to_json(&self) -> String {
        let status = match self {
            Error::Unsupported(_) => "unsupported",
            _ => "error",
        };
        refusal(&None, status, &self.one_line())
    }

    fn exit_code(&self) -> u8 {
        match self {
            Error::Contradiction(_)
            | Error::Runs(RunsError::Conflict(..) | RunsError::Harness(..)) => 1,
            Error::Runs(RunsError::InUse(..) | RunsError::InterruptedIn(..))
            | Error::GameSaved(..)
            | Error::Stopped
            | Error::StoppedEarly(_) => 75,
            _ => 2,
        }
    }
}

impl From<RunsError> for Error {
    fn from(error: RunsError) -> Error {
        match error {
            RunsError::Unsupported(refusal) => Error::Unsupported(refusal),
            RunsError::Interrupted => Error::Stopped,
            RunsError::Solve(error) => error.into(),
            error => Error::Runs(error),
        }
    }
}

impl From<rummilab::Error> for Error {
    fn from(error: rummilab::Error) -> Error {
        match error {
            rummilab::Error::Engine(error) => (*error).into(),
            rummilab::Error::Solve(error) => error.into(),
            rummilab::Error::Review(error) => (*error).into(),
            rummilab::Error::Runs(error) => (*error).into(),
            error => Error::cause(error),
        }
    }
}

impl From<BotNameError> for Error {
    fn from(error: BotNameError) -> Error {
        RunsError::from(error).into()
    }
}

impl From<PlanFileError> for Error {
    fn from(error: PlanFileError) -> Error {
        let PlanFileError { name, text, faults } = error;
        let fault = |fault: PlanFileFault| {
            let place = fault.span.as_ref().map(|span| {
                let (line, column) = line_and_column(&text, span);
                format!("{name}:{line}:{column}: ")
            });
            let (message, span) = (fault.to_string(), fault.span);
            let place = place.unwrap_or_default();
            FaultAt::new(
                &name,
                Some(&text),
                PlacedFault {
                    place,
                    message,
                    fault: None,
                    option: None,
                    span,
                },
            )
        };
        let faults = faults.into_iter().map(fault).collect();
        Error::Plan(name, faults)
    }
}

/// The text of an error of a run, with the command that helps.
fn runs_text(error: &RunsError) -> String {
    const GOES_ON: &str = "the same command goes on from there";
    match error {
        RunsError::Damaged(path, _) => format!(
            "{error}. To save what is sound: rummilab merge {} --out NEW; with --out NEW the same \
             command then plays the rest",
            path.parent().unwrap_or(path).display()
        ),
        RunsError::InUse(..) => format!("{error}; when that has ended, {GOES_ON}"),
        RunsError::Write(..) | RunsError::Append(..) => {
            format!("{error}; what was written before stays, and {GOES_ON}")
        }
        RunsError::InterruptedIn(folder, done, blocks) => format!(
            "interrupted after {done} of {}; {GOES_ON} ({})",
            count(*blocks, "block"),
            folder.display()
        ),
        RunsError::ChangedBot { place, .. } if place.extension().is_some() => visible(&format!(
            "{error}. Another `version` in {} makes it another bot; with --accept-changed-bots \
             both play as one, and the records say so",
            place.display()
        ))
        .into_owned(),
        RunsError::ChangedBot { .. } => visible(&format!(
            "{error}. With --accept-changed-bots both play in one run, and the record says so; \
             with another --out the games are played anew"
        ))
        .into_owned(),
        RunsError::OtherRun(_, field) => match field {
            Difference::Build | Difference::Version { .. } => format!(
                "{error}; go on with the program that began it, or play it anew with another --out"
            ),
            Difference::Salt => {
                format!("{error}; go on with its own by leaving out --salt, or give another --out")
            }
            Difference::Deals { found, wanted } if only_deals(found, wanted).is_some() => {
                format!("{error}; a run can only grow: ask for as many or give another --out")
            }
            _ => error.to_string(),
        },
        RunsError::DifferentRuns(_, _, field) => match field {
            Difference::Build | Difference::Version { .. } => {
                format!("{error}; play all shards with one version of the program")
            }
            Difference::Salt => format!("{error}; all shards need the same --salt"),
            Difference::Program { .. } => visible(&format!(
                "{error}; with --accept-changed-bots their games become one run, and the record \
                 says so"
            ))
            .into_owned(),
            _ => error.to_string(),
        },
        RunsError::ShardSalt { salt, .. } => format!("{error}; add --salt {salt} to every shard"),
        RunsError::Conflict(..) => {
            format!("{error}; `rummilab verify DIR --replay-bots` tells which is right")
        }
        RunsError::Bot(BotNameError::CommandInList(_)) => {
            format!("{error}, as --bot \"{PROGRAM}…\"")
        }
        RunsError::League(NoLeague::Unfinished(..)) => {
            format!("{error} (`rummilab status` says how to go on)")
        }
        RunsError::Pilot(NoPilot::NoScores(_)) => format!("{error}; expected --metric wins"),
        RunsError::Response(NoResponse::NoModel(_)) => {
            format!("{error}; expected --model and a bot that stands for it")
        }
        RunsError::Response(NoResponse::NoFamily(_)) => format!("--family: {error}"),
        RunsError::Response(NoResponse::NoCandidate(_)) => {
            format!("{error}; expected another --family or --start")
        }
        RunsError::Harness(..) => format!("a bug in rummilab, please report it: {error}"),
        // The words of a program, on one line.
        RunsError::Probe(..) => visible(&error.to_string()).into_owned(),
        error => error.to_string(),
    }
}

fn shard_text(error: &ShardError) -> String {
    match error {
        ShardError::Text => error.to_string(),
        ShardError::NoArray => format!("--shard auto: {error}; give --shard K/N"),
        ShardError::NoRange(..) => format!(
            "--shard auto: {error}; give --shard auto/N, with jobs numbered 0 to N-1 or 1 to N"
        ),
    }
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        rummilab::engine::Error::from(error).into()
    }
}

impl From<rummilab::engine::Error> for Error {
    fn from(error: rummilab::engine::Error) -> Error {
        use rummilab::engine::Error as Engine;
        match error {
            Engine::Rules(error) => error.into(),
            Engine::Unreadable(name, cause) => Error::Read(name, cause),
            Engine::Tiles(error) => Error::Tiles(Box::new(error)),
            Engine::Unsupported(refusal) => Error::Unsupported(refusal),
            Engine::WrongAnswer(_) => Error::Contradiction(error.into()),
            Engine::Position(_)
            | Engine::Line(_)
            | Engine::Score(_)
            | Engine::Solve(_)
            | Engine::NotJudged(_) => Error::cause(error),
        }
    }
}

impl From<ReviewError> for Error {
    fn from(error: ReviewError) -> Error {
        match error {
            ReviewError::Solve(error) => error.into(),
            ReviewError::Harness(HarnessError::Interrupted) => Error::Stopped,
            ReviewError::PlayedOtherwise(..)
            | ReviewError::Harness(HarnessError::Endless(_) | HarnessError::Panic(_)) => {
                Error::Contradiction(error.into())
            }
            error => Error::cause(error),
        }
    }
}

impl From<NamedRulesError> for Error {
    fn from(error: NamedRulesError) -> Error {
        let NamedRulesError::Faults { name, text, faults } = error else {
            return Error::cause(error);
        };
        let fault = |fault| FaultAt::new(&name, text.as_deref(), fault);
        let faults = faults.into_iter().map(fault).collect();
        Error::Rules(name, faults)
    }
}

/// A text with the place it speaks of, if there is one. Control characters are made visible.
struct Shown {
    /// `file:line:column: `, or empty.
    place: String,
    text: String,
    excerpt: Option<Excerpt>,
}

impl Shown {
    fn new(place: &str, text: &impl fmt::Display, excerpt: Option<&Excerpt>) -> Shown {
        Shown {
            place: visible(place).into_owned(),
            text: visible_lines(&text.to_string()).into_owned(),
            excerpt: excerpt.and_then(Excerpt::visible),
        }
    }

    /// The texts about an error: itself, then the faults that it consists of.
    fn all(error: &Error) -> Vec<Shown> {
        match error {
            // A single fault without a place takes one line.
            Error::Rules(_, faults) | Error::Plan(_, faults)
                if matches!(faults.as_slice(), [FaultAt { excerpt: None, .. }]) =>
            {
                vec![Shown::new("", &error.one_line(), None)]
            }
            Error::Rules(_, faults) | Error::Plan(_, faults) => {
                let faults = faults
                    .iter()
                    .map(|fault| Shown::new(&fault.place, &fault.message, fault.excerpt.as_ref()));
                std::iter::once(Shown::new("", error, None))
                    .chain(faults)
                    .collect()
            }
            Error::Tiles(tiles) => {
                let excerpt = Excerpt {
                    name: tiles.name.clone(),
                    text: tiles.text.clone(),
                    span: tiles.span(),
                };
                vec![Shown::new("", error, Some(&excerpt))]
            }
            error => vec![Shown::new("", error, None)],
        }
    }

    /// In one piece: where it is, and what it is.
    fn line(&self) -> String {
        format!("{}{}", self.place, self.text)
    }

    /// An excerpt says the place itself.
    fn group(&self) -> Group<'_> {
        match &self.excerpt {
            None => Group::with_title(Level::ERROR.primary_title(self.line())),
            Some(Excerpt { name, text, span }) => Level::ERROR.primary_title(&self.text).element(
                Snippet::source(text.as_str())
                    .path(name.as_str())
                    .annotation(AnnotationKind::Primary.span(span.clone())),
            ),
        }
    }
}

/// Prints the error and returns the exit code. If the reader closed our output early, nothing is
/// printed.
pub fn report(error: &Error) -> ExitCode {
    if matches!(error, Error::Output(cause) if cause.kind() == io::ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    let stderr = io::stderr().lock();
    let fancy = stderr.is_terminal();
    note(stderr, &if fancy { drawn(error) } else { plain(error) });
    ExitCode::from(error.exit_code())
}

/// Ends the program because of invalid arguments.
pub fn refuse_arguments(text: &str) -> ! {
    note(io::stderr().lock(), &visible_lines(text));
    std::process::exit(2);
}

/// Writes to standard error; a failure is ignored, because nobody could see it.
fn note(mut stderr: impl Write, text: &str) {
    let _ = writeln!(stderr, "{}", text.trim_end());
}

/// Prints a remark on what was done besides the answer.
pub fn remark(text: &str) {
    note(io::stderr().lock(), &visible_lines(text));
}

/// Prints a warning.
pub fn warn(text: &str) {
    let text = visible_lines(text);
    note(io::stderr().lock(), &format!("warning: {text}"));
}

/// Reports a fault of a bot, in red where the terminal has colours.
pub fn tell_fault(text: &str) {
    let text = visible(text);
    let stderr = io::stderr().lock();
    let line = if stderr.is_terminal() {
        let level = Level::ERROR.with_name("fault");
        rendered(&[Group::with_title(level.primary_title(&*text))])
    } else {
        format!("fault: {text}")
    };
    note(stderr, &line);
}

fn drawn(error: &Error) -> String {
    let shown = Shown::all(error);
    let groups: Vec<Group<'_>> = shown.iter().map(Shown::group).collect();
    rendered(&groups)
}

/// Text for a terminal, in colours unless `NO_COLOR` is set.
fn rendered(groups: &[Group<'_>]) -> String {
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let renderer = if no_colour {
        Renderer::plain()
    } else {
        Renderer::styled()
    };
    renderer
        .decor_style(DecorStyle::Unicode)
        .term_width(usize::from(width()))
        .render(groups)
}

/// The error for pipes and log files: one line for each fault, without a drawing.
fn plain(error: &Error) -> String {
    let texts: Vec<String> = Shown::all(error).iter().map(Shown::line).collect();
    format!("error: {}", texts.join("\n  "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_ours_is_not_bad_input() {
        let panic = || HarnessError::Panic("as it should".to_owned());
        let (block, source) = (3, panic());
        let run = Error::from(RunsError::Harness(block, source));
        let review = Error::from(ReviewError::Harness(panic()));
        assert_eq!((run.exit_code(), review.exit_code()), (1, 1));
        assert_eq!(Error::from(RunsError::ClockForNobody).exit_code(), 2);
    }
}
