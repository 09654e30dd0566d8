//! Certified ends: collects them from a bot's own games, and says what bots lose on them
//! (experiments/certified-ends).
//!
//! `cargo run --release -p rummilab --example certified_ends -- collect 2026 0 99 champion hold`
//! `cargo run --release -p rummilab --example certified_ends -- regret ENDS.jsonl champion greedy`
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "an example prints"
)]

use std::error::Error;
use std::io::Write as _;
use std::process::ExitCode;

use rummilab::bots::BotSpec;
use rummilab::core::RuleSet;
use rummilab::runs::{CertifiedEnd, EndCollector, MeanRegret, Regret, read_ends};
use rummilab::search::count::Lies;
use rummilab::stats::Interval;

type Failure = Box<dyn Error + Send + Sync>;

/// Of the asked bots' random numbers and of the bootstrap.
const SEED: u64 = 1;

const USAGE: &str =
    "usage: certified_ends collect SEED FIRST DEALS PLAYER OPPONENT… | regret FILE BOT…";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rules = RuleSet::preset("original").ok_or("no such rules")?;
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["collect", seed, first, deals, player, ref opponents @ ..] => {
            let player = player.parse()?;
            for opponent in opponents {
                let opponent = opponent.parse()?;
                let collector = EndCollector::new(&rules, &player, &opponent, seed.parse()?)?;
                collect(collector, &opponent, first.parse()?, deals.parse()?)?;
            }
            Ok(())
        }
        ["regret", path, ref bots @ ..] => say_regrets(&rules, path, bots),
        _ => Err(USAGE.into()),
    }
}

/// Prints the ends of so many deals against this opponent, an end a line. Then, as a comment, what
/// was found.
fn collect(
    mut collector: EndCollector<'_>,
    opponent: &BotSpec,
    first: u64,
    deals: u64,
) -> Result<(), Failure> {
    for deal in first..first + deals {
        if let Some(end) = collector.collect(deal)? {
            println!("{}", serde_json::to_string(&end)?);
            std::io::stdout().flush()?;
        }
    }
    let found = serde_json::to_string(&collector.found)?;
    println!("# {opponent}: {found}");
    Ok(())
}

fn say_regrets(rules: &RuleSet, path: &str, bots: &[&str]) -> Result<(), Failure> {
    let text = std::fs::read_to_string(path).map_err(|why| format!("{path}: {why}"))?;
    let ends = read_ends(&text)?;
    let mut lies = Lies::new(rules).ok_or("the rules are beyond the automaton")?;
    let turns = ends.iter().map(|end| end.every_turn(rules, &mut lies));
    let turns = turns.collect::<Result<Vec<_>, _>>()?;
    println!("bot,which,ends,lost,wins,wins_low,wins_high,points,points_low,points_high");
    let played = ends
        .iter()
        .map(|end| Regret::of(end.best, end.played_worth));
    rows("as played", &played.collect::<Vec<_>>(), &ends);
    for name in bots {
        let bot: BotSpec = name.parse()?;
        let mut regrets = Vec::with_capacity(ends.len());
        for (end, turns) in ends.iter().zip(&turns) {
            let laid = end.ask(rules, &bot, SEED)?;
            let regret = Regret::among(turns, &laid);
            regrets.push(regret.ok_or_else(|| format!("{bot}: {laid} in deal {}", end.deal))?);
        }
        rows(name, &regrets, &ends);
    }
    Ok(())
}

/// All ends, and those where a wrong turn loses the win.
fn rows(name: &str, regrets: &[Regret], ends: &[CertifiedEnd]) {
    let both = regrets.iter().zip(ends);
    let critical = both.filter(|(_, end)| end.is_critical());
    let critical: Vec<Regret> = critical.map(|(regret, _)| *regret).collect();
    for (which, regrets) in [("all", regrets), ("critical", &critical)] {
        let mean = MeanRegret::of(regrets, SEED);
        let ci = |interval: Option<Interval>| match interval {
            Some(interval) => format!("{:.4},{:.4}", interval.low(), interval.high()),
            None => ",".to_owned(),
        };
        println!(
            "\"{name}\",{which},{},{},{:.4},{},{:.3},{}",
            mean.ends,
            mean.lost,
            mean.wins,
            ci(mean.wins_ci),
            mean.points,
            ci(mean.points_ci)
        );
    }
}
