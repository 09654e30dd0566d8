//! Three and more players, an empty pool, hidden racks: the small play after which somebody can go
//! out least often. Looks no further than the bot's own next turn, and assumes that the others go
//! out when they can.

use rummilab_bot_api::{View, Visible};
use rummilab_chance::Stream;
use rummilab_core::{Seat, Tile, TileCounts};

use super::partition_queries::{NoAnswer, PartitionQueries};
use super::small::{larger_plays, one_by_one, singles_so_far};
use crate::opening::turns_laid;

/// How many deals are tried to find one that agrees with the history.
const TRIES: usize = 8;

/// The play of a rack after which somebody else can go out in the fewest of `deals` deals of the
/// hidden tiles; ties go to the cheapest. If racks lie open there is one deal. `None` if no small
/// play is found. If the work runs out, the result so far stands.
pub fn least_dangerous(
    queries: &mut PartitionQueries<'_>,
    view: &View<'_>,
    deals: usize,
    stream: &mut Stream,
) -> Result<Option<TileCounts>, NoAnswer> {
    let Ok(table) = view.table.counts() else {
        return Ok(None);
    };
    let alone = singles_so_far(queries, &table, &view.rack)?;
    let mut plays = one_by_one(&alone);
    if plays.is_empty() {
        plays = larger_plays(queries, &table, &view.rack, &alone)?;
    }
    let mut lets_out = vec![0_u32; plays.len()];
    let counted = count(queries, view, &table, &plays, deals, stream, &mut lets_out);
    match counted {
        Ok(()) | Err(NoAnswer::BudgetExhausted) => {}
        Err(halt) => return Err(halt),
    }
    let best = plays.iter().zip(lets_out).min_by_key(|(_, out)| *out);
    Ok(best.map(|(play, _)| *play))
}

/// Counts for each play the deals in which somebody else can go out after it. Every play meets the
/// same deals.
fn count(
    queries: &mut PartitionQueries<'_>,
    view: &View<'_>,
    table: &TileCounts,
    plays: &[TileCounts],
    deals: usize,
    stream: &mut Stream,
    lets_out: &mut [u32],
) -> Result<(), NoAnswer> {
    let others: Vec<Seat> = view.seat.others(view.players()).collect();
    if let Some(racks) = &view.racks {
        let racks: Vec<TileCounts> = others.iter().map(|seat| racks[*seat]).collect();
        return add_deal(queries, view, table, plays, &others, &racks, lets_out);
    }
    let unseen: Vec<Tile> = view.unseen().tiles().collect();
    let sizes: Vec<usize> = others.iter().map(|seat| view.rack_sizes[*seat]).collect();
    if unseen.len() != sizes.iter().sum::<usize>() {
        return Ok(());
    }
    let missed = others.iter().map(|seat| missed_exit(view, table, *seat));
    let missed: Vec<Option<TileCounts>> = missed.collect();
    for _ in 0..deals {
        let racks = deal(queries, (&unseen, &sizes), &missed, stream)?;
        add_deal(queries, view, table, plays, &others, &racks, lets_out)?;
    }
    Ok(())
}

