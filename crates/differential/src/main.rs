//! The command `differential`: tests a build of `rummilab` against brute force.
#![allow(clippy::print_stdout, clippy::print_stderr)]

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use rummilab_differential::corpus::{self, Certifier};
use rummilab_differential::games::campaign::play;
use rummilab_differential::jokers::{agree, campaign};
use rummilab_differential::plan::Plan;
use rummilab_differential::run::{Scope, run};

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
    /// The plan of a test; 1000 if neither a number nor a time is given.
    fn plan(self, binary: PathBuf) -> Plan {
        let games = self.only == Only::Games;
        let number = if games { self.games } else { self.positions };
        let limit = if games { self.match_limit } else { self.limit };
        Plan {
            binary,
            seed: self.seed,
            from: self.from,
            number: number.or(self.minutes.is_none().then_some(1000)),
            time: self.minutes.map(|m| Duration::from_secs_f64(60.0 * m)),
            limit: Duration::from_secs_f64(limit),
            threads: self.threads,
            former: self.former,
            many_values: self.many_values,
            joker_rule: self.joker_rule,
            examples: self.examples,
            progress: Some(|positions, wrong| eprintln!("{positions} positions, {wrong} wrong")),
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
    let only = arguments.only;
    let mut plan = arguments.plan(binary);
    match only {
        Only::Positions => positions(&plan, Scope::Positions),
        Only::Sets => positions(&plan, Scope::Sets),
        Only::Solvers => {
            plan.number = plan.number.or(Some(1000));
            let report = agree::play(&plan);
            told(&report, report.wrong.is_empty())
        }
        Only::Turns => {
            let report = campaign::play(&plan);
            told(&report, report.wrong.is_empty())
        }
        Only::Games => games(&plan),
    }
}

/// Prints a report, and says whether nothing in it is wrong.
fn told(report: &impl Display, right: bool) -> ExitCode {
    println!("{report}");
    ExitCode::from(u8::from(!right))
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

fn positions(plan: &Plan, scope: Scope) -> ExitCode {
    let report = run(plan, scope);
    told(&report, report.wrong() == 0)
}

fn games(plan: &Plan) -> ExitCode {
    match play(plan, &|failure| eprintln!("{failure}\n")) {
        Ok(report) => told(&report, report.failures.is_empty()),
        Err(error) => {
            eprintln!("error: {}: {error}", plan.binary.display());
            ExitCode::from(2)
        }
    }
}
