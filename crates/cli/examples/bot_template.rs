//! The Rust template of `rummilab bot new`, built with the workspace so that it cannot rot. Refuses to differ from it.

#[path = "../templates/mybot.rs"]
#[allow(clippy::print_stdout, clippy::pedantic, missing_docs)]
mod mybot;

fn main() {
    mybot::main();
}
