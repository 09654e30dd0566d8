//! `single`: lay one tile a turn.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Tile, TileCounts};
use rummilab_solver::Goal;

use crate::entry::{Entry, number, quick};
use crate::greedy::LATE;
use crate::hold::with_tile_down;
use crate::player::{Player, lay};

pub(crate) const ENTRY: Entry = Entry {
    name: "single",
    version: 5,
    about: "lays the most valuable single tile that fits, one a turn",
    params: &[number("late", 4, 0, 100).about(LATE)],
    for_tests: false,
    work: quick,
    make: |s| Box::new(Single::new(s.player(), s.number("late") as usize)),
};

/// Once it has opened it lays the most valuable single number tile that fits. It plays like
/// `greedy` when none fits, when an opponent has at most `late` tiles, or when the pool is empty.
pub struct Single {
    player: Player,
    late: usize,
}

impl Single {
    /// Plays like `greedy` once an opponent is down to `late` tiles.
    pub fn new(player: Player, late: usize) -> Single {
        Single { player, late }
    }
}

impl Bot for Single {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if !view.has_opened() || view.pool_len == 0 || view.smallest_opponent_rack() <= self.late {
            return self.player.greedy(view);
        }
        let mut numbers: Vec<Tile> = view
            .rack
            .kinds()
            .map(|(tile, _)| tile)
            .filter(|tile| !tile.is_joker())
            .collect();
        numbers.sort_by_key(|tile| std::cmp::Reverse(tile.face()));
        for tile in numbers {
            let Some(mut position) = with_tile_down(&view.position(), tile) else {
                continue;
            };
            position.rack = TileCounts::EMPTY;
            if let Some(table) = self.player.table_with(view, &position, &Goal::Tiles)? {
                return Ok(lay(view, &table.having_played(tile)));
            }
        }
        self.player.greedy(view)
    }
}
