//! The clock that times bots and solvers. A caller can provide another one, because a web page has
//! no system clock.

use std::time::Duration;

/// The time since some fixed moment.
pub type Clock = fn() -> Duration;

/// The system clock. Without one, as in a page, every time is 0.
#[cfg(not(target_family = "wasm"))]
pub fn system_clock() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;

    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed()
}

/// The system clock. Without one, as in a page, every time is 0.
#[cfg(target_family = "wasm")]
pub fn system_clock() -> Duration {
    Duration::ZERO
}
