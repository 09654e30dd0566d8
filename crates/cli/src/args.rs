//! The command line: the list of commands. The flags of each command are in its own file.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use rummilab::bot_api::external::guard;

use crate::commands::{
    advise, analyse, bench, bot, bots, check, club, completions, corpus, ladder, league, man,
    merge, plan, play, replay, report, rules, run, score, series, serve, solve, status, tournament,
    verify, web,
};
use crate::error::{Error, Exit, refuse_arguments};
use crate::numbers::taking_negative_numbers;
use crate::output::Out;
use crate::visible::visible;

/// AI opponent and solver research toolkit for Rummikub
#[derive(Debug, Parser)]
#[command(name = "rummilab", version, long_version = BUILD_FACTS, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

/// The facts that `--version` prints and `-V` does not: see `build.rs`.
const BUILD_FACTS: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit   ",
    env!("RUMMILAB_COMMIT"),
    "\nbuilt by ",
    env!("RUMMILAB_RUSTC"),
    "\ntarget   ",
    env!("RUMMILAB_TARGET"),
    "\nprofile  ",
    env!("RUMMILAB_PROFILE"),
);

const EXAMPLES: &str = "\
Examples:
  rummilab play --level easy
  rummilab tournament --bots hold:h=1,greedy --deals 200 --seed 1
  rummilab solve --table \"R3 R4 R5 ; K7 B7 O7\" --rack \"R6 J\"
  rummilab check --set \"B2 B3 J\"
  rummilab rules tournament

Tiles are a colour letter and a value (R7), jokers a letter (J); sets are
separated by `;`. `rummilab rules` says what the letters mean.

`rummilab COMMAND --help` has the options of a command, with examples.

Exit codes: 0 done, 1 a check failed, 2 bad input or arguments, 75 interrupted
and can be resumed.";

/// The commands in the groups of `--help`.
const GROUPS: &[(&str, &[&str])] = &[
    ("Play", &["play", "web", "advise", "series", "club"]),
    ("Solve", &["solve", "check", "rules"]),
    (
        "Experiment",
        &[
            "tournament",
            "run",
            "plan",
            "league",
            "ladder",
            "analyse",
            "bench",
            "corpus",
            "score",
        ],
    ),
    ("Bots", &["bots", "bot", "serve"]),
    (
        "Files",
        &[
            "status",
            "verify",
            "merge",
            "replay",
            "report",
            "completions",
            "man",
        ],
    ),
];

/// The command line for clap.
pub fn command() -> clap::Command {
    let command = Cli::command();
    let groups = groups(&command);
    each(command, &|sub| {
        let sub = sub.mut_args(|arg| short_for_out(taking_negative_numbers(arg)));
        match sub
            .get_after_help()
            .map(|text| paragraphs(&text.ansi().to_string()))
        {
            Some(text) => sub.after_help(text),
            None => sub,
        }
    })
    .help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} \
         {{usage}}\n\n{groups}Options:\n{{options}}{{after-help}}"
    ))
}

/// Adds a tip if a word without a flag may be the second bot of a list.
fn with_tip_on_lists(mut error: clap::Error) -> clap::Error {
    let is_list = |word: OsString| word.to_string_lossy().starts_with("--bots");
    let stray = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(word)) => !word.starts_with('-'),
        _ => false,
    };
    if error.kind() == ErrorKind::UnknownArgument && stray && std::env::args_os().any(is_list) {
        let tip = "bots are separated by commas, without blanks".into();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip]));
    }
    error
}

/// Makes `-o` short for `--out` in every command.
fn short_for_out(arg: clap::Arg) -> clap::Arg {
    match arg.get_long() {
        Some("out") => arg.short('o'),
        _ => arg,
    }
}

/// Applies a change to the command and all its subcommands.
pub fn each(
    command: clap::Command,
    change: &impl Fn(clap::Command) -> clap::Command,
) -> clap::Command {
    change(command).mut_subcommands(|sub| each(sub, change))
}

/// All commands with their descriptions, in groups.
fn groups(command: &clap::Command) -> String {
    let mut text = String::new();
    for (heading, names) in GROUPS {
        text += &format!("{heading}:\n");
        for name in *names {
            let about = command
                .find_subcommand(name)
                .and_then(clap::Command::get_about);
            let about = about.map(ToString::to_string).unwrap_or_default();
            text += &format!("  {name:11}  {about}\n");
        }
        text.push('\n');
    }
    text
}

