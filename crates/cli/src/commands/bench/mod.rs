//! `bench`: times solvers and programs side by side on a file of positions and compares their
//! answers.

use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use clap::ValueEnum;
use rummilab::bot_api::external::own_processor_time;
use rummilab::core::{Table, count};
use rummilab::engine::{
    BuiltIn, Comparison, Contestant, Disagreement, Outcome, PositionLine, TimedQuestion, Times,
    compare, options_of, read_position, system_clock,
};
use rummilab::{ProgramLimits, ProgramSolver, SolverSpec, read_limited};

use crate::error::{Error, Exit, warn};
use crate::output::print_answer;
use crate::rules_arg::{RulesArgs, quoted};
use crate::tables::{drawn, new_table, right};

/// Most bytes of a file of positions, which is held in memory.
const MOST_POSITION_BYTES: u64 = 1 << 28;

/// The longest time limit of a question.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// Time solvers side by side on a file of positions, and compare their answers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Positions, one JSON object a line, as for `solve --batch`; `-` is standard input
    #[arg(long, value_name = "FILE.jsonl|-", value_hint = clap::ValueHint::FilePath)]
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
    /// A program that solves, beside them; may be repeated (docs/guide/your-solver.md)
    #[arg(long = "solver", value_name = "NAME=cmd:COMMAND", value_parser = program)]
    programs: Vec<Program>,
    /// Time for a question. A program is ended then; a solver of this command is not, but its
    /// answer counts as too late
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = seconds)]
    limit: Duration,
    /// Memory of a program with its child processes; with more it is ended (Linux)
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    memory: Option<u64>,
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

/// A program that solves: `NAME=cmd:COMMAND`.
#[derive(Debug, Clone)]
struct Program {
    name: String,
    command: String,
}

fn program(text: &str) -> Result<Program, String> {
    match text.split_once("=cmd:") {
        Some((name, command)) if !name.is_empty() => Ok(Program {
            name: name.to_owned(),
            command: command.to_owned(),
        }),
        _ => Err("expected NAME=cmd:COMMAND, such as \"mine=cmd:python3 my.py\"".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| *time <= LONGEST && !time.is_zero())
        .ok_or_else(|| "expected seconds, such as 10 or 0.5".to_owned())
}

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let positions = read(args)?;
    let mut contestants = contestants(args)?;
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

/// The solvers, and the programs, which are started.
fn contestants(args: &Args) -> Result<Vec<Box<dyn Contestant>>, Error> {
    let mut all: Vec<Box<dyn Contestant>> = Vec::new();
    for spec in &args.solvers {
        let (name, solver) = (spec.to_string(), spec.make());
        let clock = own_processor_time;
        let built_in = BuiltIn::new(name, solver, args.limit, system_clock, clock);
        all.push(Box::new(built_in));
    }
    let limits = ProgramLimits {
        time: args.limit,
        memory: args.memory.map(|megabytes| megabytes * 1_000_000),
    };
    for Program { name, command } in &args.programs {
        if all.iter().any(|other| other.name() == name) {
            return Err(Error::Input(format!("two solvers are called `{name}`")));
        }
        let judge = SolverSpec::default().make();
        let program = ProgramSolver::start(name, command, limits, judge);
        let program =
            program.map_err(|why| Error::Input(format!("{name} cannot be started: {why}")))?;
        all.push(Box::new(program));
    }
    Ok(all)
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

fn read(args: &Args) -> Result<Vec<PositionLine>, Error> {
    let (name, text) = text_of(&args.positions)?;
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

fn tell(
    args: &Args,
    positions: &[PositionLine],
    comparison: &Comparison,
    disagreement: &Disagreement,
) {
    let line = &positions[disagreement.position];
    let mut text = format!("they disagree on: {}", command(args, line));
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
            let (name, command) = (&solver.name, command(args, line));
            warn(&format!("{name} {outcome}; first on: {command}"));
        }
    }
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
