//! `rummilab advise`: advice for a game at a real table. The library defines the lines; this file
//! reads and saves them and prints the answers.

use std::ffi::OsStr;
use std::fs;
use std::io::{self, BufRead, IsTerminal};
use std::path::{Path, PathBuf};

use rummilab::bots::BotSpec;
use rummilab::core::{MAX_PLAYERS, Seat};
use rummilab::play::Adviser;
use rummilab::play::advise::{AdviseSession, Advisers, Notebook, help};
use rummilab::runs::{BUILD, RunsError, check_place, judge};
use rummilab::words::Language;

use crate::error::{Error, Exit, remark};
use crate::language::LanguageArg;
use crate::numbers::count;
use crate::output::Out;
use crate::rules_arg::{DEFAULT_RULES, RulesArgs};
use crate::tables::wrapped;
use crate::told_game::{export_told, keep_told, read_told};
use crate::visible::visible_lines;

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
    /// The name of a player; once for each, in the order of the seats, you included
    #[arg(long = "name", value_name = "NAME")]
    names: Vec<String>,
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
    /// Write the finished game that is in the file to a new games file, for `replay`, `verify` and
    /// `analyse review`; the tiles that nobody told are dealt to fit
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with = "new",
        value_hint = clap::ValueHint::FilePath
    )]
    export: Option<PathBuf>,
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
  rummilab advise --name Anna --name Bert --seat 1 --new
  rummilab verify advise.json
  rummilab analyse review advise.json
  rummilab advise --export friday.bin

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
    if let Some(to) = &args.export {
        let notebook = saved.ok_or_else(|| no_game(&args.out))?;
        return export_told(&args.out, &notebook, to).map(|()| Exit::Done);
    }
    let advisers = Advisers {
        solver: judge(),
        bot: args.bot.make(),
        adviser: Adviser::new(judge()).speaking(language),
    };
    // The game in the file stays there until a line of the new one is accepted.
    let mut begun = saved.is_some();
    let notebook = match saved {
        Some(saved) => saved,
        None => args.notebook()?,
    };
    let mut session = AdviseSession::new(notebook, advisers);
    let mut out = Out::new();
    let mut kept = session.notebook().to_json_lines(BUILD);
    // An empty line asks for the state of the game.
    let mut line = String::new();
    loop {
        let reply = session.enter(&line);
        let lines = session.notebook().to_json_lines(BUILD);
        if lines != kept {
            if !begun && let Some(aside) = set_notebook_aside(&args.out)? {
                remark(&format!("the game that was there is {}", aside.display()));
            }
            begun = true;
            keep_told(&args.out, session.notebook())?;
            kept = lines;
        }
        if args.json {
            out.record(&reply)?
        } else {
            out.text(&wrapped(&visible_lines(&reply.text())))?
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
    fn saved(&self) -> Result<Option<Notebook>, Error> {
        if self.new {
            // Another game may be in the file, but nothing else.
            read_told(&self.out)?;
            check_place(&self.out).map_err(RunsError::from)?;
            return Ok(None);
        }
        let Some(saved) = read_told(&self.out)? else {
            return Ok(None);
        };
        if self.rules.are_given() && self.rules.read()?.spec() != saved.rules().spec() {
            return Err(Error::Input(format!(
                "{}: a game of other rules is in it; --new begins another",
                self.out.display()
            )));
        }
        let other = self
            .players
            .is_some_and(|players| players != saved.players())
            || self.seat.is_some_and(|seat| seat != saved.me().index());
        if other {
            Err(Error::Input(format!(
                "{}: another game is in it, of {} players with you in seat {}; --new begins one",
                self.out.display(),
                saved.players(),
                saved.me()
            )))
        } else {
            self.named(saved).map(Some)
        }
    }

    fn notebook(&self) -> Result<Notebook, Error> {
        let seat = Seat(self.seat.unwrap_or(0));
        let named = Some(self.names.len()).filter(|names| *names > 0);
        let players = self.players.or(named).unwrap_or(2);
        let notebook = Notebook::new(&self.rules.read()?, players, seat);
        self.named(notebook.map_err(Error::cause)?)
    }

    /// The game with the given names, if there are any.
    fn named(&self, notebook: Notebook) -> Result<Notebook, Error> {
        if self.names.is_empty() {
            return Ok(notebook);
        }
        let named = notebook.with_names(self.names.clone());
        named.map_err(|why| Error::about("--name", why))
    }
}

fn no_game(place: &Path) -> Error {
    Error::Input(format!("{}: there is no game", place.display()))
}

/// Renames the file of a game that has begun, so that another one can take its place. Its new name,
/// `NAME-1.json` or with the next free number; `None` where no game has begun.
fn set_notebook_aside(place: &Path) -> Result<Option<PathBuf>, Error> {
    let begun = read_told(place)?.is_some_and(|saved| !saved.lines().is_empty());
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
