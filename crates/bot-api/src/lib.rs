//! The interface of bots: the [`View`] that a bot gets, the [`Bot`] trait that it implements, and
//! the [`protocol`] for bots in other programs, in both directions ([`external`], [`serve()`]). The
//! state of the game is never passed on: a bot sees what a player at the table sees. Only a bot
//! whose name says so is shown hidden tiles, by a type of its own ([`Revealed`]).
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
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
mod revealed;
mod serve;
mod solve;
mod view;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use rummilab_chance::Stream;
use rummilab_core::{Action, BySeat, Ending, Seat, SeatResult, Tile};

pub use revealed::Revealed;
pub use serve::{Host, serve};
pub use solve::{MakeOracle, Oracle, Refusal};
pub use view::{PublicTurn, View, Visible};

/// A flag that is set once, when no answer is needed any more (see [`Bot::watch`]). Any memory
/// ordering will do, because nothing else depends on it.
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
    /// Begins a new game, with this bot in `seat`. The bot must forget everything from earlier
    /// games: the same game must get the same actions whatever was played before.
    fn new_game(&mut self, seat: Seat) {
        let _ = seat;
    }

    /// Whether the tile drawn at the start of this turn goes back to the pool for another
    /// (docs/rules.md#duplicate-redraw). It is asked before [`Bot::act`], and again after each new
    /// tile, while [`View::may_put_back`] is true: the rack then holds another copy. Like `act`,
    /// the answer must depend only on the game and the stream.
    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        let _ = (view, tile, stream);
        true
    }

    /// Shows hidden tiles before each question of a turn. Only called for a bot whose name has the
    /// setting `sees` ([`Sight::of_bot`](rummilab_core::Sight::of_bot)).
    fn reveal(&mut self, hidden: &Revealed) {
        let _ = hidden;
    }

    /// The action for this turn. `stream` holds the bot's random numbers for this game; they are
    /// independent of the deal.
    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault>;

    /// Passes the flag that cancels the next game; called before each game. Once the flag is set,
    /// the result of [`Bot::act`] is discarded with the game. So a bot that thinks for long checks
    /// the flag between units of work, and then returns any action at once.
    fn watch(&mut self, stop: &StopFlag) {
        let _ = stop;
    }

    /// The work of this bot over all its games, in nodes of its solvers: a cost that does not
    /// depend on the machine. `None` if the bot does not count.
    fn nodes(&self) -> Option<u64> {
        None
    }

    /// Reports the end of the game. Not called for a bot that failed to answer in it.
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
    /// The fault that ended the game, in words; `None` if it ended otherwise.
    pub fault: Option<&'a str>,
}

/// Why a bot gave no action. The referee, not this type, finds illegal actions.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BotFault {
    /// No answer in time.
    #[error("no answer in time")]
    Timeout,
    /// The bot is gone, or cannot go on; the reason.
    #[error("the bot stopped: {0}")]
    Crash(String),
    /// The answer could not be understood; the reason.
    #[error("the answer could not be understood: {0}")]
    Protocol(String),
    /// This machine has no means to run the bot: files, processes or memory; the reason. A match
    /// ends with an error then, and no game is lost by it.
    #[error("the bot cannot be run now: {0}")]
    Machine(String),
}
