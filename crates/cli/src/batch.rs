//! Batches of lines: answered in parallel, written in the order of the input, with a bounded number
//! in memory. Lines of more than a mebibyte are errors; blank lines are skipped.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use rummilab::engine::{LONGEST_LINE, LineError, Refusal};

use crate::error::{Error, Exit, warn};
use crate::lines::{Line, Lines};
use crate::output::Out;
use crate::visible::visible_lines;

/// Chunks beyond one for each thread that may be ahead of the output.
const AHEAD: usize = 64;

/// Arguments of every command that reads a batch.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Batch")]
pub struct BatchArgs {
    /// Read one JSON object a line from this file (`-`: standard input) and answer each with a line
    /// of JSON
    #[arg(long, value_name = "FILE.jsonl|-", value_hint = clap::ValueHint::FilePath)]
    pub batch: Option<String>,
    /// Let lines name rule files, which are then read
    #[arg(long, requires = "batch")]
    pub allow_files: bool,
    /// Answer so many lines at once [default: all cores]; the output is the same
    #[arg(long, value_name = "N", value_parser = threads)]
    pub threads: Option<NonZeroUsize>,
}

/// Runs this with the given number of threads; by default all cores.
pub fn threaded<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> T + Send,
) -> Result<T, Error> {
    let threads = threads.map_or(0, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Error::about(format!("--threads {threads}"), error))?;
    Ok(pool.install(work))
}

/// Parses a number of threads within limits.
pub fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let n: Option<NonZeroUsize> = text.parse().ok();
    n.filter(|n| n.get() <= 1024)
        .ok_or_else(|| "expected a whole number from 1 to 1024".to_owned())
}

impl BatchArgs {
    /// Answers the batch in the file `name`. Every thread has its own worker, and reads what it
    /// answers; the calling thread writes. If that fails, it does not wait for a thread that waits
    /// for a line.
    pub fn run<W>(
        &self,
        name: &str,
        worker: impl Fn() -> W + Send + Sync + 'static,
        answer: impl Fn(&mut W, &[u8]) -> Result<String, Refusal> + Send + Sync + 'static,
    ) -> Result<Exit, Error> {
        let lines = Mutex::new(Lines::open(name)?);
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = self.threads.unwrap_or_else(cores).get();
        // A thread that finds no more lines keeps its permit.
        let (permit, permits) = sync_channel(threads + AHEAD);
        let (sender, receiver) = channel();
        let shared = Arc::new((lines, worker, answer));
        for _ in 0..threads {
            let (sender, permit) = (sender.clone(), permit.clone());
            let shared = Arc::clone(&shared);
            let work = move || {
                let (lines, worker, answer) = &*shared;
                let work = || answer_chunks(lines, &permit, &sender, worker, answer);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
                    // Nobody receives once writing failed.
                    let _ = sender.send(Err(panic));
                }
            };
            let thread = std::thread::Builder::new().spawn(work);
            thread.map_err(|error| Error::about(format!("--threads {threads}"), error))?;
        }
        drop((sender, permit));
        let (all, bad) = write_in_order(receiver, &permits)?;
        if all == 0 {
            warn(&format!("{name} holds no lines"));
        }
        match bad {
            0 => Ok(Exit::Done),
            _ => Err(Error::BadLines(bad, all)),
        }
    }
}

/// What a thread sends: answers, an error of reading, or its panic.
type Message = std::thread::Result<Result<Answered, Error>>;

/// The answers to a chunk of lines.
struct Answered {
    /// The number of the chunk, from 0.
    chunk: u64,
    text: String,
    lines: u64,
    /// How many of them are errors.
    bad: u64,
}

/// The work of one thread: takes chunks and answers them until there are no lines, or nobody
/// writes. Each permit lets one chunk more be ahead of the output.
fn answer_chunks<W>(
    lines: &Mutex<Lines>,
    permit: &SyncSender<()>,
    sender: &Sender<Message>,
    worker: &impl Fn() -> W,
    answer: &impl Fn(&mut W, &[u8]) -> Result<String, Refusal>,
) {
    let mut own = None;
    while permit.send(()).is_ok() {
        let taken = lines
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .next_chunk();
        let answered = match taken {
            Ok((_, lines)) if lines.is_empty() => return,
            Ok((chunk, lines)) => {
                let own = own.get_or_insert_with(worker);
                Ok(answer_chunk(chunk, &lines, |line| answer(own, line)))
            }
            Err(error) => Err(error),
        };
        let failed = answered.is_err();
        if sender.send(Ok(answered)).is_err() || failed {
            return;
        }
    }
}

fn answer_chunk(
    chunk: u64,
    lines: &[Line],
    mut answer: impl FnMut(&[u8]) -> Result<String, Refusal>,
) -> Answered {
    let mut answered = Answered {
        chunk,
        text: String::new(),
        lines: lines.len() as u64,
        bad: 0,
    };
    for line in lines {
        let (text, good) = answer_line(line, &mut answer);
        answered.text.push_str(&visible_lines(&text));
        answered.bad += u64::from(!good);
    }
    answered
}

/// Writes the answers in the order of the lines; how many lines there were, and how many were bad.
fn write_in_order(
    receiver: Receiver<Message>,
    permits: &Receiver<()>,
) -> Result<(u64, u64), Error> {
    let mut out = Out::new();
    let (mut all, mut bad, mut next) = (0, 0, 0);
    let mut early = BTreeMap::new();
    let mut failed = None;
    for answered in receiver {
        match answered.unwrap_or_else(|panic| resume_unwind(panic)) {
            Ok(answered) => drop(early.insert(answered.chunk, answered)),
            // What was read before is still answered.
            Err(error) => failed = Some(error),
        }
        while let Some(answered) = early.remove(&next) {
            out.bytes(answered.text.as_bytes())?;
            out.flush()?;
            all += answered.lines;
            bad += answered.bad;
            next += 1;
            // The permit of this chunk was sent before the chunk.
            let _ = permits.try_recv();
        }
    }
    match failed {
        Some(error) => Err(error),
        None => Ok((all, bad)),
    }
}

/// The answer to a line, and whether it is not an error.
fn answer_line(
    line: &Line,
    answer: impl FnOnce(&[u8]) -> Result<String, Refusal>,
) -> (String, bool) {
    let answered = if line.too_long {
        Err(Refusal {
            id: None,
            error: Box::new(LineError::TooLong(LONGEST_LINE).into()),
        })
    } else {
        answer(&line.bytes)
    };
    match answered {
        Ok(text) => (text, true),
        Err(refusal) => (refusal.to_json(Some(line.number)), false),
    }
}
