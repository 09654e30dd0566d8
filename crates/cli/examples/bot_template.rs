//! The Rust template of `rummilab bot new`, built with the workspace so that it stays up to date.

#[path = "../templates/mybot.rs"]
#[allow(
    clippy::all,
    clippy::print_stdout,
    missing_docs,
    reason = "its own style, for people who have no workspace"
)]
mod mybot;

fn main() {
    mybot::main();
}
