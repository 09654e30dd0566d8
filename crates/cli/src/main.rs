//! The `rummilab` command: its start and its end. See `args` for the commands.

mod args;
mod batch;
mod club;
mod commands;
mod error;
mod fault_text;
mod interrupt;
mod language;
mod letters;
mod lines;
mod live;
mod numbers;
mod output;
mod owners_arg;
mod page_server;
mod play;
mod progress;
mod recipe;
mod recorded_game;
mod results;
mod rules_arg;
mod run_place;
mod status_text;
mod stop_args;
mod sweep;
mod tables;
mod told_game;
mod visible;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use rummilab::bot_api::external::guard_programs_with;

/// The running program, even if its file was replaced.
const MYSELF: &str = "/proc/self/exe";

fn main() -> ExitCode {
    if let Some(program) = myself() {
        guard_programs_with([program, "guard".into()]);
    }
    match args::Cli::from_command_line().run() {
        Ok(exit) => exit.into(),
        Err(error) => error::report(&error),
    }
}

/// The command that starts this program again.
fn myself() -> Option<PathBuf> {
    if Path::new(MYSELF).exists() {
        Some(MYSELF.into())
    } else {
        std::env::current_exe().ok()
    }
}
