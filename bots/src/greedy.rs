//! `greedy`: the usual baseline.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::Action;
use rummilab_solver::Goal;

use crate::entry::{Entry, quick};
use crate::opening::Opening;
use crate::opening::{DELAY, OPEN_JOKER, UNTIL};
use crate::player::Player;

pub(crate) const ENTRY: Entry = Entry {
    name: "greedy",
    version: 5,
    about: "largest opening as soon as possible, then most tiles, then value",
    params: &[DELAY, UNTIL, OPEN_JOKER],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Greedy::new(s.player(), Opening::of(s))),
};

/// Help text of the parameter that makes a bot play like this one late in the game.
pub(crate) const LATE: &str = "plays like greedy once an opponent has at most this many tiles";

/// Opens with the largest value as soon as it reaches the threshold, or as its [`Opening`] says.
/// Then it lays most tiles, ties going to most value; otherwise it draws. It is the yardstick of
/// most public programs, and a weak one (docs/strategy.md#the-greedy-yardstick).
pub struct Greedy {
    player: Player,
    opening: Opening,
}

impl Greedy {
    /// A greedy player with this opening.
    pub fn new(player: Player, opening: Opening) -> Greedy {
        Greedy { player, opening }
    }
}

impl Bot for Greedy {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if view.has_opened() {
            self.player.lay_best(view, &Goal::Tiles)
        } else {
            self.opening.act(&mut self.player, view)
        }
    }
}
