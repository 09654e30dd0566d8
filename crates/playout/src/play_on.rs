//! Plays a game to its end, with a policy in every seat.

use rummilab_bot_api::{BotFault, PublicTurn, View};
use rummilab_core::{Action, BySeat, CouldPlay, Game, Seat};

use crate::policies::Policies;

/// The parameters of a playout.
pub struct Playout<'p> {
    /// The policies that choose the turns.
    pub policies: &'p mut Policies,
    /// Tells the referee whether a seat could have laid or opened.
    pub judge: &'p mut dyn CouldPlay,
}

impl Playout<'_> {
    /// Plays this action and continues with the policy of each seat to the end of the game. Every
    /// turn is added to the history.
    ///
    /// # Errors
    /// A policy without an answer, or with an illegal action: a bug, or a limit of the solver.
    pub fn play(
        &mut self,
        game: &mut Game,
        history: &mut Vec<PublicTurn>,
        first: &Action,
        seats: &BySeat<usize>,
    ) -> Result<(), BotFault> {
        self.play_until(|_| false, game, history, first, seats)
    }

    /// The same, but after the first action the game may stop before its end.
    ///
    /// # Errors
    /// Those of [`Playout::play`].
    pub fn play_until(
        &mut self,
        stops: impl Fn(&Game) -> bool,
        game: &mut Game,
        history: &mut Vec<PublicTurn>,
        first: &Action,
        seats: &BySeat<usize>,
    ) -> Result<(), BotFault> {
        let mut first = Some(first);
        while let Some(to_move) = game.to_move() {
            if first.is_none() && stops(game) {
                break;
            }
            game.start_turn();
            let asked = match first.take() {
                Some(first) => first.clone(),
                None => {
                    let view = View::of(game, to_move, history);
                    self.policies.act(seats[to_move], &view)?
                }
            };
            let event = game.act(&asked, self.judge);
            let event = event.map_err(|why| BotFault::Crash(why.to_string()))?;
            history.push(PublicTurn::of(&event));
        }
        Ok(())
    }
}

/// The win share of a seat: 1 for the only winner, `1 / n` if `n` seats win, 0 for the others.
/// `None` for an unfinished game.
pub fn win_share(game: &Game, seat: Seat, judge: &mut dyn CouldPlay) -> Option<f64> {
    let results = game.results(judge)?;
    let own = results.get(seat)?.place;
    Some(rummilab_core::win_share(
        own,
        results.iter().map(|result| result.place),
    ))
}
