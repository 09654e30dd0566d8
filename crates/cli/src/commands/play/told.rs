//! Sentences about files and commands, shared by both displays of a game.

use std::path::Path;

use crate::error::Error;
use crate::output::Out;
use crate::rules_arg::quoted;

/// Prints a line.
pub fn line(text: &str) -> Result<(), Error> {
    Out::new().text(text)
}

/// The sentence about a recorded game.
pub fn kept(path: &Path) -> String {
    let path = quoted(&path.display().to_string());
    format!(
        "The game is recorded in {path}:  rummilab replay {path}  or  rummilab report \
         {path}  shows it."
    )
}

/// The sentence about a saved game.
pub fn saved(path: &Path) -> String {
    format!(
        "The game is saved. To go on:  rummilab play --out {}",
        quoted(&path.display().to_string())
    )
}
