//! `bench`: times solvers side by side on a file of positions and compares their answers.

use std::path::Path;

use clap::ValueEnum;
use rummilab::SolverSpec;
use rummilab::core::{Table, count};
use rummilab::engine::{
    Comparison, Disagreement, PositionLine, TimedQuestion, compare, options_of, read_position,
    system_clock,
};
use rummilab::read_limited;

use crate::error::{Error, Exit, warn};
use crate::output::print_answer;
use crate::rules_arg::{RulesArgs, quoted};
use crate::tables::{drawn, new_table, right};

/// Most bytes of a file of positions, which is held in memory.
const MOST_POSITION_BYTES: u64 = 1 << 28;

/// Time solvers side by side on a file of positions, and compare their answers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Positions, one JSON object a line, as for `solve --batch`
    #[arg(long, value_name = "FILE.jsonl", value_hint = clap::ValueHint::FilePath)]
    positions: String,
    /// Let positions name rule files, which are then read
    #[arg(long)]
    allow_files: bool,
    /// Solvers, separated by commas
    #[arg(
        long,
        value_name = "SOLVERS",
        value_delimiter = ',',
        default_value = "search,ilp"
    )]
    solvers: Vec<SolverSpec>,
    /// The question
    #[arg(long, value_enum, default_value_t = Objective::Tiles)]
    objective: Objective,
    /// Solves of each position; its time is their median
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    repeat: u32,
    /// Use every n-th position only
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    every: u32,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab bench --positions data/positions/greedy-2.jsonl --solvers search
  rummilab bench --positions data/positions/hold.jsonl \\
    --solvers search,ilp --every 10
  rummilab bench --positions data/positions/greedy-2.jsonl \\
    --solvers search --objective go-out
  rummilab bench --positions data/positions/greedy-2.jsonl \\
    --solvers search,ilp --objective after-draw --every 10

The bench uses one thread. Its times include verification, but not reading and not the fewest
changes. Exit code 1 if two solvers disagree, or one disagrees with the certified answer of the
file. The position is printed so that it can be pasted into `rummilab solve`.

`search:states=200000` gives up a question after 200,000 states.";

/// The question that is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Objective {
    /// Most rack tiles, then the largest value
    Tiles,
    /// The largest sum of face values, then most tiles
    Value,
    /// Whether the whole rack can go
    GoOut,
    /// The largest opening from the rack alone
    Opening,
    /// All choices of rack tiles that make a turn
    Plays,
    /// The ten best of them, by tiles
    TenPlays,
    /// The best play, and whether the rack goes, after each tile that could be drawn
    AfterDraw,
}

impl Objective {
    fn question(self) -> TimedQuestion {
        match self {
            Objective::Tiles => TimedQuestion::Tiles,
            Objective::Value => TimedQuestion::Value,
            Objective::GoOut => TimedQuestion::GoOut,
            Objective::Opening => TimedQuestion::Opening,
            Objective::Plays => TimedQuestion::Plays { most: usize::MAX },
            Objective::TenPlays => TimedQuestion::Plays { most: 10 },
            Objective::AfterDraw => TimedQuestion::AfterDraw,
        }
    }
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let positions = read(args)?;
    let solvers = args.solvers.iter();
    let comparison = compare(
        args.objective.question(),
        &positions,
        solvers.map(|spec| (spec.to_string(), spec.make())),
        args.repeat as usize,
        system_clock,
    )?;
    for disagreement in &comparison.disagreements {
        tell(args, &positions[disagreement.position], disagreement);
    }
    print_answer(args.json, &comparison, || table(&comparison))?;
    Ok(Exit::of(comparison.disagreements.is_empty()))
}

fn read(args: &Args) -> Result<Vec<PositionLine>, Error> {
    let name = &args.positions;
    let text = read_limited(Path::new(name), MOST_POSITION_BYTES)
        .map_err(|cause| Error::Read(name.clone(), cause))?;
    let mut rules = args.rules.of_lines(args.allow_files)?;
    let mut positions = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let place =
            |error: rummilab::engine::Error| Error::about(format!("{name}:{}", i + 1), error);
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        positions.push(
            read_position(text, &mut rules, args.objective.question().goal()).map_err(place)?,
        );
    }
    let positions: Vec<PositionLine> = positions.into_iter().step_by(args.every as usize).collect();
    if positions.is_empty() {
        return Err(Error::Input(format!("{name} holds no position")));
    }
    Ok(positions)
}

fn tell(args: &Args, line: &PositionLine, disagreement: &Disagreement) {
    let mut text = format!("they disagree on: {}", command(args, line));
    for (spec, said) in args.solvers.iter().zip(&disagreement.said) {
        text += &format!("\n  {spec} says {said:?}");
    }
    if let Some(certified) = disagreement.certified {
        text += &format!("\n  the file says {certified:?}");
    }
    warn(&text);
}

/// The `rummilab solve` command for a position.
fn command(args: &Args, line: &PositionLine) -> String {
    let question = &line.question;
    let rules = line.rules.as_deref().unwrap_or(args.rules.name());
    let mut text = format!("rummilab solve --rules {}", quoted(rules));
    let of_line = line.options.as_deref().map(options_of);
    let of_line = of_line.and_then(Result::ok).unwrap_or_default();
    for option in args.rules.options.iter().chain(&of_line) {
        text += &format!(" --option {}", quoted(option));
    }
    match &question.before {
        Some(table) => text += &format!(" --table \"{table}\""),
        None => text += &format!(" --table-tiles \"{}\"", question.position.table),
    }
    text += &format!(" --rack \"{}\"", question.position.rack);
    if !question.position.opened {
        text += " --unopened";
    }
    let owners = question.before.as_ref().and_then(Table::owners);
    if let Some(owners) = owners.filter(|owners| !owners.is_empty()) {
        let owner = |owner: &Option<u8>| owner.map_or("-".to_owned(), |seat| seat.to_string());
        let owners: Vec<String> = owners.iter().map(owner).collect();
        text += &format!(" --owners {}", owners.join(","));
    }
    if let Some(me) = question.me {
        text += &format!(" --me {me}");
    }
    text
}

fn table(report: &Comparison) -> String {
    let slowest = report
        .solvers
        .iter()
        .map(|solver| solver.mean_us)
        .fold(0.0, f64::max);
    let mut table = new_table(vec![
        "solver",
        "median µs",
        "mean µs",
        "p95 µs",
        "p99 µs",
        "max µs",
        "optimal",
        "speed-up",
    ]);
    right(&mut table, 1..);
    for solver in &report.solvers {
        let micros = |value: f64| {
            if value < 100.0 {
                format!("{value:.1}")
            } else {
                format!("{value:.0}")
            }
        };
        table.add_row(vec![
            solver.name.clone(),
            micros(solver.median_us),
            micros(solver.mean_us),
            micros(solver.p95_us),
            micros(solver.p99_us),
            micros(solver.max_us),
            format!("{} of {}", solver.optimal, report.positions),
            format!("{:.1} x", slowest / solver.mean_us),
        ]);
    }
    format!(
        "{}\n\n{}, {}; speed-up of the mean over the slowest",
        drawn(&table),
        count(report.positions, "position"),
        count(report.disagreements.len(), "disagreement")
    )
}
