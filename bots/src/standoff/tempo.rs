//! Who must move first with an empty pool, and the small play that hands this to the next player.
//! Looks no further than the own last chance. The next player may hand the move on at once, but
//! before that he would have more turns to do so.

use rummilab_bot_api::View;
use rummilab_core::{EmptyPool, RuleSet, TileCounts};

use super::heaps::{Halt, Heaps};
use super::small::{larger_plays, one_by_one, singles_so_far};

/// Tiles left in the pool when the seat to move has its last turn to change who moves first with an
/// empty pool, by laying instead of drawing. `None` where that order hurts nobody or cannot be
/// changed.
///
/// Where who can lay must, whoever moves first with an empty pool breaks first. Where one last
/// round is played, the later turns know more and find more on the table. A turn that lays draws
/// nothing, so every later draw falls to the next player. Where turns begin with a draw it does
/// not.
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

/// The cheapest small play of a rack after which one opponent who held everything else could not go
/// out: the single tile of least value, a pair or an own set; jokers last. `None` if there is none,
/// or the work ran out before it was found.
///
/// A guess, since nobody holds everything else while there are tiles in the pool or a third rack.
/// An opponent may go out with less, if what stops him is not on any rack.
pub fn cheapest_stopping(
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
    let alone = singles_so_far(heaps, table, rack)?;
    for laid in one_by_one(&alone) {
        if stops(heaps, rack, &laid)? {
            return Ok(Some(laid));
        }
    }
    for laid in larger_plays(heaps, table, rack, &alone)? {
        if stops(heaps, rack, &laid)? {
            return Ok(Some(laid));
        }
    }
    Ok(None)
}

/// Whether what is kept after a play stops an opponent who has everything else.
fn stops(heaps: &mut Heaps<'_>, rack: &TileCounts, laid: &TileCounts) -> Result<bool, Halt> {
    match rack.checked_sub(laid) {
        Some(kept) if !kept.is_empty() => heaps.stops(&kept),
        _ => Ok(false),
    }
}
