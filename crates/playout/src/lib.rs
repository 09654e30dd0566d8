//! Games finished from what one seat sees. It does not choose turns: callers bring the turns that
//! they compare.
//!
//! 1. [`Past`] winds the public history back to the decisions of another seat.
//! 2. [`Belief`] keeps racks that fit those decisions, by policy; [`Posterior::draw`] deals the
//!    hidden tiles.
//! 3. [`middle_of`] makes a game of a view and of hidden tiles.
//! 4. [`Playout`] plays it on, with a policy of [`Policies`] in every seat.
//! 5. [`PairedMean`] estimates by how much one of two turns does better on the same deals.

mod belief;
mod middle;
mod paired;
mod past;
mod play_on;
mod policies;

pub use belief::{Belief, HiddenTiles, Posterior, SLIP};
pub use middle::middle_of;
pub use paired::{PairedMean, Z};
pub use past::{Decision, Past};
pub use play_on::{Playout, win_share};
pub use policies::Policies;
