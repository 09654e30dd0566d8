//! `status`: the state of a run, or the list of runs. Changes nothing.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use rummilab::runs::{ListedRun, RunStatus, RunsRoot, SweepFolder};

use crate::commands::ladder;
use crate::error::{Error, Exit};
use crate::output::{Out, print_answer};
use crate::run_place::{RUNS, run_place};
use crate::status_text::{status_json, status_text};
use crate::sweep::print_state;
use crate::tables::{drawn, new_table};
use crate::visible::visible;

/// Most letters of a name that is the hash of a plan.
const SHORT: usize = 12;

/// List the runs that were played here; or say what of a run is done, missing or damaged
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folders of a run or of its shards, or folders that hold those; or a sweep, or a ladder;
    /// without one, the runs in `runs` are listed, the last one first
    #[arg(
        value_name = "DIR",
        value_hint = clap::ValueHint::DirPath,
        value_parser = run_place()
    )]
    dirs: Vec<PathBuf>,
    /// One line of JSON; of a list, one a run or sweep
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold:h=1,greedy --deals 20 --name league
  rummilab status
  rummilab report runs/last
  rummilab status lea
  rummilab tournament --bots hold,greedy --deals 20 --shard 1/2 --out node-a
  rummilab status node-a
  rummilab status node-a --json

Where a command takes the folder of a run, the beginning of its name is enough, and runs/last is the
run played last. `tournament` and `run` take --name.

Exit code 0 if what is there is sound. Blocks may be missing, or the last one cut off: the same
command plays them. Exit code 1 if something is damaged, or two records have different games of one
block; 2 if there is no record, or records of different runs.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if args.dirs.is_empty() {
        return list(args.json);
    }
    if let [dir] = &args.dirs[..]
        && SweepFolder::is_one(dir)
    {
        return print_state(&SweepFolder::open(dir)?, args.json);
    }
    if let [dir] = &args.dirs[..]
        && ladder::is_ladder(dir)
    {
        return ladder::print_pairs(&ladder::open(dir)?, args.json);
    }
    let status = RunStatus::of(&args.dirs)?;
    print_answer(args.json, &status_json(&status, &args.dirs), || {
        status_text(&status, &args.dirs)
    })?;
    Ok(Exit::of(!status.is_damaged()))
}

/// Lists the runs.
fn list(json: bool) -> Result<Exit, Error> {
    let runs = RunsRoot::new(RUNS).list();
    let runs = runs.map_err(|error| Error::Read(RUNS.to_owned(), error))?;
    let mut out = Out::new();
    if json {
        runs.iter().try_for_each(|run| out.record(run))?
    } else {
        out.text(&runs_text(&runs))?
    }
    Ok(Exit::Done)
}

fn runs_text(runs: &[ListedRun]) -> String {
    if runs.is_empty() {
        return format!(
            "no runs in {RUNS}; `rummilab tournament --bots hold:h=1,greedy` plays one"
        );
    }
    let mut table = new_table(["run", "written", "rules", "bots", "games", "most wins"]);
    for run in runs {
        let mut name: String = visible(&run.name).into_owned();
        // Of shards the name goes on.
        if name.is_ascii() && name.split('/').next().map_or(0, str::len) == 64 {
            name.replace_range(SHORT..64, "");
        }
        if run.last {
            name += " (last)";
        }
        let best = run.best.as_ref().map(|(bot, rate)| {
            let percent = 100.0 * rate;
            format!("{} {percent:.1} %", visible(bot))
        });
        let mut bots = run.bots.join(", ");
        if let Some(sweep) = &run.sweep {
            bots += &format!("; sweeps {}", sweep.keys.join(", "));
        }
        let unfinished = || match &run.sweep {
            Some(sweep) => format!("{} of {} cells", sweep.done, sweep.cells),
            None => "unfinished".to_owned(),
        };
        table.add_row([
            name,
            ago(run.modified),
            visible(&run.rules).into_owned(),
            visible(&bots).into_owned(),
            run.games.map_or_else(unfinished, |games| games.to_string()),
            best.unwrap_or_default(),
        ]);
    }
    drawn(&table)
}

/// A past time relative to now, in the largest unit.
fn ago(seconds: u64) -> String {
    let then = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    let passed = then.elapsed().unwrap_or_default().as_secs();
    let units = [(86_400, "d"), (3600, "h"), (60, "min")];
    let unit = units.into_iter().find(|(length, _)| passed >= *length);
    unit.map_or("just now".to_owned(), |(length, name)| {
        format!("{} {name} ago", passed / length)
    })
}
