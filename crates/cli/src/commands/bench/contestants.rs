//! Who is asked: solvers and programs, with their limits.

use std::time::Duration;

use rummilab::bot_api::external::own_processor_time;
use rummilab::engine::{BuiltIn, Contestant, system_clock};
use rummilab::{ProgramLimits, ProgramSolver, SolverSpec};

use crate::error::Error;

/// The longest time limit of a question.
const LONGEST: Duration = Duration::from_secs(1_000_000);

/// The arguments that name contestants.
#[derive(Debug, clap::Args)]
pub struct ContestantArgs {
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
    pub programs: Vec<Program>,
    /// Memory of a program with its child processes; with more it is ended (Linux)
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u64).range(1..1 << 40))]
    pub memory: Option<u64>,
}

/// A program that solves: `NAME=cmd:COMMAND`.
#[derive(Debug, Clone)]
pub struct Program {
    pub name: String,
    pub command: String,
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

/// Parses a positive time in seconds.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().filter(|seconds| *seconds > 0.0);
    let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    time.filter(|time| *time <= LONGEST && !time.is_zero())
        .ok_or_else(|| "expected seconds, such as 10 or 0.5".to_owned())
}

impl ContestantArgs {
    /// The solvers, and the programs, which are started. `limit` is the time for a question.
    pub fn start(&self, limit: Duration) -> Result<Vec<Box<dyn Contestant>>, Error> {
        let mut all: Vec<Box<dyn Contestant>> = Vec::new();
        for spec in &self.solvers {
            let (name, solver) = (spec.to_string(), spec.make());
            let clock = own_processor_time;
            let built_in = BuiltIn::new(name, solver, limit, system_clock, clock);
            all.push(Box::new(built_in));
        }
        let limits = ProgramLimits {
            time: limit,
            memory: self.memory.map(|megabytes| megabytes * 1_000_000),
        };
        for Program { name, command } in &self.programs {
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
}
