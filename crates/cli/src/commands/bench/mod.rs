//! `bench`: times solvers and programs side by side on a file of positions and compares their
//! answers.

mod contestants;
mod hunt;

use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use rummilab::core::{Table, count};
use rummilab::engine::{
    Comparison, Disagreement, Outcome, PositionLine, TimedQuestion, Times, compare, options_of,
    read_timed,
};
use rummilab::read_limited;
use rummilab::solver::Goal;

use self::contestants::{ContestantArgs, seconds};
use crate::error::{Error, Exit, warn};
use crate::output::print_answer;
use crate::rules_arg::{RulesArgs, quoted};
use crate::tables::{drawn, new_table, right};

/// Most bytes of a file of positions, which is held in memory.
const MOST_POSITION_BYTES: u64 = 1 << 28;

/// Time solvers side by side on a file of positions, and compare their answers
#[derive(Debug, clap::Args)]
#[command(
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true,
    after_help = EXAMPLES
)]
pub struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Positions, one JSON object a line, as for `solve --batch`; `-` is standard input
    #[arg(
        long,
        value_name = "FILE.jsonl|-",
        required = true,
        value_hint = clap::ValueHint::FilePath
    )]
    positions: Option<String>,
    /// Let positions name rule files, which are then read
    #[arg(long)]
    allow_files: bool,
    #[command(flatten)]
    contestants: ContestantArgs,
    /// Time for a question. A program is ended then; a solver of this command is not, but its
    /// answer counts as too late
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    limit: Duration,
    /// The question
    #[arg(long, value_enum, default_value_t = Objective::Tiles)]
    objective: Objective,
    /// Passes over all positions; the time of a position is the median of its passes
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
  rummilab bench --positions data/positions/greedy-2.jsonl --limit 10 \\
    --solver \"itself=cmd:rummilab solve --threads 1 --batch -\"
  rummilab bench --positions data/positions/adversarial.jsonl

Contestants take turns at each position, on one thread. Times of solvers include verification, but
not reading and not the fewest changes. Times of programs go from the question to the complete
answer and include the pipes. The processor time is that of the process, in the mean.

Every answer is checked. A question counts once, by its worst pass:
  optimal   said to be best, and nothing better is known
  unproven  legal, without a claim to be best
  refused   a rule or goal that the solver does not know
  illegal   the referee refuses the answer, or it cannot be read
  wrong     said to be best, and a better answer is known
  timeout   no answer within --limit, which counts as its time
  memory    a program that took more than --memory
  crash     a program that ended; it is started again

Times are of questions that are optimal, unproven or timed out; the speed-up is over those that all
have. Exit code 1 if two contestants disagree, if an answer is illegal or wrong, or if one disagrees
with the certified answer of the file. The position is printed so that it can be pasted into
`rummilab solve`.

A line with an `objective` of its own is asked that instead of `tiles` or `value`.

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

#[derive(Debug, Subcommand)]
enum Command {
    /// Search for positions that hurt a solver
    Hunt(hunt::Args),
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if let Some(Command::Hunt(args)) = &args.command {
        return hunt::run(args);
    }
    let name = args.positions.as_deref().unwrap_or("-");
    let goal = args.objective.question().goal();
    let mut positions = read(name, &args.rules, args.allow_files, &goal)?;
    if args.every > 1 {
        positions = positions.into_iter().step_by(args.every as usize).collect();
    }
    let mut contestants = args.contestants.start(args.limit)?;
    let comparison = compare(
        args.objective.question(),
        &positions,
        &mut contestants,
        args.repeat as usize,
    );
    for disagreement in &comparison.disagreements {
        tell(args, &positions, &comparison, disagreement);
    }
    tell_failures(args, &positions, &comparison);
    print_answer(args.json, &comparison, || table(&comparison))?;
    Ok(Exit::of(comparison.is_sound()))
}

/// The text of the positions, and what messages call it.
fn text_of(name: &str) -> Result<(&str, String), Error> {
    let (name, text) = match name {
        "-" => {
            let mut text = String::new();
            let mut input = io::stdin().lock().take(MOST_POSITION_BYTES);
            let read = input.read_to_string(&mut text);
            ("standard input", read.map(|_| text))
        }
        path => (path, read_limited(Path::new(path), MOST_POSITION_BYTES)),
    };
    let text = text.map_err(|cause| Error::Read(name.to_owned(), cause))?;
    Ok((name, text))
}

