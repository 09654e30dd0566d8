//! The responder that plays every turn of its list out.

use rummilab_bot_api::{Bot, BotFault, GameOver, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Game, Seat, Tile};

use super::thinker::{Thinker, Thinking};
use crate::rollout::race;

/// Plays each turn of a short list out against a model of the opponent, on common deals of the
/// hidden tiles, and takes the one that wins most of these games; of equal ones that with most
/// points, then the earliest. Sequential halving shares the games out ([`race`]). Any failure
/// leaves the turn of the base.
pub struct Playouts(Thinker);

impl Playouts {
    /// Thinks like this.
    pub fn new(thinking: Thinking) -> Playouts {
        Playouts(Thinker::new(thinking))
    }

    /// The best turn of the list; `None` if there is nothing to choose or no answer is needed.
    fn best(
        &mut self,
        view: &View<'_>,
        usual: &Action,
        stream: &mut Stream,
    ) -> Result<Option<Action>, BotFault> {
        let thinker = &mut self.0;
        let Some(belief) = thinker.look(view, stream) else {
            return Ok(None);
        };
        let seed = stream.next_u64();
        let listed = thinker.list(view, usual, seed)?;
        if listed.len() < 2 {
            return Ok(None);
        }
        let games = thinker.thinking.games;
        let mut dealt: Option<(usize, Game<'_>)> = None;
        let race = race(listed.len(), games, |turn, number| {
            if thinker.stopped() {
                return Ok(None);
            }
            let mut game = match dealt.take().filter(|(known, _)| *known == number) {
                Some((_, game)) => {
                    thinker.begin_again(view, seed, number as u64);
                    game
                }
                None => thinker.begin(view, &belief, (seed, number as u64))?,
            };
            dealt = Some((number, game.clone()));
            let mut history = view.history.to_vec();
            let action = &listed[turn].action;
            thinker
                .play_out(view, &mut game, &mut history, action)
                .map(Some)
        })?;
        // The base stays in the race to its end, as does the best of the others.
        let mean = |turn: usize| {
            let worth = &race.values[turn];
            worth.iter().sum::<f64>() / worth.len().max(1) as f64
        };
        let best = race
            .left
            .get(1)
            .copied()
            .filter(|best| mean(*best) > mean(0));
        Ok(best.map(|best| listed[best].action.clone()))
    }
}

impl Bot for Playouts {
    fn new_game(&mut self, seat: Seat) {
        self.0.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.0.put_back(view, tile, stream)
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let usual = self.0.usual(view, stream)?;
        if !self.0.thinks(view, &usual) {
            return Ok(usual);
        }
        // A failure in thought must not become a failure in the game.
        let best = self.best(view, &usual, stream).unwrap_or(None);
        Ok(best.unwrap_or(usual))
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.0.watch(stop);
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.0.game_over(view, over);
    }
}
