//! Endgame planning for two players with some fifty tiles each, once the pool is empty or holds one
//! tile that neither wants to draw. Chooses the tiles to keep to the end and the order in which to
//! lay the others. Not for more players, owned groups, or jokers that cannot be taken freely.
//!
//! Most games between two holders are decided here. Each lays one tile a turn. The first player who
//! can lay nothing but tiles that stop the other loses ([`standoff`](crate::standoff)).
//!
//! The bot draws the last tiles of the pool, to search for stoppers on the largest rack. A stopper
//! works on any table, so those found are remembered through the game, and each turn searches for
//! smaller ones. All other tiles are spare.
//!
//! If drawing the last tile starts one last round, the player who draws it usually loses, so spare
//! tiles are laid before that draw. Then one hidden tile is in the pool. The risk of a play is the
//! number of possible pool tiles with which the other goes out after it. A turn on which the other
//! lays tiles but does not go out rules out some of them.
//!
//! | step | where |
//! |---|---|
//! | small stoppers, by a local search over deletion filters | `stopper` |
//! | small plays that do not let the other out, the best first | `safe` |
//! | what both can lay a few turns later | `search` |
//! | single tiles that do not let the other out | `singles` |
//! | the last turns solved: which player has the last safe play | `ends` |
//! | the same for each play of an end | `end_values` |
//! | the value of a position with a pool just empty, by short playouts | `worth` |
//! | the position that all of them examine | `duel` |

mod duel;
mod effort;
mod end_values;
mod ends;
mod safe;
mod search;
mod singles;
mod stopper;
mod turn;
mod worth;

pub use duel::Duel;
pub use effort::PlanEffort;
pub use end_values::{End, EndValues};
pub use stopper::smallest;
pub use turn::{Plan, Planned};
pub use worth::{OUT, Stoppers, WorthEffort, worth};
