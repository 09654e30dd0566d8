//! The positions of a bench: a file of JSON lines, or standard input.

use std::io::{self, Read};
use std::path::Path;

use rummilab::engine::{PositionLine, read_timed};
use rummilab::read_limited;
use rummilab::solver::Goal;
use serde_json::Value;

use super::Args;
use crate::error::Error;
use crate::rules_arg::RulesArgs;

/// Most bytes of such a file, which is held in memory as a whole.
const MOST_BYTES: u64 = 1 << 28;

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
    /// The positions that a bench asks about.
    pub fn read(args: &Args) -> Result<Corpus, Error> {
        let name = args.positions.as_deref().unwrap_or_default();
        let goal = args.objective.question().goal();
        let mut corpus = Corpus::of(name, &args.rules, args.allow_files, &goal)?;
        let every = args.every as usize;
        corpus.positions = corpus.positions.into_iter().step_by(every).collect();
        corpus.places = corpus.places.into_iter().step_by(every).collect();
        Ok(corpus)
    }

    /// Reads and checks every line of a file, which must hold some. `goal` is that of lines without
    /// one.
    pub fn of(
        name: &str,
        rules: &RulesArgs,
        allow_files: bool,
        goal: &Goal,
    ) -> Result<Corpus, Error> {
        let (name, text) = text_of(name)?;
        let mut rules = rules.of_lines(allow_files)?;
        let (mut positions, mut places) = (Vec::new(), Vec::new());
        for (number, line) in (1..).zip(text.lines()) {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            let place = |error| Error::about(format!("{name}:{number}"), error);
            positions.push(read_timed(line, &mut rules, goal.clone()).map_err(place)?);
            places.push((number, id_of(line)));
        }
        if positions.is_empty() {
            return Err(Error::Input(format!("{name} holds no position")));
        }
        Ok(Corpus {
            name: name.to_owned(),
            hash: blake3::hash(text.as_bytes()).to_string(),
            all: positions.len(),
            positions,
            places,
        })
    }
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

/// The text of a file, `-` for standard input, and what messages call it.
fn text_of(name: &str) -> Result<(&str, String), Error> {
    let (name, text) = match name {
        "-" => ("standard input", standard_input()),
        path => (path, read_limited(Path::new(path), MOST_BYTES)),
    };
    let text = text.map_err(|cause| Error::Read(name.to_owned(), cause))?;
    Ok((name, text))
}

fn standard_input() -> io::Result<String> {
    let mut text = String::new();
    let input = io::stdin().lock();
    input.take(MOST_BYTES + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MOST_BYTES {
        let message = format!("it has more than {MOST_BYTES} bytes, which are the most");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(text)
}
