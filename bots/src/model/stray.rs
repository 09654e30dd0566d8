//! A bot that deviates on one turn of a game, to make training games.

use std::num::NonZeroU64;

use rummilab_bot_api::{Bot, BotFault, GameOver, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, Tile};

use super::candidates::{Breadth, candidates};
use crate::player::Player;

/// Plays like another bot, except on one random turn of the game. There it takes any of the turns
/// that `model` would compare, each with the same probability. A bot that always plays the same
/// turn shows nothing about the other turns (exploring starts: Sutton and Barto, Reinforcement
/// Learning, section 5.3).
pub struct Stray {
    bot: Box<dyn Bot>,
    player: Player,
    breadth: Breadth,
    one_in: NonZeroU64,
    strayed: bool,
}

impl Stray {
    /// Strays on each turn with probability 1 / `one_in`, until it has.
    pub fn new(bot: Box<dyn Bot>, player: Player, breadth: Breadth, one_in: NonZeroU64) -> Stray {
        Stray {
            bot,
            player,
            breadth,
            one_in,
            strayed: false,
        }
    }
}

impl Bot for Stray {
    fn new_game(&mut self, seat: Seat) {
        self.strayed = false;
        self.bot.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.bot.put_back(view, tile, stream)
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        if self.strayed || stream.below(self.one_in) > 0 {
            return self.bot.act(view, stream);
        }
        self.strayed = true;
        let choices = candidates(&mut self.player, view, self.breadth)?;
        let laid = stream.pick(&choices).copied().unwrap_or_default();
        let play = match laid.is_empty() {
            true => None,
            false => self.player.lay_tiles(view, &laid)?,
        };
        Ok(play.unwrap_or_else(|| view.idle()))
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.bot.watch(stop);
    }

    fn nodes(&self) -> Option<u64> {
        self.bot.nodes()
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.bot.game_over(view, over);
    }
}
