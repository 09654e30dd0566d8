//! A finished run in a folder that cannot be written: it is read, and nothing has to be written.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use rummilab_arena::{MissingBlocks, Span};
use rummilab_record::{Block, Header, Reader, open_plain};

use crate::error::RunsError;
use crate::files::{GAMES, PLAN};
use crate::store::StoredBlocks;
use crate::whole_file::check_place;

/// Which of these blocks the record of such a folder holds; `each` gets every block present. `None`
/// if the folder can be written, or holds another run: then an opening for writing says why.
///
/// # Errors
/// If the record cannot be read.
pub fn stored(
    folder: &Path,
    header: &Header,
    wanted: Span,
    mut each: impl FnMut(Block),
) -> Result<Option<StoredBlocks>, RunsError> {
    if is_writable(folder) {
        return Ok(None);
    }
    let games = folder.join(GAMES);
    let unreadable = |source| RunsError::Record(games.clone(), source);
    let reader = Reader::open(&games).map_err(unreadable)?;
    if reader.header() != header {
        return Ok(None);
    }
    let mut unseen = MissingBlocks::of(wanted);
    for block in reader {
        let block = block.map_err(unreadable)?;
        unseen.found(block.block);
        each(block);
    }
    Ok(Some(StoredBlocks {
        found: unseen.count_found(),
        missing: unseen.missing(),
        dropped_bytes: 0,
    }))
}

fn is_writable(folder: &Path) -> bool {
    let refused = |kind| {
        matches!(
            kind,
            ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
        )
    };
    let games = folder.join(GAMES);
    let games = open_plain(&games).and_then(|_| File::options().write(true).open(&games));
    let games = games.err().map(|cause| cause.kind());
    // Not the name of the plan itself, whose part another program may be writing.
    let place = check_place(&folder.join(format!("{GAMES}.{PLAN}")));
    let place = place.err().map(|error| error.source.kind());
    !games.into_iter().chain(place).any(refused)
}
