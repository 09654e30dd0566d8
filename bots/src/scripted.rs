//! `scripted`: plays given actions, for tests and for replaying games.

use std::collections::VecDeque;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat};

/// Plays its actions in order, in every game from the first on. [`BotFault::Crash`] after the last.
pub struct Scripted {
    actions: Vec<Action>,
    remaining: VecDeque<Action>,
}

impl Scripted {
    /// A bot that plays these actions.
    pub fn new(actions: Vec<Action>) -> Scripted {
        let remaining = actions.iter().cloned().collect();
        Scripted { actions, remaining }
    }
}

impl Bot for Scripted {
    fn new_game(&mut self, _: Seat) {
        self.remaining = self.actions.iter().cloned().collect();
    }

    fn act(&mut self, _: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        self.remaining
            .pop_front()
            .ok_or_else(|| BotFault::Crash("the script has ended".to_owned()))
    }
}
