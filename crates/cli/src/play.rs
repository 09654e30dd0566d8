//! Plays a plan: opens its folder, goes on where it stopped, shows progress, writes the results and prints the table.
//! Shared by `tournament` and `run`. Refuses to play what the checks of plan, bots and rules do not pass.

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rummilab_arena::{
    Outcome, Plan, PlanSpec, Played, Progress, RunError, Span, ThinkTime, run_club,
};
use rummilab_bots::BotSpec;
use rummilab_record::{Block, Resumed, WriteError};

use crate::error::{Error, Exit, warn};
use crate::live::Live;
use crate::output::Out;
use crate::players::{RosterPlayers, check_supported};
use crate::progress::Bar;
use crate::results::results_text;
use crate::run_folder::{GAMES, RunFolder};

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
    /// Show no progress on a terminal either
    #[arg(long, short)]
    quiet: bool,
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
    // Whoever cannot see it shall not pay for it.
    let watched = Bar::is_seen() && !options.quiet;
    let live = RefCell::new(watched.then(|| Live::new(&plan)));
    let watch = |block: &Block| {
        if let Some(live) = live.borrow_mut().as_mut() {
            live.push(block);
        }
    };
    let (folder, mut writer, resumed) = RunFolder::open(&path, &plan, |block| {
        watch(&block);
        if let Some(club) = &mut club {
            club.push(&block);
        }
    })?;
    tell_resumed(&path, &plan, &resumed);

    let span = Span::all(&plan).after(resumed.last);
    let stop = stop_on_interrupt();
    let mut bar = Bar::new(plan.blocks(), resumed.blocks, watched);
    let mut times = vec![ThinkTime::default(); plan.bots().len()];
    let threads = options
        .threads
        .or_else(|| std::thread::available_parallelism().ok());
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    let lines = || live.borrow().as_ref().map(Live::lines).unwrap_or_default();
    let show = &mut |progress: Progress| bar.show(&progress, lines);
    let keep = |played: Played| {
        for (total, time) in times.iter_mut().zip(&played.times) {
            total.add(*time);
        }
        watch(&played.block);
        writer.append(&played.block)
    };
    let outcome = match &mut club {
        Some(club) => run_club(&plan, &RosterPlayers, threads, club, &stop, show, keep),
        None => rummilab_arena::run(&plan, &RosterPlayers, threads, span, &stop, show, keep),
    };
    bar.end();
    let Outcome {
        progress,
        interrupted,
    } = outcome.map_err(|error| match error {
        RunError::Sink { error: cause, .. } => not_kept(&path, cause),
        error => Error::Input(error.to_string()),
    })?;
    writer.sync().map_err(|cause| not_kept(&path, cause))?;
    if interrupted {
        return Err(Error::Interrupted {
            path,
            done: resumed.blocks + progress.blocks,
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

fn tell_resumed(path: &Path, plan: &Plan, resumed: &Resumed) {
    if resumed.dropped_bytes > 0 {
        warn(&format!(
            "{}: the last block was cut off ({} bytes) and is played again",
            path.display(),
            resumed.dropped_bytes
        ));
    }
    if resumed.blocks > 0 && resumed.blocks < plan.blocks() {
        let blocks = plan.blocks();
        warn(&format!(
            "{}: going on after {} of {blocks} blocks",
            path.display(),
            resumed.blocks
        ));
    }
}

/// A flag that the first Ctrl-C sets; the second one ends the program at once.
fn stop_on_interrupt() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let installed = ctrlc::set_handler(move || {
        if flag.swap(true, Ordering::SeqCst) {
            warn(
                "interrupted again, ended at once; the same command goes on from the last block written",
            );
            std::process::exit(75);
        }
    });
    if let Err(error) = installed {
        warn(&format!("Ctrl-C will end the program at once: {error}"));
    }
    stop
}
