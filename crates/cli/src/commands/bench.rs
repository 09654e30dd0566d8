//! `bench`: times solvers side by side on a file of positions and compares their answers. Refuses to call anything a
//! speed before the answers agree.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Instant;

use clap::ValueEnum;
use comfy_table::CellAlignment;
use rummilab_core::{Table, TileCounts};
use rummilab_engine::{PositionLine, Question, options_of, read_position, text_of};
use rummilab_solver::{Answer, Goal, Limits, Rest, Solver};
use serde::Serialize;

use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::rules_arg::{RulesArgs, quoted};
use crate::solvers::SolverSpec;
use crate::tables::{drawn, new_table};

/// Time solvers side by side on a file of positions, and compare their answers
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Positions, one JSON object a line, as for `solve --batch`
    #[arg(long, value_name = "FILE.jsonl", value_hint = clap::ValueHint::FilePath)]
    positions: String,
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
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
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
  rummilab bench --positions data/positions/hold.jsonl --solvers search,ilp --every 10
  rummilab bench --positions data/positions/greedy-2.jsonl --solvers search --objective go-out
  rummilab bench --positions data/positions/greedy-2.jsonl --solvers search,search:repeat \\
    --objective after-draw --every 10

One thread; verification included, reading and fewest changes left out. Exit code 1 if two solvers
disagree, or one with the certified answer of the file; the position is printed so that it can be
pasted into `rummilab solve`.

`search:repeat` is the search that answers `plays`, `ten-plays` and `after-draw` one question at a time:
what sharing is measured against.";

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

/// What a solver said, as far as answers must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Said {
    Score([i64; 3]),
    GoesOut(bool),
    /// So many plays or draws, and a digest of them.
    List(usize, u64),
    Infeasible,
    /// Stopped early; agrees with everything.
    Unproven,
}

/// The times of one solver.
#[derive(Serialize)]
struct Times {
    name: String,
    median_us: f64,
    mean_us: f64,
    p95_us: f64,
    p99_us: f64,
    max_us: f64,
    optimal: usize,
}

#[derive(Serialize)]
struct Report {
    positions: usize,
    solvers: Vec<Times>,
    disagreements: usize,
}

/// Times the solvers.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let positions = read(args)?;
    let mut disagreements = 0;
    let mut said: Vec<Vec<Said>> = Vec::new();
    let mut solvers = Vec::new();
    for spec in &args.solvers {
        let mut solver = spec.make();
        let (times, answers) = time_all(args, &positions, solver.as_mut())?;
        solvers.push(summarise(spec.to_string(), times, &answers));
        said.push(answers);
    }
    for (i, known) in positions.iter().enumerate() {
        let certified = certified(args.objective, known);
        let others = said.iter().map(|answers| answers[i]).chain(certified);
        let mut proven: Vec<Said> = others.filter(|said| *said != Said::Unproven).collect();
        proven.dedup();
        if proven.len() > 1 {
            disagreements += 1;
            tell(args, known, &said, i, certified);
        }
    }
    let report = Report {
        positions: positions.len(),
        solvers,
        disagreements,
    };
    let mut out = Out::new();
    if args.json {
        out.record(&report)?;
    } else {
        out.text(&table(&report))?;
    }
    Ok(if report.disagreements > 0 {
        Exit::CheckFailed
    } else {
        Exit::Done
    })
}

fn read(args: &Args) -> Result<Vec<PositionLine>, Error> {
    let name = &args.positions;
    let bytes = std::fs::read(name).map_err(|cause| Error::Read {
        name: name.clone(),
        cause,
    })?;
    let mut rules = args.rules.of_lines()?;
    let mut positions = Vec::new();
    for (i, line) in bytes.split(|byte| *byte == b'\n').enumerate() {
        let place =
            |error: rummilab_engine::Error| Error::Input(format!("{name}:{}: {error}", i + 1));
        let text = text_of(line).map_err(|error| place(error.into()))?.trim();
        if text.is_empty() {
            continue;
        }
        positions.push(read_position(text, &mut rules, goal(args.objective)).map_err(place)?);
    }
    let positions: Vec<PositionLine> = positions.into_iter().step_by(args.every as usize).collect();
    if positions.is_empty() {
        return Err(Error::Input(format!("{name} holds no position")));
    }
    Ok(positions)
}

fn goal(objective: Objective) -> Goal {
    match objective {
        Objective::Value => Goal::Value,
        Objective::Opening => Goal::OpeningValue,
        _ => Goal::Tiles,
    }
}

