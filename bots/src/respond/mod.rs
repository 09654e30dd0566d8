//! Responders: bots that know whom they meet. They are made for one opponent and are no bots of
//! the roster, since nobody else may know whom he meets.
//!
//! A [`Responder`] takes the turn of its base unless another turn of a short list looks better. How
//! it looks is its lookahead:
//!
//! - [`Responder::playouts`] plays every turn of the list out.
//! - [`Responder::ismcts`] grows a tree over the responder's own turns; the opponent's are sampled
//!   from the model.
//! - [`Responder::learner`] asks a network that was fitted to games against the opponent (Deep
//!   Monte Carlo).
//!
//! Budgets are games and iterations, never time.

mod ismcts;
mod learner;
mod network;
mod playouts;
mod responder;
mod thinker;

pub use learner::{Episodes, INPUTS, Learning, Sample};
pub use network::Network;
pub use responder::Responder;
pub use thinker::Thinking;
