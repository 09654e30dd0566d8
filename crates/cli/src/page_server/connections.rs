//! The connections of the page: how many there may be, and how long a request may take to come.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::net::{Shutdown, TcpStream};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rummilab::arena::StopFlag;

/// Most connections whose request is not complete. One more closes the oldest of them.
const MOST_COMING: usize = 64;
/// Most requests that are being answered. One more is refused.
const MOST_ANSWERED: usize = 64;

/// Time between two looks whether clients are still there.
const LOOK: Duration = Duration::from_millis(100);

/// The connections that are open.
#[derive(Default)]
pub struct Connections {
    coming: Mutex<Coming>,
    /// Those whose answer is being made, each with its flag.
    answered: Mutex<Vec<(Arc<TcpStream>, StopFlag)>>,
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

    /// The answer to a request; `None` if too many are being answered. `answer` gets a flag, which
    /// is set once the client has closed the connection.
    ///
    /// # Errors
    /// If the system has no more descriptors.
    pub fn answer<T>(
        &self,
        stream: &TcpStream,
        answer: impl FnOnce(&StopFlag) -> T,
    ) -> io::Result<Option<T>> {
        let (stream, left) = (stream.try_clone()?, StopFlag::default());
        {
            let mut answered = self.answered();
            if answered.len() == MOST_ANSWERED {
                return Ok(None);
            }
            answered.push((Arc::new(stream), Arc::clone(&left)));
        }
        let _counted = Counted(self, &left);
        Ok(Some(answer(&left)))
    }

    /// Looks from now on whether clients that wait for an answer are still there.
    pub fn watch(self: &Arc<Self>) {
        let connections = Arc::clone(self);
        // Without a thread for it, long requests end by themselves.
        let _ = thread::Builder::new().spawn(move || {
            loop {
                thread::sleep(LOOK);
                // Nobody waits for the lock while it looks.
                let answered = connections.answered().clone();
                for (stream, left) in answered {
                    if is_closed(&stream) {
                        left.store(true, Ordering::Relaxed);
                    }
                }
            }
        });
    }

    fn answered(&self) -> MutexGuard<'_, Vec<(Arc<TcpStream>, StopFlag)>> {
        self.answered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether the client has closed the connection, or its side of it.
fn is_closed(stream: &TcpStream) -> bool {
    // A read that finds nothing waits for as short as can be.
    let _ = stream.set_read_timeout(Some(Duration::from_millis(1)));
    match stream.peek(&mut [0]) {
        Ok(read) => read == 0,
        Err(error) => !matches!(
            error.kind(),
            io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut | io::ErrorKind::Interrupted
        ),
    }
}

/// One of those that are answered, to its end, which may be a panic.
struct Counted<'a>(&'a Connections, &'a StopFlag);

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        let mut answered = self.0.answered();
        answered.retain(|(_, left)| !Arc::ptr_eq(left, self.1));
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
