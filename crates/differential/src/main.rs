//! The command `differential`: tests a build of `rummilab` against brute force.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Parser;
use rummilab_differential::games::campaign::{Plan, play};

/// Differential tests of the `rummilab` command.
#[derive(Parser)]
struct Arguments {
    /// The command under test.
    #[arg(long)]
    binary: PathBuf,
    /// What to test.
    #[arg(long, default_value = "games")]
    only: String,
    /// The seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop after this many minutes.
    #[arg(long)]
    minutes: Option<f64>,
    /// Stop after this many games.
    #[arg(long)]
    games: Option<u64>,
    /// Threads.
    #[arg(long, default_value_t = 1)]
    threads: u64,
}

#[allow(clippy::print_stdout, clippy::print_stderr)]
fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let plan = Plan {
        binary: arguments.binary,
        seed: arguments.seed,
        games: arguments.games,
        time: arguments
            .minutes
            .map(|minutes| Duration::from_secs_f64(60.0 * minutes)),
        match_limit: Duration::from_secs(10),
        threads: arguments.threads,
    };
    match play(&plan, &|failure| println!("{failure}\n")) {
        Ok(report) => {
            println!("{report}");
            ExitCode::from(u8::from(!report.failures.is_empty()))
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
