//! The record of a folder as a set of blocks: which are present, which are missing, and where new
//! ones go. No finished block is ever lost, and a file stays in order.
//!
//! Blocks after the last one present are appended to `games.bin`. New blocks that fill gaps go to
//! `games.fill` first; gaps exist after a merge of some shards, or in the folder of another shard.
//! Both become one file at the end, or when the folder is opened again.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rummilab_arena::{Blocks, MissingBlocks, Span};
use rummilab_record::{Block, Header, ReadError, Resumed, WriteError, Writer};

use crate::error::RunsError;
use crate::files::{FILL, GAMES};
use crate::union::{sync_folder, write_union};

/// The record of a folder, opened for writing; it is locked against other programs.
pub struct Store {
    folder: PathBuf,
    main: Writer<File>,
    fill: Option<Writer<File>>,
}

/// The wanted blocks in a record.
pub struct StoredBlocks {
    /// Number of wanted blocks present.
    pub found: u64,
    /// Wanted blocks that are missing.
    pub missing: Blocks,
    /// Bytes of an incomplete last frame that were dropped.
    pub dropped_bytes: u64,
}

impl StoredBlocks {
    /// None of these blocks is present.
    pub fn nothing_of(wanted: Span) -> StoredBlocks {
        StoredBlocks {
            found: 0,
            missing: wanted.into(),
            dropped_bytes: 0,
        }
    }
}

impl Store {
    /// Opens the record of a folder, or creates one. `each` gets every block present, in order.
    pub fn open(
        folder: &Path,
        header: &Header,
        wanted: Span,
        mut each: impl FnMut(Block),
    ) -> Result<(Store, StoredBlocks), RunsError> {
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
        let found = StoredBlocks {
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

    /// Adds a block that was missing; blocks come in order.
    ///
    /// # Errors
    /// If it cannot be written; what was written before stays.
    pub fn append(&mut self, block: &Block) -> Result<(), RunsError> {
        let writer = self.fill.as_mut().unwrap_or(&mut self.main);
        let appended = writer.append(block);
        appended.map_err(|error| refused(&self.folder, error))
    }

    /// Waits until everything is on the disk, in one file.
    ///
    /// # Errors
    /// If it cannot be written.
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

/// Merges `games.bin` and `games.fill` into one file.
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
