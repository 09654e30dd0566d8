//! Finishes a game: from a made-up middle, with a policy in every seat.

use rummilab_bot_api::{BotFault, PublicTurn, View};
use rummilab_core::{Action, BySeat, CouldPlay, Game, Seat};
use rummilab_solver::{Goal, Solver};

use super::policies::Policies;
use crate::player::fault;
use crate::shared::Shared;

/// A game from its middle.
pub struct Playout<'p> {
    /// Whose policies are asked.
    pub policies: &'p mut Policies,
    /// Who judges what only a solver can, and the leaves.
    pub solver: &'p Shared,
    /// Turns after which the game is judged as it stands ([`chances`]); 0 plays to the end.
    pub depth: usize,
}

impl Playout<'_> {
    /// What `seat` wins of a game that goes on with its `first` action and then with the policy of each seat: 1 for a win, a
    /// share of it where several win.
    ///
    /// # Errors
    /// A policy that has no answer, or does what the rules do not allow: a bug, or a limit of the solver.
    pub fn play(
        &mut self,
        mut game: Game<'_>,
        history: &[PublicTurn],
        seat: Seat,
        first: &Action,
        seats: &BySeat<usize>,
    ) -> Result<f64, BotFault> {
        let mut judge = self.solver.boxed();
        let mut history = history.to_vec();
        let mut turns = 0;
        while let Some(to_move) = game.to_move() {
            if self.depth > 0 && turns >= self.depth {
                return chances(&game, self.solver).map(|chances| chances[seat]);
            }
            game.start_turn();
            let policy = seats[to_move];
            let asked = if turns == 0 {
                first.clone()
            } else {
                let view = View::of(&game, to_move, &history);
                self.policies.act(policy, &view)?
            };
            let event = game.act(&asked, &mut judge);
            let event = event.map_err(|why| BotFault::Crash(why.to_string()))?;
            history.push(PublicTurn::of(&event));
            turns += 1;
        }
        Ok(share_of(&game, seat, &mut judge))
    }
}

/// The share of the win of a game that is over.
fn share_of(game: &Game<'_>, seat: Seat, judge: &mut dyn CouldPlay) -> f64 {
    let results = game.results(judge).unwrap_or_default();
    let winners = results.iter().filter(|result| result.place == 1).count();
    match results.get(seat) {
        Some(result) if result.place == 1 => 1.0 / winners as f64,
        _ => 0.0,
    }
}

/// Of a game that goes on: each seat's chance to win, judged by what would stay on its rack after the play of most tiles, if
/// that were its turn. Every two tiles that stay halve the chance. Judgement, not measurement: it tells a rack that goes
/// out soon from one that is stuck, but sees no worth in a large rack that is held back. Playing to the end does.
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
