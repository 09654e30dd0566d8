//! Sentences about files and commands, and the question after a review, shared by both displays of
//! a game.

use std::io::{self, Write};
use std::path::Path;

use rummilab::play::Setting;
use rummilab::words::{Language, say};

use crate::error::Error;
use crate::output::Out;
use crate::rules_arg::quoted;
use crate::tables::{to_copy, wrapped};

/// Prints a line.
pub fn line(text: &str) -> Result<(), Error> {
    Out::new().text(text)
}

/// The sentence about a recorded game.
pub fn kept(language: Language, path: &Path) -> String {
    let path = quoted(&path.display().to_string());
    let recorded = wrapped(&say!(language, "game-kept", path = path.as_str()));
    let step = to_copy(
        &say!(language, "game-step"),
        &format!("rummilab replay {path}"),
    );
    let page = to_copy(
        &say!(language, "game-page"),
        &format!("rummilab report {path}"),
    );
    format!("{recorded}\n{step}\n{page}")
}

/// The sentence about a saved game.
pub fn saved(language: Language, path: &Path) -> String {
    let path = quoted(&path.display().to_string());
    to_copy(
        &say!(language, "game-saved"),
        &format!("rummilab play --out {path}"),
    )
}

/// The sentence about a review that was interrupted.
pub fn review_cut(language: Language, path: &Path) -> String {
    let path = quoted(&path.display().to_string());
    let command = format!("rummilab analyse review {path}");
    let what = say!(language, "review-cut");
    format!("{what}\n{}", to_copy("  ", &command))
}

/// Where a reviewed game shows every turn with its grade.
pub fn every_turn(language: Language, path: &Path) -> String {
    let path = quoted(&path.display().to_string());
    let page = to_copy("  ", &format!("rummilab report {path}"));
    let here = to_copy("  ", &format!("rummilab analyse review {path}"));
    let before = say!(language, "review-every-turn");
    let after = say!(language, "review-every-turn-here");
    format!("{before}\n{page}\n{after}\n{here}")
}

/// Asks whether there is to be another game.
pub fn wants_another(language: Language) -> Result<bool, Error> {
    let typed = answer(&say!(language, "game-another"))?;
    Ok(matches!(typed.as_str(), "again" | "a"))
}

/// Asks whether new tiles are to be dealt for the pairs on the first rack.
pub fn wants_redeal(language: Language, setting: &Setting) -> Result<bool, Error> {
    Ok(answer(&wrapped(&redeal(language, setting)))? == REDEAL)
}

/// What is typed to have new tiles dealt.
pub const REDEAL: &str = "redeal";

/// The question about new tiles.
pub fn redeal(language: Language, setting: &Setting) -> String {
    let pairs = setting.pairs();
    say!(language, "game-redeal", pairs = pairs, word = REDEAL)
}

/// Prints a question and reads a line; it is empty at the end of the input.
fn answer(question: &str) -> Result<String, Error> {
    line(question)?;
    let mut out = io::stdout().lock();
    write!(out, "> ").map_err(Error::Output)?;
    out.flush().map_err(Error::Output)?;
    let mut text = String::new();
    let read = io::stdin().read_line(&mut text);
    let read = read.map_err(|cause| Error::Read("standard input".to_owned(), cause))?;
    if read == 0 {
        line("")?;
    }
    Ok(text.trim().to_owned())
}
