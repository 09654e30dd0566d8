//! A match in a folder, watched by Python: Ctrl-C ends it soon, and a callback gets the progress.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use rummilab::arena::{PlanSpec, Progress, RulesEntry};
use rummilab::oracle;
use rummilab::record::BotEntry;
use rummilab::runs::{Match, MatchEnding, MatchEvent, RunsError, ShardArg, StopFlag, merge};

use crate::bot::{PyBots, Tracebacks, is_asked};
use crate::errors::{Fault, Kind};
use crate::faults::{FaultRow, FirstFaults};
use crate::number::{MOST_THREADS, Whole};
use crate::programs::guard_programs;
use crate::rules::PyRules;
use crate::typed::{Callable, MatchEnding as MatchEndingWord};
use crate::watched::watched;

impl From<RunsError> for Fault {
    fn from(error: RunsError) -> Fault {
        let kind = match &error {
            RunsError::Unsupported(_) => Kind::Unsupported,
            RunsError::Harness(..) => Kind::Bug,
            RunsError::InUse(..) => Kind::InUse,
            RunsError::Plan(_)
            | RunsError::Bot(_)
            | RunsError::NameTaken(_)
            | RunsError::ClockForNobody
            | RunsError::NoBlock { .. }
            | RunsError::NoGame(..) => Kind::Input,
            _ => Kind::Run,
        };
        Fault::new(kind, error)
    }
}

/// What is known of a match so far.
#[derive(Default)]
struct Events {
    bots: Vec<BotEntry>,
    progress: Option<Progress>,
    faults: FirstFaults,
    warnings: Vec<String>,
}

/// Plays a plan's match, given as JSON, in a folder; a match begun there is completed. `strict`
/// ends it after the first block with a fault. Returns how it ended, the programs that were
/// withdrawn, the first faults of bots, the number of each bot's faults, and warnings.
#[pyfunction]
#[expect(clippy::type_complexity, reason = "Python takes them apart")]
#[expect(clippy::too_many_arguments, reason = "one call of one Python function")]
pub fn play_match(
    py: Python<'_>,
    plan: &str,
    rules: Py<PyRules>,
    own: Vec<(String, Callable)>,
    folder: PathBuf,
    shard: Option<&str>,
    threads: Option<Whole>,
    progress: Option<Callable>,
    strict: bool,
) -> Result<
    (
        MatchEndingWord,
        Vec<(String, String)>,
        Vec<FaultRow>,
        BTreeMap<String, u64>,
        Vec<String>,
    ),
    Fault,
> {
    if is_asked() {
        let why = "a bot cannot play a match while it is asked: a match with itself has no end";
        return Err(Fault::run(why));
    }
    guard_programs(py)?;
    let plan: PlanSpec = serde_json::from_str(plan).map_err(Fault::input)?;
    let spec = PlanSpec {
        rules: RulesEntry::from(&rules.get().rules),
        ..plan
    };
    let stop = StopFlag::default();
    let events = Mutex::new(Events::default());
    let tracebacks = Tracebacks::default();
    let mut game = Match::of(spec)
        .oracle(oracle)
        .folder(folder)
        .interrupt(&stop);
    match shard.map(str::parse::<ShardArg>).transpose() {
        Ok(None) => {}
        Ok(Some(ShardArg::Given(shard))) => game = game.shard(shard),
        Ok(Some(ShardArg::Auto(_))) => {
            return Err(Fault::input("`shard` is \"auto\"; expected \"K/N\""));
        }
        Err(error) => return Err(Fault::input(error)),
    }
    if let Some(threads) = threads {
        let threads = threads.within("threads", 1..=MOST_THREADS)?;
        game = game.threads(NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN));
    }
    for (name, make) in own {
        let bots = Arc::new(PyBots {
            name: name.clone(),
            make: make.0,
            rules: rules.clone_ref(py),
            tracebacks: tracebacks.clone(),
        });
        game = game.bot(&name, move || bots.bot());
    }
    let game = game.observe(|event| {
        let mut events = events.lock().unwrap_or_else(PoisonError::into_inner);
        match event {
            MatchEvent::Plan(plan) => events.bots = plan.bots().to_vec(),
            MatchEvent::Block(block) => {
                let Events { bots, faults, .. } = &mut *events;
                faults.push(bots, block);
                stop.fetch_or(strict && !faults.rows.is_empty(), Ordering::Relaxed);
            }
            MatchEvent::Progress(now) => events.progress = Some(now),
            MatchEvent::Warning(warning) => events.warnings.push(warning.to_string()),
            _ => {}
        }
    });
    let tell = |py: Python<'_>| -> PyResult<()> {
        let now = events
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .progress;
        if let (Some(progress), Some(now)) = (&progress, now) {
            progress.0.call1(py, (now.blocks, now.of, now.games))?;
        }
        Ok(())
    };
    let outcome = watched(py, || game.play(), &stop, tell)??;
    tell(py)?;
    let mut events = events.into_inner().unwrap_or_else(PoisonError::into_inner);
    let ending = match outcome.ending {
        MatchEnding::Finished => "finished",
        MatchEnding::StoppedByRule => "stopped by rule",
        MatchEnding::Interrupted => "interrupted",
        MatchEnding::ShardDone => "shard done",
    };
    let withdrawn = outcome.withdrawn.into_iter();
    let withdrawn = withdrawn
        .map(|program| (program.bot, program.reason))
        .collect();
    let tracebacks = tracebacks.lock().unwrap_or_else(PoisonError::into_inner);
    events.faults.explain(&events.bots, &tracebacks);
    let FirstFaults { rows, counts } = events.faults;
    let ending = MatchEndingWord(ending);
    Ok((ending, withdrawn, rows, counts, events.warnings))
}

/// Merges these records into the folder `out`. Returns whether every block is there.
#[pyfunction]
pub fn merge_runs(py: Python<'_>, places: Vec<PathBuf>, out: PathBuf) -> Result<bool, Fault> {
    let merged = py.detach(|| merge(&places, &out))?;
    Ok(merged.summary.is_some())
}
