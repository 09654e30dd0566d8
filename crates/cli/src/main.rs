//! The `rummilab` command: how it starts and how it ends. See `args` for the commands.

mod args;
mod batch;
mod club;
mod commands;
mod error;
mod interrupt;
mod live;
mod numbers;
mod output;
mod owners_arg;
mod play;
mod progress;
mod recipe;
mod recorded_game;
mod results;
mod rules_arg;
mod status_text;
mod stop_args;
mod tables;

use std::process::ExitCode;

fn main() -> ExitCode {
    match args::Cli::from_command_line().run() {
        Ok(exit) => exit.into(),
        Err(error) => error::report(&error),
    }
}
