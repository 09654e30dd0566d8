//! The record of a folder as a set of blocks: what is there, what is missing, and where new blocks go. Refuses to lose a
//! block that was finished, and to put a file out of order.
//!
//! Blocks that come after all that are there are appended to `games.bin`. Where gaps are to be filled (after a merge of
//! some shards, or in the folder of another shard) new blocks go to `games.fill` first, and both become one file at
//! the end, or when the folder is opened the next time.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use rummilab_arena::{Blocks, Rest, Span};
use rummilab_record::{Block, Header, ReadError, Resumed, WriteError, Writer};

use crate::error::Error;
use crate::run_folder::{FILL, GAMES};
use crate::union::{sync_folder, write_union};

/// The record of a folder, opened to add to it. Nobody else can meanwhile.
pub struct Store {
    folder: PathBuf,
    main: Writer<File>,
    fill: Option<Writer<File>>,
}

/// What a record holds of the blocks that are wanted.
pub struct There {
    /// How many of them there are.
    pub found: u64,
    /// The others.
    pub missing: Blocks,
    /// Bytes of a torn last frame that were dropped.
    pub dropped_bytes: u64,
}

impl Store {
    /// Opens the record of a folder, or makes one. `each` is given every block that is there, in order.
    pub fn open(
        folder: &Path,
        header: &Header,
        wanted: Span,
        mut each: impl FnMut(Block),
    ) -> Result<(Store, There), Error> {
        let games = folder.join(GAMES);
        let fill = folder.join(FILL);
        let refused = |cause| refused(folder, cause);
        if fill.exists() && games.exists() {
            let (held, _) = Writer::resume(&games, header, |_| {}).map_err(refused)?;
            fold(folder)?;
            drop(held);
        }
        let mut rest = Rest::of(wanted);
        let (main, resumed) = if games.exists() {
            Writer::resume(&games, header, |block| {
                rest.found(block.block);
                each(block);
            })
        } else {
            Writer::create(&games, header).map(|writer| (writer, Resumed::default()))
        }
        .map_err(refused)?;
        sync_folder(&games);
        let missing = rest.missing();
        let behind = |block: u64| main.last().is_none_or(|last| last < block);
        let fill = match missing.first() {
            Some(first) if !behind(first) => Some(Writer::create(&fill, header).map_err(refused)?),
            _ => None,
        };
        let there = There {
            found: rest.count_found(),
            missing,
            dropped_bytes: resumed.dropped_bytes,
        };
        let store = Store {
            folder: folder.to_owned(),
            main,
            fill,
        };
        Ok((store, there))
    }

    /// Keeps a block that was missing; they come in order.
    pub fn append(&mut self, block: &Block) -> Result<(), WriteError> {
        self.fill.as_mut().unwrap_or(&mut self.main).append(block)
    }

    /// Waits until everything is on the disk, in one file.
    pub fn close(self) -> Result<(), Error> {
        let not_written = |cause| refused(&self.folder, cause);
        self.main.sync().map_err(not_written)?;
        match &self.fill {
            Some(fill) => {
                fill.sync().map_err(not_written)?;
                fold(&self.folder)
            }
            None => Ok(()),
        }
    }
}

/// Makes one file of `games.bin` and `games.fill`.
fn fold(folder: &Path) -> Result<(), Error> {
    let (games, fill) = (folder.join(GAMES), folder.join(FILL));
    write_union(&[games.clone(), fill.clone()], &games, &mut |_| {})?;
    fs::remove_file(&fill).map_err(|cause| Error::Write { path: fill, cause })
}

/// Why the record of a folder cannot be added to.
pub fn refused(folder: &Path, cause: WriteError) -> Error {
    let games = folder.join(GAMES);
    match cause {
        WriteError::Different { field } => Error::Folder {
            path: folder.to_owned(),
            reason: format!(
                "it holds the games of another plan (another {field}); nothing was changed"
            ),
        },
        WriteError::InUse => Error::InUse {
            path: folder.to_owned(),
        },
        WriteError::Read(cause @ ReadError::Corrupt { .. }) => {
            Error::Damaged { path: games, cause }
        }
        WriteError::Read(cause) => Error::Record { path: games, cause },
        WriteError::Io(cause) => Error::Write { path: games, cause },
        cause => Error::Write {
            path: games,
            cause: io::Error::other(cause.to_string()),
        },
    }
}
