//! Laying a few tiles as one new set, or all of them at one old set.

use rummilab_core::{Position, RuleSet, Set, Table, Tile};

use crate::answer::Arrangement;
use crate::goal::Goal;
use crate::verify::verify;

/// As many tiles may be two sets of their own: a double joker and a number are one already.
const TWO_SETS: usize = 4;

/// The new table if the whole rack lies as one new set or at the end of a single old set, found
/// without a search. No table that lays the rack leaves more old sets as they were. `None` if there
/// is no such table, or if the rules bind sets or groups, so that a search must tell.
pub fn lay_in_one_set(rules: &RuleSet, before: &Table, position: &Position) -> Option<Table> {
    let tiles: Vec<Tile> = position.rack.tiles().collect();
    let free = position.opened && !rules.has_group_owners() && !position.has_bound_sets(rules);
    if tiles.is_empty() || !free || !position.blocks.is_empty() {
        return None;
    }
    let checked = |sets: Vec<Set>| {
        let arrangement = Arrangement::from(sets.clone());
        let legal = verify(rules, position, &Goal::Tiles, arrangement).ok()?;
        (legal.played == position.rack).then(|| Table::new(sets))
    };
    if let Some(set) = rules.lay_out(&tiles) {
        return checked(before.sets().iter().cloned().chain([set]).collect());
    }
    if tiles.len() >= TWO_SETS {
        return None;
    }
    (0..before.sets().len()).find_map(|at| {
        let old = before.sets()[at].tiles();
        if !may_be_mates(old, &tiles) {
            return None;
        }
        let longer: Vec<Tile> = old.iter().chain(&tiles).copied().collect();
        let mut sets = before.sets().to_vec();
        sets[at] = rules.lay_out(&longer)?;
        checked(sets)
    })
}

/// Whether the first numbers of both have the same colour or value. It is quick, and misses only
/// sets in which a joker changes the colour.
fn may_be_mates(old: &[Tile], new: &[Tile]) -> bool {
    let first = |tiles: &[Tile]| tiles.iter().copied().find(|tile| !tile.is_joker());
    match (first(old), first(new)) {
        (Some(old), Some(new)) => old.colour() == new.colour() || old.value() == new.value(),
        _ => true,
    }
}
