//! Plays a plan: opens its folder, goes on where it stopped, shows progress, writes the results and prints the table.
//! Shared by `tournament` and `run`. Refuses to play what the checks of plan, bots and rules do not pass.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use rummilab_arena::{
    Blocks, ClubPart, Outcome, Plan, PlanSpec, Played, Progress, RunError, ThinkTime, run_club,
};
use rummilab_record::{Block, WriteError};
use rummilab_stats::{Metric, Monitor};

use crate::bot_arg::resolve;
use crate::club_known::Known;
use crate::error::{Error, Exit, warn};
use crate::interrupt::stop_on_interrupt;
use crate::live::Live;
use crate::output::Out;
use crate::players::check_supported;
use crate::programs::MatchPlayers;
use crate::progress::Bar;
use crate::results::results_text;
use crate::run_folder::{BUILD, GAMES, RunFolder};
use crate::shard::{Shard, ShardArg};
use crate::state::State;
use crate::store::{There, refused};
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
    /// Play a part of the blocks: K/N, or auto (auto/N) in an array of jobs of Slurm, Kubernetes, Grid Engine or PBS.
    /// Any N consecutive K make the whole, which `rummilab merge` puts together
    #[arg(long, value_name = "K/N|auto")]
    shard: Option<ShardArg>,
    /// Print summary.json instead of the table; of a shard, what `rummilab status --json` says
    #[arg(long)]
    json: bool,
    /// Show no progress on a terminal either
    #[arg(long, short)]
    quiet: bool,
}

/// Plays a plan. `recipe` is the command that plays it again.
pub fn play(mut spec: PlanSpec, options: &Options, recipe: &str) -> Result<Exit, Error> {
    resolve(&mut spec)?;
    let plan = Plan::new(&spec).map_err(|error| Error::Input(error.to_string()))?;
    check_supported(plan.rules())?;
    let shard = options.shard()?;
    if shard.is_some() && plan.stop().is_some() {
        return Err(Error::Input(
            "a run that its results may stop cannot be split: a shard does not see the blocks of the others".to_owned(),
        ));
    }
    let path = options.folder(&plan, shard);
    // A bot that does not start leaves no folder behind.
    let fresh = !path.join(GAMES).exists();
    if fresh {
        MatchPlayers::new(&plan, None)?.probe(&plan)?;
    }
    let players = MatchPlayers::new(&plan, Some(&path))?;
    let mut club = plan.club_state().map(|state| {
        // A shard alone has to find out what happened at the other tables.
        let header = shard.map(|_| plan.header(BUILD));
        (state, Known::new(&path, header))
    });
    // Whoever cannot see it shall not pay for it.
    let watched = Bar::is_seen() && !options.quiet;
    let live = RefCell::new(watched.then(|| Live::new(&plan)));
    let watch = |block: &Block| {
        if let Some(live) = live.borrow_mut().as_mut() {
            live.push(block);
        }
    };
    let mut monitor = monitor(&plan);
    let wanted = Shard::span(shard, &plan);
    let (folder, mut store, there) = RunFolder::open(&path, &plan, wanted, |block| {
        watch(&block);
        if let Some(monitor) = &mut monitor {
            monitor.push(&block);
        }
        if let Some((_, known)) = &mut club {
            known.push(block);
        }
    })?;
    if let Some(shard) = shard {
        folder.write_shard(shard)?;
    }
    let over = monitor.as_ref().and_then(Monitor::stopped_after).is_some();
    let missing = if over {
        Blocks::default()
    } else {
        there.missing.clone()
    };
    tell_resumed(&path, &there, &missing);

    if !fresh && !missing.is_empty() {
        players.probe(&plan)?;
    }
    let stop = stop_on_interrupt();
    let mut bar = Bar::new(wanted.len(), there.found, watched);
    let mut times = vec![ThinkTime::default(); plan.bots().len()];
    let threads = options
        .threads
        .or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    players.warn_of_threads(&plan, threads);
    let at_any_look = RefCell::new(monitor.as_ref().and_then(live_text));
    let lines = || {
        let lines = live.borrow().as_ref().map(Live::lines).unwrap_or_default();
        lines + at_any_look.borrow().as_deref().unwrap_or_default()
    };
    let show = &mut |progress: Progress| bar.show(&progress, lines);
    // Blocks come here in their order, so the rule ends the run with the same block at any number of threads; what other
    // threads have played beyond it is dropped.
    let keep = |played: Played| {
        for (total, time) in times.iter_mut().zip(&played.times) {
            total.add(*time);
        }
        store.append(&played.block).map_err(NotKept::Write)?;
        watch(&played.block);
        let Some(monitor) = &mut monitor else {
            return Ok(());
        };
        let end = monitor.push(&played.block);
        at_any_look.replace(live_text(monitor));
        if end { Err(NotKept::Over) } else { Ok(()) }
    };
    let outcome = match club {
        Some((state, mut known)) => {
            let part = ClubPart {
                state,
                wanted: &missing,
                known: &mut |block| known.get(block),
            };
            run_club(&plan, &players, threads, part, &stop, show, keep)
        }
        None => rummilab_arena::run(&plan, &players, threads, missing, &stop, show, keep),
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
        }) => return Err(refused(&path, cause)),
        Err(error) => return Err(Error::Input(error.to_string())),
    };
    store.close()?;
    let exit = players.verdict();
    if let Some(blocks) = interrupted_after {
        return Err(Error::Interrupted {
            path,
            done: there.found + blocks,
            blocks: wanted.len(),
        });
    }
    if let Some(shard) = shard {
        // Of this folder alone: others may lie in it.
        let state = State::of(&[path.join(GAMES)])?;
        if !state.is_complete() {
            folder.write_timings(&times)?;
            let mut out = Out::new();
            match options.json {
                true => out.record(&state.json())?,
                false => out.text(&state.shard_text(shard, wanted.len(), &path))?,
            }
            return Ok(exit);
        }
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
    Ok(exit)
}

impl Options {
    fn shard(&self) -> Result<Option<Shard>, Error> {
        let environment = |name: &str| std::env::var(name).ok();
        let shard = self.shard.map(|shard| shard.resolve(environment));
        shard.transpose().map_err(Error::Input)
    }

    /// The folder for the results.
    fn folder(&self, plan: &Plan, shard: Option<Shard>) -> PathBuf {
        if let Some(out) = &self.out {
            return out.clone();
        }
        let run = Path::new("runs").join(plan.plan_hash());
        match shard {
            Some(shard) => run.join(shard.folder()),
            None => run,
        }
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
    Some(format!(
        "the first two, at any look: {value} [{low}, {high}] {unit}\n"
    ))
}

fn tell_resumed(path: &Path, there: &There, missing: &Blocks) {
    if there.dropped_bytes > 0 {
        warn(&format!(
            "{}: the last block was cut off ({} bytes) and is played again",
            path.display(),
            there.dropped_bytes
        ));
    }
    if there.found > 0 && !missing.is_empty() {
        warn(&format!(
            "{}: going on after {} of {} blocks",
            path.display(),
            there.found,
            there.found + there.missing.len()
        ));
    }
}
