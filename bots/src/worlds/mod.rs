//! The end of a game of two to four players in which some tiles are hidden: the racks of others,
//! and the last tiles of the pool. Not for rules under which a table is more than its tiles, or
//! under which turns begin with a draw.
//!
//! **A known game** ([`KnownGame`]) has every rack face up. Only the order of the pool is hidden,
//! so a draw is a chance node (Michie 1966). [`Foresight`] solves it exactly or says that its work
//! has run out. It needs a model of the other players, which is always named ([`Others`]):
//!
//! - **paranoid** (Sturtevant and Korf 2000): all others play against the asking seat, whatever it
//!   costs them. That is a game of two sides, so alpha-beta and a transposition table work. Its
//!   worth is the result that the asking seat can guarantee.
//! - **max-n** (Luckhardt and Irani 1986): everybody plays for itself. Among turns that are equally
//!   good for itself a player chooses the worst for the asking seat. So the worth of a position
//!   does not depend on the order of moves. Only shallow pruning is sound (Korf 1991). It saves
//!   little, so there is none: a table of positions does the work.
//!
//! With two players both models are this game of two sides.
//!
//! **A hidden game** ([`Hidden`]) is the view of a bot. [`outlook()`] deals its unseen tiles in
//! every possible way, or in a number of random ways. It solves each deal as a known game and takes
//! the mean of every own turn. This is a heuristic, *determinisation* (perfect information Monte
//! Carlo: Ginsberg 2001), not the solution of the hidden game. In each dealt game all players are
//! assumed to see everything from then on, so the mean ignores what a turn reveals or hides. The
//! best continuation may also differ between dealt games that nobody could tell apart (strategy
//! fusion and non-locality: Frank and Basin 1998). The order of the pool is not dealt, which avoids
//! the worst of it: nobody knows the tile of the next draw.

mod deals;
mod hidden;
mod known;
mod outlook;
mod search;

pub use deals::{Part, Split};
pub use hidden::Hidden;
pub use known::{KnownGame, Turn, WON, Worths};
pub use outlook::{Guess, Mean, Outlook, outlook};
pub(crate) use outlook::{OTHERS, UNKNOWN, WORLDS};
pub use search::{Foresight, MOST_POOL, Others};
