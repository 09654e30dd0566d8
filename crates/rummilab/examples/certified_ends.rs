//! Certified ends: collects them from a bot's own games, and says what a bot loses on them
//! (experiments/certified-ends).
//!
//! `cargo run --release -p rummilab --example certified_ends -- collect 0 600 2026`
//! `cargo run --release -p rummilab --example certified_ends -- regret ends.jsonl champion greedy`
#![allow(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;
use std::io::Write as _;

use rummilab::bots::BotSpec;
use rummilab::core::RuleSet;
use rummilab::runs::{EndCollector, MeanRegret, Regret, read_ends, regret};
use rummilab::stats::Interval;

type Failure = Box<dyn Error + Send + Sync>;

/// Whose games the ends are from.
const CHAMPION: &str = "champion:budget=fast";
/// Lists of plays that an end may take.
const WORK: u64 = 20_000;
/// Of the asked bots' random numbers and of the bootstrap.
const SEED: u64 = 1;

fn main() -> Result<(), Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let rules = RuleSet::preset("original").ok_or("no such rules")?;
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["collect", first, deals, seed] => {
            collect(&rules, first.parse()?, deals.parse()?, seed.parse()?)
        }
        ["regret", path, ref bots @ ..] => say_regrets(&rules, path, bots),
        _ => Err("usage: certified_ends collect FIRST DEALS SEED | regret FILE BOT…".into()),
    }
}

/// Prints the ends of these deals, an end a line; what was found goes to the last line.
fn collect(rules: &RuleSet, first: u64, deals: u64, seed: u64) -> Result<(), Failure> {
    let bot: BotSpec = CHAMPION.parse()?;
    let mut collector = EndCollector::new(rules, &bot, seed, WORK);
    for deal in first..first + deals {
        if let Some(end) = collector.collect(deal)? {
            println!("{}", serde_json::to_string(&end)?);
            std::io::stdout().flush()?;
        }
    }
    println!("# {}", serde_json::to_string(&collector.found)?);
    Ok(())
}

fn say_regrets(rules: &RuleSet, path: &str, bots: &[&str]) -> Result<(), Failure> {
    let ends = read_ends(&std::fs::read_to_string(path)?)?;
    let critical: Vec<bool> = ends.iter().map(|end| end.is_critical()).collect();
    println!(
        "bot,ends,lost,lost_low,lost_high,wins,wins_low,wins_high,points,points_low,points_high"
    );
    let played = ends.iter().map(|end| Regret::of(end.best, end.played));
    row("as played", &played.collect::<Vec<_>>(), &critical);
    for name in bots {
        let bot: BotSpec = name.parse()?;
        let each = ends.iter().map(|end| regret(rules, end, &bot, SEED, WORK));
        row(name, &each.collect::<Result<Vec<_>, _>>()?, &critical);
    }
    Ok(())
}

/// All ends, then those where a wrong turn loses the win.
fn row(name: &str, regrets: &[Regret], critical: &[bool]) {
    let both = regrets.iter().zip(critical);
    let only: Vec<Regret> = both
        .filter(|(_, critical)| **critical)
        .map(|(r, _)| *r)
        .collect();
    for (which, regrets) in [("all", regrets), ("critical", &only)] {
        let mean = MeanRegret::of(regrets, SEED);
        let ends = |interval: Option<Interval>| match interval {
            Some(interval) => format!("{:.4},{:.4}", interval.low(), interval.high()),
            None => ",".to_owned(),
        };
        println!(
            "\"{name}, {which}\",{},{},{},{:.4},{},{:.3},{}",
            mean.ends,
            mean.lost,
            ends(mean.lost_ci),
            mean.wins,
            ends(mean.wins_ci),
            mean.points,
            ends(mean.points_ci)
        );
    }
}
