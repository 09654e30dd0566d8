//! Sentences about files and commands, and the question after a review, shared by both displays of
//! a game.

use std::io::{self, Write};
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

/// The sentence about a review that was interrupted.
pub fn review_cut(path: &Path) -> String {
    format!(
        "The review is not done; the game is kept. To review it:  rummilab analyse review {}",
        quoted(&path.display().to_string())
    )
}

/// Where a reviewed game shows every turn with its grade.
pub fn every_turn(path: &Path) -> String {
    let path = quoted(&path.display().to_string());
    format!(
        "Every turn with its grade:  rummilab report {path}  as a page, or  rummilab analyse \
         review {path}  here, which plays the turns out again."
    )
}

/// Asks whether there is to be another game.
pub fn wants_another() -> Result<bool, Error> {
    line("Type `again` for another game, anything else to leave.")?;
    let mut out = io::stdout().lock();
    write!(out, "> ").map_err(Error::Output)?;
    out.flush().map_err(Error::Output)?;
    let mut text = String::new();
    let read = io::stdin().read_line(&mut text);
    let read = read.map_err(|cause| Error::Read("standard input".to_owned(), cause))?;
    if read == 0 {
        line("")?;
    }
    Ok(matches!(text.trim(), "again" | "a"))
}
