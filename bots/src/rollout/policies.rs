//! The policies that a seat may have, as bots that can be asked about any view. A policy
//! remembers no game: it is asked about positions of many games in turn.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::{Key, Stream};
use rummilab_core::Action;

use crate::greedy::Greedy;
use crate::hold::{Hold, HoldSettings};
use crate::hold_joker::HoldJoker;
use crate::opening::Opening;
use crate::player::Player;
use crate::shared::Shared;

/// A way to play that draws no random numbers and remembers nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    /// [`Greedy`].
    Greedy,
    /// [`Hold`] that plays like `greedy` once an opponent has at most so many tiles, and with an empty pool.
    Hold(usize),
    /// [`HoldJoker`] that never spends one late.
    HoldJoker,
}

impl Policy {
    /// What opponents are taken for before they have shown anything: each with the same probability.
    pub const MIXTURE: [Policy; 3] = [Policy::Greedy, Policy::Hold(1), Policy::HoldJoker];

    fn make(self, solver: &Shared) -> Box<dyn Bot> {
        let player = Player::new(solver.boxed());
        let opening = Opening::default();
        match self {
            Policy::Greedy => Box::new(Greedy::new(player, opening)),
            Policy::Hold(h) => {
                let settings = HoldSettings::until(h);
                Box::new(Hold::new(player, settings, opening))
            }
            Policy::HoldJoker => Box::new(HoldJoker::new(player, 0, opening)),
        }
    }
}

/// Policies that can be asked, known by their numbers in a list.
pub struct Policies {
    bots: Vec<Box<dyn Bot>>,
    /// Handed to the bots, none of which draws from it.
    idle: Stream,
}

impl Policies {
    /// These policies, all with the same solver.
    pub fn new(policies: &[Policy], solver: &Shared) -> Policies {
        Policies {
            bots: policies.iter().map(|policy| policy.make(solver)).collect(),
            idle: Stream::new(Key::sample(0, "policies", 0)),
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
        self.bots[policy].act(view, &mut self.idle)
    }
}
