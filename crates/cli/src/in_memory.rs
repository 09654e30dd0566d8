//! Plays plans for what their blocks say, without a folder. Refuses to keep a record; Ctrl-C ends it for good.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;

use rummilab_arena::{Plan, PlanSpec, Progress, RunError, Span};
use rummilab_record::Block;

use crate::error::Error;
use crate::players::check_supported;
use crate::programs::MatchPlayers;

/// Plays all blocks of a plan, in order. `each` is given every block, `observer` the progress. Whether it came to its end.
pub fn play_blocks(
    plan: &Plan,
    threads: NonZeroUsize,
    stop: &AtomicBool,
    observer: &mut dyn FnMut(Progress),
    mut each: impl FnMut(Block),
) -> Result<bool, Error> {
    let players = MatchPlayers::new(plan, None)?;
    players.probe(plan)?;
    let outcome = rummilab_arena::run(
        plan,
        &players,
        threads,
        Span::all(plan),
        stop,
        observer,
        |played| {
            each(played.block);
            Ok::<(), std::convert::Infallible>(())
        },
    );
    match outcome {
        Ok(outcome) => Ok(!outcome.interrupted),
        Err(RunError::Sink { error, .. }) => match error {},
        Err(error) => Err(Error::Input(error.to_string())),
    }
}

/// A checked plan that the solver behind bots and judge can play.
pub fn checked(spec: &PlanSpec) -> Result<Plan, Error> {
    let plan = Plan::new(spec).map_err(|error| Error::Input(error.to_string()))?;
    check_supported(plan.rules())?;
    Ok(plan)
}

/// All cores.
pub fn all_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
