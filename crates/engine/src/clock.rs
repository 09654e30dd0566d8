//! The clock that times solvers. A caller may hand in another: a web page has none of the
//! system's.

use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The time since some fixed moment.
pub type Clock = fn() -> Duration;

/// The clock of the system.
pub fn system_clock() -> Duration {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}
