//! The command line as a whole: which commands there are. Each command has its flags in its own
//! file.

use std::borrow::Cow;
use std::ffi::OsString;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use rummilab::bot_api::external::guard;

use crate::commands::{
    analyse, bench, bot, bots, check, completions, corpus, league, merge, plan, play, replay,
    report, rules, run, runs, selftest, serve, solve, status, tournament, train, verify,
};
use crate::error::{Error, Exit, refuse_arguments};
use crate::numbers::taking_negative_numbers;
use crate::output::Out;
use crate::visible::visible;

/// AI opponent and solver research toolkit for Rummikub
#[derive(Debug, Parser)]
#[command(name = "rummilab", version, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold:h=1,greedy --deals 200 --seed 1
  rummilab solve --table \"R3 R4 R5 ; K7 B7 O7\" --rack \"R6 J\"
  rummilab check --set \"B2 B3 J\"
  rummilab rules tournament

Tiles are a colour letter and a value (R7), jokers a letter (J); sets are separated by `;`.
Exit codes: 0 done, 1 a check failed, 2 bad input or arguments, 75 interrupted and can be resumed.";

#[derive(Debug, Subcommand)]
enum Command {
    /// Play bots against each other and print who is better
    Tournament(tournament::Args),
    /// Play the match that a plan file describes
    Run(run::Args),
    /// Say how many blocks a difference between two bots needs, from a pilot run
    Plan(plan::Args),
    /// Let the statistics prove that they keep their promises, on real games
    Selftest(selftest::Args),
    /// Play against bots in the terminal
    Play(play::Args),
    /// Find the best play from a table and a rack
    Solve(solve::Args),
    /// Judge a set or a turn
    Check(check::Args),
    /// List the rule systems, or show one
    Rules(rules::Args),
    /// Time solvers side by side on a file of positions, and compare their answers
    Bench(bench::Args),
    /// Make a file of positions from seeded play, with answers on which all solvers agree
    Corpus(corpus::Args),
    /// Answer questions about rules, recorded games and single decisions
    Analyse(analyse::Args),
    /// List the bots with their parameters
    Bots(bots::Args),
    /// Check a bot that is a program of its own, or begin one
    Bot(bot::Args),
    /// Answer another program's requests with a bot, over the bot protocol on standard input and output
    Serve(serve::Args),
    /// Step through a recorded game as text
    Replay(replay::Args),
    /// Write a run as one self-contained HTML page
    Report(report::Args),
    /// Replay every game of a run with the referee and compare its files
    Verify(verify::Args),
    /// Put the shards of a run together
    Merge(merge::Args),
    /// List the runs that were played here, the last one first
    Runs(runs::Args),
    /// Say what of a run is done, what is missing or damaged, and how to go on
    Status(status::Args),
    /// Strengths, pay-off matrix and Nash mixture of a round robin, and the best response to a bot
    League(league::Args),
    /// Learn what a position is worth from games of bots among themselves
    Train(train::Args),
    /// Write a completion script for a shell
    Completions(completions::Args),
    /// Wait beside a bot for the end of the program that started both
    #[command(hide = true)]
    Guard,
}

impl Cli {
    /// What was typed; ends the program where that is no command.
    pub fn from_command_line() -> Cli {
        let numbers = |sub: clap::Command| sub.mut_args(taking_negative_numbers);
        let command = Cli::command().mut_subcommands(|sub| numbers(sub).mut_subcommands(numbers));
        let matches = command.try_get_matches().unwrap_or_else(|error| {
            // An argument may be the name of a file, which may hold anything.
            let hostile = |word: OsString| {
                let word = word.to_string_lossy();
                matches!(visible(&word), Cow::Owned(_))
            };
            match error.use_stderr() && std::env::args_os().any(hostile) {
                true => refuse_arguments(&error.to_string()),
                false => error.exit(),
            }
        });
        Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }

    /// Does what was asked.
    pub fn run(&self) -> Result<Exit, Error> {
        match &self.command {
            Some(Command::Tournament(args)) => tournament::run(args),
            Some(Command::Run(args)) => run::run(args),
            Some(Command::Plan(args)) => plan::run(args),
            Some(Command::Selftest(args)) => selftest::run(args),
            Some(Command::Bench(args)) => bench::run(args),
            Some(Command::Corpus(args)) => corpus::run(args),
            Some(Command::Analyse(args)) => analyse::run(args),
            Some(Command::Bots(args)) => bots::run(args),
            Some(Command::Bot(args)) => bot::run(args),
            Some(Command::Serve(args)) => serve::run(args),
            Some(Command::Replay(args)) => replay::run(args),
            Some(Command::Report(args)) => report::run(args),
            Some(Command::Verify(args)) => verify::run(args),
            Some(Command::Play(args)) => play::run(args),
            Some(Command::Solve(args)) => solve::run(args),
            Some(Command::Check(args)) => check::run(args),
            Some(Command::Rules(args)) => rules::run(args),
            Some(Command::Merge(args)) => merge::run(args),
            Some(Command::League(args)) => league::run(args),
            Some(Command::Train(args)) => train::run(args),
            Some(Command::Runs(args)) => runs::run(args),
            Some(Command::Status(args)) => status::run(args),
            Some(Command::Completions(args)) => completions::run(args),
            Some(Command::Guard) => guard().map(|()| Exit::Done).map_err(Error::cause),
            None => {
                let help = Cli::command().render_help();
                Out::new().text(&help.to_string())?;
                Ok(Exit::Done)
            }
        }
    }
}
