//! The evaluation of an unfinished game for each seat.

use rummilab_bot_api::BotFault;
use rummilab_core::{BySeat, Game, Seat};
use rummilab_solver::{Goal, Solver};

use crate::player::fault;
use crate::shared::Shared;

/// Each seat's estimated chance to win an unfinished game. It depends on how many tiles would stay
/// on the rack after the play of most tiles, if that were the seat's turn. Every two tiles that
/// stay halve the chance. This is a judgement, not a measurement. It distinguishes a rack that goes
/// out soon from one that is stuck, but gives no worth to a large rack that is held back. Playing
/// to the end does.
///
/// # Errors
/// The solver's refusal.
pub fn chances(game: &Game<'_>, solver: &Shared) -> Result<BySeat<f64>, BotFault> {
    let mut solver = solver.clone();
    let mut weights = Vec::with_capacity(game.players());
    for seat in Seat::all(game.players()) {
        let answer = solver.solve(game.rules(), &game.position(seat), &Goal::Tiles);
        let best = answer.map_err(|error| fault(&error))?.into_verified();
        let laid = best.map_or(0, |play| play.tiles);
        let stay = game.rack(seat).len().saturating_sub(laid) as f64;
        weights.push((-stay / 2.0).exp2());
    }
    let all: f64 = weights.iter().sum();
    Ok(weights.iter().map(|weight| weight / all).collect())
}
