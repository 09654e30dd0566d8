//! `greedy`: the usual baseline.

use rummilab_bot_api::{Bot, BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::Action;

use crate::player::Player;

/// Opens with the largest value as soon as it reaches the threshold; then lays most tiles, then most value; otherwise
/// draws. The yardstick of most public programs, and a weak one (STRATEGY.md).
pub struct Greedy(pub Player);

impl Bot for Greedy {
    fn act(&mut self, view: &View<'_>, _: &mut Stream) -> Result<Action, BotFault> {
        self.0.greedy(view)
    }
}
