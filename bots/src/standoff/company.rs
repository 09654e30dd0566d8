//! Three and more players, an empty pool, hidden racks: the small play after which somebody can go
//! out least often. Looks no further than the bot's own next turn, and assumes that the others go
//! out when they can.

use rummilab_bot_api::{View, Visible};
use rummilab_chance::Stream;
use rummilab_core::{Seat, TileCounts};

use super::heaps::{Halt, Heaps};
use super::small::{larger_plays, one_by_one, singles_so_far};
use crate::worlds::{Part, Split};

/// Which turns of others rule out deals: those on which they could not go out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// None.
    Nothing,
    /// The last turn of each, if it drew nothing.
    Lays,
    /// The last turn of each. A tile drawn then is any tile of the rack.
    Draws,
}

/// The last table on which a seat could not lay all its tiles, if one is known.
#[derive(Debug, Clone, Copy)]
struct Last {
    table: TileCounts,
    /// Whether the seat drew a tile on that turn, so that it held one tile fewer.
    drew: bool,
}

/// How many deals are tried to find one that agrees with the history.
const TRIES: usize = 8;

/// The play of a rack after which somebody else can go out in the fewest of `deals` deals of the
/// hidden tiles; ties go to the cheapest. If racks lie open there is one deal. `None` if no small
/// play is found. If the work runs out, the result so far stands.
pub fn least_dangerous(
    heaps: &mut Heaps<'_>,
    view: &View<'_>,
    (deals, told): (usize, Told),
    stream: &mut Stream,
) -> Result<Option<TileCounts>, Halt> {
    let Ok(table) = view.table.counts() else {
        return Ok(None);
    };
    let alone = singles_so_far(heaps, &table, &view.rack)?;
    let mut plays = one_by_one(&alone);
    if plays.is_empty() {
        plays = larger_plays(heaps, &table, &view.rack, &alone)?;
    }
    let mut lets_out = vec![0_u32; plays.len()];
    match count(
        heaps,
        view,
        &table,
        &plays,
        (deals, told),
        stream,
        &mut lets_out,
    ) {
        Ok(()) | Err(Halt::Work) => {}
        Err(halt) => return Err(halt),
    }
    let best = plays.iter().zip(lets_out).min_by_key(|(_, out)| *out);
    Ok(best.map(|(play, _)| *play))
}

/// Counts for each play the deals in which somebody else can go out after it. Every play meets the
/// same deals.
fn count(
    heaps: &mut Heaps<'_>,
    view: &View<'_>,
    table: &TileCounts,
    plays: &[TileCounts],
    (deals, told): (usize, Told),
    stream: &mut Stream,
    lets_out: &mut [u32],
) -> Result<(), Halt> {
    let others: Vec<Seat> = view.seat.others(view.players()).collect();
    if let Some(racks) = &view.racks {
        let racks: Part = others.iter().map(|seat| racks[*seat]).collect();
        return add_deal(heaps, view, table, plays, &others, &racks, lets_out);
    }
    let all: TileCounts = view.rules.all_tiles().into_iter().collect();
    let unseen = all.saturating_sub(table).saturating_sub(&view.rack);
    let sizes = others.iter().map(|seat| view.rack_sizes[*seat]).collect();
    let Some(split) = Split::new(unseen, sizes) else {
        return Ok(());
    };
    let told: Vec<Option<Last>> = others
        .iter()
        .map(|seat| last_table(view, table, *seat, told))
        .collect();
    for _ in 0..deals {
        let racks = deal(heaps, &split, &told, stream)?;
        add_deal(heaps, view, table, plays, &others, &racks, lets_out)?;
    }
    Ok(())
}

/// Adds one deal to the counts. A player who has not opened is assumed not to go out, since that
/// would take an opening too.
fn add_deal(
    heaps: &mut Heaps<'_>,
    view: &View<'_>,
    table: &TileCounts,
    plays: &[TileCounts],
    others: &[Seat],
    racks: &[TileCounts],
    lets_out: &mut [u32],
) -> Result<(), Halt> {
    let mut out = vec![false; plays.len()];
    for (out, laid) in out.iter_mut().zip(plays) {
        let Some(after) = table.checked_add(laid) else {
            continue;
        };
        for (seat, rack) in others.iter().zip(racks) {
            if view.opened[*seat]
                && let Some(heap) = after.checked_add(rack)
                && heaps.lie(&heap)?
            {
                *out = true;
                break;
            }
        }
    }
    for (sum, out) in lets_out.iter_mut().zip(out) {
        *sum += u32::from(out);
    }
    Ok(())
}

/// The table as a seat left it on its last turn, if it had opened. It did not go out then, so its
/// present rack, or all of it but a drawn tile, cannot have fitted on that table.
fn last_table(view: &View<'_>, table: &TileCounts, seat: Seat, told: Told) -> Option<Last> {
    let mut table = *table;
    for turn in view.history.iter().rev() {
        if turn.seat == seat {
            let drew = turn.visible.drew();
            let tells = match told {
                Told::Nothing => false,
                Told::Lays => !drew,
                Told::Draws => true,
            };
            return (tells && view.opened[seat]).then_some(Last { table, drew });
        }
        if let Visible::Laid(tiles) = &turn.visible {
            table = table.checked_sub(tiles)?;
        }
    }
    None
}

/// A deal in which nobody could have gone out on their last turn, if a few tries find one.
fn deal(
    heaps: &mut Heaps<'_>,
    split: &Split,
    told: &[Option<Last>],
    stream: &mut Stream,
) -> Result<Part, Halt> {
    let mut racks = split.draw(stream);
    for _ in 1..TRIES {
        if agrees(heaps, &racks, told, stream)? {
            break;
        }
        racks = split.draw(stream);
    }
    Ok(racks)
}

fn agrees(
    heaps: &mut Heaps<'_>,
    racks: &[TileCounts],
    told: &[Option<Last>],
    stream: &mut Stream,
) -> Result<bool, Halt> {
    for (rack, last) in racks.iter().zip(told) {
        let Some(last) = last else {
            continue;
        };
        let mut held = *rack;
        if last.drew
            && let Some(tile) = stream.pick(&rack.tiles().collect::<Vec<_>>())
        {
            let _ = held.remove(*tile);
        }
        if let Some(heap) = last.table.checked_add(&held)
            && heaps.lie(&heap)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}
