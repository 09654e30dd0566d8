//! The smallest stopper of a rack that a search finds: tiles that keep the other from going out.

use rummilab_chance::Stream;
use rummilab_core::{Tile, TileCounts};

use crate::standoff::{NoAnswer, PartitionQueries};

/// Tiles that are put back before a filter looks for a smaller stopper.
const PUT_BACK: usize = 6;
/// How many times tiles are put back.
const ROUNDS: usize = 6;
/// The most filters of whole racks.
const SEARCHES: usize = 32;

/// The most stoppers that are remembered.
const MOST: usize = 8;

/// Small parts of a rack that stop a player who holds everything else, the smallest first. The
/// search asks a limited number of questions. The result is empty if the rack itself is no stopper.
///
/// A deletion filter leaves out tile after tile. Then a local search puts some tiles back at
/// random, filters again, and keeps a result that is no larger. Between such searches the filter
/// starts again from the whole rack.
pub fn smallest(
    queries: &mut PartitionQueries<'_>,
    rack: &TileCounts,
    questions: u64,
    stream: &mut Stream,
) -> Result<Vec<TileCounts>, NoAnswer> {
    // If the other tiles include all jokers, a question is some ten times as hard.
    let questions = if rack.jokers() == 0 {
        questions / 3
    } else {
        questions
    };
    let end = queries.left().saturating_sub(questions);
    let mut found = Vec::new();
    if rack.is_empty() || !queries.stops(rack)? {
        return Ok(found);
    }
    // Cached answers cost nothing, so searches are counted too.
    for _ in 0..SEARCHES {
        let mut kept = *rack;
        filter(queries, &mut kept, shuffled(rack, stream))?;
        improve(queries, rack, &mut kept, stream)?;
        if !found.contains(&kept) {
            found.push(kept);
        }
        if queries.left() <= end {
            break;
        }
    }
    found.sort_by_key(TileCounts::len);
    found.truncate(MOST);
    Ok(found)
}

/// Adds a stopper to these, the smallest first, unless it is among them.
pub fn remember(found: &mut Vec<TileCounts>, stopper: TileCounts) {
    if !found.contains(&stopper) {
        let at = found.partition_point(|other| other.len() <= stopper.len());
        found.insert(at, stopper);
    }
}

/// Looks for a stopper that is no larger than this one.
pub fn improve(
    queries: &mut PartitionQueries<'_>,
    rack: &TileCounts,
    best: &mut TileCounts,
    stream: &mut Stream,
) -> Result<(), NoAnswer> {
    for _ in 0..ROUNDS {
        let others: Vec<Tile> = shuffled(&rack.saturating_sub(best), stream);
        let back: TileCounts = others.iter().take(PUT_BACK).copied().collect();
        let Some(mut tried) = best.checked_add(&back) else {
            break;
        };
        // A superset of a stopper need not be one.
        if back.is_empty() || !queries.stops(&tried)? {
            continue;
        }
        let mut order = shuffled(best, stream);
        order.extend(back.tiles());
        filter(queries, &mut tried, order)?;
        if tried.len() <= best.len() {
            *best = tried;
        }
    }
    Ok(())
}

/// A part of these tiles that still stops the other and of which every tile is needed. The tiles
/// must themselves be a stopper.
pub fn filtered(
    queries: &mut PartitionQueries<'_>,
    tiles: &TileCounts,
    stream: &mut Stream,
) -> Result<TileCounts, NoAnswer> {
    let mut kept = *tiles;
    filter(queries, &mut kept, shuffled(tiles, stream))?;
    Ok(kept)
}

/// Leaves out, in this order, every tile without which the rest still stops the other.
fn filter(
    queries: &mut PartitionQueries<'_>,
    kept: &mut TileCounts,
    order: Vec<Tile>,
) -> Result<(), NoAnswer> {
    for tile in order {
        let mut less = *kept;
        if less.remove(tile) && !less.is_empty() && queries.stops(&less)? {
            *kept = less;
        }
    }
    Ok(())
}

/// Number tiles in random order, then jokers: jokers stop best, so they are left out last.
fn shuffled(tiles: &TileCounts, stream: &mut Stream) -> Vec<Tile> {
    let mut order: Vec<Tile> = tiles.without_jokers().tiles().collect();
    stream.shuffle(&mut order);
    order.extend(tiles.tiles().filter(|tile| tile.is_joker()));
    order
}
