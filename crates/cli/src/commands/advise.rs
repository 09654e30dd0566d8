//! `rummilab advise`: advice for a game at a real table. The library defines the lines; this file
//! reads and saves them and prints the answers.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, ErrorKind, IsTerminal};
use std::path::{Path, PathBuf};

use rummilab::bots::BotSpec;
use rummilab::core::{MAX_PLAYERS, RuleSet, Seat};
use rummilab::play::Adviser;
use rummilab::play::advise::{AdviseSession, Advisers, Notebook, SavedNotebook, help};
use rummilab::runs::{RunsError, check_place, judge, write_whole};
use rummilab::words::Language;

use crate::error::{Error, Exit, remark};
use crate::language::LanguageArg;
use crate::numbers::count;
use crate::output::Out;
use crate::rules_arg::{DEFAULT_RULES, RulesArgs};
use crate::tables::wrapped;

/// Advice for a game at a real table
#[derive(Debug, clap::Args)]
#[command(after_help = after_help())]
pub struct Args {
    /// Players, you included; 2 unless given
    #[arg(long, value_parser = count(2, MAX_PLAYERS))]
    players: Option<usize>,
    /// Your seat, from 0, which begins; 0 unless given
    #[arg(long, value_parser = count(0, MAX_PLAYERS - 1))]
    seat: Option<usize>,
    /// The bot whose choice is shown
    #[arg(long, value_name = "BOT", default_value = "champion")]
    bot: BotSpec,
    /// File of the game, kept after every line; a game that is in it goes on
    #[arg(
        long,
        value_name = "FILE",
        default_value = "advise.json",
        value_hint = clap::ValueHint::FilePath
    )]
    out: PathBuf,
    /// Begin a new game; one that is in the file is kept beside it, as `advise-1.json`
    #[arg(long)]
    new: bool,
    /// Without a prompt, a sentence a line: for screen readers and scripts
    #[arg(long)]
    plain: bool,
    /// Answer with lines of JSON: one before the first line, about the game so far, and one for
    /// each line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    language: LanguageArg,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab advise
  rummilab advise --players 3 --seat 2 --new
  echo \"rack R1-13 J\" | rummilab advise --new --json
  printf 'rack R1-13 J\\nbest\\nd\\n' | rummilab advise --new --plain

The bot's choice assumes that the others play as well as it does. The chance that the next player
goes out assumes that all deals of the hidden tiles are equally likely. The same command continues
the game.";

fn after_help() -> String {
    let lines = rummilab::rules(DEFAULT_RULES)
        .map_or_else(|_| String::new(), |rules| help(Language::English, &rules));
    format!("Lines that can be typed, under original rules:\n{lines}\n\n{EXAMPLES}")
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    // A program that reads JSON meets the same texts everywhere.
    let language = if args.json {
        Language::English
    } else {
        args.language.language()
    };
    let saved = args.saved()?;
    let rules = match &saved {
        Some(saved) => RuleSet::from_toml(&saved.rules).map_err(|why| about(&args.out, why))?,
        None => args.rules.read()?,
    };
    let mut advisers = Advisers {
        solver: judge(),
        bot: args.bot.make(),
        adviser: Adviser::new(judge()).speaking(language),
    };
    let notebook = match &saved {
        Some(saved) => Notebook::resume(&rules, saved, advisers.solver.as_mut())
            .map_err(|why| about(&args.out, why))?,
        None => args.notebook(&rules)?,
    };
    let mut session = AdviseSession::new(notebook, advisers);
    let mut out = Out::new();
    let mut kept = session.notebook().saved().lines;
    // The game in the file stays there until a line of the new one is accepted.
    let mut begun = saved.is_some();
    // An empty line asks for the state of the game.
    let mut line = String::new();
    loop {
        let reply = session.enter(&line);
        let lines = session.notebook().saved().lines;
        if lines != kept {
            if !begun && let Some(aside) = set_notebook_aside(&args.out)? {
                remark(&format!("the game that was there is {}", aside.display()));
            }
            begun = true;
            keep_notebook(&args.out, session.notebook())?;
            kept = lines;
        }
        if args.json {
            out.record(&reply)?
        } else {
            out.text(&wrapped(&reply.text()))?
        }
        if reply.quit {
            return Ok(Exit::Done);
        }
        if !args.plain && !args.json && io::stdin().is_terminal() {
            out.bytes(b"> ")?;
            out.flush()?;
        }
        line.clear();
        let read = io::stdin().lock().read_line(&mut line);
        if read.map_err(|cause| Error::Read("standard input".to_owned(), cause))? == 0 {
            return Ok(Exit::Done);
        }
    }
}

impl Args {
    /// The game in the file, if it should be resumed.
    fn saved(&self) -> Result<Option<SavedNotebook>, Error> {
        if self.new {
            // Another game may be in the file, but nothing else.
            read_notebook(&self.out)?;
            check_place(&self.out).map_err(RunsError::from)?;
            return Ok(None);
        }
        let Some(saved) = read_notebook(&self.out)? else {
            return Ok(None);
        };
        if self.rules.are_given() && self.rules.read()?.spec().to_toml() != saved.rules {
            return Err(Error::Input(format!(
                "{}: a game of other rules is in it; --new begins another",
                self.out.display()
            )));
        }
        let other = self.players.is_some_and(|players| players != saved.players)
            || self.seat.is_some_and(|seat| seat != saved.seat.index());
        if other {
            Err(Error::Input(format!(
                "{}: another game is in it, of {} players with you in seat {}; --new begins one",
                self.out.display(),
                saved.players,
                saved.seat
            )))
        } else {
            Ok(Some(saved))
        }
    }

    fn notebook(&self, rules: &RuleSet) -> Result<Notebook, Error> {
        let seat = Seat(self.seat.unwrap_or(0));
        let notebook = Notebook::new(rules, self.players.unwrap_or(2), seat);
        notebook.map_err(Error::cause)
    }
}

fn about(place: &Path, why: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::about(place.display().to_string(), why)
}

fn no_game(place: &Path, why: &serde_json::Error) -> Error {
    Error::Input(format!("{}: it holds no game: {why}", place.display()))
}

/// The game in a file; `None` if the file does not exist.
fn read_notebook(place: &Path) -> Result<Option<SavedNotebook>, Error> {
    match fs::read_to_string(place) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(RunsError::Read(place.to_owned(), cause).into()),
        Ok(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|why| no_game(place, &why)),
    }
}

/// Renames the file of a game that has begun, so that another one can take its place. Its new name,
/// `NAME-1.json` or with the next free number; `None` where no game has begun.
fn set_notebook_aside(place: &Path) -> Result<Option<PathBuf>, Error> {
    let begun = read_notebook(place)?.is_some_and(|saved| !saved.lines.is_empty());
    if !begun {
        return Ok(None);
    }
    let part = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let (stem, end) = (part(place.file_stem()), part(place.extension()));
    let name = |number: u32| place.with_file_name(format!("{stem}-{number}.{end}"));
    let free = (1..).map(name).find(|name| !name.exists());
    let aside = free.unwrap_or_else(|| place.with_extension("old"));
    match fs::rename(place, &aside) {
        Ok(()) => Ok(Some(aside)),
        Err(cause) => Err(RunsError::Write(place.to_owned(), cause).into()),
    }
}

/// Writes a game to a file, atomically.
fn keep_notebook(place: &Path, notebook: &Notebook) -> Result<(), Error> {
    let text = serde_json::to_vec(&notebook.saved()).map_err(|why| no_game(place, &why))?;
    Ok(write_whole(place, &text).map_err(RunsError::from)?)
}
