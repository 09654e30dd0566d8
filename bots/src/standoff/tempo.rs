//! Which player must move first with an empty pool, and the small play that hands the first move to
//! the next player. Looks no further than the bot's own last chance. The next player may hand the
//! move on at once; earlier, that player would have more turns to do so.

use rummilab_bot_api::View;
use rummilab_core::{EmptyPool, RuleSet, TileCounts};

use super::partition_queries::{NoAnswer, PartitionQueries};
use super::small::{larger_plays, one_by_one, singles_so_far};

/// How many tiles are left in the pool when the seat to move has its last turn to change who moves
/// first with an empty pool, by laying instead of drawing. `None` if that order hurts nobody or
/// cannot be changed.
///
/// Where one last round is played, its later turns know more and find more on the table. A turn
/// that lays draws nothing, so every later draw falls to the next player. This fails where turns
/// begin with a draw. Where play goes on until all pass, to lay instead lost more than it gained
/// (experiments/parts-together).
pub fn last_chance(rules: &RuleSet, players: usize) -> Option<usize> {
    if rules.draw_first {
        return None;
    }
    match rules.empty_pool_procedure {
        EmptyPool::OneRoundFromNext => Some(players),
        // The drawer of the last tile begins the last round.
        EmptyPool::OneRoundFromDrawer => Some(1),
        EmptyPool::UntilAllPass | EmptyPool::Stop => None,
    }
}

/// Whether a view is of the last such turn.
pub fn is_last_chance(view: &View<'_>) -> bool {
    last_chance(view.rules, view.players()) == Some(view.pool_len)
}

/// The cheapest small play of a rack after which one opponent with all other tiles could not go
/// out: the single tile of least value, a pair or an own set; jokers last. `None` if there is no
/// such play, or the work ran out first.
///
/// This is a guess, since nobody holds all other tiles while there are tiles in the pool or a third
/// rack. An opponent with fewer tiles may go out, if the tile that would stop this is on no rack.
pub fn cheapest_stopping(
    queries: &mut PartitionQueries<'_>,
    table: &TileCounts,
    rack: &TileCounts,
) -> Result<Option<TileCounts>, NoAnswer> {
    match search(queries, table, rack) {
        Err(NoAnswer::BudgetExhausted) => Ok(None),
        found => found,
    }
}

fn search(
    queries: &mut PartitionQueries<'_>,
    table: &TileCounts,
    rack: &TileCounts,
) -> Result<Option<TileCounts>, NoAnswer> {
    let alone = singles_so_far(queries, table, rack)?;
    for laid in one_by_one(&alone) {
        if stops(queries, rack, &laid)? {
            return Ok(Some(laid));
        }
    }
    for laid in larger_plays(queries, table, rack, &alone)? {
        if stops(queries, rack, &laid)? {
            return Ok(Some(laid));
        }
    }
    Ok(None)
}

/// Whether the tiles kept after a play stop an opponent with all other tiles.
fn stops(
    queries: &mut PartitionQueries<'_>,
    rack: &TileCounts,
    laid: &TileCounts,
) -> Result<bool, NoAnswer> {
    match rack.checked_sub(laid) {
        Some(kept) if !kept.is_empty() => queries.stops(&kept),
        _ => Ok(false),
    }
}