/// For each position the median of its times in microseconds, and what the solver said.
fn time_all(
    args: &Args,
    positions: &[PositionLine],
    solver: &mut dyn Solver,
) -> Result<(Vec<f64>, Vec<Said>), Error> {
    let mut times = Vec::with_capacity(positions.len());
    let mut answers = Vec::with_capacity(positions.len());
    let mut runs = vec![0.0; args.repeat as usize];
    for known in positions {
        let question = &known.question;
        solver.supports(&question.rules, &question.goal)?;
        // Tables that depend on the rule set alone are made before the clock runs.
        let unseen = question.unseen();
        let objective = args.objective;
        let mut said = ask(objective, solver, question, &unseen)?;
        for run in &mut runs {
            solver.clear();
            let start = Instant::now();
            said = ask(objective, solver, question, &unseen)?;
            *run = start.elapsed().as_secs_f64() * 1e6;
        }
        runs.sort_by(f64::total_cmp);
        times.push(middle(&runs));
        answers.push(said);
    }
    Ok((times, answers))
}

fn ask(
    objective: Objective,
    solver: &mut dyn Solver,
    question: &Question,
    unseen: &TileCounts,
) -> Result<Said, Error> {
    let (rules, position) = (&question.rules, &question.position);
    let goal = goal(objective);
    let most = match objective {
        Objective::GoOut => return Ok(Said::GoesOut(solver.go_out(rules, position)?.is_some())),
        Objective::AfterDraw => {
            let draws = solver.after_draw(rules, position, &goal, unseen)?.draws;
            let each = draws.iter().map(|draw| {
                let score = draw.best.as_ref().map(|best| best.score.0);
                (draw.tile.code(), score, draw.goes_out)
            });
            return Ok(Said::List(draws.len(), digest(each)));
        }
        Objective::TenPlays => 10,
        Objective::Plays => usize::MAX,
        Objective::Tiles | Objective::Value | Objective::Opening => {
            return Ok(match solver.solve(rules, position, &goal)? {
                Answer::Optimal(best) => Said::Score(best.score.0),
                Answer::Infeasible => Said::Infeasible,
                Answer::Feasible { .. } | Answer::Unknown(_) => Said::Unproven,
            });
        }
    };
    let list = solver.plays(rules, position, &goal, Limits::best(most))?;
    Ok(match list.rest {
        Rest::Unknown => Said::Unproven,
        Rest::Nothing | Rest::Later => {
            let each = list.plays.iter().map(|play| play.tiles);
            Said::List(list.plays.len(), digest(each))
        }
    })
}

fn digest(items: impl Iterator<Item = impl Hash>) -> u64 {
    let mut hasher = DefaultHasher::new();
    items.for_each(|item| item.hash(&mut hasher));
    hasher.finish()
}

fn certified(objective: Objective, known: &PositionLine) -> Option<Said> {
    let certified = known.certified?;
    let pair = |(first, second): (i64, i64)| Said::Score([first, second, 0]);
    match objective {
        Objective::Tiles => Some(pair((
            certified.tiles.0 as i64,
            i64::from(certified.tiles.1),
        ))),
        Objective::Value => Some(pair((
            i64::from(certified.value.1),
            certified.value.0 as i64,
        ))),
        Objective::GoOut => Some(Said::GoesOut(certified.goes_out)),
        _ => None,
    }
}

fn tell(
    args: &Args,
    known: &PositionLine,
    said: &[Vec<Said>],
    position: usize,
    certified: Option<Said>,
) {
    let mut text = format!("they disagree on: {}", command(args, known));
    for (spec, answers) in args.solvers.iter().zip(said) {
        text += &format!("\n  {spec} says {:?}", answers[position]);
    }
    if let Some(certified) = certified {
        text += &format!("\n  the file says {certified:?}");
    }
    warn(&text);
}

/// The `rummilab solve` of a position.
fn command(args: &Args, known: &PositionLine) -> String {
    let question = &known.question;
    let rules = known.rules.as_ref().unwrap_or(&args.rules.rules);
    let mut text = format!("rummilab solve --rules {}", quoted(rules));
    let of_line = known.options.as_deref().map(options_of);
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

fn summarise(name: String, mut times: Vec<f64>, answers: &[Said]) -> Times {
    times.sort_by(f64::total_cmp);
    Times {
        name,
        median_us: round(middle(&times)),
        mean_us: round(times.iter().sum::<f64>() / times.len() as f64),
        p95_us: round(percentile(&times, 95)),
        p99_us: round(percentile(&times, 99)),
        max_us: round(percentile(&times, 100)),
        optimal: answers
            .iter()
            .filter(|said| **said != Said::Unproven)
            .count(),
    }
}

/// Nanoseconds are enough.
fn round(micros: f64) -> f64 {
    (micros * 1000.0).round() / 1000.0
}

/// The median of sorted numbers.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        (sorted[half - 1] + sorted[half]) / 2.0
    }
}

/// The nearest-rank percentile of sorted numbers.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (percent * sorted.len()).div_ceil(100).max(1);
    sorted[rank - 1]
}

fn table(report: &Report) -> String {
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
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
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
        "{}\n\n{} positions, {} disagreements; speed-up of the mean over the slowest",
        drawn(&table),
        report.positions,
        report.disagreements
    )
}
