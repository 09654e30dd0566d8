//! The policies that a seat may have.

use rummilab_bot_api::Bot;
use rummilab_chance::{Key, Stream};
use rummilab_playout::Policies;

use crate::bounded::Obliged;
use crate::greedy::Greedy;
use crate::hold::{Hold, HoldSettings};
use crate::hold_joker::HoldJoker;
use crate::opening::Opening;
use crate::player::Player;
use crate::shared::Shared;

/// A policy that draws no random numbers and remembers nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Policy {
    Greedy,
    /// [`Hold`] that plays like `greedy` once an opponent has at most this many tiles, and with an
    /// empty pool.
    Hold(usize),
    /// [`HoldJoker`] that never spends a joker late.
    HoldJoker,
}

impl Policy {
    /// The prior over the policies of an opponent: each has the same probability.
    pub const MIXTURE: [Policy; 3] = [Policy::Greedy, Policy::Hold(1), Policy::HoldJoker];

    fn make(self, solver: &Shared) -> Box<dyn Bot> {
        let player = Player::new(solver.boxed());
        let opening = Opening::default();
        let bot: Box<dyn Bot> = match self {
            Policy::Greedy => Box::new(Greedy::new(player, opening)),
            Policy::Hold(h) => {
                let settings = HoldSettings::until(h);
                Box::new(Hold::new(player, settings, opening))
            }
            Policy::HoldJoker => Box::new(HoldJoker::new(player, 0, opening)),
        };
        Box::new(Obliged::new(bot))
    }
}

/// These policies as bots that can be asked, all with the same solver. No policy draws a random
/// number.
pub fn policies(policies: &[Policy], solver: &Shared) -> Policies {
    let bots = policies.iter().map(|policy| policy.make(solver)).collect();
    Policies::new(bots, Stream::new(Key::sample(0, "policies", 0)))
}
