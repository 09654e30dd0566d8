//! Three and more players, an empty pool, hidden racks: the small play that lets somebody out least often. Refuses to look
//! further than to the own next turn, and to take others for anything but players who go out when they can.

use rummilab_bot_api::{View, Visible};
use rummilab_chance::Stream;
use rummilab_core::TileCounts;

use super::heaps::{Halt, Heaps};
use super::small::{one_by_one, own_sets, pairs, singles};
use crate::worlds::{Part, Split};

/// Deals tried for one that agrees with what was seen.
const TRIES: usize = 8;

/// The play of a rack after which, over so many deals of the hidden tiles, somebody else can go out least often; of equals the
/// cheapest. `None` if no small play is found. What was found before the work ran out stays.
pub fn least_dangerous(
    heaps: &mut Heaps<'_>,
    view: &View<'_>,
    deals: usize,
    stream: &mut Stream,
) -> Result<Option<TileCounts>, Halt> {
    let Ok(table) = view.table.counts() else {
        return Ok(None);
    };
    let mut plays = Vec::new();
    match small_plays(heaps, &table, &view.rack, &mut plays) {
        Ok(()) | Err(Halt::Work) => {}
        Err(halt) => return Err(halt),
    }
    let mut lets_out = vec![0_u32; plays.len()];
    match count(heaps, view, &table, &plays, deals, stream, &mut lets_out) {
        Ok(()) | Err(Halt::Work) => {}
        Err(halt) => return Err(halt),
    }
    let best = plays.iter().zip(lets_out).min_by_key(|(_, out)| *out);
    Ok(best.map(|(play, _)| *play))
}

/// Single tiles, the cheapest first and jokers last; where there are none, pairs and own sets.
fn small_plays(
    heaps: &mut Heaps<'_>,
    table: &TileCounts,
    rack: &TileCounts,
    found: &mut Vec<TileCounts>,
) -> Result<(), Halt> {
    let alone = singles(heaps, table, rack)?;
    found.extend(one_by_one(&alone));
    if found.is_empty() {
        found.extend(own_sets(heaps.rules(), rack));
        found.extend(pairs(heaps, table, rack, &alone)?);
    }
    Ok(())
}

/// Counts for each play the deals in which somebody else can go out after it. Every play meets the same deals.
fn count(
    heaps: &mut Heaps<'_>,
    view: &View<'_>,
    table: &TileCounts,
    plays: &[TileCounts],
    deals: usize,
    stream: &mut Stream,
    lets_out: &mut [u32],
) -> Result<(), Halt> {
    let Some(split) = hidden(view, table) else {
        return Ok(());
    };
    let seen = last_tables(view, table);
    for _ in 0..deals {
        let racks = deal(heaps, &split, &seen, stream)?;
        let mut here = vec![false; plays.len()];
        for (out, laid) in here.iter_mut().zip(plays) {
            let Some(after) = table.checked_add(laid) else {
                continue;
            };
            for rack in &racks {
                if let Some(heap) = after.checked_add(rack)
                    && heaps.lie(&heap)?
                {
                    *out = true;
                    break;
                }
            }
        }
        for (sum, out) in lets_out.iter_mut().zip(here) {
            *sum += u32::from(out);
        }
    }
    Ok(())
}

/// The unseen tiles and the racks of the others, in the order in which they move.
fn hidden(view: &View<'_>, table: &TileCounts) -> Option<Split> {
    let all: TileCounts = view.rules.all_tiles().into_iter().collect();
    let unseen = all.checked_sub(table)?.checked_sub(&view.rack)?;
    let others = (1..view.players()).map(|by| (view.seat + by) % view.players());
    Split::new(unseen, others.map(|seat| view.rack_sizes[seat]).collect())
}

/// For the others in the order in which they move: the table as each left it, on which he could not lay what he has now.
fn last_tables(view: &View<'_>, table: &TileCounts) -> Vec<Option<TileCounts>> {
    let others = (1..view.players()).map(|by| (view.seat + by) % view.players());
    let left_by = |seat: usize| {
        let mut table = *table;
        for turn in view.history.iter().rev() {
            if turn.seat == seat {
                return Some(table);
            }
            if let Visible::Laid(tiles) = &turn.visible {
                table = table.checked_sub(tiles)?;
            }
        }
        None
    };
    others.map(left_by).collect()
}

/// One deal in which nobody could have gone out on his last turn, as far as some tries find one.
fn deal(
    heaps: &mut Heaps<'_>,
    split: &Split,
    seen: &[Option<TileCounts>],
    stream: &mut Stream,
) -> Result<Part, Halt> {
    let mut racks = split.draw(stream);
    for _ in 1..TRIES {
        if agrees(heaps, &racks, seen)? {
            break;
        }
        racks = split.draw(stream);
    }
    Ok(racks)
}

fn agrees(
    heaps: &mut Heaps<'_>,
    racks: &[TileCounts],
    seen: &[Option<TileCounts>],
) -> Result<bool, Halt> {
    for (rack, table) in racks.iter().zip(seen) {
        if let Some(heap) = table.and_then(|table| table.checked_add(rack))
            && heaps.lie(&heap)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}
