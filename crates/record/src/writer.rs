//! Writes a games file, one frame for each finished block. It never overwrites a file, continues a
//! different run or writes blocks out of order.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use crate::codec::{self, CodecError};
use crate::difference::Difference;
use crate::frame::{self, FORMAT_VERSION, MAGIC};
use crate::plain_file::open_plain;
use crate::reader::{ReadError, Reader};
use crate::types::{Block, Header, ShapeError};

#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The operating system refused, for example because the file already exists.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
    /// The file to continue cannot be read. A torn last frame is not an error.
    #[error("the file cannot be continued: {0}")]
    Read(#[from] ReadError),
    /// The file to continue belongs to another run.
    #[error("the file cannot be continued: its {0} is different")]
    Different(Difference),
    /// Another program is writing to the file.
    #[error("another program is writing to the file")]
    InUse,
    /// The block does not fit the header.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// Blocks must come in ascending order.
    #[error("block {0} cannot come after block {1}")]
    Order(u64, u64),
    /// The block cannot be encoded.
    #[error(transparent)]
    Codec(#[from] CodecError),
}

/// The contents of a file that is continued.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Resumed {
    pub blocks: u64,
    /// The number of the last one.
    pub last: Option<u64>,
    /// Bytes of a torn last frame that were dropped.
    pub dropped_bytes: u64,
}

/// Appends blocks. [`Writer::append`] returns after the whole block was passed to the operating
/// system.
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    header: Header,
    last: Option<u64>,
}

/// The bytes of a file with this header, up to the first block.
fn opening_bytes(header: &Header) -> Result<Vec<u8>, WriteError> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend_from_slice(&FORMAT_VERSION.to_le_bytes());
    bytes.extend_from_slice(&frame::frame(&codec::encode_header(header)?));
    Ok(bytes)
}

impl<W: Write> Writer<W> {
    /// Writes the header to `out`, which should be empty.
    ///
    /// # Errors
    /// [`WriteError::Io`], or [`WriteError::Codec`] for a header of more than 32 MiB.
    pub fn new(mut out: W, header: &Header) -> Result<Writer<W>, WriteError> {
        out.write_all(&opening_bytes(header)?)?;
        out.flush()?;
        Ok(Writer {
            out,
            header: header.clone(),
            last: None,
        })
    }

    /// Appends a block and flushes.
    ///
    /// # Errors
    /// [`WriteError::Shape`], [`WriteError::Order`] or [`WriteError::Codec`]: nothing was written.
    /// [`WriteError::Io`]: the file may end with a torn frame, which [`Writer::resume`] drops.
    pub fn append(&mut self, block: &Block) -> Result<(), WriteError> {
        block.check_shape(&self.header)?;
        if let Some(last) = self.last.filter(|last| *last >= block.block) {
            return Err(WriteError::Order(block.block, last));
        }
        self.out
            .write_all(&frame::frame(&codec::encode_block(block)?))?;
        self.out.flush()?;
        self.last = Some(block.block);
        Ok(())
    }

    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The last block written or found.
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    pub fn into_inner(self) -> W {
        self.out
    }
}

impl Writer<File> {
    /// Creates a file; never overwrites an existing one.
    ///
    /// # Errors
    /// [`WriteError::Io`] with [`io::ErrorKind::AlreadyExists`] if it exists; see also
    /// [`Writer::new`].
    pub fn create(path: &Path, header: &Header) -> Result<Writer<File>, WriteError> {
        let file = OpenOptions::new().write(true).create_new(true).open(path)?;
        lock(&file)?;
        Writer::new(file, header)
    }

    /// Opens a file to continue it. The header must be the same, including the build, because
    /// another build may play differently. A torn last frame is dropped. `each` gets every block
    /// present, in order.
    ///
    /// # Errors
    /// [`WriteError::Different`], [`WriteError::InUse`]; [`WriteError::Read`] for any other fault
    /// of the file, which is not changed.
    pub fn resume(
        path: &Path,
        header: &Header,
        mut each: impl FnMut(Block),
    ) -> Result<(Writer<File>, Resumed), WriteError> {
        open_plain(path)?;
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        lock(&file)?;
        let mut found = Resumed::default();
        let end = match Reader::new(BufReader::new(&mut file)) {
            Ok(mut reader) => {
                same_header(reader.header(), header)?;
                for item in &mut reader {
                    match item {
                        Ok(block) => {
                            found.blocks += 1;
                            found.last = Some(block.block);
                            each(block);
                        }
                        Err(ReadError::Torn(_, bytes)) => found.dropped_bytes = bytes,
                        Err(error) => return Err(error.into()),
                    }
                }
                reader.offset()
            }
            Err(ReadError::TornHeader(bytes)) => {
                found.dropped_bytes = bytes;
                return restart(file, header).map(|writer| (writer, found));
            }
            Err(error) => return Err(error.into()),
        };
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok((
            Writer {
                out: file,
                header: header.clone(),
                last: found.last,
            },
            found,
        ))
    }

    /// Waits until all written data is on the disk.
    ///
    /// # Errors
    /// [`WriteError::Io`].
    pub fn sync(&self) -> Result<(), WriteError> {
        Ok(self.out.sync_all()?)
    }
}

/// Restarts a file that ends within its header, if it holds the beginning of this header or zeros.
fn restart(mut file: File, header: &Header) -> Result<Writer<File>, WriteError> {
    let expected = opening_bytes(header)?;
    let mut there = Vec::new();
    file.seek(SeekFrom::Start(0))?;
    Read::by_ref(&mut file)
        .take(expected.len() as u64 + 1)
        .read_to_end(&mut there)?;
    let same = there
        .iter()
        .zip(&expected)
        .take_while(|(a, b)| a == b)
        .count();
    if there.len() > expected.len() || there[same..].iter().any(|byte| *byte != 0) {
        return Err(WriteError::Different(Difference::Header));
    }
    file.set_len(0)?;
    file.seek(SeekFrom::Start(0))?;
    Writer::new(file, header)
}

fn same_header(found: &Header, wanted: &Header) -> Result<(), WriteError> {
    match Difference::of(found, wanted) {
        Some(field) => Err(WriteError::Different(field)),
        None => Ok(()),
    }
}

/// Locks the file against a second writing program, if the file system can.
fn lock(file: &File) -> Result<(), WriteError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => Err(WriteError::InUse),
        // A file system without locks must not prevent playing.
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}
