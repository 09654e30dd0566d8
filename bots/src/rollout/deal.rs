//! Games as they may stand.

use rummilab_bot_api::{BotFault, View};
use rummilab_chance::Stream;
use rummilab_core::{BySeat, Game};
use rummilab_playout::{Posterior, snapshot_of};

/// The game as it may stand, with hidden tiles drawn from this belief, and the policy of each seat.
///
/// # Errors
/// A view whose tiles do not add up.
pub fn dealt(
    view: &View<'_>,
    belief: &Posterior,
    mut stream: Stream,
) -> Result<(Game, BySeat<usize>), BotFault> {
    let (hidden, policies) = belief.draw(&mut stream);
    let game = Game::resume(view.rules, &snapshot_of(view, &hidden));
    let game = game.map_err(|why| BotFault::Crash(why.to_string()))?;
    Ok((game, policies))
}