/// The positions of a file, which must hold some. `goal` is that of lines without one.
fn read(
    name: &str,
    rules: &RulesArgs,
    allow_files: bool,
    goal: &Goal,
) -> Result<Vec<PositionLine>, Error> {
    let (name, text) = text_of(name)?;
    let mut rules = rules.of_lines(allow_files)?;
    let mut positions = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let place =
            |error: rummilab::engine::Error| Error::about(format!("{name}:{}", i + 1), error);
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        positions.push(read_timed(text, &mut rules, goal.clone()).map_err(place)?);
    }
    if positions.is_empty() {
        return Err(Error::Input(format!("{name} holds no position")));
    }
    Ok(positions)
}

fn tell(
    args: &Args,
    positions: &[PositionLine],
    comparison: &Comparison,
    disagreement: &Disagreement,
) {
    let line = &positions[disagreement.position];
    let mut text = format!("they disagree on: {}", command(&args.rules, line));
    for (solver, said) in comparison.solvers.iter().zip(&disagreement.said) {
        text += &format!("\n  {} {said}", solver.name);
    }
    if let Some(certified) = disagreement.certified {
        text += &format!("\n  the file says {certified:?}");
    }
    warn(&text);
}

/// The first failure of each kind of each contestant.
fn tell_failures(args: &Args, positions: &[PositionLine], comparison: &Comparison) {
    for (solver, outcomes) in comparison.solvers.iter().zip(&comparison.outcomes) {
        let mut told = Vec::new();
        for (line, outcome) in positions.iter().zip(outcomes) {
            let kind = std::mem::discriminant(outcome);
            let answers = matches!(outcome, Outcome::Claim(_) | Outcome::Wrong(_));
            if answers || told.contains(&kind) {
                continue;
            }
            told.push(kind);
            let (name, command) = (&solver.name, command(&args.rules, line));
            warn(&format!("{name} {outcome}; first on: {command}"));
        }
    }
}

/// The `rummilab solve` command for a position.
fn command(of_all: &RulesArgs, line: &PositionLine) -> String {
    let question = &line.question;
    let rules = line.rules.as_deref().unwrap_or(of_all.name());
    let mut text = format!("rummilab solve --rules {}", quoted(rules));
    let of_line = line.options.as_deref().map(options_of);
    let of_line = of_line.and_then(Result::ok).unwrap_or_default();
    for option in of_all.options.iter().chain(&of_line) {
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
    if question.goal == Goal::Value {
        text += " --objective value";
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

/// A count of a contestant with its heading, shown if it is ever more than zero.
type Count = (&'static str, fn(&Times) -> usize);

const COUNTS: [Count; 7] = [
    ("unproven", |times| times.unproven),
    ("refused", |times| times.refused),
    ("illegal", |times| times.illegal),
    ("wrong", |times| times.wrong),
    ("timeout", |times| times.timeout),
    ("memory", |times| times.memory),
    ("crash", |times| times.crash),
];

fn table(report: &Comparison) -> String {
    let solvers = &report.solvers;
    let counts = COUNTS.iter();
    let counts: Vec<&Count> = counts
        .filter(|(_, count)| solvers.iter().any(|times| count(times) > 0))
        .collect();
    let mut header = vec![
        "solver",
        "median µs",
        "mean µs",
        "p95 µs",
        "p99 µs",
        "max µs",
        "cpu µs",
        "optimal",
    ];
    header.extend(counts.iter().map(|(heading, _)| *heading));
    header.push("speed-up");
    let mut table = new_table(header);
    right(&mut table, 1..);
    for times in solvers {
        let mut row = vec![times.name.clone()];
        row.extend(
            [
                times.median_us,
                times.mean_us,
                times.p95_us,
                times.p99_us,
                times.max_us,
                times.cpu_us,
            ]
            .map(micros),
        );
        row.push(format!("{} of {}", times.optimal, report.positions));
        row.extend(counts.iter().map(|(_, count)| count(times).to_string()));
        let speed_up = times.speed_up;
        row.push(speed_up.map_or("-".to_owned(), |ratio| format!("{ratio:.1} x")));
        table.add_row(row);
    }
    format!(
        "{}\n\n{}, {}; speed-up of the mean over the slowest",
        drawn(&table),
        count(report.positions, "position"),
        count(report.disagreements.len(), "disagreement")
    )
}

fn micros(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(value) if value < 100.0 => format!("{value:.1}"),
        Some(value) => format!("{value:.0}"),
    }
}
