//! An empty pool and full racks: which player has to break first, and how to avoid it. Both players
//! have opened.
//!
//! The idea: with an empty pool a player goes out exactly when all tiles of the game except those
//! on the other rack can lie in sets. So the tiles that I keep alone decide whether the opponent
//! can go out after my turn. The table and the opponent's rack do not matter by themselves. A part
//! of my rack that stops the opponent is a [stopper](Standoff::find_stopper). As long as I keep one
//! I can lay everything else, one tile a turn. The player who first runs out of other tiles breaks
//! and loses.
//!
//! The racks of two holders have some forty tiles, and far too many turns for a search. Leaving out
//! one tile after the other finds a stopper with some forty questions (the deletion filter of
//! infeasibility analysis, Chinneck and Dravnieks 1991).
//!
//! With more than two players nobody knows the other racks. [`least_dangerous`] deals them at
//! random, as far as the last turns of the others allow. It takes the small play after which
//! somebody can go out least often. Who moves first is settled before the pool is empty:
//! [`last_chance`] says when laying one tile hands the first move to the next player.
//!
//! That the opponent cannot go out after a turn is certain. The size of the smallest stopper, and
//! the number of turns that the other tiles last, are estimates.

mod choose;
mod multiplayer;
mod partition_queries;
mod small;
mod tempo;

pub use choose::{Effort, Standoff};
pub use multiplayer::least_dangerous;
pub use partition_queries::{KeptAutomaton, NoAnswer, PartitionQueries};
pub use small::{larger_plays, one_by_one, own_sets, pairs, singles, singles_so_far};
pub use tempo::{cheapest_stopping, is_last_chance, last_chance};