/// Adds one deal to the counts. A player who has not opened is assumed not to go out, since that
/// would take an opening too.
fn add_deal(
    queries: &mut PartitionQueries<'_>,
    view: &View<'_>,
    table: &TileCounts,
    plays: &[TileCounts],
    others: &[Seat],
    racks: &[TileCounts],
    lets_out: &mut [u32],
) -> Result<(), NoAnswer> {
    let mut out = vec![false; plays.len()];
    for (out, laid) in out.iter_mut().zip(plays) {
        let Some(after) = table.checked_add(laid) else {
            continue;
        };
        for (seat, rack) in others.iter().zip(racks) {
            if view.opened[*seat]
                && let Some(multiset) = after.checked_add(rack)
                && queries.can_partition(&multiset)?
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

/// The table after the last turn of a seat, if that is evidence of its rack: it drew nothing, and
/// the seat had opened before, since an opening may have to do without the table. The present rack
/// cannot have fitted on the table then, or the seat had gone out.
fn missed_exit(view: &View<'_>, table: &TileCounts, seat: Seat) -> Option<TileCounts> {
    let mut table = *table;
    for turn in view.history.iter().rev() {
        if turn.seat == seat {
            let laid = usize::from(matches!(turn.visible, Visible::Laid(_)));
            let had_opened = turns_laid(view, seat) > laid;
            return (!turn.visible.drew() && had_opened).then_some(table);
        }
        if let Visible::Laid(tiles) = &turn.visible {
            table = table.checked_sub(tiles)?;
        }
    }
    None
}

/// A deal in which nobody could have gone out on their last turn, if a few tries find one.
fn deal(
    queries: &mut PartitionQueries<'_>,
    (unseen, sizes): (&[Tile], &[usize]),
    missed: &[Option<TileCounts>],
    stream: &mut Stream,
) -> Result<Vec<TileCounts>, NoAnswer> {
    let mut racks = dealt(unseen, sizes, stream);
    for _ in 1..TRIES {
        if agrees(queries, &racks, missed)? {
            break;
        }
        racks = dealt(unseen, sizes, stream);
    }
    Ok(racks)
}

/// One random way to fill racks of these sizes; each deal of the single pieces is as likely.
fn dealt(unseen: &[Tile], sizes: &[usize], stream: &mut Stream) -> Vec<TileCounts> {
    let mut pieces = unseen.to_vec();
    stream.shuffle(&mut pieces);
    let mut rest = pieces.as_slice();
    let racks = sizes.iter().map(|size| {
        let (rack, others) = rest.split_at((*size).min(rest.len()));
        rest = others;
        rack.iter().copied().collect()
    });
    racks.collect()
}

fn agrees(
    queries: &mut PartitionQueries<'_>,
    racks: &[TileCounts],
    missed: &[Option<TileCounts>],
) -> Result<bool, NoAnswer> {
    for (rack, table) in racks.iter().zip(missed) {
        if let Some(multiset) = table.and_then(|table| table.checked_add(rack))
            && queries.can_partition(&multiset)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_bot_api::PublicTurn;
    use rummilab_core::notation::{parse_counts, parse_table};
    use rummilab_core::{RuleSet, Table};

    use super::*;

    /// The view of seat 0 after these turns of three players, who all have opened.
    fn view<'a>(rules: &'a RuleSet, table: &'a Table, history: &'a [PublicTurn]) -> View<'a> {
        View {
            rules,
            seat: Seat(0),
            rack: TileCounts::EMPTY,
            table,
            opened: [true; 3].into(),
            rack_sizes: [5; 3].into(),
            drawn: None,
            may_put_back: false,
            racks: None,
            pool_len: 0,
            last_round: false,
            history,
        }
    }

    #[test]
    fn an_exit_is_missed_on_a_turn_after_the_opening() {
        let rules = RuleSet::preset("original").unwrap();
        let tiles = |text| -> TileCounts { parse_counts(text, &rules).unwrap() };
        let table = parse_table("R10 R11 R12 R13 ; B10 B11 B12", &rules).unwrap();
        let opening = Visible::Laid(tiles("R10 R11 R12"));
        let lays = Visible::Laid(tiles("R13"));
        let next = Visible::Laid(tiles("B10 B11 B12"));
        let all = tiles("R10 R11 R12 R13 B10 B11 B12");
        let before = tiles("R10 R11 R12 R13");
        let check = |turns: &[&Visible], expected: Option<TileCounts>| {
            let mut history: Vec<PublicTurn> = Vec::new();
            for (turn, seat) in turns.iter().zip([1, 1, 2]) {
                history.push(PublicTurn {
                    seat: Seat(seat),
                    drew_first: false,
                    put_back: 0,
                    visible: (*turn).clone(),
                });
            }
            let view = view(&rules, &table, &history);
            assert_eq!(missed_exit(&view, &all, Seat(1)), expected, "{turns:?}");
        };
        check(&[&opening, &lays, &next], Some(before));
        check(&[&opening, &Visible::Passed, &next], Some(before));
        check(&[&opening, &Visible::Drew, &next], None);
        check(&[&opening, &Visible::Penalty(3), &next], None);
        // An opening may have to do without the table.
        check(&[&opening], None);
        check(&[&Visible::Drew, &opening], None);
    }
}
