//! `scripted`: replays given actions, for tests and replays.

use std::collections::VecDeque;

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat};

/// Plays these actions in order, in every game from the first; stops when none are left.
pub struct Scripted {
    actions: Vec<Action>,
    left: VecDeque<Action>,
}

impl Scripted {
    /// A bot that plays these actions.
    pub fn new(actions: Vec<Action>) -> Scripted {
        let left = actions.iter().cloned().collect();
        Scripted { actions, left }
    }
}

impl Bot for Scripted {
    fn new_game(&mut self, _: Seat) {
        self.left = self.actions.iter().cloned().collect();
    }

    fn act(&mut self, _: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        self.left
            .pop_front()
            .ok_or_else(|| BotFault::Crash("the script has ended".to_owned()))
    }
}
