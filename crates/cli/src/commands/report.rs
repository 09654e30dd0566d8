//! `report`: writes the page of a run, which `rummilab_report` makes.

use std::path::{Path, PathBuf};

use rummilab::record::read_plain;

use rummilab::core::count;
use rummilab::report::{GameId, MAX_GAMES, ReportError, sweep_page};
use rummilab::runs::{REPORT, SUMMARY, SweepFolder, replace_whole, summary_agrees};
use rummilab::{RunReport, run_report};

use crate::commands::ladder;
use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::recipe;
use crate::recorded_game::warn_of_torn;
use crate::rules_arg::quoted;
use crate::run_place::run_place;
use crate::tables::wrapped;

/// Write a run as one self-contained HTML page: numbers, plots, and games to step through
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub struct Args {
    /// Folder of a run or of a sweep, or a games file
    #[arg(value_name = "DIR", value_hint = clap::ValueHint::DirPath, value_parser = run_place())]
    dir: PathBuf,
    /// Where to write the page; report.html in the folder unless given
    #[arg(long, value_name = "FILE", value_hint = clap::ValueHint::FilePath)]
    out: Option<PathBuf>,
    /// Games to step through, by block and game from 0, such as b0g0,b3g1 (up to 12). Unless given:
    /// the first, the most extreme, and those with faults
    #[arg(long, value_name = "GAMES", value_delimiter = ',')]
    games: Vec<GameId>,
}

const EXAMPLES: &str = "\
Examples:
  rummilab tournament --bots greedy,value,hold --deals 50 --out runs/league
  rummilab report runs/league
  rummilab report runs/league --out league.html
  rummilab report runs/league --games b0g0,b3g1

Games reviewed with `rummilab analyse review --save` show the grade of each turn, and the costliest
turns as pictures. The page needs no network and no other file. It may be made while the run
or the sweep is going on; the same record gives the same bytes.";

/// Runs the command.
pub fn run(args: &Args) -> Result<Exit, Error> {
    if args.games.len() > MAX_GAMES {
        let message = format!(
            "--games: {} games are too many for a page; expected at most {MAX_GAMES}",
            args.games.len()
        );
        return Err(Error::Input(message));
    }
    if SweepFolder::is_one(&args.dir) {
        return args.of_sweep();
    }
    if ladder::is_ladder(&args.dir) {
        let dir = args.dir.display();
        return Err(Error::Input(format!(
            "{dir}: it is a ladder, whose page is {dir}/{}; `rummilab ladder {} --games 0` writes \
             it; the folders in {dir}/pairs are runs with a page of their own",
            ladder::PAGE,
            quoted(&dir.to_string())
        )));
    }
    let report = run_report(&args.dir, &args.games, recipe::of_plan).map_err(refused)?;
    if report.torn {
        warn_of_torn(&report.record);
    }
    if let Some((build, summary)) = report.finished.as_ref().filter(|_| args.dir.is_dir()) {
        warn_of_other_summary(&args.dir, build, summary);
    }
    let beside = || report.record.with_file_name(REPORT);
    let place = args.out.clone().unwrap_or_else(beside);
    let RunReport { html, games, .. } = &report;
    replace_whole(&place, html.as_bytes())?;
    let done = format!(
        "{}: {} kB, {} to step through",
        place.display(),
        html.len().div_ceil(1000),
        count(*games, "game")
    );
    Out::new().text(&wrapped(&done))?;
    Ok(Exit::Done)
}

impl Args {
    /// Writes the page of a sweep.
    fn of_sweep(&self) -> Result<Exit, Error> {
        if !self.games.is_empty() {
            let message = "--games: a sweep shows no games; name one of its cells";
            return Err(Error::Input(message.to_owned()));
        }
        let folder = SweepFolder::open(&self.dir)?;
        let results = folder.results_so_far()?;
        let planned = folder.sweep().cells().iter().map(|cell| cell.plan.blocks());
        let planned: Vec<u64> = planned.collect();
        let html = sweep_page(&results, &planned, &folder.sweep().to_toml());
        let html = html.map_err(Error::cause)?;
        let place = self.out.clone().unwrap_or_else(|| self.dir.join(REPORT));
        replace_whole(&place, html.as_bytes())?;
        let done = format!("{}: {} kB", place.display(), html.len().div_ceil(1000));
        Out::new().text(&done)?;
        Ok(Exit::Done)
    }
}

fn refused(error: rummilab::Error) -> Error {
    match error {
        rummilab::Error::ReportedRecord(path, error)
            if matches!(*error, ReportError::NoGame(_)) =>
        {
            Error::about(path.display().to_string(), *error)
        }
        error @ rummilab::Error::ReportedRecord(..) => {
            Error::Input(format!("{error}; `rummilab verify` says more"))
        }
        error => error.into(),
    }
}

/// Warns if `summary.json` disagrees with the page, which shows what the record gives.
fn warn_of_other_summary(dir: &Path, build: &str, expected: &[u8]) {
    match read_plain(dir.join(SUMMARY)) {
        Ok(found) if summary_agrees(build, &found, expected) => {}
        Ok(_) => warn(&format!(
            "{}: {SUMMARY} is not what the record gives; the page shows what the record gives",
            dir.display()
        )),
        Err(_) => {}
    }
}
