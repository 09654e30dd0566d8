//! `hold-joker`: keep jokers on the rack until they let you out.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::Action;
use rummilab_solver::Goal;

use crate::entry::{Entry, number, quick};
use crate::greedy::LATE;
use crate::opening::Opening;
use crate::opening::{DELAY, OPEN_JOKER, UNTIL};
use crate::player::{Player, lay};

pub(crate) const ENTRY: Entry = Entry {
    name: "hold-joker",
    version: 5,
    about: "like greedy, but keeps jokers on the rack until they let it out",
    params: &[
        number("late", 0, 0, 100).about(LATE),
        DELAY,
        UNTIL,
        OPEN_JOKER,
    ],
    for_tests: false,
    work: quick,
    make: |s| Box::new(HoldJoker::new(s.player(), s.count("late"), Opening::of(s))),
};

/// Plays like `greedy`, but once it has opened it lays no joker unless the whole rack goes, the
/// pool is empty or an opponent has at most `late` tiles. It draws if the only play needs a joker.
/// The advice is that of the rule pages (docs/strategy.md#hold-the-joker). Its [`Opening`] says
/// whether the opening may use a joker.
pub struct HoldJoker {
    player: Player,
    late: usize,
    opening: Opening,
}

impl HoldJoker {
    /// Spends jokers once an opponent is down to `late` tiles.
    pub fn new(player: Player, late: usize, opening: Opening) -> HoldJoker {
        HoldJoker {
            player,
            late,
            opening,
        }
    }
}

impl Bot for HoldJoker {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if !view.has_opened() {
            return self.opening.act(&mut self.player, view);
        }
        let free = view.pool_len == 0 || view.smallest_opponent_rack() <= self.late;
        if free || view.rack.jokers() == 0 {
            return self.player.greedy(view);
        }
        if let Some(play) = self.player.go_out(view)? {
            return Ok(lay(view, &play));
        }
        let mut position = view.position();
        position.rack = position.rack.without_jokers();
        let best = self.player.best_in(view, &position, &Goal::Tiles)?;
        Ok(best.map_or_else(|| view.idle(), |play| lay(view, &play)))
    }
}
