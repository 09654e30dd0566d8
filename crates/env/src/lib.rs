//! Rummikub as a learning environment: a game that is stepped by small actions, with observations and legal actions as
//! arrays of bytes. Refuses to know learners, files and particular solvers and bots: whoever makes an environment hands
//! them in.
//!
//! # Actions
//!
//! A play is built tile by tile. With `k` kinds of tile in the rules, in ascending order, action `i < k` lays a tile of
//! kind `i`, action `k` ends the play, and action `k + 1` draws or passes instead of a play. What is laid so far is legal
//! if some legal play lays at least these tiles: nothing is cut off, and there are no dead ends. The table that results is
//! the solver's, with the fewest changes to the old one (docs/solver.md#fewest-changes).
//!
//! # Observations
//!
//! An [`Observation`] is made of a [`View`](rummilab_bot_api::View) alone, so states that differ only in hidden tiles give
//! equal bytes.
//!
//! [`Environment`] is a game whose seats are all the caller's, [`Seats`] one with bots in the other seats.

mod choices;
mod environment;
mod observation;
mod seats;

pub use choices::Candidates;
pub use environment::{EnvError, Environment};
pub use observation::{Field, Observation};
pub use seats::{Opponent, Seats};
