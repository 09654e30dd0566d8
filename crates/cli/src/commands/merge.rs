//! `merge`: puts the records of the shards of a run together. Refuses records of different runs and contradictions, and
//! leaves the shards as they are.

use std::path::PathBuf;

use rummilab_arena::{Rest, Span};
use rummilab_record::Writer;

use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::results::results_text;
use crate::rules_arg::quoted;
use crate::run_folder::{FILL, GAMES, RunFolder};
use crate::state::{State, plan_of};
use crate::store::refused;
use crate::union::{Source, read_header, records_of, write_union};

/// Put the shards of a run together
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of shards, or folders that hold those; also whole runs and earlier merges
    #[arg(value_name = "DIR", required = true, value_hint = clap::ValueHint::DirPath)]
    dirs: Vec<PathBuf>,
    /// Folder for the run; what it holds already of the same plan stays
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: PathBuf,
    /// Print summary.json instead of the table; where blocks are missing, what `rummilab status --json` says
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab merge runs/big/shard-* --out runs/big
  rummilab merge node-a node-b node-c --out whole
  rummilab merge damaged --out saved

The result is, byte for byte, the run as one program would have played it, in whatever order and however often the shards
are given. If blocks are missing, the others are put together, the missing ones are listed, and the exit code is 1: play
the shards that are missing and merge again, or let `rummilab run OUT/plan.toml --out OUT` play the rest. Damage is passed
over and told; every sound block is saved.
Exit code 1 also if two records have different games of one block; 2 for records of different runs. Then nothing is written.";

/// Merges.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let mut places = args.dirs.clone();
    let out = args.out.join(GAMES);
    let files = records_of(&places)?;
    let header = read_header(&files)?;
    let plan = plan_of(&files)?;
    if plan.stop().is_some() {
        return Err(Error::Input(
            "a run that its results may stop is never split, so there is nothing to merge"
                .to_owned(),
        ));
    }
    let folder = RunFolder::of_record(&args.out, header.clone(), &plan);
    folder.prepare(&files)?;
    // What the folder holds already is one more record; nobody may add to it meanwhile. A torn last frame is dropped.
    let held = match out.exists() {
        true => {
            places.extend(
                [GAMES, FILL]
                    .map(|name| args.out.join(name))
                    .into_iter()
                    .filter(|file| file.is_file()),
            );
            let opened = Writer::resume(&out, &header, |_| {});
            Some(opened.map_err(|cause| refused(&args.out, cause))?)
        }
        false => None,
    };
    let mut rest = Rest::of(Span::all(&plan));
    let union = write_union(&records_of(&places)?, &out, &mut |block| rest.found(block))?;
    if held.is_some() {
        // Its blocks are in the union; what cannot be removed does no harm.
        let _ = std::fs::remove_file(args.out.join(FILL));
    }
    drop(held);
    folder.write_plan()?;
    let state = State::new(plan.clone(), union, &rest, &args.dirs);
    state.sources().iter().for_each(tell);
    let mut printed = Out::new();
    if !state.is_complete() {
        match args.json {
            true => printed.record(&state.json())?,
            false => printed.text(&state.text())?,
        }
        return Ok(Exit::CheckFailed);
    }
    let summary = folder.finish(&[])?;
    match args.json {
        true => printed.record(&summary)?,
        false => {
            let dirs = args
                .dirs
                .iter()
                .map(|dir| quoted(&dir.display().to_string()));
            let recipe = format!(
                "rummilab merge {} --out {}",
                dirs.collect::<Vec<_>>().join(" "),
                quoted(&args.out.display().to_string())
            );
            printed.text(&results_text(&plan, &summary, &recipe, &args.out))?;
        }
    }
    Ok(Exit::Done)
}

fn tell(source: &Source) {
    for damage in &source.damage {
        warn(&format!("{}: {damage}", source.file.display()));
    }
}
