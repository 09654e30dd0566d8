//! The `rummilab` command. Refuses to know anything but how to start and how to end: see `args` for the commands.

mod args;
mod batch;
mod bot_arg;
mod club;
mod club_known;
mod commands;
mod error;
mod in_memory;
mod interrupt;
mod live;
mod numbers;
mod output;
mod owners_arg;
mod plan_file;
mod play;
mod players;
mod programs;
mod progress;
mod recipe;
mod recorded_game;
mod results;
mod rules_arg;
mod run_folder;
mod shard;
mod solvers;
mod state;
mod stop_args;
mod store;
mod tables;
mod union;
mod watch;
mod whole_file;

use std::process::ExitCode;

fn main() -> ExitCode {
    match args::Cli::from_command_line().run() {
        Ok(exit) => exit.into(),
        Err(error) => error::report(&error),
    }
}
