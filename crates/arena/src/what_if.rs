//! A game with one decision changed: a bot that does what it would do, except on one turn.

use rummilab_bot_api::{Bot, BotFault, GameOver, Revealed, StopFlag, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, Tile};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The turn of the game, from 0, counting all seats.
    pub turn: usize,
    /// The action instead of the bot's.
    pub action: Action,
}

/// A bot with one decision changed. The bot is still asked on that turn, so that it uses the same
/// random numbers and sees the same game as the unchanged one.
pub(crate) struct Changed {
    bot: Box<dyn Bot>,
    change: Change,
}

impl Changed {
    pub(crate) fn new(bot: Box<dyn Bot>, change: Change) -> Changed {
        Changed { bot, change }
    }
}

impl Bot for Changed {
    fn new_game(&mut self, seat: Seat) {
        self.bot.new_game(seat);
    }

    fn put_back(&mut self, view: &View<'_>, tile: Tile, stream: &mut Stream) -> bool {
        self.bot.put_back(view, tile, stream)
    }

    fn game_over(&mut self, view: &View<'_>, over: &GameOver<'_>) {
        self.bot.game_over(view, over);
    }

    fn watch(&mut self, stop: &StopFlag) {
        self.bot.watch(stop);
    }

    fn nodes(&self) -> Option<u64> {
        self.bot.nodes()
    }

    fn reveal(&mut self, hidden: &Revealed) {
        self.bot.reveal(hidden);
    }

    fn act(&mut self, view: &View<'_>, stream: &mut Stream) -> Result<Action, BotFault> {
        let own = self.bot.act(view, stream);
        // Every turn so far is in the history.
        if view.history.len() == self.change.turn {
            Ok(self.change.action.clone())
        } else {
            own
        }
    }
}
