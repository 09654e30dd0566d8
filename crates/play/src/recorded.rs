//! A bot that repeats the recorded turns of a game, for replaying a person's game together with
//! real bots.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, Seat, Tile};
use rummilab_record::{GameRecord, TurnRecord};

/// Plays the recorded turns of a game in any seat.
#[derive(Debug, Clone)]
pub struct Recorded {
    game: GameRecord,
    /// Number of tiles put back on the current turn.
    put_back: usize,
}

impl Recorded {
    /// A bot for a seat of this game.
    pub fn new(game: GameRecord) -> Recorded {
        Recorded { game, put_back: 0 }
    }
}

impl Bot for Recorded {
    fn new_game(&mut self, _: Seat) {
        self.put_back = 0;
    }

    fn put_back(&mut self, view: &View<'_>, _: Tile, _: &mut Stream) -> bool {
        let again = self.put_back < self.game.returns_on(view.history.len());
        self.put_back += usize::from(again);
        again
    }

    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        self.put_back = 0;
        let action = match self.game.turns.get(view.history.len()) {
            Some(TurnRecord::Draw) => Some(Action::Draw),
            Some(TurnRecord::Pass) => Some(Action::Pass),
            Some(TurnRecord::Play(table)) => Some(Action::Play(table.clone())),
            Some(TurnRecord::Refused(fault)) => fault.action.clone(),
            // An illegal action may have ended the game.
            None => self.game.fault.as_ref().and_then(|f| f.action.clone()),
        };
        action.ok_or_else(|| BotFault::Crash("the record has no such turn".to_owned()))
    }
}
