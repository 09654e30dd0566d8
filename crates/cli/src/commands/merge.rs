//! `merge`: merges the records of the shards of a run.

use std::path::PathBuf;

use rummilab::runs::{
    ChangedBots, Merged, RunsError, SweepError, SweepFolder, merge_ladders, merge_with,
};

use crate::commands::ladder;
use crate::error::{Error, Exit, warn};
use crate::output::print_answer;
use crate::play::changed_bots;
use crate::results::results_text;
use crate::rules_arg::quoted;
use crate::run_place::run_place;
use crate::status_text::{status_json, status_text};
use crate::sweep::print_results;

/// Put the shards of a run together, or runs of other bots under the same conditions, or ladders
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of shards, or folders that hold those; also whole runs, earlier merges, ladders
    #[arg(
        value_name = "DIR",
        required = true,
        value_hint = clap::ValueHint::DirPath,
        value_parser = run_place()
    )]
    dirs: Vec<PathBuf>,
    /// Folder for the run; blocks of the same plan that it already holds stay
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
    /// Put records together whose programs are not the same, and say so in the record
    #[arg(long)]
    accept_changed_bots: bool,
    /// Print summary.json instead of the table; where blocks are missing, what
    /// `rummilab status --json` says
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold,greedy --deals 20 --shard 1/2 --out node-a
  rummilab tournament --bots hold,greedy --deals 20 --shard 2/2 --out node-b
  rummilab merge node-a node-b --out whole
  rummilab merge whole --out copy
  rummilab tournament --bots hold,greedy --deals 20 --out with-hold
  rummilab tournament --bots value,greedy --deals 20 --out with-value
  rummilab merge with-hold with-value --out both

The result is, byte for byte, the run as one program would have played it. The shards may be given
in any order and more than once. If blocks are missing, the others are put together, the missing
ones are listed, and the exit code is 1. Then play the missing shards and merge again, or let
`rummilab run OUT/plan.toml --out OUT` play the rest. Damage is passed over and reported; every
sound block is saved. Exit code 1 also if two records have different games of one block.

Runs of other bots under the same rules, seed, players and draws become one run with the match-ups
of all. Records of runs under other conditions are exit code 2. Then nothing is written.

Ladders are united: all their bots and pairs. Their conditions must be the same, and so must what
two of them both have.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let changes = changed_bots(args.accept_changed_bots);
    if args.dirs.iter().all(|dir| SweepFolder::is_one(dir)) {
        return args.merge_sweeps(changes);
    }
    if args.dirs.iter().any(|dir| ladder::is_ladder(dir)) {
        return args.unite(changes);
    }
    let Merged { status, summary } = merge_with(&args.dirs, &args.out, changes)?;
    for source in status.sources() {
        for damage in &source.damage {
            warn(&format!("{}: {damage}", source.file.display()));
        }
    }
    let Some(summary) = summary else {
        print_answer(args.json, &status_json(&status, &args.dirs), || {
            status_text(&status, &args.dirs)
        })?;
        return Ok(Exit::CheckFailed);
    };
    print_answer(args.json, &summary, || {
        results_text(status.plan(), &summary, &args.recipe(), &args.out)
    })?;
    Ok(Exit::Done)
}

impl Args {
    /// Puts the shards of a sweep together, cell by cell.
    fn merge_sweeps(&self, changes: ChangedBots) -> Result<Exit, Error> {
        let shards = self.dirs.iter().map(|dir| SweepFolder::open(dir));
        let shards: Vec<SweepFolder> = shards.collect::<Result<_, _>>()?;
        let mut whole = SweepFolder::begin(&self.out, shards[0].sweep().clone())?;
        for shard in &shards[1..] {
            whole = SweepFolder::begin(&self.out, shard.sweep().clone())?;
        }
        for cell in whole.sweep().cells() {
            let places = shards.iter().map(|shard| shard.of_cell(cell));
            let places: Vec<PathBuf> = places.filter(|place| place.exists()).collect();
            if !places.is_empty() {
                merge_with(&places, &whole.of_cell(cell), changes)?;
            }
        }
        match print_results(&whole, self.json, &self.recipe()) {
            Err(Error::Runs(error @ RunsError::Sweep(SweepError::Unfinished(..)))) => {
                warn(&error.to_string());
                Ok(Exit::CheckFailed)
            }
            printed => printed.map(|()| Exit::Done),
        }
    }

    /// Unites ladders.
    fn unite(&self, changes: ChangedBots) -> Result<Exit, Error> {
        let own = ladder::is_ladder(&self.out).then_some(&self.out);
        let others = self.dirs.iter().filter(|dir| **dir != self.out);
        let ladders = own.into_iter().chain(others).map(|dir| ladder::open(dir));
        let ladders = ladders.collect::<Result<Vec<_>, _>>()?;
        merge_ladders(&ladders, &self.out, changes)?;
        ladder::finish(&ladder::open(&self.out)?, self.json)?;
        Ok(Exit::Done)
    }

    /// The command that repeats the merge.
    fn recipe(&self) -> String {
        let path = |path: &PathBuf| quoted(&path.display().to_string());
        let dirs: Vec<String> = self.dirs.iter().map(path).collect();
        format!(
            "rummilab merge {} --out {}",
            dirs.join(" "),
            path(&self.out)
        )
    }
}
