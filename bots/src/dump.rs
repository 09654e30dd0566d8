//! `dump`: get rid of high tiles first.

use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Colour, JokerKind, MAX_VALUE, Tile};
use rummilab_solver::{Goal, Weights};

use crate::entry::{Entry, number, quick};
use crate::player::Player;

/// `dump` in the roster.
pub(crate) const ENTRY: Entry = Entry {
    name: "dump",
    about: "like greedy, but lays most high tiles first",
    params: &[number("from", 10, 1, 15, "the smallest high value")],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Dump::new(s.player(), s.count("from") as u8)),
};

/// More than any rack has tiles, so that one high tile counts more than all low ones.
const HIGH: i32 = 1000;

/// Opens like `greedy`; then lays most tiles whose value is at least `from`, jokers among them, and
/// of those plays most tiles: what is left when somebody else goes out should be cheap. Folk
/// advice, even with `greedy` (docs/strategy.md#tiles-or-points).
pub struct Dump {
    player: Player,
    goal: Goal,
}

impl Dump {
    /// Tiles of this value and above are high.
    pub fn new(player: Player, from: u8) -> Dump {
        let mut weights = Weights::all(1);
        for colour in Colour::ALL {
            for tile in (from..=MAX_VALUE).filter_map(|value| Tile::number(colour, value)) {
                weights.set(tile, HIGH);
            }
        }
        for kind in JokerKind::ALL {
            weights.set(Tile::joker(kind), HIGH);
        }
        Dump {
            player,
            goal: Goal::Weighted(Arc::new(weights)),
        }
    }
}

impl Bot for Dump {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if view.has_opened() {
            self.player.lay_best(view, &self.goal)
        } else {
            self.player.open(view)
        }
    }
}
