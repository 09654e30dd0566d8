//! `model`: plays the turn that a learnt model of the win rates best. The weights are those of
//! `data/value`, made by `rummilab train`, or handed in.

mod candidates;
mod stray;

use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, TileCounts};
use rummilab_solver::SolveError;
use rummilab_value::{After, Features, Unfit, ValueModel, shipped};

pub use candidates::Breadth;
pub use stray::Stray;

use crate::entry::{Entry, long, number};
use crate::hold::{Hold, HoldSettings};
use crate::opening::Opening;
use crate::player::{Player, fault, lay};
use candidates::candidates;

/// `model` in the roster.
pub(crate) const ENTRY: Entry = Entry {
    name: "model",
    version: 4,
    about: "does what a learnt model of the win says is best; plays like hold where there is \
        none",
    params: &[
        number("few", 4, 0, 1000).about("plays of the fewest tiles that it compares"),
        number("most", 2, 0, 1000).about("plays of the most tiles that it compares"),
    ],
    for_tests: false,
    work: long,
    make: |s| {
        let breadth = Breadth {
            few: s.count("few"),
            most: s.count("most"),
        };
        Box::new(Model::new(s.player(), s.player(), breadth, None))
    },
};

/// Opens as soon as it can, the model choosing the tiles, and goes out when it can. Otherwise it
/// compares drawing, some plays of few tiles and some of many. It takes the one with the largest
/// chance to win afterwards, as the model estimates it. (docs/strategy.md#learnt-models; the
/// afterstates of Sutton and Barto, Reinforcement Learning, section 6.8.) It looks no turn ahead:
/// the weights hold what a turn leads to. Without weights for the rules or the number of players it
/// plays like `hold`.
pub struct Model {
    player: Player,
    base: Hold,
    breadth: Breadth,
    given: Option<Arc<ValueModel>>,
    /// The weights for the game in progress, once its rules are known; the inner `None` means that
    /// there are none.
    weights: Option<Option<Arc<ValueModel>>>,
}

impl Model {
    /// Compares as many plays as `breadth` says. `given` are its weights; without them it takes the
    /// shipped ones for the rules and the number of players. Where nothing fits it plays like
    /// `hold`, which asks the second player.
    pub fn new(
        player: Player,
        base: Player,
        breadth: Breadth,
        given: Option<Arc<ValueModel>>,
    ) -> Model {
        let settings = HoldSettings::until(1);
        Model {
            player,
            base: Hold::new(base, settings, Opening::default()),
            breadth,
            given,
            weights: None,
        }
    }

    /// The weights for the rules of this game. Looked up once a game, because the rules are
    /// compared in full.
    fn weights(&mut self, view: &View<'_>) -> Option<Arc<ValueModel>> {
        let given = &self.given;
        let found = self.weights.get_or_insert_with(|| match given {
            Some(given) => Some(given)
                .filter(|m| m.is_for(view.rules, view.players()))
                .cloned(),
            None => shipped(view.rules, view.players()).cloned().map(Arc::new),
        });
        found.clone()
    }

    /// The log-odds of a win after laying these tiles, or none; `None` if the solver gave up.
    fn score(
        &mut self,
        view: &View<'_>,
        model: &ValueModel,
        laid: &TileCounts,
    ) -> Result<Option<f64>, BotFault> {
        match After::of(self.player.solver(), view, laid) {
            Ok(after) => Ok(Some(model.score(&Features::of(&after)))),
            Err(Unfit::Solver(SolveError::GaveUp { .. })) => Ok(None),
            Err(Unfit::Solver(error)) => Err(fault(&error)),
            Err(error) => Err(BotFault::Crash(error.to_string())),
        }
    }
}

impl Bot for Model {
    fn new_game(&mut self, seat: Seat) {
        self.weights = None;
        self.base.new_game(seat);
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let Some(model) = self.weights(view) else {
            return self.base.act(view, stream);
        };
        if let Some(play) = self.player.go_out(view)? {
            return Ok(lay(view, &play));
        }
        let mut choices = candidates(&mut self.player, view, self.breadth)?;
        // It opens as soon as it can. Waiting gains nothing (experiments/delay-opening), and the
        // weights are not learnt from games in which somebody waited.
        if !view.has_opened() && choices.len() > 1 {
            choices.retain(|laid| !laid.is_empty());
        }
        let mut best: Option<(f64, TileCounts)> = None;
        // With a single choice there is nothing to compare.
        if let [only] = choices.as_slice() {
            best = Some((0.0, *only));
        } else {
            for laid in choices {
                let Some(score) = self.score(view, &model, &laid)? else {
                    // The best so far must do, or else the first.
                    best = best.or(Some((0.0, laid)));
                    break;
                };
                if best.is_none_or(|(most, _)| score > most) {
                    best = Some((score, laid));
                }
            }
        }
        let laid = best.map_or(TileCounts::EMPTY, |(_, laid)| laid);
        if laid.is_empty() {
            return Ok(view.idle());
        }
        let action = self.player.lay_tiles(view, &laid)?;
        Ok(action.unwrap_or_else(|| view.idle()))
    }
}
