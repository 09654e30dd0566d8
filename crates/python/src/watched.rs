//! Long work on a thread of its own, while Python looks for Ctrl-C.

use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use pyo3::prelude::*;
use rummilab::runs::StopFlag;

use crate::errors::{Fault, Kind};

/// Time between two checks.
const PATIENCE: Duration = Duration::from_millis(50);

/// Runs the work and calls `tell` meanwhile. Ctrl-C or an exception of `tell` sets the flag, and is
/// raised when the work has ended.
pub fn watched<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> T + Send,
    stop: &StopFlag,
    tell: impl Fn(Python<'_>) -> PyResult<()> + Sync,
) -> Result<T, Fault> {
    let (outcome, raised) = py.detach(|| {
        std::thread::scope(|scope| {
            let (done, over) = channel();
            let working = scope.spawn(move || {
                let outcome = work();
                let _ = done.send(());
                outcome
            });
            let mut raised = None;
            while over.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
                if raised.is_none() {
                    raised = Python::attach(|py| py.check_signals().and_then(|()| tell(py))).err();
                    stop.fetch_or(raised.is_some(), Ordering::Relaxed);
                }
            }
            (working.join(), raised)
        })
    });
    match (outcome, raised) {
        (_, Some(error)) => Err(error.into()),
        (Ok(outcome), None) => Ok(outcome),
        (Err(_), None) => Err(Fault::new(Kind::Bug, "the work panicked")),
    }
}
