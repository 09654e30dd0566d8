//! The group stacks of a turn: which old groups the new ones may continue
//! (docs/rules.md#group-stacks).

use super::ask::Oracle;
use super::record::{Owners, Set};
use crate::field::GroupAccess;
use crate::rules::Rules;
use crate::tile::{Tile, sorted};

/// A table whose groups have owners.
#[derive(Debug, Clone, Copy)]
pub struct Owned<'a> {
    pub sets: &'a [Set],
    /// The owner of each set.
    pub owners: &'a Owners,
}

/// What is wrong with the owners that a turn of `me` leaves; `None` if nothing is.
pub fn fault(ask: &Oracle<'_>, before: Owned<'_>, after: Owned<'_>, me: usize) -> Option<String> {
    let rules = ask.rules;
    if after.owners.len() != after.sets.len() {
        return Some("there are not as many owners as sets".to_owned());
    }
    for (set, owner) in after.sets.iter().zip(after.owners) {
        let reading = ask.read(set)?;
        if !(if owner.is_some() {
            reading.group
        } else {
            reading.run
        }) {
            return Some(format!("owner {owner:?} of {set:?}"));
        }
    }
    let own = after.owners.iter().filter(|owner| **owner == Some(me));
    let own = own.count();
    if let Some(cap) = rules.group_cap_per_player
        && own > usize::from(cap)
    {
        return Some(format!("seat {me} owns {own} groups, {cap} are allowed"));
    }
    let foreign = |table: Owned<'_>| -> Vec<usize> {
        let of_others = |at: &usize| table.owners[*at].is_some_and(|owner| owner != me);
        (0..table.sets.len()).filter(of_others).collect()
    };
    let (old, new) = (foreign(before), foreign(after));
    let continues = |new: usize, old: usize| {
        before.owners[old] == after.owners[new]
            && may_continue(rules, &before.sets[old], &after.sets[new])
    };
    let mut taken = vec![false; old.len()];
    let must_all = rules.group_access != GroupAccess::Anyone && new.len() != old.len();
    if must_all || !assign(&new, &old, &mut taken, &continues) {
        return Some("the groups of others do not continue as they must".to_owned());
    }
    None
}

/// Gives every new group an old one of its own.
fn assign(
    new: &[usize],
    old: &[usize],
    taken: &mut [bool],
    continues: &impl Fn(usize, usize) -> bool,
) -> bool {
    let Some((first, rest)) = new.split_first() else {
        return true;
    };
    for at in 0..old.len() {
        if !taken[at] && continues(*first, old[at]) {
            taken[at] = true;
            if assign(rest, old, taken, continues) {
                return true;
            }
            taken[at] = false;
        }
    }
    false
}

/// Whether a group of another player may become this one: the same value, a common tile, and no
/// change that `group_access` forbids.
fn may_continue(rules: &Rules, old: &[Tile], new: &[Tile]) -> bool {
    let value = |set: &[Tile]| set.iter().map(|tile| tile.face()).find(|face| *face > 0);
    let kept = match rules.group_access {
        GroupAccess::Anyone => true,
        GroupAccess::AttachOnly => minus(new, old).is_some(),
        GroupAccess::OwnerOnly => sorted(old) == sorted(new),
    };
    value(old) == value(new) && old.iter().any(|tile| new.contains(tile)) && kept
}

/// The tiles of `all` without those of `part`; `None` if one is missing.
pub fn minus(all: &[Tile], part: &[Tile]) -> Option<Vec<Tile>> {
    let mut rest = all.to_vec();
    for tile in part {
        let at = rest.iter().position(|other| other == tile)?;
        rest.swap_remove(at);
    }
    Some(rest)
}
