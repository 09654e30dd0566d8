//! One game of a record, found by its block and its number.

use std::path::Path;

use rummilab_record::{Block, RecordedGame};

use crate::error::RunsError;
use crate::folder::{games_file, read_supported};

/// Finds a game in the folder of a run, or in a games file.
///
/// # Errors
/// [`RunsError::NoBlock`] or [`RunsError::NoGame`], which say what is present; the reason why a
/// record cannot be read.
pub fn find_game(place: &Path, block: u64, game: usize) -> Result<RecordedGame, RunsError> {
    let path = games_file(place);
    let (header, blocks) = read_supported(&path)?;
    let block = find_block(&path, blocks, block)?;
    if game >= block.games.len() {
        let last = block.games.len().saturating_sub(1);
        return Err(RunsError::NoGame(block.block, last));
    }
    Ok(RecordedGame {
        header,
        block,
        game,
    })
}

fn find_block(
    path: &Path,
    blocks: impl Iterator<Item = Result<Block, RunsError>>,
    wanted: u64,
) -> Result<Block, RunsError> {
    let mut last = None;
    for block in blocks {
        let block = block?;
        if block.block == wanted {
            return Ok(block);
        }
        last = Some(block.block);
    }
    Err(RunsError::NoBlock {
        path: path.to_owned(),
        block: wanted,
        last,
    })
}
