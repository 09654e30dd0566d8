//! Reads the sound parts of a damaged file: continues behind damage with the next sound frame. The
//! file is not changed.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Serialize;

use crate::frame::MAX_FRAME_BYTES;
use crate::plain_file::open_plain;
use crate::reader::{ReadError, Reader};
use crate::types::{Block, Header};

/// Bytes searched at once for the next frame.
const WINDOW: usize = 1 << 16;

/// An unusable part of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Damage {
    /// Where it begins, in bytes from the start of the file.
    pub offset: u64,
    pub bytes: u64,
    pub what: String,
    /// Whether it is a last frame whose writing was interrupted. Then only the block being written
    /// is lost.
    #[serde(skip)]
    pub torn: bool,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage {
            offset,
            bytes,
            what,
            ..
        } = self;
        write!(f, "{bytes} bytes from byte {offset} on: {what}")
    }
}

/// The next part of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    Block(Block),
    Damage(Damage),
}

/// The blocks of a games file in order, and the damage between them. Unlike a [`Reader`] it
/// continues behind damage.
///
/// A frame counts as sound if its length, checksum and content are valid, and its block has a
/// higher number than the block before.
#[derive(Debug)]
pub struct Scan<R> {
    reader: Reader<R>,
    /// The fault of the header, until it is reported.
    wrong_header: Option<String>,
    /// The block behind the damage just reported.
    found: Option<Block>,
}

impl Scan<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// Those of [`Reader::new`].
    pub fn open(path: &Path) -> Result<Scan<BufReader<File>>, ReadError> {
        Scan::new(BufReader::new(open_plain(path)?))
    }
}

impl<R: BufRead + Seek> Scan<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// Those of [`Reader::new`].
    pub fn new(input: R) -> Result<Scan<R>, ReadError> {
        Ok(Scan {
            reader: Reader::new(input)?,
            wrong_header: None,
            found: None,
        })
    }

    /// Reads a file with a damaged header as if it had this one. Its first damage is `wrong`.
    /// Blocks count as sound if they fit the header; the caller must check that they belong to its
    /// run.
    pub fn behind_header(input: R, header: Header, wrong: String) -> Scan<R> {
        Scan {
            reader: Reader::with_header(input, header),
            wrong_header: Some(wrong),
            found: None,
        }
    }

    /// Reads the rest as if the header were this one; the caller must know that both are of one
    /// run.
    pub fn relabel(&mut self, header: Header) {
        self.reader.relabel(header);
    }

    pub fn header(&self) -> &Header {
        self.reader.header()
    }

    fn next_piece(&mut self) -> io::Result<Option<Piece>> {
        if let Some(block) = self.found.take() {
            return Ok(Some(Piece::Block(block)));
        }
        if let Some(what) = self.wrong_header.take() {
            let bytes = self.go_on_from(0)?;
            return Ok(Some(Piece::Damage(Damage {
                offset: 0,
                bytes,
                what,
                torn: false,
            })));
        }
        match self.reader.next() {
            None => Ok(None),
            Some(Ok(block)) => Ok(Some(Piece::Block(block))),
            Some(Err(ReadError::Io(cause))) => Err(cause),
            Some(Err(ReadError::Torn(offset, bytes))) => Ok(Some(Piece::Damage(Damage {
                offset,
                bytes,
                what: "the last frame was cut off".to_owned(),
                torn: true,
            }))),
            Some(Err(ReadError::Corrupt(offset, what))) => {
                let end = self.go_on_from(offset + 1)?;
                Ok(Some(Piece::Damage(Damage {
                    offset,
                    bytes: end - offset,
                    what,
                    torn: false,
                })))
            }
            // The reader has passed the header, so it cannot be a header error.
            Some(Err(error)) => Err(io::Error::other(error.to_string())),
        }
    }

    /// Searches the next sound frame from here on. Returns its offset, or the end of the file.
    fn go_on_from(&mut self, mut from: u64) -> io::Result<u64> {
        while let Some(place) = self.next_length(from)? {
            if let Some(block) = self.reader.block_at(place)? {
                self.found = Some(block);
                return Ok(place);
            }
            from = place + 1;
        }
        self.reader.input.seek(SeekFrom::End(0))
    }

    /// The next place where a length is followed by its complement.
    fn next_length(&mut self, mut from: u64) -> io::Result<Option<u64>> {
        let input = &mut self.reader.input;
        input.seek(SeekFrom::Start(from))?;
        let mut window = Vec::with_capacity(WINDOW + 7);
        loop {
            let fresh = input
                .by_ref()
                .take(WINDOW as u64)
                .read_to_end(&mut window)?;
            if let Some(place) = window.windows(8).position(is_length) {
                return Ok(Some(from + place as u64));
            }
            if fresh == 0 {
                return Ok(None);
            }
            // A length may lie across the border of two windows.
            let done = window.len().saturating_sub(7);
            window.drain(..done);
            from += done as u64;
        }
    }
}

fn is_length(bytes: &[u8]) -> bool {
    let word =
        |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
    word(0) == !word(4) && word(0) as usize <= MAX_FRAME_BYTES
}

impl<R: BufRead + Seek> Iterator for Scan<R> {
    type Item = io::Result<Piece>;

    fn next(&mut self) -> Option<io::Result<Piece>> {
        self.next_piece().transpose()
    }
}
