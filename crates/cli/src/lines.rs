//! Lines of a file or of standard input, one at a time: memory does not grow with the file. Lines
//! of more than a mebibyte are not kept, blank lines are skipped.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};

use rummilab::engine::{LONGEST_LINE, LineError};

use crate::error::Error;

/// Most lines that are taken at once.
const CHUNK: usize = 16;
/// Size of a read, in bytes.
const READ_AHEAD: usize = 1 << 18;

/// A line that is not blank.
#[derive(Debug)]
pub struct Line {
    /// Its number, from 1, counting blank lines.
    pub number: u64,
    pub bytes: Vec<u8>,
    /// Whether it has more than [`LONGEST_LINE`] bytes, which are not kept.
    pub too_long: bool,
}

/// The lines of a file or of standard input.
pub struct Lines {
    /// What messages call it.
    name: String,
    reader: BufReader<Box<dyn Read + Send>>,
    /// The number of the last line read.
    number: u64,
    /// Chunks taken.
    chunks: u64,
    /// Whether there is nothing more to read. A terminal would be asked again otherwise.
    ended: bool,
}

impl Lines {
    /// Opens a file, `-` for standard input.
    pub fn open(name: &str) -> Result<Lines, Error> {
        let (name, reader): (&str, Box<dyn Read + Send>) = match name {
            "-" => ("standard input", Box::new(io::stdin())),
            path => match File::open(path) {
                Ok(file) => (path, Box::new(file)),
                Err(cause) => {
                    let name = path.to_owned();
                    return Err(Error::Read(name, cause));
                }
            },
        };
        Ok(Lines {
            name: name.to_owned(),
            reader: BufReader::with_capacity(READ_AHEAD, reader),
            number: 0,
            chunks: 0,
            ended: false,
        })
    }

    /// The next lines, and the number of this chunk: waits for a line, and takes those already
    /// available. Without lines at the end.
    pub fn next_chunk(&mut self) -> Result<(u64, Vec<Line>), Error> {
        let mut chunk = Vec::new();
        while !self.ended
            && (chunk.is_empty() || (chunk.len() < CHUNK && self.reader.buffer().contains(&b'\n')))
        {
            match self.next_line() {
                Ok(Some(line)) => chunk.push(line),
                Ok(None) => break,
                Err(error) => {
                    self.ended = true;
                    return Err(error);
                }
            }
        }
        let number = self.chunks;
        self.chunks += 1;
        Ok((number, chunk))
    }

    /// The next line that is not blank; `None` at the end.
    fn next_line(&mut self) -> Result<Option<Line>, Error> {
        while !self.ended {
            let line = self.read_line();
            let line = line.map_err(|cause| Error::Read(self.name.clone(), cause))?;
            let blank = |line: &Line| !line.too_long && line.bytes.trim_ascii().is_empty();
            if line.as_ref().is_some_and(|line| !blank(line)) {
                return Ok(line);
            }
        }
        Ok(None)
    }

    fn read_line(&mut self) -> io::Result<Option<Line>> {
        self.number += 1;
        let mut line = Line {
            number: self.number,
            bytes: Vec::new(),
            too_long: false,
        };
        let mut empty = true;
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                self.ended = true;
                return Ok((!empty).then_some(line));
            }
            empty = false;
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let part = &buffer[..end.unwrap_or(buffer.len())];
            line.too_long |= line.bytes.len() + part.len() > LONGEST_LINE;
            if !line.too_long {
                line.bytes.extend_from_slice(part);
            }
            let used = end.map_or(buffer.len(), |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

/// Each line as text, with its place.
impl Iterator for Lines {
    type Item = Result<(String, String), Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = match self.next_line() {
            Ok(line) => line?,
            Err(error) => {
                self.ended = true;
                return Some(Err(error));
            }
        };
        let place = format!("{}:{}", self.name, line.number);
        Some(if line.too_long {
            Err(Error::about(place, LineError::TooLong(LONGEST_LINE)))
        } else {
            match String::from_utf8(line.bytes) {
                Ok(text) => Ok((place, text)),
                Err(_) => Err(Error::Input(format!(
                    "{place}: the line is no text in UTF-8"
                ))),
            }
        })
    }
}
