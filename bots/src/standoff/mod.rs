//! An empty pool and full racks: who has to break first, and how not to be the one. Both have
//! opened.
//!
//! The idea. With an empty pool a player goes out exactly when all tiles of the game except those
//! on the other rack can lie in sets. So whether the opponent goes out after my turn depends on
//! nothing but what I keep, neither on the table nor on what he holds. A part of my rack that keeps
//! him from it is a [stopper](Standoff::find_stopper). As long as I keep one I can lay everything
//! else, one tile a turn. Whoever runs out of other tiles first breaks and loses.
//!
//! The racks of two holders have some forty tiles and far too many turns for a search. Their
//! stoppers are found with some forty questions each, by leaving out one tile after the other (the
//! deletion filter of infeasibility analysis, Chinneck and Dravnieks 1991).
//!
//! With three and four players nobody knows who holds what. [`least_dangerous`] deals the hidden
//! racks at random, as far as the last turns of the others allow. It takes the small play after
//! which somebody can go out least often. Who moves first is settled before the pool is empty:
//! [`last_chance`] says when one tile laid hands that on.
//!
//! That the opponent cannot go out after a turn is certain. Which stopper is smallest, and how many
//! turns the rest is good for, are estimates.

mod choose;
mod company;
mod heaps;
mod small;
mod tempo;

pub use choose::{Effort, Standoff};
pub use company::least_dangerous;
pub use heaps::{Halt, Heaps};
pub use small::{larger_plays, one_by_one, own_sets, pairs, singles, singles_so_far};
pub use tempo::{cheapest_stopping, is_last_chance, last_chance};
