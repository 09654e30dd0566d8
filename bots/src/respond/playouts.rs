//! The responder that plays every turn of its list out.

use rummilab_bot_api::{BotFault, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Game, Seat};

use super::responder::{Lookahead, Responder};
use super::thinker::{Thinker, Thinking};
use crate::rollout::race;

struct Playouts(Thinker);

impl Responder {
    /// Plays each turn of a short list out against a model of the opponent, on common deals of the
    /// hidden tiles, and takes the one that wins most of these games; of equal ones that with most
    /// points, then the earliest. Sequential halving shares the games out. Any failure leaves the
    /// turn of the base.
    pub fn playouts(thinking: Thinking) -> Responder {
        Responder::thinking(thinking, Playouts)
    }
}

impl Lookahead for Playouts {
    fn new_game(&mut self, _: Seat) {
        self.0.new_game();
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.0.watch(stop);
    }

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
