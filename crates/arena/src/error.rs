//! What can go wrong with the harness itself.

use rummilab_core::DealError;

use crate::worker::PlayersError;

/// The harness cannot go on. Never a bot's doing: a faulty bot loses its game and the run continues.
#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    /// No deal without too many pairs was found.
    #[error(
        "{attempts} deals in a row had a rack with {pairs} pairs, so these rules can hardly be dealt"
    )]
    Redeal {
        /// How many deals were tried.
        attempts: u32,
        /// The pairs that call for a redeal.
        pairs: u8,
    },
    /// No game can begin with the deal.
    #[error("the deal is wrong: {0}")]
    Deal(#[from] DealError),
    /// The rules have too few jokers or tiles for so many players.
    #[error("there are not enough {what} to deal to {players} players")]
    TooFew {
        /// Tiles or jokers.
        what: &'static str,
        /// The number of players.
        players: usize,
    },
    /// A turn did not end. Chance bounds how often a tile goes back, so this is a fault of the program.
    #[error("a turn was not over after {0} tiles had gone back to the pool")]
    Endless(usize),
    /// The caller could not make a bot.
    #[error("the bot {canonical} cannot be made: {reason}")]
    Bot {
        /// The canonical name.
        canonical: String,
        /// The caller's reason.
        reason: PlayersError,
    },
    /// Code outside the bots panicked.
    #[error("the harness panicked: {0}")]
    Panic(String),
    /// The stop flag was set while the game was being played.
    #[error("interrupted")]
    Interrupted,
}

/// Why a run ended before its time. What was delivered before is a prefix of the run and stays good.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// A block cannot be played.
    #[error("block {block}: {error}")]
    Harness {
        /// The block.
        block: u64,
        /// Why not.
        error: HarnessError,
    },
    /// The sink refused a block.
    #[error("block {block} could not be kept: {error}")]
    Sink {
        /// The block.
        block: u64,
        /// The sink's reason.
        error: E,
    },
    /// The threads could not be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
