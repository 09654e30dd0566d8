//! Responders: bots that know whom they meet. They are made for one opponent and are no bots of
//! the roster, since nobody else may know whom he meets.
//!
//! All three take the turn of their base unless another turn of a short list looks better
//! ([`Thinking`]). They differ in how they look:
//!
//! - [`Playouts`] plays every turn of the list out.
//! - [`Ismcts`] grows a tree over the responder's own turns; the opponent's are sampled from the
//!   model.
//! - [`Learner`] asks a network that was fitted to games against the opponent (Deep Monte Carlo).
//!
//! Budgets are games and iterations, never time.

mod ismcts;
mod learner;
mod network;
mod playouts;
mod thinker;

pub use ismcts::Ismcts;
pub use learner::{Episodes, INPUTS, Learner, Learning, Sample};
pub use network::Network;
pub use playouts::Playouts;
pub use thinker::Thinking;
