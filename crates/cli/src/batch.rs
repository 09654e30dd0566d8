//! Batches of lines: answered in parallel, written in the order of the input, with a bounded number
//! in memory. Lines of more than a mebibyte are errors; blank lines are skipped.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use rummilab::engine::{LONGEST_LINE, LineError, Refusal};

use crate::error::{Error, Exit, warn};
use crate::output::Out;
use crate::visible::visible_lines;

/// Most lines in memory.
const MOST_LINES: usize = 1024;
/// Size of a read, in bytes.
const READ_AHEAD: usize = 1 << 18;

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
    /// Answers the batch in the file `name`. Every thread has its own worker.
    pub fn run<W: Send>(
        &self,
        name: &str,
        worker: impl Fn() -> W,
        answer: impl Fn(&mut W, &[u8]) -> Result<String, Refusal> + Sync,
    ) -> Result<Exit, Error> {
        let mut lines = Lines::open(name)?;
        let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let threads = self.threads.unwrap_or_else(cores).get();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .map_err(|error| Error::about(format!("--threads {threads}"), error))?;
        let workers: Vec<Mutex<W>> = (0..threads).map(|_| Mutex::new(worker())).collect();
        let answer = |line: &Line| {
            let own = &workers[rayon::current_thread_index().unwrap_or(0)];
            let mut worker = own.lock().unwrap_or_else(PoisonError::into_inner);
            answer_line(line, |bytes| answer(&mut worker, bytes))
        };

        let mut out = Out::new();
        let (mut all, mut bad) = (0, 0);
        loop {
            let chunk = lines.next_chunk()?;
            if chunk.is_empty() {
                break;
            }
            // A single line, as from a program that waits for its answer, needs no thread pool.
            let answers: Vec<_> = match chunk.as_slice() {
                [line] => vec![answer(line)],
                _ => pool.install(|| chunk.par_iter().map(answer).collect()),
            };
            for (text, good) in answers {
                all += 1;
                bad += u64::from(!good);
                out.bytes(visible_lines(&text).as_bytes())?;
            }
            out.flush()?;
        }
        if all == 0 {
            warn(&format!("{name} holds no lines"));
        }
        match bad {
            0 => Ok(Exit::Done),
            _ => Err(Error::BadLines(bad, all)),
        }
    }
}

/// The answer to a line, and whether it is not an error.
fn answer_line(
    line: &Line,
    answer: impl FnOnce(&[u8]) -> Result<String, Refusal>,
) -> (String, bool) {
    let answered = match line.too_long {
        true => Err(Refusal {
            id: None,
            error: Box::new(LineError::TooLong(LONGEST_LINE).into()),
        }),
        false => answer(&line.bytes),
    };
    match answered {
        Ok(text) => (text, true),
        Err(refusal) => (refusal.to_json(Some(line.number)), false),
    }
}

/// A line that is not blank.
#[derive(Debug)]
struct Line {
    /// Its number, from 1, counting blank lines.
    number: u64,
    bytes: Vec<u8>,
    too_long: bool,
}

/// The lines of a file or of standard input.
struct Lines {
    name: String,
    reader: BufReader<Box<dyn Read>>,
    number: u64,
}

impl Lines {
    fn open(name: &str) -> Result<Lines, Error> {
        let (name, reader): (&str, Box<dyn Read>) = match name {
            "-" => ("standard input", Box::new(io::stdin().lock())),
            path => match File::open(path) {
                Ok(file) => (path, Box::new(file)),
                Err(cause) => {
                    let name = path.to_owned();
                    return Err(Error::Read(name, cause));
                }
            },
        };
        Ok(Lines {
            name: name.to_owned(),
            reader: BufReader::with_capacity(READ_AHEAD, reader),
            number: 0,
        })
    }

    /// The next lines: waits for one, and takes those already available. Empty at the end.
    fn next_chunk(&mut self) -> Result<Vec<Line>, Error> {
        let mut chunk = Vec::new();
        while chunk.is_empty()
            || (chunk.len() < MOST_LINES && self.reader.buffer().contains(&b'\n'))
        {
            let line = self
                .next_line()
                .map_err(|cause| Error::Read(self.name.clone(), cause))?;
            let Some(line) = line else { break };
            if line.too_long || !line.bytes.trim_ascii().is_empty() {
                chunk.push(line);
            }
        }
        Ok(chunk)
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        self.number += 1;
        let mut line = Line {
            number: self.number,
            bytes: Vec::new(),
            too_long: false,
        };
        let mut empty = true;
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok((!empty).then_some(line));
            }
            empty = false;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            line.too_long |= line.bytes.len() + part.len() > LONGEST_LINE;
            if !line.too_long {
                line.bytes.extend_from_slice(part);
            }
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}
