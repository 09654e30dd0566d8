//! Planning for two players with racks of some fifty tiles, once the pool is empty or holds one
//! tile that nobody wants to draw: which tiles to keep to the end, and in which order to lay the
//! others. Refuses games that it cannot analyse: more players, owners of groups, jokers that do not
//! come free.
//!
//! Most games between two players who hold back are decided here. Both lay one tile a turn. The
//! first who can lay nothing except the tiles that stop the other loses
//! ([`standoff`](crate::standoff)).
//!
//! The bot draws the last tiles of the pool, so that it looks for stoppers on the largest rack. A
//! stopper works whatever is on the table. So those found are kept through the game, and each turn
//! searches for smaller ones. All other tiles are spare.
//!
//! Where the draw of the last tile starts one last round, the player who draws it loses. So the
//! same race is run before that draw. Nobody knows which tile is left in the pool. For some tiles
//! that may be there, a play lets the other out; the fewer these are, the safer the play. The other
//! goes out when possible, so each of that player's turns rules out some tiles.
//!
//! | step | where |
//! |---|---|
//! | small stoppers, by a local search over deletion filters | `stopper` |
//! | small plays that do not let the other out, the best first | `safe` |
//! | those plays, ordered by random playouts | `race` |
//! | the last turns solved: which player has the last safe play | `ends` |
//! | what an empty pool is worth before anybody has moved there | `worth` |
//! | the position that all of them examine | `duel` |

mod duel;
mod effort;
mod ends;
mod race;
mod safe;
mod stopper;
mod turn;
mod worth;

pub use effort::PlanEffort;
pub use stopper::smallest;
pub use turn::Plan;
pub use worth::{Worth, WorthEffort};
