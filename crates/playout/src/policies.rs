//! Policies that can be asked about positions of many games in turn.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, BySeat};

/// Bots known by their numbers in a list. One that is asked without [`Policies::begin`] may not remember a game.
pub struct Policies {
    bots: Vec<Box<dyn Bot>>,
    stream: Stream,
}

impl Policies {
    /// These bots, all with the same random numbers.
    pub fn new(bots: Vec<Box<dyn Bot>>, stream: Stream) -> Policies {
        Policies { bots, stream }
    }

    /// A game begins in which these policies sit, each with a bot of its own, with these random numbers.
    ///
    /// # Panics
    /// If there is no such policy.
    pub fn begin(&mut self, seats: &BySeat<usize>, stream: Stream) {
        self.stream = stream;
        for (seat, policy) in seats.with_seats() {
            self.bots[*policy].new_game(seat);
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.bots.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// What a policy of the list does.
    ///
    /// # Errors
    /// What its bot says.
    ///
    /// # Panics
    /// If there is no such policy.
    pub fn act(&mut self, policy: usize, view: &View<'_>) -> Result<Action, BotFault> {
        self.bots[policy].act(view, &mut self.stream)
    }
}
