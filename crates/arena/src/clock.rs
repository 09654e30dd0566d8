//! The clock that times bots and solvers. A caller may hand in another: a web page has none of the
//! system's.

use std::time::Duration;

/// The time since some fixed moment.
pub type Clock = fn() -> Duration;

/// The clock of the system. It stands still where there is none, as in a page: every time is 0.
#[cfg(not(target_family = "wasm"))]
pub fn system_clock() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The clock of the system. It stands still where there is none, as in a page: every time is 0.
#[cfg(target_family = "wasm")]
pub fn system_clock() -> Duration {
    Duration::ZERO
}
