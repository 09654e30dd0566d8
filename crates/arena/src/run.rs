//! Plays the blocks of a plan on several threads and delivers them in order. Only a few blocks are
//! in memory at a time, and the number of threads changes no byte.

use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use crate::blocks::Blocks;
use crate::error::{HarnessError, RunError};
use crate::game::panic_text;
use crate::plan::Plan;
use crate::worker::{Played, Players, Worker};
use rummilab_bot_api::StopFlag;

/// Blocks, for each thread, that may be ahead of the delivery.
const AHEAD: u64 = 8;
/// Interval at which a thread that is too far ahead checks the stop flag.
const PATIENCE: Duration = Duration::from_millis(20);
/// Bytes of stack for each thread; solvers recurse.
const STACK_BYTES: usize = 8 << 20;

/// The progress of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Blocks delivered by this call.
    pub blocks: u64,
    /// Blocks that this call should deliver.
    pub of: u64,
    /// Games delivered by this call.
    pub games: u64,
    pub turns: u64,
}

/// The end of a run without an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunEnd {
    pub progress: Progress,
    /// Whether the stop flag ended it early. Then the blocks delivered are a prefix of the
    /// requested ones.
    pub interrupted: bool,
}

/// The function with which a thread plays a block.
pub(crate) type BlockPlay<'a, P> =
    &'a (dyn Fn(&mut Worker<'_, P>, u64, &StopFlag) -> Result<Played, HarnessError> + Sync);

/// Plays blocks on `threads` threads. The calling thread passes each block to `sink`, strictly in
/// order, and then the progress to `observer`.
///
/// Set `stop` to interrupt: running games are dropped, and the delivered blocks are a prefix of the
/// list. At most a few blocks per thread wait for delivery.
///
/// # Errors
/// The error of the first block that cannot be played, after all earlier blocks were delivered; or
/// the error of the sink.
pub fn run<P, E>(
    plan: &Plan,
    players: &P,
    threads: NonZeroUsize,
    blocks: impl Into<Blocks>,
    stop: &StopFlag,
    observer: &mut dyn FnMut(Progress),
    sink: impl FnMut(Played) -> Result<(), E>,
) -> Result<RunEnd, RunError<E>>
where
    P: Players + ?Sized,
{
    let play: BlockPlay<'_, P> = &|worker, block, stop| worker.play_block(block, stop);
    let blocks = blocks.into();
    run_blocks(
        plan,
        players,
        threads,
        (&blocks, stop),
        observer,
        sink,
        play,
    )
}

/// Plays blocks, each by `play`.
pub(crate) fn run_blocks<P, E>(
    plan: &Plan,
    players: &P,
    threads: NonZeroUsize,
    (blocks, stop): (&Blocks, &StopFlag),
    observer: &mut dyn FnMut(Progress),
    sink: impl FnMut(Played) -> Result<(), E>,
    play: BlockPlay<'_, P>,
) -> Result<RunEnd, RunError<E>>
where
    P: Players + ?Sized,
{
    let builder = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.get())
        .stack_size(STACK_BYTES);
    let pool = builder
        .thread_name(|index| format!("arena-{index}"))
        .build()?;
    let gate = Gate::new(blocks, AHEAD * threads.get() as u64, stop);
    let (sender, receiver) = channel();
    let progress = pool.in_place_scope(|scope| {
        let gate = &gate;
        scope.spawn_broadcast(move |_, _| work(plan, players, gate, &sender, play));
        let _halt = HaltOnDrop(gate);
        deliver(gate, &receiver, observer, sink)
    })?;
    Ok(RunEnd {
        progress,
        interrupted: progress.blocks < progress.of,
    })
}

