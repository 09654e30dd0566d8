//! The record of a folder as a set of blocks: which are present, which are missing, and where new
//! ones go. No finished block is lost, and each file is in block order.
//!
//! If every missing block comes after the last one present, new blocks are appended to `games.bin`.
//! Otherwise all of them go to `games.fill`: after a merge of some shards, or in the folder of
//! another shard. Closing the store merges the two files, as does the next opening.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rummilab_arena::{Blocks, MissingBlocks, Span};
use rummilab_record::{Block, Header, ReadError, Resumed, WriteError, Writer};

use crate::error::RunsError;
use crate::files::{FILL, GAMES};
use crate::programs::ChangedBots;
use crate::union::{sync_folder, write_union};

/// The record of a folder, opened for writing; it is locked against other programs.
pub struct Store {
    folder: PathBuf,
    main: Writer<File>,
    fill: Option<Writer<File>>,
}

/// Which of the wanted blocks a record holds.
pub struct StoredBlocks {
    /// The number of wanted blocks present.
    pub found: u64,
    /// Wanted blocks that are missing.
    pub missing: Blocks,
    /// Bytes of an incomplete last frame that were dropped.
    pub dropped_bytes: u64,
}

impl StoredBlocks {
    /// A record without any of the wanted blocks.
    pub fn nothing_of(wanted: Span) -> StoredBlocks {
        StoredBlocks {
            found: 0,
            missing: wanted.into(),
            dropped_bytes: 0,
        }
    }
}

impl Store {
    /// Opens or creates the record of a folder. Calls `each` with every block present, in order.
    pub fn open(
        folder: &Path,
        header: &Header,
        wanted: Span,
        mut each: impl FnMut(Block),
    ) -> Result<(Store, StoredBlocks), RunsError> {
        let games = folder.join(GAMES);
        let fill = folder.join(FILL);
        let failed = |cause| append_error(folder, cause);
        if fill.exists() && games.exists() {
            let (lock, _) = Writer::resume(&games, header, |_| {}).map_err(failed)?;
            merge_fill(folder)?;
            drop(lock);
        }
        let mut unseen = MissingBlocks::of(wanted);
        let (main, resumed) = if games.exists() {
            Writer::resume(&games, header, |block| {
                unseen.found(block.block);
                each(block);
            })
        } else {
            Writer::create(&games, header).map(|writer| (writer, Resumed::default()))
        }
        .map_err(failed)?;
        sync_folder(&games);
        let missing = unseen.missing();
        let is_at_end = |block: u64| main.last().is_none_or(|last| last < block);
        let fill = match missing.first() {
            Some(first) if !is_at_end(first) => {
                Some(Writer::create(&fill, header).map_err(failed)?)
            }
            _ => None,
        };
        let stored = StoredBlocks {
            found: unseen.count_found(),
            missing,
            dropped_bytes: resumed.dropped_bytes,
        };
        let store = Store {
            folder: folder.to_owned(),
            main,
            fill,
        };
        Ok((store, stored))
    }

    /// Appends a missing block. Blocks must come in ascending order.
    ///
    /// # Errors
    /// If it cannot be written. Earlier blocks are kept.
    pub fn append(&mut self, block: &Block) -> Result<(), RunsError> {
        let writer = self.fill.as_mut().unwrap_or(&mut self.main);
        let appended = writer.append(block);
        appended.map_err(|error| append_error(&self.folder, error))
    }

    /// Waits until everything is on the disk, in one file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn close(self) -> Result<(), RunsError> {
        let failed = |cause| append_error(&self.folder, cause);
        self.main.sync().map_err(failed)?;
        match &self.fill {
            Some(fill) => {
                fill.sync().map_err(failed)?;
                merge_fill(&self.folder)
            }
            None => Ok(()),
        }
    }
}

/// Merges `games.bin` and `games.fill` into one file.
fn merge_fill(folder: &Path) -> Result<(), RunsError> {
    let (games, fill) = (folder.join(GAMES), folder.join(FILL));
    let both = [games.clone(), fill.clone()];
    write_union(&both, &games, ChangedBots::Refuse, None, &mut |_| {})?;
    fs::remove_file(&fill).map_err(|source| RunsError::Write(fill, source))
}

/// The error of a record to which no block can be appended.
pub(crate) fn append_error(folder: &Path, error: WriteError) -> RunsError {
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
