//! `bench hunt`: searches for positions that hurt a solver.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use rummilab::SolverSpec;
use rummilab::chance::{Key, Stream};
use rummilab::core::count;
use rummilab::engine::{FaultKind, FoundPosition, Hunt, HuntSettings};
use rummilab::rule_file;
use rummilab::runs::write_whole;
use rummilab::solver::Goal;
use serde::Serialize;
use serde_json::{Map, Value};

use super::contestants::{ContestantArgs, seconds};
use super::corpus::Corpus;
use crate::error::{Error, Exit};
use crate::interrupt::stop_on_interrupt;
use crate::numbers::{count as number, whole};
use crate::output::print_answer;
use crate::progress::Steps;
use crate::rules_arg::RulesArgs;
use crate::tables::{drawn, new_table, right};

/// The time of a search without a limit.
const DEFAULT_TIME: Duration = Duration::from_secs(60);

/// Solvers that certify what is found.
const CERTIFIERS: [&str; 2] = ["search:states=2000000", "ilp:seconds=2"];

/// Search for positions that hurt a solver: wrong, illegal, unproven or slow answers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Where to write the positions, as lines for `solve --batch` and `bench`
    #[arg(long, value_name = "FILE.jsonl", value_hint = clap::ValueHint::FilePath)]
    out: PathBuf,
    #[command(flatten)]
    contestants: ContestantArgs,
    /// Time of the search; 60 unless this or --tries is given
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    seconds: Option<Duration>,
    /// Positions to draw. The same seed then finds the same, if the solvers answer the same
    #[arg(long, value_name = "N", value_parser = whole(1, u64::MAX))]
    tries: Option<u64>,
    /// Seed of the search
    #[arg(long, default_value_t = 1, value_parser = whole(0, u64::MAX))]
    seed: u64,
    /// Positions to begin with, beside random ones and those of data/positions/adversarial.jsonl
    #[arg(long, value_name = "FILE.jsonl|-", value_hint = clap::ValueHint::FilePath)]
    positions: Option<String>,
    /// Time for a question
    #[arg(long, value_name = "SECONDS", default_value = "5", value_parser = seconds)]
    limit: Duration,
    /// Faults that count, separated by commas; all unless given
    #[arg(long, value_name = "FAULTS", value_delimiter = ',', value_parser = fault)]
    faults: Vec<FaultKind>,
    /// Also find answers that take so many times as long as the fastest, and search near the
    /// slowest ones
    #[arg(long, value_name = "RATIO", value_parser = ratio)]
    slow: Option<f64>,
    /// Most positions for each solver and fault
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number(1, 1_000_000))]
    most: usize,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
    /// Draw and change rule systems too
    #[arg(long, conflicts_with_all = ["rules", "options"])]
    any_rules: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bench hunt --tries 500 --out found.jsonl
  rummilab bench hunt --solvers search \\
    --solver \"mine=cmd:rummilab solve --threads 1 --batch -\" \\
    --seconds 10 --out found.jsonl
  rummilab bench hunt --solvers search:states=20000,ilp:seconds=1 \\
    --any-rules --faults wrong,illegal --tries 500 --out rules.jsonl

Positions are drawn at random and from classes of known faults, and then changed. Where an answer \
is at fault, sets, tiles, jokers, options and rules are taken away as long as the same solver has \
the same fault. What remains is a line of the file, with the certified answers and a `why`:
  wrong     said to be best, and a better play is known
  illegal   the referee refuses the answer, or it cannot be read
  crash     the program ended
  memory    more memory than --memory
  timeout   no answer within --limit
  short     not said to be best, and a better play is known
  unproven  not said to be best, though another proves that it is
  slow      see --slow

Questions are for most tiles or value. With --rules all positions are of these rules; without, those
of the classes keep their own. Exit code 1 if something was found. Ctrl-C ends the search; the file
holds what was found. A file that holds something is left alone.";

fn fault(text: &str) -> Result<FaultKind, String> {
    let known = FaultKind::ALL.into_iter().find(|kind| kind.word() == text);
    known.ok_or_else(|| {
        let words = FaultKind::ALL.map(FaultKind::word);
        format!("expected some of {}", words.join(", "))
    })
}

fn ratio(text: &str) -> Result<f64, String> {
    let ratio: Option<f64> = text.parse().ok();
    ratio
        .filter(|ratio| *ratio > 1.0 && ratio.is_finite())
        .ok_or_else(|| "expected a number above 1, such as 100".to_owned())
}

/// The number and size of what was found for a solver and a fault.
#[derive(Debug, Serialize)]
struct Row {
    solver: String,
    fault: FaultKind,
    positions: usize,
    /// Tiles of the smallest.
    tiles: usize,
    #[serde(skip)]
    line: String,
}

