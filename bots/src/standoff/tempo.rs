//! Who must move first with an empty pool, and the small play that hands this to the next player. Refuses to look further
//! than to the last chance: earlier the others would have time to hand it back.

use rummilab_bot_api::View;
use rummilab_core::{EmptyPool, RuleSet, TileCounts};

use super::heaps::{Halt, Heaps};
use super::small::{one_by_one, own_sets, pairs, singles};

/// Tiles left in the pool when the seat to move would be hurt by its end if everybody drew from now on, and has its last
/// turn to lay instead; `None` where the order of moving with an empty pool hurts nobody or cannot be changed.
///
/// Who moves first with an empty pool breaks first where who can lay must, and where one last round is played the later turns
/// know more and find more on the table. A turn that lays draws nothing, so every later draw falls to the next player. Where
/// turns begin with a draw it does not.
pub fn last_chance(rules: &RuleSet, players: usize) -> Option<usize> {
    if rules.draw_first {
        return None;
    }
    match rules.empty_pool_procedure {
        EmptyPool::UntilAllPass if rules.must_play_when_empty => Some(players),
        EmptyPool::OneRoundFromNext => Some(players),
        // The drawer of the last tile begins the last round.
        EmptyPool::OneRoundFromDrawer => Some(1),
        EmptyPool::UntilAllPass | EmptyPool::Stop => None,
    }
}

/// Whether a view is of that turn.
pub fn is_last_chance(view: &View<'_>) -> bool {
    last_chance(view.rules, view.players()) == Some(view.pool_len)
}

/// The cheapest small play of a rack that keeps a stopper, whatever the pool holds: the single tile of least value, a pair or an
/// own set; jokers last. `None` if there is none, or the work ran out before it was found.
pub fn cheapest_safe(
    heaps: &mut Heaps<'_>,
    table: &TileCounts,
    rack: &TileCounts,
) -> Result<Option<TileCounts>, Halt> {
    match search(heaps, table, rack) {
        Err(Halt::Work) => Ok(None),
        found => found,
    }
}

fn search(
    heaps: &mut Heaps<'_>,
    table: &TileCounts,
    rack: &TileCounts,
) -> Result<Option<TileCounts>, Halt> {
    let alone = singles(heaps, table, rack)?;
    for laid in one_by_one(&alone) {
        if keeps_stopper(heaps, rack, &laid)? {
            return Ok(Some(laid));
        }
    }
    let mut more = pairs(heaps, table, rack, &alone)?;
    more.extend(own_sets(heaps.rules(), rack));
    for laid in more {
        if keeps_stopper(heaps, rack, &laid)? {
            return Ok(Some(laid));
        }
    }
    Ok(None)
}

fn keeps_stopper(
    heaps: &mut Heaps<'_>,
    rack: &TileCounts,
    laid: &TileCounts,
) -> Result<bool, Halt> {
    match rack.checked_sub(laid) {
        Some(kept) if !kept.is_empty() => heaps.stops(&kept),
        _ => Ok(false),
    }
}
