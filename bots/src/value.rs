//! `value`: most points instead of most tiles.

use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Colour, JokerKind, MAX_VALUE, Tile};
use rummilab_solver::{Goal, Weights};

use crate::entry::{Entry, number, quick};
use crate::player::Player;

pub(crate) const ENTRY: Entry = Entry {
    name: "value",
    version: 5,
    about: "like greedy, but lays most points",
    params: &[number("joker", 30, 0, 1000).about("points that a joker laid counts")],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Weighing::new(s.player(), &points(s.number("joker")))),
};

/// Tile weights by face; a joker of any kind counts `joker` points.
fn points(joker: i32) -> impl Fn(Tile) -> i32 {
    move |tile| {
        if tile.is_joker() {
            joker
        } else {
            i32::from(tile.face())
        }
    }
}

/// Opens like `greedy`; then lays the play of the largest weight.
pub struct Weighing {
    player: Player,
    goal: Goal,
}

impl Weighing {
    /// `weight` gives the weight of each laid tile, including jokers of every kind.
    pub fn new(player: Player, weight: &dyn Fn(Tile) -> i32) -> Weighing {
        let mut weights = Weights::all(0);
        let numbers = Colour::ALL.into_iter().flat_map(|colour| {
            (1..=MAX_VALUE).filter_map(move |value| Tile::number(colour, value))
        });
        for tile in numbers.chain(JokerKind::ALL.map(Tile::joker)) {
            weights.set(tile, weight(tile));
        }
        Weighing {
            player,
            goal: Goal::Weighted(Arc::new(weights)),
        }
    }
}

impl Bot for Weighing {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if view.has_opened() {
            self.player.lay_best(view, &self.goal)
        } else {
            self.player.open(view)
        }
    }
}
