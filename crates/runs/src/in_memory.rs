//! Plays plans in memory, for callers that need only the blocks; nothing is written.

use std::convert::Infallible;
use std::num::NonZeroUsize;

use rummilab_arena::{Plan, PlanSpec, Players, Progress, RunError, Span};
use rummilab_bot_api::StopFlag;
use rummilab_record::Block;

use crate::error::RunsError;
use crate::judge::check_supported;

/// Plays all blocks of a plan in order. `each` gets every block, `observer` the progress. The plan
/// must not be a club tournament.
///
/// # Errors
/// [`RunsError::Interrupted`] if the flag was set; otherwise the reason why a block cannot be
/// played.
pub fn play_blocks(
    plan: &Plan,
    players: &impl Players,
    threads: NonZeroUsize,
    interrupt: &StopFlag,
    observer: &mut dyn FnMut(Progress),
    mut each: impl FnMut(Block),
) -> Result<(), RunsError> {
    let all = Span::all(plan);
    let played = rummilab_arena::run(plan, players, threads, all, interrupt, observer, |played| {
        each(played.block);
        Ok::<(), Infallible>(())
    });
    match played {
        Ok(ended) if ended.interrupted => Err(RunsError::Interrupted),
        Ok(_) => Ok(()),
        Err(RunError::Harness(block, error)) => Err(RunsError::of_block(block, error)),
        Err(RunError::Threads(error)) => Err(error.into()),
        Err(RunError::Sink(_, error)) => match error {},
    }
}

/// A checked plan whose rules the solver of bots and judge supports.
///
/// # Errors
/// [`RunsError::Plan`] or [`RunsError::Unsupported`].
pub fn checked(spec: &PlanSpec) -> Result<Plan, RunsError> {
    let plan = Plan::new(spec)?;
    check_supported(plan.rules())?;
    Ok(plan)
}

pub fn all_cores() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}
