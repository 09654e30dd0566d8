//! Plays a plan: opens its folder, goes on where it stopped, shows progress, writes the results and prints the table.
//! Shared by `tournament` and `run`. Refuses to play what the checks of plan, bots and rules do not pass.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use rummilab_arena::{
    Outcome, Plan, PlanSpec, Played, Progress, RunError, Span, ThinkTime, run_club,
};
use rummilab_bots::BotSpec;
use rummilab_record::{Resumed, WriteError};
use rummilab_stats::{Metric, Monitor};

use crate::error::{Error, Exit, warn};
use crate::interrupt::stop_on_interrupt;
use crate::output::Out;
use crate::players::{RosterPlayers, check_supported};
use crate::progress::Bar;
use crate::results::results_text;
use crate::run_folder::{GAMES, RunFolder};
use crate::watch::monitor;

/// The arguments of every command that plays a plan. None of them changes a byte of the record.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Running")]
pub struct Options {
    /// Threads, up to 1024; all cores unless given
    #[arg(long, value_parser = crate::batch::threads)]
    threads: Option<NonZeroUsize>,
    /// Folder for the results; runs/PLAN-HASH unless given. A folder of the same plan is continued
    #[arg(long, value_name = "DIR", value_hint = clap::ValueHint::DirPath)]
    out: Option<PathBuf>,
    /// Print summary.json instead of the table
    #[arg(long)]
    json: bool,
}

/// Plays a plan. `recipe` is the command that plays it again.
pub fn play(mut spec: PlanSpec, options: &Options, recipe: &str) -> Result<Exit, Error> {
    for bot in &mut spec.bots {
        *bot = bot.parse::<BotSpec>()?.to_string();
    }
    if let Some(reserve) = &mut spec.reserve {
        *reserve = reserve.parse::<BotSpec>()?.to_string();
    }
    let plan = Plan::new(&spec).map_err(|error| Error::Input(error.to_string()))?;
    check_supported(plan.rules())?;
    let default = || Path::new("runs").join(plan.plan_hash());
    let path = options.out.clone().unwrap_or_else(default);
    let mut club = plan.club_state();
    let mut monitor = monitor(&plan);
    let (folder, mut writer, resumed) = RunFolder::open(&path, &plan, |block| {
        if let Some(club) = &mut club {
            club.push(&block);
        }
        if let Some(monitor) = &mut monitor {
            monitor.push(&block);
        }
    })?;
    let ended = |monitor: &Option<Monitor>| monitor.as_ref().and_then(Monitor::stopped_after);
    tell_resumed(&path, ended(&monitor).unwrap_or(plan.blocks()), &resumed);

    let mut span = Span::all(&plan).after(resumed.last);
    if ended(&monitor).is_some() {
        span = span.at_most(0);
    }
    let stop = stop_on_interrupt();
    let mut bar = Bar::new(plan.blocks(), resumed.blocks);
    let mut times = vec![ThinkTime::default(); plan.bots().len()];
    let threads = options
        .threads
        .or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    let live = RefCell::new(monitor.as_ref().and_then(live_text));
    let show = &mut |progress: Progress| bar.show(&progress, live.borrow().as_deref());
    // Blocks come here in their order, so the rule ends the run with the same block at any number of threads; what other
    // threads have played beyond it is dropped.
    let keep = |played: Played| {
        for (total, time) in times.iter_mut().zip(&played.times) {
            total.add(*time);
        }
        writer.append(&played.block).map_err(NotKept::Write)?;
        let Some(monitor) = &mut monitor else {
            return Ok(());
        };
        let end = monitor.push(&played.block);
        live.replace(live_text(monitor));
        if end { Err(NotKept::Over) } else { Ok(()) }
    };
    let outcome = match &mut club {
        Some(club) => run_club(&plan, &RosterPlayers, threads, club, &stop, show, keep),
        None => rummilab_arena::run(&plan, &RosterPlayers, threads, span, &stop, show, keep),
    };
    bar.end();
    let interrupted_after = match outcome {
        Ok(Outcome {
            progress,
            interrupted,
        }) => interrupted.then_some(progress.blocks),
        Err(RunError::Sink {
            error: NotKept::Over,
            ..
        }) => None,
        Err(RunError::Sink {
            error: NotKept::Write(cause),
            ..
        }) => return Err(not_kept(&path, cause)),
        Err(error) => return Err(Error::Input(error.to_string())),
    };
    writer.sync().map_err(|cause| not_kept(&path, cause))?;
    if let Some(blocks) = interrupted_after {
        return Err(Error::Interrupted {
            path,
            done: resumed.blocks + blocks,
            blocks: plan.blocks(),
        });
    }
    let summary = folder.finish(&times)?;
    let mut out = Out::new();
    if options.json {
        out.record(&summary)?;
    } else {
        // The folder is part of the recipe where it was chosen.
        let out_flag = options
            .out
            .as_ref()
            .map(|path| format!(" --out {}", path.display()));
        let recipe = format!("{recipe}{}", out_flag.unwrap_or_default());
        out.text(&results_text(&plan, &summary, &recipe, &path))?;
    }
    Ok(Exit::Done)
}

/// A block that could not be kept. What was kept before stays, and the same command goes on from there.
fn not_kept(folder: &Path, cause: WriteError) -> Error {
    let cause = match cause {
        WriteError::Io(cause) => cause,
        cause => std::io::Error::other(cause.to_string()),
    };
    Error::Write {
        path: folder.join(GAMES),
        cause,
    }
}

/// Why the delivery of blocks ended before its time.
#[derive(Debug, thiserror::Error)]
enum NotKept {
    /// The stop rule of the plan ended the run; the block is kept.
    #[error("the stop rule ended the run")]
    Over,
    /// The block could not be written.
    #[error(transparent)]
    Write(WriteError),
}

/// Where the first two bots stand, in a few words.
fn live_text(monitor: &Monitor) -> Option<String> {
    let live = monitor.live()?;
    let (unit, times) = match monitor.metric() {
        Metric::Score => ("points", 1.0),
        Metric::Wins => ("% wins", 100.0),
    };
    let [value, low, high] = [live.difference, live.interval.low(), live.interval.high()]
        .map(|value| format!("{:+.1}", value * times));
    Some(format!("difference {value} [{low}, {high}] {unit}"))
}

fn tell_resumed(path: &Path, end: u64, resumed: &Resumed) {
    if resumed.dropped_bytes > 0 {
        warn(&format!(
            "{}: the last block was cut off ({} bytes) and is played again",
            path.display(),
            resumed.dropped_bytes
        ));
    }
    if resumed.blocks > 0 && resumed.blocks < end {
        warn(&format!(
            "{}: going on after {} of {end} blocks",
            path.display(),
            resumed.blocks
        ));
    }
}
