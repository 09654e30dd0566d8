//! `bench`: times solvers and programs side by side on a file of positions and compares their
//! answers. Its results can be kept in a folder, reported and compared.

mod compare;
mod contestants;
mod corpus;
mod folder;
mod hunt;
mod printed;
mod report;
mod table;

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::{Subcommand, ValueEnum};
use rummilab::core::count;
use rummilab::engine::{PositionLine, TimedQuestion, compare};

use self::contestants::{ContestantArgs, seconds};
use self::corpus::Corpus;
use self::printed::{tell_disagreements, tell_failures};
use self::table::{solvers_table, text_of_table};
use crate::error::{Error, Exit, remark};
use crate::interrupt::stop_on_interrupt;
use crate::output::print_answer;
use crate::rules_arg::RulesArgs;

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
    /// Keep every answer and time in this folder, for `bench report` and `bench compare`
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Take the place of a bench that is in the folder
    #[arg(long, requires = "out")]
    replace: bool,
    /// One line of JSON instead of the table
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    rules: RulesArgs,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Tables, plots and break-downs of one bench, or of several on the same corpus
    Report(report::Args),
    /// How times and answers of a second bench differ from those of a first; for gates
    Compare(compare::Args),
    /// Search for positions that hurt a solver
    Hunt(hunt::Args),
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
  rummilab bench --positions data/positions/greedy-2.jsonl --every 10 \\
    --solvers search,ilp --out bench/greedy
  rummilab bench report bench/greedy --out bench/greedy.html
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

With --out every answer stays in bench.json, answers.jsonl and times.csv (docs/guide/formats.md).
Ctrl-C keeps the positions that all were asked about (exit code 75).

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
    /// As `--objective` has it.
    fn name(self) -> String {
        let value = self.to_possible_value();
        value.map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The name of what a line is asked, which may have an objective of its own.
    fn name_for(self, line: &PositionLine) -> String {
        let own = match self.question().of_line(line) {
            TimedQuestion::Tiles => Objective::Tiles,
            TimedQuestion::Value => Objective::Value,
            _ => self,
        };
        own.name()
    }

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
    match &args.command {
        Some(Command::Report(args)) => return report::run(args),
        Some(Command::Compare(args)) => return compare::run(args),
        Some(Command::Hunt(args)) => return hunt::run(args),
        None => {}
    }
    let corpus = Corpus::read(args)?;
    if let Some(dir) = &args.out {
        folder::check_free(dir, args.replace)?;
    }
    let stop = stop_on_interrupt("the question in hand");
    let mut contestants = args.contestants.start(args.limit)?;
    let comparison = compare(
        args.objective.question(),
        &corpus.positions,
        &mut contestants,
        args.repeat as usize,
        &|| stop.load(Ordering::Relaxed),
    );
    let stopped = stop.load(Ordering::Relaxed);
    tell_disagreements(args, &corpus, &comparison);
    tell_failures(args, &corpus, &comparison);
    if let Some(dir) = &args.out {
        folder::write(dir, args, &corpus, &comparison, !stopped)?;
        remark(&format!("kept in {}", dir.display()));
    }
    print_answer(args.json, &comparison, || {
        let table = solvers_table(&comparison.solvers, comparison.positions);
        format!(
            "{}\n\n{}, {}; speed-up of the mean over the slowest",
            text_of_table(&table),
            count(comparison.positions, "position"),
            count(comparison.disagreements.len(), "disagreement")
        )
    })?;
    if stopped {
        let done = count(comparison.positions, "position");
        return Err(Error::StoppedEarly(format!(
            "{done} of {}",
            corpus.positions.len()
        )));
    }
    Ok(Exit::of(comparison.is_sound()))
}
