//! The clock of the page, for microlp. The crate of this name needs wasm-bindgen for the same.

pub use std::time::Duration;

use std::ops::{Add, Sub};

#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// The time since some fixed moment, in microseconds.
    safe fn now() -> f64;
}

/// A moment, as the time since some fixed one.
#[derive(Clone, Copy, Debug, Eq, Ord, PartialEq, PartialOrd)]
pub struct Instant(Duration);

impl Instant {
    /// This moment.
    #[must_use]
    pub fn now() -> Instant {
        Instant(Duration::from_secs_f64(now().max(0.0) / 1e6))
    }

    /// The time since then, or nothing if that is still to come.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        Instant::now() - *self
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    fn add(self, time: Duration) -> Instant {
        Instant(self.0.saturating_add(time))
    }
}

impl Sub for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}
