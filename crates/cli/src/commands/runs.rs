//! `runs`: lists the runs in a folder.

use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use rummilab::runs::{ListedRun, RunsRoot};

use crate::error::{Error, Exit};
use crate::output::Out;
use crate::run_place::RUNS;
use crate::tables::{drawn, new_table};
use crate::visible::visible;

/// Most letters of a name that is the hash of a plan.
const SHORT: usize = 12;

/// List the runs that were played here, the last one first
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of runs
    #[arg(value_name = "DIR", default_value = RUNS, value_hint = clap::ValueHint::DirPath)]
    dir: PathBuf,
    /// One line of JSON a run
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots hold:h=1,greedy --deals 20 --name league
  rummilab runs
  rummilab report runs/last
  rummilab status lea

Where a command takes the folder of a run, the beginning of its name is enough, and runs/last is the
run played last. `tournament` and `run` take --name.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    let runs = RunsRoot::new(&args.dir).list();
    let runs = runs.map_err(|error| Error::Read(args.dir.display().to_string(), error))?;
    let mut out = Out::new();
    if args.json {
        for run in &runs {
            out.record(run)?;
        }
    } else {
        out.text(&text(args, &runs))?;
    }
    Ok(Exit::Done)
}

fn text(args: &Args, runs: &[ListedRun]) -> String {
    if runs.is_empty() {
        let dir = args.dir.display();
        return format!("no runs in {dir}; `rummilab tournament --bots hold:h=1,greedy` plays one");
    }
    let mut table = new_table(["run", "written", "rules", "bots", "games", "most wins"]);
    for run in runs {
        let mut name: String = visible(&run.name).into_owned();
        if name.len() == 64 {
            name.truncate(SHORT);
        }
        if run.last {
            name += " (last)";
        }
        let best = run.best.as_ref().map(|(bot, rate)| {
            let percent = 100.0 * rate;
            format!("{} {percent:.1} %", visible(bot))
        });
        table.add_row([
            name,
            ago(run.modified),
            visible(&run.rules).into_owned(),
            visible(&run.bots.join(", ")).into_owned(),
            run.games
                .map_or("unfinished".to_owned(), |games| games.to_string()),
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
