//! The command `differential`: tests a build of `rummilab` against brute force.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rummilab_differential::corpus::{self, Certifier};
use rummilab_differential::games::campaign::{Plan, play};
use rummilab_differential::jokers::{agree, campaign};
use rummilab_differential::run::{Config, Scope, run};

/// Tests a build of `rummilab` on positions and games drawn at random, against a brute force and a
/// referee of its own.
#[derive(Parser)]
struct Arguments {
    /// The command under test.
    #[arg(long, value_name = "PATH", required_unless_present = "corpus")]
    binary: Option<PathBuf>,
    /// Instead of a test, print `--positions` lines for `solve --batch`, 2000 unless given, under
    /// rule systems drawn over every field; with a binary, with the answers that a solver of it
    /// proves within `--limit` seconds, and exit code 1 if two differ.
    #[arg(long, conflicts_with_all = ["only", "minutes", "former", "threads", "games"])]
    corpus: bool,
    /// What to test; positions unless given.
    #[arg(long, value_enum, default_value_t = Only::Positions)]
    only: Only,
    /// The seed; a position or a match depends on it and its number alone.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Leave out values of rule fields that builds before 1.0.0 lack.
    #[arg(long)]
    former: bool,
    /// Give all rule systems 16 to 60 values, for a command with the feature `many-values`.
    #[arg(long, conflicts_with = "joker_rule")]
    many_values: bool,
    /// Positions under this joker rule, each with a joker on the table: any, old, two, both, drawn,
    /// or all of them in turn: mixed.
    #[arg(long, value_name = "NAME")]
    joker_rule: Option<String>,
    /// How long to go on.
    #[arg(long, value_name = "M")]
    minutes: Option<f64>,
    /// The number of the first position.
    #[arg(long, value_name = "N", default_value_t = 0)]
    from: u64,
    /// How many positions are drawn, those left out beside a slow one included; 1000 if neither
    /// this nor a time is given.
    #[arg(long, value_name = "N")]
    positions: Option<u64>,
    /// How many games are played, at least; 1000 if neither this nor a time is given.
    #[arg(long, value_name = "N")]
    games: Option<u64>,
    /// Threads.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Seconds for one answer; a slower one counts as slow.
    #[arg(long, default_value_t = 2.0)]
    limit: f64,
    /// Seconds for one match; a slower one counts as slow.
    #[arg(long, default_value_t = 10.0)]
    match_limit: f64,
    /// How many findings of a kind are made small and shown.
    #[arg(long, default_value_t = 2)]
    examples: usize,
}

/// What to test.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Only {
    /// Answers to questions about positions, and verdicts on some sets each.
    Positions,
    /// Verdicts on sets alone.
    Sets,
    /// Larger positions on real decks with jokers on the table: do the solvers agree, how long do
    /// they take? `--positions` says how many there are under each joker rule.
    Solvers,
    /// Verdicts on turns under bound jokers; `--positions` says how many.
    Turns,
    /// Whole games of bots.
    Games,
}

impl Arguments {
    fn time(&self) -> Option<Duration> {
        self.minutes.map(|m| Duration::from_secs_f64(60.0 * m))
    }

    /// A number, or 1000 if no time is given either.
    fn at_least(&self, number: Option<u64>) -> Option<u64> {
        match (number, self.minutes) {
            (None, None) => Some(1000),
            (number, _) => number,
        }
    }
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    let Some(binary) = arguments.binary.take() else {
        return corpus(&arguments, None);
    };
    // Games are played in a folder of their own, from which a relative path leads elsewhere.
    let binary = match binary.canonicalize() {
        Ok(binary) => binary,
        Err(error) => {
            eprintln!("error: {}: {error}", binary.display());
            return ExitCode::from(2);
        }
    };
    if arguments.corpus {
        return corpus(&arguments, Some(&binary));
    }
    match arguments.only {
        Only::Positions => positions(&arguments, binary, Scope::Positions),
        Only::Sets => positions(&arguments, binary, Scope::Sets),
        Only::Solvers => solvers(&arguments, binary),
        Only::Turns => turns(&arguments, binary),
        Only::Games => games(&arguments, binary),
    }
}

fn corpus(arguments: &Arguments, binary: Option<&Path>) -> ExitCode {
    let limit = Duration::from_secs_f64(arguments.limit);
    let mut certifier = binary.map(|binary| Certifier::new(binary, limit));
    let mut agree = true;
    let positions = arguments.positions.unwrap_or(2000);
    for number in arguments.from..arguments.from.saturating_add(positions) {
        let position = corpus::position(arguments.seed, number);
        let line = match &mut certifier {
            Some(certifier) => certifier.certified(&position, number),
            None => Ok(position.line(number)),
        };
        match line {
            Ok(line) => println!("{line}"),
            Err(disagreement) => {
                eprintln!("error: {disagreement}");
                agree = false;
            }
        }
    }
    ExitCode::from(u8::from(!agree))
}

fn positions(arguments: &Arguments, binary: PathBuf, scope: Scope) -> ExitCode {
    let report = run(&Config {
        binary,
        scope,
        seed: arguments.seed,
        former: arguments.former,
        many_values: arguments.many_values,
        joker_rule: arguments.joker_rule.clone(),
        from: arguments.from,
        positions: arguments.at_least(arguments.positions),
        time: arguments.time(),
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

fn solvers(arguments: &Arguments, binary: PathBuf) -> ExitCode {
    let named = arguments.joker_rule.clone();
    let all = || agree::RULES.map(str::to_owned).to_vec();
    let report = agree::play(&agree::Plan {
        binary,
        seed: arguments.seed,
        rules: named.map_or_else(all, |name| vec![name]),
        from: arguments.from,
        positions: arguments.at_least(arguments.positions).unwrap_or(1000),
        time: arguments.time(),
        limit: Duration::from_secs_f64(arguments.limit),
    });
    println!("{report}");
    ExitCode::from(u8::from(!report.wrong.is_empty()))
}

fn turns(arguments: &Arguments, binary: PathBuf) -> ExitCode {
    let report = campaign::play(&campaign::Plan {
        binary,
        seed: arguments.seed,
        from: arguments.from,
        turns: arguments.at_least(arguments.positions),
        time: arguments.time(),
        limit: Duration::from_secs_f64(arguments.limit),
        threads: arguments.threads as u64,
    });
    println!("{report}");
    ExitCode::from(u8::from(!report.wrong.is_empty()))
}

fn games(arguments: &Arguments, binary: PathBuf) -> ExitCode {
    let plan = Plan {
        binary,
        seed: arguments.seed,
        former: arguments.former,
        games: arguments.at_least(arguments.games),
        time: arguments.time(),
        match_limit: Duration::from_secs_f64(arguments.match_limit),
        threads: arguments.threads as u64,
    };
    match play(&plan, &|failure| eprintln!("{failure}\n")) {
        Ok(report) => {
            println!("{report}");
            ExitCode::from(u8::from(!report.failures.is_empty()))
        }
        Err(error) => {
            eprintln!("error: {}: {error}", plan.binary.display());
            ExitCode::from(2)
        }
    }
}
