//! Verifies that every game of a block can have happened as recorded.

use rummilab_core::CouldPlay;

use crate::replay::{Replay, ReplayError, ReplayProblem};
use crate::types::{Block, Header, ShapeError};

/// Why a block is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum VerifyError {
    /// The block does not fit its header.
    #[error(transparent)]
    Shape(#[from] ShapeError),
    /// No game can start with the deal.
    #[error("block {0}: {1}")]
    Deal(u64, ReplayProblem),
    /// A game, given by block and index, cannot have happened as recorded.
    #[error("block {0}, game {1}: {2}")]
    Game(u64, usize, ReplayError),
}

/// Replays every game of a block with core's referee.
///
/// It checks the tiles of the deal, every action, every refusal and every value of the result.
/// Whether the deal follows from the seed is left to the crate that deals.
///
/// # Errors
/// The first fault.
pub fn verify_block(
    header: &Header,
    block: &Block,
    judge: &mut dyn CouldPlay,
) -> Result<(), VerifyError> {
    block.check_shape(header)?;
    let number = block.block;
    for record in &block.deals {
        let checked = record.deal.check(&header.rules);
        checked.map_err(|error| VerifyError::Deal(number, error.into()))?;
    }
    for game in 0..block.games.len() {
        verify_game(header, block, game, judge)
            .map_err(|error| VerifyError::Game(number, game, error))?;
    }
    Ok(())
}

fn verify_game(
    header: &Header,
    block: &Block,
    game: usize,
    judge: &mut dyn CouldPlay,
) -> Result<(), ReplayError> {
    let mut replay = Replay::new(&header.rules, block, game)?;
    while let Some(turn) = replay.advance(judge) {
        turn?;
    }
    replay.finish(judge)
}
