//! `random`: the weakest opponent that still plays legally.

use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::Action;
use rummilab_solver::{Goal, Weights};

use crate::entry::{Entry, quick};
use crate::player::{Player, lay, may_idle};

pub(crate) const ENTRY: Entry = Entry {
    name: "random",
    version: 5,
    about: "a random legal play or a draw, each half the time",
    params: &[],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Random(s.player())),
};

/// A sampled legal play. With probability one half it plays nothing; otherwise it gives every kind
/// of tile on the rack a random weight.
pub struct Random(pub Player);

impl Random {
    fn sample_goal(view: &View<'_>, stream: &mut Stream) -> Goal {
        let mut weights = Weights::all(0);
        for (tile, _) in view.rack.kinds() {
            let weight = stream.index(201).map_or(0, |i| i as i32 - 100);
            weights.set(tile, weight);
        }
        Goal::Weighted(Arc::new(weights))
    }
}

impl Bot for Random {
    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let goal = Random::sample_goal(view, stream);
        if stream.coin() && view.pool_len > 0 && may_idle(view) {
            return Ok(view.idle());
        }
        if let Some(play) = self.0.best(view, &goal)? {
            return Ok(lay(view, &play));
        }
        // If the rules force a play, a play that was not sampled must do.
        if !may_idle(view) {
            return self.0.lay_best(view, &Goal::Tiles);
        }
        Ok(view.idle())
    }
}
