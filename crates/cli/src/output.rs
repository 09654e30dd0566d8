//! Standard output as commands write it: buffered, one owner, errors handed on. It carries the
//! answer alone; remarks go to standard error.

use std::io::{self, BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::error::Error;

/// Standard output, held until dropped.
pub struct Out(BufWriter<StdoutLock<'static>>);

impl Out {
    /// Takes standard output.
    pub fn new() -> Out {
        Out(BufWriter::new(io::stdout().lock()))
    }

    /// Writes text, ended by a line break, and hands it over at once.
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        writeln!(self.0, "{}", text.trim_end_matches('\n')).map_err(Error::Output)?;
        self.flush()
    }

    /// Writes lines that are ended already.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.0.write_all(bytes).map_err(Error::Output)
    }

    /// Writes one record as compact JSON on a line of its own, and hands it over at once.
    pub fn record(&mut self, record: &impl Serialize) -> Result<(), Error> {
        self.bytes(&json_line(record)?)?;
        self.flush()
    }

    /// Hands over what is buffered.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.0.flush().map_err(Error::Output)
    }
}

/// Prints an answer: its record as JSON, or the text for people.
pub fn print_answer(
    json: bool,
    record: &impl Serialize,
    text: impl FnOnce() -> String,
) -> Result<(), Error> {
    match json {
        true => Out::new().record(record),
        false => Out::new().text(&text()),
    }
}

/// One record as a line of compact JSON.
pub fn json_line(record: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut line = serde_json::to_vec(record).map_err(|error| Error::Output(error.into()))?;
    line.push(b'\n');
    Ok(line)
}
