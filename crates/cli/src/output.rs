//! Standard output of commands: buffered, with one owner, and errors returned. It carries only the
//! answer; remarks go to standard error. Foreign text in the output is made safe for a terminal.

use std::io::{self, BufWriter, StdoutLock, Write};

use rummilab::record::text_cell;
use serde::Serialize;

use crate::error::Error;
use crate::visible::visible_lines;

/// Standard output, locked until dropped.
pub struct Out(BufWriter<StdoutLock<'static>>);

impl Out {
    /// Locks standard output.
    pub fn new() -> Out {
        Out(BufWriter::new(io::stdout().lock()))
    }

    /// Writes text, adds a line break and flushes.
    pub fn text(&mut self, text: &str) -> Result<(), Error> {
        let text = visible_lines(text.trim_end_matches('\n'));
        writeln!(self.0, "{text}").map_err(Error::Output)?;
        self.flush()
    }

    /// Writes complete lines unchanged: of this program, or made safe before.
    pub fn bytes(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.0.write_all(bytes).map_err(Error::Output)
    }

    /// Writes a line of CSV. Foreign text in it is no formula either.
    pub fn cells<T: AsRef<str>>(
        &mut self,
        cells: impl IntoIterator<Item = T>,
    ) -> Result<(), Error> {
        let mut writer = csv::Writer::from_writer(&mut self.0);
        let mut cells = cells.into_iter();
        let fields = cells
            .try_for_each(|cell| writer.write_field(&*visible_lines(&text_cell(cell.as_ref()))));
        let written = fields.and_then(|()| writer.write_record(None::<&[u8]>));
        written.map_err(|cause| Error::Output(cause.into()))?;
        writer.flush().map_err(Error::Output)
    }

    /// Writes one record as compact JSON on its own line and flushes.
    pub fn record(&mut self, record: &impl Serialize) -> Result<(), Error> {
        self.one_of_many(record)?;
        self.flush()
    }

    /// Writes one of many records as compact JSON on its own line.
    pub fn one_of_many(&mut self, record: &impl Serialize) -> Result<(), Error> {
        let line = json_line(record)?;
        self.bytes(visible_lines(&String::from_utf8_lossy(&line)).as_bytes())
    }

    /// Flushes the buffer.
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
    if json {
        Out::new().record(record)
    } else {
        Out::new().text(&text())
    }
}

/// One record as a line of compact JSON.
pub fn json_line(record: &impl Serialize) -> Result<Vec<u8>, Error> {
    let mut line = serde_json::to_vec(record).map_err(|error| Error::Output(error.into()))?;
    line.push(b'\n');
    Ok(line)
}
