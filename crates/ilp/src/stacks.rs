//! Group stacks as rows (docs/rules.md#group-stacks): which new group continues which old group of
//! another player, and how many groups are own.

use rummilab_core::{GroupAccess, OldGroup, RuleSet, Stacks, TileCounts};
use rummilab_solver::catalogue::{Catalogue, LegalSet};

use crate::measure::Meaning;
use crate::model::Built;
use crate::program::Row;

/// The stacks without their cap: what has to hold in any case.
pub(crate) fn uncapped(rules: &RuleSet, stacks: &Stacks) -> Stacks {
    match rules.group_access {
        GroupAccess::Anyone => Stacks::default(),
        GroupAccess::AttachOnly | GroupAccess::OwnerOnly => Stacks {
            most_own: None,
            ..stacks.clone()
        },
    }
}

/// The rows that keep these stacks; `None` if a group of another player cannot be continued as it
/// must.
///
/// An old group of another player is continued by at most one new group of the same value that
/// shares a tile with it, and of two equal sets each by its own. All other groups are own. A set
/// that can be read as a run too is read so: that costs nothing, unless it has to continue a group.
pub(crate) fn rows(
    built: &mut Built,
    rules: &RuleSet,
    catalogue: &Catalogue,
    stacks: &Stacks,
) -> Option<Vec<Row>> {
    let bound = rules.group_access != GroupAccess::Anyone;
    let of_others: Vec<&OldGroup> = stacks.groups.iter().filter(|group| !group.own).collect();
    if stacks.most_own.is_none() && (!bound || of_others.is_empty()) {
        return Some(Vec::new());
    }
    let sets = built.meanings.iter().enumerate();
    let groups: Vec<(usize, LegalSet)> = sets
        .filter_map(|(variable, meaning)| match meaning {
            Meaning::Set(i, _) => Some((variable, catalogue.sets()[*i])),
            _ => None,
        })
        .filter(|(_, set)| set.is_group)
        .collect();
    // Own groups, not counting those that continue a group of somebody else.
    let mut own = Row {
        bound: -i64::from(stacks.most_own.unwrap_or(0)),
        ..Row::default()
    };
    for (variable, _) in groups.iter().filter(|(_, set)| !set.is_run) {
        own.terms.push((*variable, -1));
    }
    let mut rows = Vec::new();
    // By group: what it continues.
    let mut continued: Vec<Row> = groups
        .iter()
        .map(|(variable, _)| Row {
            terms: vec![(*variable, 1)],
            ..Row::default()
        })
        .collect();
    for old in of_others {
        let mut by = Row {
            bound: if bound { 1 } else { -1 },
            exact: bound,
            ..Row::default()
        };
        for ((_, set), continued) in groups.iter().zip(&mut continued) {
            let useful = bound || !set.is_run;
            if !useful || !may_continue(rules, old, &set.tiles) {
                continue;
            }
            built.meanings.push(Meaning::Continue);
            let variable = built.program.variable(1);
            by.terms.push((variable, if bound { 1 } else { -1 }));
            continued.terms.push((variable, -1));
            if !set.is_run {
                own.terms.push((variable, 1));
            }
        }
        if bound && by.terms.is_empty() {
            return None;
        }
        rows.push(by);
    }
    rows.extend(continued.into_iter().filter(|row| row.terms.len() > 1));
    if stacks.most_own.is_some() {
        rows.push(own);
    }
    Some(rows)
}

/// Whether a new group may be seen as the continuation of a group of another player.
fn may_continue(rules: &RuleSet, old: &OldGroup, new: &TileCounts) -> bool {
    let value = |tiles: &TileCounts| tiles.kinds().find_map(|(tile, _)| tile.value());
    let shares = old.tiles.kinds().any(|(tile, _)| new.count(tile) > 0);
    let kept = match rules.group_access {
        GroupAccess::Anyone => true,
        GroupAccess::AttachOnly => new.contains(&old.tiles),
        GroupAccess::OwnerOnly => *new == old.tiles,
    };
    shares && kept && value(&old.tiles) == value(new)
}
