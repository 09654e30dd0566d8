//! `rummilab solve`: the best play from a table and a rack, one position from flags or many from a file. Refuses what
//! cannot be a position.

mod answer;
mod human;
mod image;
mod layout;
mod lines;
mod steps;

use std::path::PathBuf;

use clap::ValueEnum;
use rummilab_core::MAX_PLAYERS;
use rummilab_solver::Goal;

use self::answer::{Found, Record};
use crate::batch::BatchArgs;
use crate::error::{Error, Exit};
use crate::line::Refusal;
use crate::numbers::whole;
use crate::output::Out;
use crate::question::{Question, TableGiven, Written};
use crate::reading::{Owners, OwnersOfSets, Source, TableText, parse_owners};
use crate::rules_arg::RulesArgs;
use crate::solvers::SolverSpec;

/// Arguments of `rummilab solve`.
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
#[command(group = clap::ArgGroup::new("position").required(true).args(["rack", "batch"]))]
pub struct Args {
    /// The table: sets separated by `;`
    #[arg(long, value_name = "SETS", conflicts_with = "batch")]
    table: Option<String>,
    /// The table as one heap of tiles; it may turn out that they cannot be split into sets
    #[arg(long, value_name = "TILES", conflicts_with_all = ["batch", "table", "owners"])]
    table_tiles: Option<String>,
    /// The tiles on the rack
    #[arg(long, value_name = "TILES")]
    rack: Option<String>,
    /// The player has not opened: find the best legal opening
    #[arg(long, conflicts_with = "batch")]
    unopened: bool,
    /// The order of the tiles in each table set counts
    #[arg(long, conflicts_with_all = ["batch", "table_tiles"])]
    as_laid: bool,
    /// Who owns each table set: a seat from 0, or `-` for a run; of use where groups have owners
    #[arg(long, value_name = "SEAT,-,…", value_parser = parse_owners, conflicts_with = "batch", allow_hyphen_values = true)]
    owners: Option<OwnersOfSets>,
    /// The seat at turn, from 0; of use where groups have owners
    #[arg(long, value_name = "SEAT", value_parser = whole(0, MAX_PLAYERS as u64 - 1), conflicts_with = "batch")]
    me: Option<u64>,
    /// What is best
    #[arg(long, value_enum, default_value_t = Objective::Tiles)]
    objective: Objective,
    /// Who solves
    #[arg(long, value_name = "search|ilp|ilp:model=…", default_value_t)]
    solver: SolverSpec,
    /// Say step by step how to get from the old table to the new one
    #[arg(long, conflicts_with = "table_tiles")]
    explain: bool,
    /// Write the answer as one line of JSON (a batch always does)
    #[arg(long)]
    json: bool,
    /// Draw the position and the turn into this file too, as an SVG
    #[arg(long, value_name = "FILE.svg", conflicts_with = "batch", value_hint = clap::ValueHint::FilePath)]
    image: Option<PathBuf>,
    #[command(flatten)]
    batch: BatchArgs,
    #[command(flatten)]
    rules: RulesArgs,
}

const EXAMPLES: &str = "\
Examples:
  rummilab solve --table \"R3 R4 R5 ; K7 B7 O7\" --rack \"R6 J\"
  rummilab solve --rack \"R10 B10 J R1\" --unopened
  rummilab solve --table \"R3 R4 R5\" --rack \"R6 R2\" --objective value --json
  rummilab solve --table \"R4 R5 R6 R7 R8\" --rack R6 --explain
  rummilab solve --table \"R3 R4 R5\" --rack \"R6 J\" --image turn.svg
  rummilab solve --rules twist --table \"B2 B3 B4\" --rack \"D B7 P1\"
  rummilab solve --rules house --table \"R5 Y5 W5 ; B4 B5 B6\" --owners 1,- --me 0 --rack \"K5 B7\"
  rummilab solve --option jokers=0 --batch positions.jsonl > answers.jsonl

Of all best plays the one that leaves most old sets untouched is shown.

A line of a batch:
  {\"id\":\"x\",\"table\":[\"R3 R4 R5\",\"K7 B7 O7\"],\"rack\":\"R6 J\"}
It may also hold:
  opened       whether the player has opened (true)
  rules        a name or file, instead of --rules
  options      such as {\"jokers\":0}, on top of --option
  table_tiles  instead of table: its tiles as one text
  as_laid      whether the order of tiles in a set counts (false)
  owners, me   as --owners and --me: [1,null], 0
Where groups have owners (house) the answer has `owners`, one for each set of
`table`: the seat for a group, null for a run. A group that goes on from an old
one stays with its seat, a new one is of the seat `me`. Without `owners` or `me`
no group is own and nobody counts them; a seat that nobody said is null.
Blank lines are skipped. A line that cannot be read is answered with the status
error, the others are still answered, and the exit code is 2 at the end.

The status is optimal, feasible (no better than `bound`), infeasible (the
tiles of the table cannot be split into sets), unknown, unsupported or error.
With --explain every answer has `steps`: each has the sets concerned and a
`text`, and is take (tiles, from, leaves), split (set, parts), join (parts, set)
or lay (tiles, on, set). Steps are null where there is no answer or the old sets
are not known, and with `steps_error` where the turn cannot be told.
`micros` and `nodes` are those of the solver: reading the position and looking
for the fewest changes are left out.";

/// What is best.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Objective {
    /// Most rack tiles, then the largest value
    Tiles,
    /// The largest sum of face values (jokers 0), then most tiles
    Value,
}

impl Objective {
    fn goal(self) -> Goal {
        match self {
            Objective::Tiles => Goal::Tiles,
            Objective::Value => Goal::Value,
        }
    }
}

/// Solves what was asked.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if let Some(file) = &args.batch.batch {
        return lines::run(args, file);
    }
    let solved = solve_flags(args);
    if let (Some(path), Ok((question, found))) = (&args.image, &solved) {
        image::write_image(path, question, found)?;
    }
    match solved {
        Ok((_, found)) if args.json => {
            Out::new().record(&Record::new(&None, &found, args.explain))?;
        }
        Ok((question, found)) => Out::new().text(&human::text(&question, &found))?,
        Err(error) => {
            if args.json {
                Out::new().bytes(&Refusal::new(&None, None, &error).to_line()?)?;
            }
            return Err(error);
        }
    }
    Ok(Exit::Done)
}

fn solve_flags(args: &Args) -> Result<(Question, Found), Error> {
    let rules = args.rules.read()?;
    let written = Written {
        source: Source::Flags,
        table: match &args.table_tiles {
            Some(tiles) => TableGiven::Tiles(tiles.clone()),
            None => TableGiven::Sets(TableText::Line(args.table.clone().unwrap_or_default())),
        },
        rack: args.rack.as_deref().unwrap_or_default(),
        opened: !args.unopened,
        as_laid: args.as_laid,
        owners: Owners {
            of_sets: args.owners.clone().map(|OwnersOfSets(list)| list),
            me: args.me,
        },
    };
    let question = written.question(rules.into(), args.objective.goal())?;
    let mut found = answer::find(&question, args.solver.make().as_mut())?;
    if args.explain {
        steps::add_steps(&question, &mut found);
    }
    Ok((question, found))
}
