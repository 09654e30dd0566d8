//! Playouts: games finished from the view of one seat. Callers pass
//! the turns to compare.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! 1. [`Past`] winds the public history back to the decisions of another seat.
//! 2. [`Belief`] keeps racks consistent with those decisions, by policy; [`Posterior::draw`] deals
//!    the hidden tiles.
//! 3. [`snapshot_of`] makes a game from a view and hidden tiles.
//! 4. [`Playout`] plays it on, with a policy of [`Policies`] in every seat.
//! 5. [`PairedMean`] estimates how much better one of two turns does on the same deals.
//! 6. [`Lookahead`] tries the turns of a decision on common deals, and keeps the usual one unless
//!    another is clearly better.
//!
//! ```
//! use rummilab_playout::PairedMean;
//!
//! let mut difference = PairedMean::default();
//! for _ in 0..20 {
//!     difference.push(1.0); // the first turn won, the second lost, on the same deal
//! }
//! assert!(difference.interval()[0] > 0.0);
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod belief;
mod lookahead;
mod paired;
mod past;
mod play_on;
mod policies;
mod snapshot;

pub use belief::{Belief, HiddenTiles, Posterior, SLIP};
pub use lookahead::{Deal, Lookahead, Selection};
pub use paired::{PairedMean, Z};
pub use past::{Decision, Past};
pub use play_on::{Playout, win_share};
pub use policies::Policies;
pub use snapshot::snapshot_of;
