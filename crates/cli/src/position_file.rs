//! Files of JSON lines that are held in memory as a whole, or standard input.

use std::io::{self, Read};
use std::path::Path;

use rummilab::read_limited;

use crate::error::Error;

/// Most bytes of such a file.
const MOST_BYTES: u64 = 1 << 28;

/// The text of a file, `-` for standard input, and what messages call it.
pub fn text_of(name: &str) -> Result<(&str, String), Error> {
    let (name, text) = match name {
        "-" => {
            let mut text = String::new();
            let mut input = io::stdin().lock().take(MOST_BYTES);
            let read = input.read_to_string(&mut text);
            ("standard input", read.map(|_| text))
        }
        path => (path, read_limited(Path::new(path), MOST_BYTES)),
    };
    let text = text.map_err(|cause| Error::Read(name.to_owned(), cause))?;
    Ok((name, text))
}

/// The non-blank lines of a file, with their places.
pub fn lines_of(name: &str) -> Result<Vec<(String, String)>, Error> {
    let (name, text) = text_of(name)?;
    let lines = (1..).zip(text.lines());
    let lines = lines.filter(|(_, line)| !line.trim().is_empty());
    Ok(lines
        .map(|(number, line): (u64, &str)| (format!("{name}:{number}"), line.to_owned()))
        .collect())
}
