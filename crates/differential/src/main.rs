//! The command `differential`: tests a build of `rummilab` against brute force.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rummilab_differential::run::{Config, Scope, run};

/// Tests a build of `rummilab` on positions drawn at random, against a brute force of its own.
#[derive(Parser)]
struct Arguments {
    /// The command under test.
    #[arg(long, value_name = "PATH")]
    binary: PathBuf,
    /// What is asked: positions, with some sets each, or verdicts on sets alone.
    #[arg(long, value_enum, default_value_t = Only::Positions)]
    only: Only,
    /// The seed; a position depends on it and its number alone.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How long to go on.
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// How many positions are drawn; 1000 if neither this nor a time is given.
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seconds for one answer; a slower one counts as slow.
    #[arg(long, default_value_t = 2.0)]
    limit: f64,
    /// How many findings of a kind are made small and shown.
    #[arg(long, default_value_t = 2)]
    examples: usize,
}

#[derive(Clone, Copy, ValueEnum)]
enum Only {
    Positions,
    Sets,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let positions = match (arguments.positions, arguments.minutes) {
        (None, None) => Some(1000),
        (positions, _) => positions,
    };
    let report = run(&Config {
        binary: arguments.binary,
        scope: match arguments.only {
            Only::Positions => Scope::Positions,
            Only::Sets => Scope::Sets,
        },
        seed: arguments.seed,
        positions,
        time: arguments.minutes.map(|m| Duration::from_secs_f64(60.0 * m)),
        threads: arguments.threads,
        limit: Duration::from_secs_f64(arguments.limit),
        examples: arguments.examples,
        progress: Some(|positions, wrong| eprintln!("{positions} positions, {wrong} wrong")),
    });
    println!("{report}");
    match report.wrong() {
        0 => ExitCode::SUCCESS,
        _ => ExitCode::FAILURE,
    }
}
