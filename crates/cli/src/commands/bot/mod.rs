//! `bot`: templates and checks for bots that are programs.

mod check;
mod new;

use clap::Subcommand;

use crate::error::{Error, Exit};

/// Check a bot that is a program of its own, or begin one
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bot new --lang python
  rummilab bot check \"python3 mybot.py\"
  rummilab tournament --bot \"cmd:python3 mybot.py\" --bot random --deals 50";

#[derive(Debug, Subcommand)]
enum Command {
    /// Say whether a program keeps the bot protocol, in every rule system that it plays
    Check(check::Args),
    /// Write a working bot to begin with
    New(new::Args),
    /// Print the JSON Schema of the bot protocol
    #[command(after_help = "Examples:\n  rummilab bot schema > protocol.json")]
    Schema,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    match &args.command {
        Command::Check(args) => check::run(args),
        Command::New(args) => new::run(args),
        Command::Schema => {
            crate::output::Out::new().text(rummilab::bot_api::protocol::SCHEMA)?;
            Ok(Exit::Done)
        }
    }
}
