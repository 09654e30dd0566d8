//! Plays of a few tiles: single tiles, pairs that belong together, own sets of three. Larger plays
//! are not listed. Neither are pairs that fit only after a wide rearrangement.

use rummilab_core::{RuleSet, Tile, TileCounts};

use super::partition_queries::{NoAnswer, PartitionQueries};

/// The kinds on a rack of which one tile can be laid.
pub fn singles(
    queries: &mut PartitionQueries<'_>,
    table: &TileCounts,
    rack: &TileCounts,
) -> Result<TileCounts, NoAnswer> {
    let mut found = TileCounts::EMPTY;
    for (tile, _) in rack.kinds() {
        if lies_with(queries, table, tile)? {
            let _ = found.insert(tile);
        }
    }
    Ok(found)
}

/// The result of [`singles`], or only the first kinds if the work runs out.
pub fn singles_so_far(
    queries: &mut PartitionQueries<'_>,
    table: &TileCounts,
    rack: &TileCounts,
) -> Result<TileCounts, NoAnswer> {
    let mut found = TileCounts::EMPTY;
    for (tile, _) in rack.kinds() {
        match lies_with(queries, table, tile) {
            Ok(true) => _ = found.insert(tile),
            Ok(false) => {}
            Err(NoAnswer::BudgetExhausted) => break,
            Err(halt) => return Err(halt),
        }
    }
    Ok(found)
}

fn lies_with(
    queries: &mut PartitionQueries<'_>,
    table: &TileCounts,
    tile: Tile,
) -> Result<bool, NoAnswer> {
    let mut multiset = *table;
    Ok(multiset.insert(tile) && queries.can_partition(&multiset)?)
}

/// Pairs, then own sets: the plays that remain if no single tile will do. Without work there are no
/// pairs.
pub fn larger_plays(
    queries: &mut PartitionQueries<'_>,
    table: &TileCounts,
    rack: &TileCounts,
    alone: &TileCounts,
) -> Result<Vec<TileCounts>, NoAnswer> {
    let mut found = match pairs(queries, table, rack, alone) {
        Err(NoAnswer::BudgetExhausted) => Vec::new(),
        found => found?,
    };
    found.extend(own_sets(queries.rules(), rack));
    Ok(found)
}

/// Plays of one of these tiles each: the cheapest first, jokers last.
pub fn one_by_one(alone: &TileCounts) -> Vec<TileCounts> {
    let mut tiles: Vec<Tile> = alone.kinds().map(|(tile, _)| tile).collect();
    tiles.sort_by_key(|tile| (tile.is_joker(), tile.face()));
    let plays = tiles.into_iter().map(|tile| TileCounts::from_iter([tile]));
    plays.collect()
}

/// Pairs of rack tiles that can be laid together although not both alone. Both have one value, or
/// one colour and values at most two apart.
pub fn pairs(
    queries: &mut PartitionQueries<'_>,
    table: &TileCounts,
    rack: &TileCounts,
    alone: &TileCounts,
) -> Result<Vec<TileCounts>, NoAnswer> {
    let kinds: Vec<Tile> = rack.kinds().map(|(tile, _)| tile).collect();
    let mut found = Vec::new();
    for (i, a) in kinds.iter().enumerate() {
        for b in kinds[i..].iter().filter(|b| related(*a, **b)) {
            if alone.count(*a) > 0 && alone.count(*b) > 0 {
                continue;
            }
            let mut pair = TileCounts::EMPTY;
            if !pair.insert(*a) || !pair.insert(*b) || !rack.contains(&pair) {
                continue;
            }
            if let Some(multiset) = table.checked_add(&pair)
                && queries.can_partition(&multiset)?
            {
                found.push(pair);
            }
        }
    }
    Ok(found)
}

/// Whether two tiles are often laid together. A joker is not paired with any tile: it is too
/// valuable.
fn related(a: Tile, b: Tile) -> bool {
    let (Some(value), Some(other)) = (a.value(), b.value()) else {
        return false;
    };
    if a.colour() == b.colour() {
        value.abs_diff(other) <= 2
    } else {
        value == other
    }
}

/// Sets of three number tiles of a rack: they can always be laid by a player who has opened.
pub fn own_sets(rules: &RuleSet, rack: &TileCounts) -> Vec<TileCounts> {
    let kinds: Vec<Tile> = rack
        .without_jokers()
        .kinds()
        .map(|(tile, _)| tile)
        .collect();
    let mut found = Vec::new();
    for (i, a) in kinds.iter().enumerate() {
        for (j, b) in kinds.iter().enumerate().skip(i + 1) {
            if !related(*a, *b) {
                continue;
            }
            for c in kinds[j + 1..].iter().filter(|c| related(*b, **c)) {
                let three = [*a, *b, *c];
                if rules.judge(&three).best().is_some() {
                    found.push(three.into_iter().collect());
                }
            }
        }
    }
    found
}
