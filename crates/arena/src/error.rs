//! The errors of the harness itself.

use rummilab_core::DealError;

use crate::worker::PlayersError;

/// Why the harness cannot continue. A bot is never the cause: a faulty bot loses its game and the
/// run continues.
#[derive(Debug, thiserror::Error)]
pub enum HarnessError {
    /// No deal without too many pairs was found.
    #[error("{0} deals in a row had a rack with {1} pairs, so these rules can hardly be dealt")]
    Redeal(u32, u8),
    /// No game can start with the deal.
    #[error("the deal is wrong: {0}")]
    Deal(#[from] DealError),
    /// The rules have too few jokers or tiles for that number of players.
    #[error("there are not enough {0} to deal to {1} players")]
    TooFew(&'static str, usize),
    /// A turn did not end. The number of tiles put back is limited by chance, so this is an
    /// internal fault.
    #[error("a turn was not over after {0} tiles had gone back to the pool")]
    Endless(usize),
    /// The caller could not make a bot.
    #[error("the bot {0} cannot be made: {1}")]
    Bot(String, PlayersError),
    /// Code outside the bots panicked.
    #[error("the harness panicked: {0}")]
    Panic(String),
    /// The stop flag was set during the game.
    #[error("interrupted")]
    Interrupted,
}

/// Why a run ended early. The blocks delivered before are a prefix of the run and stay valid.
#[derive(Debug, thiserror::Error)]
pub enum RunError<E> {
    /// A block cannot be played.
    #[error("block {0}: {1}")]
    Harness(u64, HarnessError),
    /// The sink returned an error for a block.
    #[error("block {0} could not be kept: {1}")]
    Sink(u64, E),
    /// The threads cannot be started.
    #[error("the threads cannot be started: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
}
