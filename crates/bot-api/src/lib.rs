//! The socket a bot plugs into: the [`View`] it gets, the [`Bot`] trait it implements, and the
//! [`protocol`] by which bots in other programs do the same, in both directions ([`external`],
//! [`serve()`]). Refuses to hand out the state of the game: a bot sees what a player at the table
//! sees.
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_bot_api::{Bot, BotFault, View};
//! use rummilab_chance::Stream;
//! use rummilab_core::Action;
//!
//! /// Never lays a tile.
//! struct Drawer;
//!
//! impl Bot for Drawer {
//!     fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
//!         Ok(view.idle())
//!     }
//! }
//! ```

pub mod conformance;
pub mod external;
pub mod protocol;
mod serve;
mod solve;
mod view;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rummilab_chance::Stream;
use rummilab_core::{Action, BySeat, Ending, Seat, SeatResult, Tile};

pub use serve::{Host, serve};
pub use solve::{MOST_SOLVES, MakeOracle, Oracle, Refusal, SolveDesk};
pub use view::{PublicTurn, View, Visible};

/// Set once, when nobody waits for an answer any more: see [`Bot::watch`]. Its holders set and read
/// it with any ordering; nothing else depends on it.
pub type StopFlag = Arc<AtomicBool>;

/// A player. One value plays many games, one after the other.
///
/// ```
/// use rummilab_bot_api::{Bot, BotFault, View};
/// use rummilab_chance::Stream;
/// use rummilab_core::Action;
///
/// /// Draws while there is something to draw.
/// struct Idle;
///
/// impl Bot for Idle {
///     fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
///         Ok(view.idle())
///     }
/// }
/// ```
pub trait Bot: Send {
    /// A new game begins; `seat` is this bot's. Everything learnt from earlier games must be
    /// forgotten: the same game must get the same actions whatever was played before.
    fn new_game(&mut self, seat: Seat) {
        let _ = seat;
    }

    /// Whether the tile that this turn began with goes back to the pool for another
    /// (docs/rules.md#duplicate-redraw). Asked before [`Bot::act`], and again after each new tile,
    /// while [`View::may_put_back`] holds: the rack holds another such tile. Like `act` it must
    /// depend on nothing but the game and the stream.
    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        let _ = (view, tile, stream);
        true
    }

    /// The action for this turn. `stream` is the bot's own randomness for this game, never the
    /// deal's.
    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault>;

    /// The flag that ends the games to come, handed over before each of them. Once it is set, what
    /// [`Bot::act`] returns is thrown away with the game, so a bot that thinks for long looks at it
    /// between units of work and then returns anything, at once.
    fn watch(&mut self, stop: &StopFlag) {
        let _ = stop;
    }

    /// All work of this bot so far, over all its games, in nodes of its solvers: what a turn costs
    /// on any machine. `None` if it does not count.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// The game is over. Not told to a bot that gave no answer in it.
    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        let _ = (view, over);
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy)]
pub struct GameOver<'a> {
    /// The kind of ending.
    pub ending: Ending,
    /// The result of each seat.
    pub results: &'a BySeat<SeatResult>,
    /// What was wrong, where a fault ended the game.
    pub fault: Option<&'a str>,
}

/// Why a bot gave no action. An illegal action is found by the referee, not here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotFault {
    /// No answer in time.
    #[error("no answer in time")]
    Timeout,
    /// The bot is gone, or cannot go on.
    #[error("the bot stopped: {0}")]
    Crash(String),
    /// The answer could not be understood.
    #[error("the answer could not be understood: {0}")]
    Protocol(String),
}
