//! Rollouts: tries the alternatives of a turn in randomly completed games. The bot leaves the
//! base's turn only for one that is clearly better.
//!
//! A turn, in five steps, most in files of their own:
//!
//! 1. [`Past`] winds the public history back to the last decisions of every opponent.
//! 2. [`Belief`] keeps racks that the opponents may hold, weighed by how well those decisions fit
//!    them under a mixture of [`Policies`]. A rack that could have laid something makes a draw
//!    unlikely for `greedy` and sure for `hold`. So racks and policies are judged together (for
//!    Scrabble Richards and Amir, IJCAI 2007, one play at a time).
//! 3. [`candidates()`] lists the base's turn, laying nothing, the plays of most and of fewest
//!    tiles, and, where asked to, the turn of every other policy of the mixture.
//! 4. [`Playout`] finishes the game from each. The hidden racks come from the belief. The pool is
//!    shuffled anew in every game, since a player who knew its order would wait for what comes
//!    (strategy fusion). All candidates meet the same racks, pool and opponents.
//! 5. [`Lookahead`](rummilab_playout::Lookahead) spends the playouts by sequential halving. Another
//!    turn than the base's is made only if its games were better by two standard errors of the
//!    paired difference.
//!
//! Work is counted in playouts and questions to the solver, hard ones counting more, never in time.
//! Any failure leaves the base's turn: a refusal of the solver, a view in which tiles do
//! not add up, work that runs out. So do games whose groups have owners, where one question of a
//! playout can take minutes.

mod bot;
mod candidates;
mod policies;

pub use crate::shared::Shared;
pub(crate) use bot::ENTRY;
pub use bot::{Base, Rollout, RolloutSettings};
pub(crate) use candidates::laid;
pub use candidates::{Candidate, Wanted, candidates};
pub use policies::{Policy, policies};
pub use rummilab_playout::{
    Belief, Decision, HiddenTiles, Past, Playout, Policies, Posterior, SLIP, snapshot_of,
};
