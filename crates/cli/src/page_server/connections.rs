//! The connections of the page: how many there may be, and how long a request may take to come.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Most connections whose request is not complete. One more closes the oldest of them.
const MOST_COMING: usize = 64;
/// Most requests that are being answered. One more is refused.
const MOST_ANSWERED: usize = 64;

/// The connections that are open.
#[derive(Default)]
pub struct Connections {
    coming: Mutex<Coming>,
    answered: AtomicUsize,
}

/// Connections whose request is not complete, the oldest first.
#[derive(Default)]
struct Coming {
    last: u64,
    streams: VecDeque<(u64, TcpStream)>,
}

impl Connections {
    /// Counts a connection whose request is coming; its number. May close the oldest one.
    ///
    /// # Errors
    /// If the system has no more descriptors.
    pub fn begin(&self, stream: &TcpStream) -> io::Result<u64> {
        let stream = stream.try_clone()?;
        let mut coming = self.coming.lock().unwrap_or_else(PoisonError::into_inner);
        if coming.streams.len() == MOST_COMING
            && let Some((_, oldest)) = coming.streams.pop_front()
        {
            // It may be closed already.
            let _ = oldest.shutdown(Shutdown::Both);
        }
        coming.last += 1;
        let number = coming.last;
        coming.streams.push_back((number, stream));
        Ok(number)
    }

    /// Ends the time in which the connection of this number may be closed for another.
    pub fn came(&self, number: u64) {
        let mut coming = self.coming.lock().unwrap_or_else(PoisonError::into_inner);
        coming.streams.retain(|(other, _)| *other != number);
    }

    /// The answer to a request; `None` if too many are being answered.
    pub fn answer<T>(&self, answer: impl FnOnce() -> T) -> Option<T> {
        let before = self.answered.fetch_add(1, Ordering::SeqCst);
        let _counted = Counted(&self.answered);
        (before < MOST_ANSWERED).then(answer)
    }
}

/// One of those counted, to its end, which may be a panic.
struct Counted<'a>(&'a AtomicUsize);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Reads from a connection until a time: what comes byte by byte ends then, too.
pub struct Until<'a> {
    stream: &'a TcpStream,
    end: Instant,
}

impl<'a> Until<'a> {
    /// All of this time from now on.
    pub fn within(stream: &'a TcpStream, time: Duration) -> Until<'a> {
        let end = Instant::now() + time;
        Until { stream, end }
    }
}

impl Read for Until<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        self.stream.read(bytes)
    }
}
