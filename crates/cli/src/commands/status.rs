//! `status`: the state of a run. Changes nothing.

use std::path::PathBuf;

use rummilab::runs::RunStatus;

use crate::error::{Error, Exit};
use crate::output::print_answer;
use crate::run_place::run_place;
use crate::status_text::{status_json, status_text};

/// Say what of a run is done, what is missing or damaged, and how to go on
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of the run or of its shards, or folders that hold those
    #[arg(
        value_name = "DIR",
        required = true,
        value_hint = clap::ValueHint::DirPath,
        value_parser = run_place()
    )]
    dirs: Vec<PathBuf>,
    /// One line of JSON
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold,greedy --deals 20 --shard 1/2 --out node-a
  rummilab status node-a
  rummilab status node-a --json

Exit code 0 if what is there is sound. Blocks may be missing, or the last one cut off: the same
command plays them. Exit code 1 if something is damaged, or two records have different games of one
block; 2 if there is no record, or records of different runs.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let status = RunStatus::of(&args.dirs)?;
    print_answer(args.json, &status_json(&status, &args.dirs), || {
        status_text(&status, &args.dirs)
    })?;
    Ok(Exit::of(!status.is_damaged()))
}
