//! Tests of `bot_api` through its public door.
#![allow(clippy::unwrap_used, reason = "tests may panic")]

#[cfg(unix)]
mod clock;
mod protocol;
mod view;
