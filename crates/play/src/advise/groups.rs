//! The owner of each group of a table as it was typed in, under rules with group owners.

use std::cmp::Reverse;

use rummilab_core::{RuleSet, Seat, Set, Table, TileCounts};

use super::real_table::Impossible;

/// The table `given` with an owner for every group. An owner that was typed is kept. Any
/// other group continues the old group of the same value with which it shares most tiles; each old
/// group is continued once. If there is none, the seat that moved last laid the group.
///
/// # Errors
/// If an owner is typed for a set without one, or a seat would own too many groups.
pub(super) fn owners_of(
    rules: &RuleSet,
    old: &Table,
    given: &Table,
    mover: Seat,
    players: usize,
) -> Result<Table, Impossible> {
    let owners_given = (0..given.sets().len()).filter_map(|at| Some((at, given.owner(at)?)));
    let owners_given: Vec<(usize, u8)> = owners_given.collect();
    if !rules.has_group_owners() {
        return if owners_given.is_empty() {
            Ok(given.clone())
        } else {
            Err(Impossible::NoOwners)
        };
    }
    for (at, owner) in owners_given {
        let set = &given.sets()[at];
        if !rules.readings(set).is_group() || usize::from(owner) >= players {
            return Err(Impossible::NoGroupOf(set.clone(), owner));
        }
    }
    let mut shared = Vec::new();
    for (to, set) in given.sets().iter().enumerate() {
        // A set that can be both, such as jokers and one tile, counts as a run unless an owner is
        // told.
        let readings = rules.readings(set);
        if readings.is_run() || given.owner(to).is_some() {
            continue;
        }
        for (from, group) in old.sets().iter().enumerate() {
            if old.owner(from).is_some() && value(group) == value(set) {
                shared.push((in_common(group, set), to, from));
            }
        }
    }
    shared.sort_by_key(|(tiles, to, from)| (Reverse(*tiles), *to, *from));
    let last = u8::try_from(mover.index()).unwrap_or_default();
    let is_group = |set: &Set| !rules.readings(set).is_run();
    let first = |(at, set): (usize, &Set)| given.owner(at).or(is_group(set).then_some(last));
    let mut owners: Vec<Option<u8>> = given.sets().iter().enumerate().map(first).collect();
    let mut taken = (vec![false; owners.len()], vec![false; old.sets().len()]);
    for (_, to, from) in shared {
        if !taken.0[to] && !taken.1[from] {
            owners[to] = old.owner(from);
            (taken.0[to], taken.1[from]) = (true, true);
        }
    }
    if let Some(most) = rules.group_cap_per_player.0.map(usize::from) {
        for seat in (0..players).map(Seat) {
            let own = |owner: &&Option<u8>| owner.map(usize::from) == Some(seat.index());
            let groups = owners.iter().filter(own).count();
            if groups > most {
                return Err(Impossible::TooManyGroups(seat, groups, most));
            }
        }
    }
    Ok(Table::owned(given.sets().to_vec(), owners))
}

/// The value of a group, from its number tiles.
fn value(set: &Set) -> Option<u8> {
    set.tiles().iter().find_map(|tile| tile.value())
}

fn in_common(a: &Set, b: &Set) -> usize {
    let tiles = |set: &Set| TileCounts::try_from_tiles(set.tiles().iter().copied());
    match (tiles(a), tiles(b)) {
        (Ok(a), Ok(b)) => a.len() - a.saturating_sub(&b).len(),
        _ => 0,
    }
}
