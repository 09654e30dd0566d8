//! `hold`: open, then lay nothing until the whole rack goes.

use std::sync::Arc;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Position, Tile};
use rummilab_solver::{Goal, Verified, Weights};

use crate::player::{Player, idle, lay};

/// What a holder does once the pool is empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmptyPoolPolicy {
    /// Plays like `greedy`.
    Dump,
    /// Goes on holding: passes where that is legal, otherwise lays as little as possible.
    Keep,
}

/// Opens like `greedy`; then goes out in one turn when the whole rack can go; plays like `greedy` when an opponent
/// holds at most `h` tiles, or as `empty` says once the pool is empty; otherwise draws or passes (STRATEGY.md: 99 % of 2-player
/// games against `greedy` with h = 1).
pub struct Hold {
    player: Player,
    h: usize,
    empty: EmptyPoolPolicy,
}

impl Hold {
    /// Holds until an opponent is down to `h` tiles.
    pub fn new(player: Player, h: usize, empty: EmptyPoolPolicy) -> Hold {
        Hold { player, h, empty }
    }

    /// Passes, or lays fewest tiles, then least value, where the rules force a play.
    fn keep_holding(&mut self, view: &View<'_>) -> Result<Action, BotFault> {
        if !view.rules.must_play_when_empty {
            return Ok(Action::Pass);
        }
        Ok(self
            .smallest_play(view)?
            .map_or_else(|| idle(view), |play| lay(view, &play)))
    }

    /// The legal play of fewest tiles, then least value: for every kind on the rack, the fewest more that let it lie.
    fn smallest_play(&mut self, view: &View<'_>) -> Result<Option<Verified>, BotFault> {
        let mut weights = Weights::all(-1000);
        for (tile, _) in view.rack.kinds() {
            weights.set(tile, -1000 - i32::from(tile.face()));
        }
        let goal = Goal::Weighted(Arc::new(weights));
        let mut smallest: Option<((usize, u32), Verified)> = None;
        for (tile, _) in view.rack.kinds() {
            let Some(position) = with_tile_down(&view.position(), tile) else {
                continue;
            };
            let Some(play) = self.player.table_with(view, &position, &goal)? else {
                continue;
            };
            let play = play.having_played(tile);
            let cost = (play.tiles, play.value);
            if smallest.as_ref().is_none_or(|(least, _)| cost < *least) {
                smallest = Some((cost, play));
            }
        }
        Ok(smallest.map(|(_, play)| play))
    }
}

/// The position with one rack tile among the table tiles, which all must lie.
pub fn with_tile_down(position: &Position, tile: Tile) -> Option<Position> {
    let mut with = position.clone();
    (with.rack.remove(tile) && with.table.insert(tile)).then_some(with)
}

impl Bot for Hold {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        if !view.has_opened() {
            return self.player.open(view);
        }
        if let Some(play) = self.player.go_out(view)? {
            return Ok(lay(view, &play));
        }
        if view.smallest_opponent_rack() <= self.h {
            return self.player.greedy(view);
        }
        match self.empty {
            _ if view.pool_len > 0 => Ok(idle(view)),
            EmptyPoolPolicy::Dump => self.player.greedy(view),
            EmptyPoolPolicy::Keep => self.keep_holding(view),
        }
    }
}
