//! The record of a folder as a set of blocks: what is there, what is missing, and where new blocks
//! go. No finished block is ever lost, and a file stays in order.
//!
//! Blocks that come after all that are there are appended to `games.bin`. Where gaps are to be
//! filled, new blocks go to `games.fill` first: after a merge of some shards, or in the folder of
//! another shard. Both become one file at the end, or when the folder is opened the next time.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rummilab_arena::{Blocks, MissingBlocks, Span};
use rummilab_record::{Block, Header, ReadError, Resumed, WriteError, Writer};

use crate::error::RunsError;
use crate::folder::{FILL, GAMES};
use crate::union::{sync_folder, write_union};

/// The record of a folder, opened to add to it. Nobody else can meanwhile.
pub struct Store {
    folder: PathBuf,
    main: Writer<File>,
    fill: Option<Writer<File>>,
}

/// What a record holds of the blocks that are wanted.
pub struct Found {
    /// How many of them there are.
    pub found: u64,
    /// The others.
    pub missing: Blocks,
    /// Bytes of a torn last frame that were dropped.
    pub dropped_bytes: u64,
}

impl Found {
    /// Nothing of these blocks is there.
    pub fn nothing_of(wanted: Span) -> Found {
        Found {
            found: 0,
            missing: wanted.into(),
            dropped_bytes: 0,
        }
    }
}

impl Store {
    /// Opens the record of a folder, or makes one. `each` is given every block that is there, in
    /// order.
    pub fn open(
        folder: &Path,
        header: &Header,
        wanted: Span,
        mut each: impl FnMut(Block),
    ) -> Result<(Store, Found), RunsError> {
        let games = folder.join(GAMES);
        let fill = folder.join(FILL);
        let refused = |cause| refused(folder, cause);
        if fill.exists() && games.exists() {
            let (held, _) = Writer::resume(&games, header, |_| {}).map_err(refused)?;
            fold(folder)?;
            drop(held);
        }
        let mut rest = MissingBlocks::of(wanted);
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
        let found = Found {
            found: rest.count_found(),
            missing,
            dropped_bytes: resumed.dropped_bytes,
        };
        let store = Store {
            folder: folder.to_owned(),
            main,
            fill,
        };
        Ok((store, found))
    }

    /// Keeps a block that was missing; they come in order.
    ///
    /// # Errors
    /// If it cannot be written; what was written before stays.
    pub fn append(&mut self, block: &Block) -> Result<(), RunsError> {
        let writer = self.fill.as_mut().unwrap_or(&mut self.main);
        let appended = writer.append(block);
        appended.map_err(|error| refused(&self.folder, error))
    }

    /// Waits until everything is on the disk, in one file.
    pub fn close(self) -> Result<(), RunsError> {
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
fn fold(folder: &Path) -> Result<(), RunsError> {
    let (games, fill) = (folder.join(GAMES), folder.join(FILL));
    write_union(&[games.clone(), fill.clone()], &games, &mut |_| {})?;
    fs::remove_file(&fill).map_err(|source| RunsError::Write(fill, source))
}

/// Why the record of a folder cannot be added to.
pub(crate) fn refused(folder: &Path, error: WriteError) -> RunsError {
    let path = folder.join(GAMES);
    match error {
        WriteError::Different(field) => RunsError::OtherRun(folder.to_owned(), field),
        WriteError::InUse => RunsError::InUse(folder.to_owned()),
        WriteError::Read(source @ ReadError::Corrupt(..)) => RunsError::Damaged(path, source),
        WriteError::Read(source) => RunsError::Record(path, source),
        WriteError::Io(source) => RunsError::Write(path, source),
        source => RunsError::Append(path, source),
    }
}