/// Joins every paragraph into one line, so that only clap wraps it. Lines that begin with a blank
/// are examples or lists; these and the line before them stay as they are.
fn paragraphs(text: &str) -> String {
    let mut joined = String::new();
    let lines: Vec<&str> = text.lines().collect();
    for (at, line) in lines.iter().enumerate() {
        joined += line;
        let next = lines.get(at + 1);
        let apart = |line: &&str| line.is_empty() || line.starts_with(' ');
        joined += match next {
            None => "",
            Some(next) if apart(line) || apart(next) || line.ends_with(':') => "\n",
            Some(_) => " ",
        };
    }
    joined
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Play bots against each other and print who is better
    Tournament(tournament::Args),
    /// Play the match that a plan file describes
    Run(run::Args),
    /// Say how many deals a difference between two bots needs
    Plan(plan::Args),
    /// Play against bots in the terminal
    Play(play::Args),
    /// Advice for a game at a real table
    Advise(advise::Args),
    /// Run a club evening: players, tables, results, standings
    Club(club::Args),
    Series(series::Args),
    /// Find the best play from a table and a rack
    Solve(solve::Args),
    /// Judge a set or a turn
    Check(check::Args),
    /// List the rule systems, or show one
    Rules(rules::Args),
    /// Time solvers on a file of positions and compare their answers
    Bench(bench::Args),
    /// Make a file of positions on whose answers all solvers agree
    Corpus(corpus::Args),
    /// Score answers to positions, of programs, language models or bots
    Score(score::Args),
    /// Answer questions about rules, recorded games and decisions
    Analyse(analyse::Args),
    /// List the bots, or show the parameters of one
    Bots(bots::Args),
    /// Begin a bot that is a program of its own, or check one
    Bot(bot::Args),
    /// Open the page in a browser: play, solve, watch
    Web(web::Args),
    /// Play a bot for another program, over standard input and output
    Serve(serve::Args),
    /// Step through a recorded game as text
    Replay(replay::Args),
    /// Write a run as one self-contained HTML page
    Report(report::Args),
    /// Replay every game of a run with the referee and compare its files
    Verify(verify::Args),
    /// Put the shards of a run together
    Merge(merge::Args),
    /// List the runs played here, or say what of one is done or damaged
    Status(status::Args),
    /// Rank the bots of a round robin, and find what beats a bot
    League(league::Args),
    /// Rate a folder of bots, and play what is missing
    Ladder(ladder::Args),
    /// Write a completion script for a shell
    Completions(completions::Args),
    /// Write pages for `man` and completion scripts as files
    Man(man::Args),
    /// Wait beside a bot for the end of the program that started both
    #[command(hide = true)]
    Guard,
}

impl Cli {
    /// The parsed command line; ends the program if it is invalid.
    pub fn from_command_line() -> Cli {
        let matches = command().try_get_matches().unwrap_or_else(|error| {
            // An argument may be a file name, which may hold any characters.
            let hostile = |word: OsString| {
                let word = word.to_string_lossy();
                matches!(visible(&word), Cow::Owned(_))
            };
            let error = with_tip_on_lists(error);
            if error.use_stderr() && std::env::args_os().any(hostile) {
                refuse_arguments(&error.to_string())
            } else {
                error.exit()
            }
        });
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Runs the command.
    pub fn run(&self) -> Result<Exit, Error> {
        match &self.command {
            Some(Command::Tournament(args)) => tournament::run(args),
            Some(Command::Run(args)) => run::run(args),
            Some(Command::Plan(args)) => plan::run(args),
            Some(Command::Bench(args)) => bench::run(args),
            Some(Command::Corpus(args)) => corpus::run(args),
            Some(Command::Score(args)) => score::run(args),
            Some(Command::Analyse(args)) => analyse::run(args),
            Some(Command::Bots(args)) => bots::run(args),
            Some(Command::Bot(args)) => bot::run(args),
            Some(Command::Web(args)) => web::run(args),
            Some(Command::Serve(args)) => serve::run(args),
            Some(Command::Replay(args)) => replay::run(args),
            Some(Command::Report(args)) => report::run(args),
            Some(Command::Verify(args)) => verify::run(args),
            Some(Command::Play(args)) => play::run(args),
            Some(Command::Advise(args)) => advise::run(args),
            Some(Command::Club(args)) => club::run(args),
            Some(Command::Series(args)) => series::run(args),
            Some(Command::Solve(args)) => solve::run(args),
            Some(Command::Check(args)) => check::run(args),
            Some(Command::Rules(args)) => rules::run(args),
            Some(Command::Merge(args)) => merge::run(args),
            Some(Command::League(args)) => league::run(args),
            Some(Command::Ladder(args)) => ladder::run(args),
            Some(Command::Status(args)) => status::run(args),
            Some(Command::Completions(args)) => completions::run(args),
            Some(Command::Man(args)) => man::run(args),
            Some(Command::Guard) => guard().map(|()| Exit::Done).map_err(Error::cause),
            None => {
                let help = command().render_help();
                Out::new().text(&help.to_string())?;
                Ok(Exit::Done)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_is_in_one_group() {
        let command = Cli::command();
        let shown = command.get_subcommands().filter(|sub| !sub.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).collect();
        let mut grouped: Vec<&str> = GROUPS
            .iter()
            .flat_map(|(_, names)| *names)
            .copied()
            .collect();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(shown, grouped);
    }

    #[test]
    fn paragraphs_are_one_line() {
        let check = |text: &str, expected: &str| assert_eq!(paragraphs(text), expected);
        check("one\ntwo three\n\nfour", "one two three\n\nfour");
        check(
            "Examples:\n  a b\n  c\nmore\ntext",
            "Examples:\n  a b\n  c\nmore text",
        );
        check("List:\nOne.\nTwo", "List:\nOne. Two");
    }
}
