//! `value`: most points instead of most tiles.

use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Colour, JokerKind, MAX_VALUE, Tile};
use rummilab_solver::{Goal, Weights};

use crate::entry::{Entry, number, quick};
use crate::player::Player;

/// `value` in the roster.
pub(crate) const ENTRY: Entry = Entry {
    name: "value",
    about: "like greedy, but lays most points",
    params: &[number(
        "joker",
        30,
        0,
        1000,
        "points that a joker laid counts",
    )],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Value::new(s.player(), s.number("joker"))),
};

/// Like `greedy`, but lays the largest sum of faces, a joker of any kind counting `joker` points.
pub struct Value {
    player: Player,
    goal: Goal,
}

impl Value {
    /// A joker of any kind that is laid counts this many points.
    pub fn new(player: Player, joker: i32) -> Value {
        let mut weights = Weights::all(0);
        for colour in Colour::ALL {
            for tile in (1..=MAX_VALUE).filter_map(|value| Tile::number(colour, value)) {
                weights.set(tile, i32::from(tile.face()));
            }
        }
        for kind in JokerKind::ALL {
            weights.set(Tile::joker(kind), joker);
        }
        Value {
            player,
            goal: Goal::Weighted(Arc::new(weights)),
        }
    }
}

impl Bot for Value {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if view.has_opened() {
            self.player.lay_best(view, &self.goal)
        } else {
            self.player.open(view)
        }
    }
}