/// Distributes blocks, and holds back threads that are too far ahead of the delivery.
struct Gate<'a> {
    blocks: &'a Blocks,
    /// How many blocks a thread may be ahead of the delivery.
    window: u64,
    stop: &'a StopFlag,
    /// Set when nothing more will be delivered.
    halt: AtomicBool,
    next: AtomicU64,
    delivered: AtomicU64,
    /// A lock for waiting threads only; playing takes no lock.
    waiting: Mutex<()>,
    moved: Condvar,
}

impl<'a> Gate<'a> {
    fn new(blocks: &'a Blocks, window: u64, stop: &'a StopFlag) -> Gate<'a> {
        Gate {
            blocks,
            window,
            stop,
            halt: AtomicBool::new(false),
            next: AtomicU64::new(0),
            delivered: AtomicU64::new(0),
            waiting: Mutex::new(()),
            moved: Condvar::new(),
        }
    }

    fn stopped(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.stop.load(Ordering::Relaxed)
    }

    /// The index of the next block to play; `None` if there is none, or the run has stopped.
    fn take(&self) -> Option<u64> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        if index >= self.blocks.len() {
            return None;
        }
        while index >= self.delivered.load(Ordering::Acquire) + self.window && !self.stopped() {
            let guard = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
            // A missed notification costs at most this wait.
            drop(self.moved.wait_timeout(guard, PATIENCE));
        }
        (!self.stopped()).then_some(index)
    }

    fn delivered_one(&self) {
        self.delivered.fetch_add(1, Ordering::Release);
        self.moved.notify_all();
    }
}

/// Lets the threads end with the delivery, however that ends.
struct HaltOnDrop<'a>(&'a Gate<'a>);

impl Drop for HaltOnDrop<'_> {
    fn drop(&mut self) {
        self.0.halt.store(true, Ordering::Relaxed);
        self.0.moved.notify_all();
    }
}

type Message = (u64, Result<Played, HarnessError>);

/// The work of one thread: plays blocks until there are none.
fn work<P: Players + ?Sized>(
    plan: &Plan,
    players: &P,
    gate: &Gate<'_>,
    sender: &Sender<Message>,
    play: BlockPlay<'_, P>,
) {
    let mut worker = None;
    while let Some(index) = gate.take() {
        let block = gate.blocks.block(index);
        let played = catch_unwind(AssertUnwindSafe(|| {
            let worker = worker.get_or_insert_with(|| Worker::new(plan, players));
            play(worker, block, gate.stop)
        }))
        .unwrap_or_else(|panic| Err(HarnessError::Panic(panic_text(panic.as_ref()))));
        let failed = played.is_err();
        if matches!(played, Err(HarnessError::Interrupted))
            || sender.send((index, played)).is_err()
            || failed
        {
            return;
        }
    }
}

/// The work of the calling thread: orders the blocks and passes them on.
fn deliver<E>(
    gate: &Gate<'_>,
    receiver: &Receiver<Message>,
    observer: &mut dyn FnMut(Progress),
    mut sink: impl FnMut(Played) -> Result<(), E>,
) -> Result<Progress, RunError<E>> {
    let mut progress = Progress {
        of: gate.blocks.len(),
        ..Progress::default()
    };
    let mut waiting: VecDeque<Option<Result<Played, HarnessError>>> = VecDeque::new();
    for (index, played) in receiver {
        let place = (index - progress.blocks) as usize;
        if waiting.len() <= place {
            waiting.resize_with(place + 1, || None);
        }
        waiting[place] = Some(played);
        while let Some(played) = waiting.front_mut().and_then(Option::take) {
            waiting.pop_front();
            let block = gate.blocks.block(progress.blocks);
            let played = played.map_err(|error| RunError::Harness(block, error))?;
            progress.games += played.block.games.len() as u64;
            progress.turns += played
                .block
                .games
                .iter()
                .map(|game| game.turns.len() as u64)
                .sum::<u64>();
            sink(played).map_err(|error| RunError::Sink(block, error))?;
            progress.blocks += 1;
            gate.delivered_one();
            observer(progress);
        }
    }
    Ok(progress)
}
