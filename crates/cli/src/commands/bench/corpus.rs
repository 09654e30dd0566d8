//! The positions of a bench: a file of JSON lines, or standard input.

use std::io::{self, Read};
use std::path::Path;

use rummilab::engine::{PositionLine, read_position};
use rummilab::read_limited;
use serde_json::Value;

use super::Args;
use crate::error::Error;

/// Most bytes of a file of positions, which is held in memory.
const MOST_POSITION_BYTES: u64 = 1 << 28;

/// The positions that are asked, and the file that they come from.
pub struct Corpus {
    /// What messages call it.
    pub name: String,
    /// The BLAKE3 hash of the whole file.
    pub hash: String,
    /// Positions of the whole file.
    pub all: usize,
    pub positions: Vec<PositionLine>,
    /// For each position its line, from 1, and its `id` as text.
    pub places: Vec<(usize, Option<String>)>,
}

impl Corpus {
    /// Reads and checks every line.
    pub fn read(args: &Args) -> Result<Corpus, Error> {
        let (name, text) = text_of(args.positions.as_deref().unwrap_or_default())?;
        let mut rules = args.rules.of_lines(args.allow_files)?;
        let goal = args.objective.question().goal();
        let mut all = Vec::new();
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let position = read_position(line, &mut rules, goal.clone());
            let place = |error| Error::about(format!("{name}:{number}"), error);
            all.push((position.map_err(place)?, (number, id_of(line))));
        }
        let whole = all.len();
        let (positions, places): (Vec<PositionLine>, Vec<_>) =
            all.into_iter().step_by(args.every as usize).unzip();
        if positions.is_empty() {
            return Err(Error::Input(format!("{name} holds no position")));
        }
        Ok(Corpus {
            name: name.to_owned(),
            hash: blake3::hash(text.as_bytes()).to_string(),
            all: whole,
            positions,
            places,
        })
    }
}

/// The text of the positions, and what messages call it.
fn text_of(name: &str) -> Result<(&str, String), Error> {
    let (name, text) = match name {
        "-" => {
            let mut text = String::new();
            let mut input = io::stdin().lock().take(MOST_POSITION_BYTES);
            let read = input.read_to_string(&mut text);
            ("standard input", read.map(|_| text))
        }
        path => (path, read_limited(Path::new(path), MOST_POSITION_BYTES)),
    };
    let text = text.map_err(|cause| Error::Read(name.to_owned(), cause))?;
    Ok((name, text))
}

/// The `id` of a line as text.
fn id_of(line: &str) -> Option<String> {
    let mut fields: Value = serde_json::from_str(line).ok()?;
    match fields.get_mut("id")?.take() {
        Value::Null => None,
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    }
}
