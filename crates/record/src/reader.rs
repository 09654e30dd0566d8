//! Reads a games file block by block. Foreign files, newer formats and damaged frames are errors
//! with name and place.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, SeekFrom};
use std::path::Path;

use crate::codec::{self, CodecError};
use crate::frame::{self, FORMAT_VERSION, FrameRead, MAGIC};
use crate::plain_file::open_plain;
use crate::types::{Block, Header, ShapeError};

/// Why a file, or its rest, cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The file does not begin like a games file.
    #[error("this is not a file of recorded games")]
    Foreign,
    /// The file ends within its header: its creation was interrupted, and it holds no game.
    #[error("the file ends within its header, after {0} bytes")]
    TornHeader(u64),
    /// A later version of this program wrote it.
    #[error("the file has format {0}, this program reads format {1}; use a newer program")]
    NewerVersion(u32, u32),
    /// An earlier version of this program wrote it.
    #[error(
        "the file has format {0}, this program reads format {FORMAT_VERSION}; use an older \
         program, or play the plan again"
    )]
    OlderVersion(u32),
    /// The last frame is incomplete, because its writing was interrupted. All earlier frames are
    /// complete. Its block can be played again.
    #[error("the last frame, at byte {0}, is torn: {1} bytes of it are there")]
    Torn(u64, u64),
    /// A frame is damaged, and others may follow. This was not caused by an interruption.
    #[error("the frame at byte {0} is damaged: {1}")]
    Corrupt(u64, String),
}

impl ReadError {
    fn codec(offset: u64, error: &CodecError) -> ReadError {
        ReadError::Corrupt(offset, error.to_string())
    }

    fn shape(offset: u64, error: &ShapeError) -> ReadError {
        ReadError::Corrupt(offset, error.to_string())
    }
}

/// The blocks of a games file, in order. The iterator ends after the first error.
///
/// It holds one block at a time. A length that the file claims but does not contain costs no
/// memory.
#[derive(Debug)]
pub struct Reader<R> {
    pub(crate) input: R,
    header: Header,
    offset: u64,
    last: Option<u64>,
    done: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// See [`Reader::new`].
    pub fn open(path: &Path) -> Result<Reader<BufReader<File>>, ReadError> {
        Reader::new(BufReader::new(open_plain(path)?))
    }
}

impl<R: BufRead> Reader<R> {
    /// Reads the header.
    ///
    /// # Errors
    /// [`ReadError::Foreign`], [`ReadError::NewerVersion`], [`ReadError::OlderVersion`],
    /// [`ReadError::TornHeader`], [`ReadError::Corrupt`] for a damaged header, [`ReadError::Io`].
    pub fn new(mut input: R) -> Result<Reader<R>, ReadError> {
        let start = frame::read_up_to(&mut input, MAGIC.len() + 4)?;
        let (magic, version) = start.split_at(start.len().min(MAGIC.len()));
        if !MAGIC.starts_with(magic) {
            return Err(ReadError::Foreign);
        }
        let Ok(version) = version.try_into().map(u32::from_le_bytes) else {
            return Err(ReadError::TornHeader(start.len() as u64));
        };
        let offset = start.len() as u64;
        match version {
            FORMAT_VERSION => {}
            0 => {
                return Err(ReadError::Corrupt(8, "there is no format 0".to_owned()));
            }
            found if found < FORMAT_VERSION => return Err(ReadError::OlderVersion(found)),
            found => {
                return Err(ReadError::NewerVersion(found, FORMAT_VERSION));
            }
        }
        let payload = match frame::read_frame(&mut input)? {
            FrameRead::Payload(payload) => payload,
            FrameRead::End => return Err(ReadError::TornHeader(offset)),
            FrameRead::Torn(bytes) => {
                return Err(ReadError::TornHeader(offset + bytes));
            }
            FrameRead::Damaged(what) => {
                return Err(ReadError::Corrupt(offset, what.to_owned()));
            }
        };
        let header =
            codec::decode_header(&payload).map_err(|error| ReadError::codec(offset, &error))?;
        let offset = offset + frame::frame_bytes(payload.len());
        Ok(Reader {
            input,
            header,
            offset,
            last: None,
            done: false,
        })
    }

    /// Reads the blocks of a file as if this were its header, from the current position of `input`.
    pub(crate) fn with_header(input: R, header: Header) -> Reader<R> {
        Reader {
            input,
            header,
            offset: 0,
            last: None,
            done: false,
        }
    }

    pub(crate) fn relabel(&mut self, header: Header) {
        self.header = header;
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The offset of the next frame, in bytes from the start of the file.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn read_block(&mut self) -> Result<Option<Block>, ReadError> {
        let offset = self.offset;
        let payload = match frame::read_frame(&mut self.input)? {
            FrameRead::End => return Ok(None),
            FrameRead::Payload(payload) => payload,
            FrameRead::Torn(bytes) => return Err(ReadError::Torn(offset, bytes)),
            FrameRead::Damaged(what) => {
                return Err(ReadError::Corrupt(offset, what.to_owned()));
            }
        };
        let block =
            codec::decode_block(&payload).map_err(|error| ReadError::codec(offset, &error))?;
        block
            .check_shape(&self.header)
            .map_err(|error| ReadError::shape(offset, &error))?;
        if let Some(last) = self.last.filter(|last| *last >= block.block) {
            let what = format!("block {} comes after block {last}", block.block);
            return Err(ReadError::Corrupt(offset, what));
        }
        self.last = Some(block.block);
        self.offset += frame::frame_bytes(payload.len());
        Ok(Some(block))
    }
}

impl<R: BufRead + Seek> Reader<R> {
    /// The block of the frame at this place if it is sound; then the reader continues behind it.
    pub(crate) fn block_at(&mut self, place: u64) -> io::Result<Option<Block>> {
        self.input.seek(SeekFrom::Start(place))?;
        self.offset = place;
        match self.read_block() {
            Ok(block) => {
                self.done = block.is_none();
                Ok(block)
            }
            Err(ReadError::Io(cause)) => Err(cause),
            Err(_) => Ok(None),
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<Block, ReadError>;

    fn next(&mut self) -> Option<Result<Block, ReadError>> {
        if self.done {
            return None;
        }
        let item = self.read_block().transpose();
        self.done = !matches!(item, Some(Ok(_)));
        item
    }
}
