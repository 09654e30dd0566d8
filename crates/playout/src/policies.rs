//! Policies that can be asked about positions of several games in turn.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{Action, BySeat};

/// A list of bots, each known by its index. Without [`Policies::begin`], a bot must not rely on its
/// memory of a game.
pub struct Policies {
    bots: Vec<Box<dyn Bot>>,
    stream: Stream,
}

impl Policies {
    /// Policies of these bots. All bots get the same random numbers.
    pub fn new(bots: Vec<Box<dyn Bot>>, stream: Stream) -> Policies {
        Policies { bots, stream }
    }

    /// Begins a game with one policy in each seat, given by its index. No two seats may share an
    /// index, because a bot remembers the game of one seat. All bots then use these random numbers.
    ///
    /// # Panics
    /// If there is no such policy.
    pub fn begin(&mut self, seats: &BySeat<usize>, stream: Stream) {
        self.stream = stream;
        for (seat, policy) in seats.with_seats() {
            self.bots[*policy].new_game(seat);
        }
    }

    pub fn len(&self) -> usize {
        self.bots.len()
    }

    pub fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// The action of the policy with this index for the view.
    ///
    /// # Errors
    /// The fault of its bot.
    ///
    /// # Panics
    /// If there is no such policy.
    pub fn act(&mut self, policy: usize, view: &View<'_>) -> Result<Action, BotFault> {
        self.bots[policy].act(view, &mut self.stream)
    }
}