#[derive(Debug, Serialize)]
struct Report {
    tries: u64,
    found: Vec<Row>,
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    // What an earlier search found is not lost.
    if fs::metadata(&args.out).is_ok_and(|file| file.len() > 0) {
        return Err(Error::Input(format!(
            "{}: it is there already and was left alone; give another file with --out",
            args.out.display()
        )));
    }
    let only_rules = args.rules.are_given();
    args.rules.read()?;
    let positions = match &args.positions {
        Some(name) => Corpus::of(name, &args.rules, false, &Goal::Tiles)?.positions,
        None => Vec::new(),
    };
    let settings = HuntSettings {
        rules: args.rules.name().to_owned(),
        options: options(&args.rules),
        only_rules,
        any_rules: args.any_rules,
        faults: match &args.faults[..] {
            [] => FaultKind::ALL.to_vec(),
            some => some.to_vec(),
        },
        slow: args.slow,
        most: args.most,
    };
    let certifiers = CERTIFIERS.iter().filter_map(|name| name.parse().ok());
    let certifiers = certifiers.map(|spec: SolverSpec| spec.make()).collect();
    let mut contestants = args.contestants.start(args.limit)?;
    let mut below = Stream::new(Key::sample(args.seed, "hunt", 0)).into_below();
    let lines = RulesArgs::of_lines(&args.rules, true)?.with_files_of_lines(rule_file);
    let mut hunt = Hunt::new(
        settings,
        &positions,
        &mut contestants,
        certifiers,
        lines,
        &mut below,
    )?;
    search(args, &mut hunt)?;
    let report = report(&hunt);
    print_answer(args.json, &report, || text(&report))?;
    Ok(Exit::of(report.found.is_empty()))
}

/// `--option` as the options of a line.
fn options(rules: &RulesArgs) -> Map<String, Value> {
    let pairs = rules.options.iter().filter_map(|one| one.split_once('='));
    let trimmed = |(key, value): (&str, &str)| (key.trim().to_owned(), value.trim().into());
    pairs.map(trimmed).collect()
}

/// Searches within the limits and writes the file after everything that is found.
fn search(args: &Args, hunt: &mut Hunt<'_>) -> Result<(), Error> {
    let time = match (args.seconds, args.tries) {
        (None, None) => Some(DEFAULT_TIME),
        (seconds, _) => seconds,
    };
    let start = Instant::now();
    let stop = stop_on_interrupt("the question being asked");
    let goes_on = || {
        let in_time = time.is_none_or(|time| start.elapsed() < time);
        in_time && !stop.load(Ordering::SeqCst)
    };
    let steps = Steps::new(if args.tries.is_some() {
        "positions"
    } else {
        "seconds"
    });
    write(args, hunt.found())?;
    while goes_on() && args.tries.is_none_or(|tries| hunt.tries() < tries) {
        if !hunt.step(&goes_on).is_empty() {
            write(args, hunt.found())?;
        }
        match (args.tries, time) {
            (Some(tries), _) => steps.show(hunt.tries(), tries),
            (None, time) => {
                let of = time.unwrap_or_default().as_secs();
                steps.show(start.elapsed().as_secs(), of);
            }
        }
    }
    steps.end();
    Ok(())
}

fn write(args: &Args, found: &[FoundPosition]) -> Result<(), Error> {
    let lines: String = found.iter().map(FoundPosition::line).collect();
    Ok(write_whole(&args.out, lines.as_bytes())?)
}

fn report(hunt: &Hunt<'_>) -> Report {
    let mut rows: BTreeMap<(String, FaultKind), Row> = BTreeMap::new();
    for one in hunt.found() {
        let (solver, fault) = (one.why.solver.clone(), one.why.fault);
        let row = rows.entry((solver.clone(), fault)).or_insert(Row {
            solver,
            fault,
            positions: 0,
            tiles: usize::MAX,
            line: String::new(),
        });
        row.positions += 1;
        if one.tiles < row.tiles {
            row.tiles = one.tiles;
            row.line = one.line();
        }
    }
    Report {
        tries: hunt.tries(),
        found: rows.into_values().collect(),
    }
}

fn text(report: &Report) -> String {
    let drawn_so_far = count(report.tries as usize, "position");
    if report.found.is_empty() {
        return format!("Nothing found in {drawn_so_far}");
    }
    let mut table = new_table(vec![
        "solver",
        "fault",
        "positions",
        "tiles of the smallest",
    ]);
    right(&mut table, 2..);
    let mut smallest = String::new();
    for row in &report.found {
        table.add_row(vec![
            row.solver.clone(),
            row.fault.word().to_owned(),
            row.positions.to_string(),
            row.tiles.to_string(),
        ]);
        smallest += &format!("\n{}", row.line.trim_end());
    }
    format!(
        "{}\n\n{drawn_so_far} drawn; the smallest of each:{smallest}",
        drawn(&table)
    )
}
