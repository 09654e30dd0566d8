//! Group stacks as rows (docs/rules.md#group-stacks): which new group continues which group of
//! another player, and the number of own groups.

use rummilab_core::{GroupAccess, OldGroup, RuleSet, Set, Stacks, TileCounts};
use rummilab_solver::catalogue::{Catalogue, LegalSet};

use crate::measure::Meaning;
use crate::model::{BuiltProgram, TurnProblem};
use crate::program::Row;

/// Tiles of a group at least.
const TILES_OF_GROUP: usize = 3;

/// Rack tiles that mostly lie in runs or stay. Of every fifth position of random rules the program
/// proves two more than with 20, and house rules take as long.
const OTHER_TILES: usize = 8;

/// The stacks without their cap: the conditions that always apply.
pub(crate) fn uncapped(rules: &RuleSet, stacks: &Stacks) -> Stacks {
    match rules.group_access {
        GroupAccess::Anyone => Stacks::default(),
        GroupAccess::AttachOnly | GroupAccess::OwnerOnly => Stacks {
            most_own: None,
            ..stacks.clone()
        },
    }
}

/// Whether the rack alone is likely to have tiles for more groups than the cap allows.
pub(crate) fn cap_is_near(question: &TurnProblem) -> bool {
    let own = question.stacks.groups.iter().filter(|group| group.own);
    let room = |most: u8| usize::from(most).saturating_sub(own.count());
    let room = question.stacks.most_own.map(room);
    room.is_some_and(|room| question.rack.len() > TILES_OF_GROUP * room + OTHER_TILES)
}

/// The rows of these stacks; `None` if a group of another player cannot be continued as required.
///
/// A group of another player is continued by at most one new group of the same value that shares a
/// tile with it; of two equal sets each has its own. All other groups are own. A set that can also
/// be read as a run counts as a run, which costs nothing, unless it must continue a group. A group
/// that is kept continues itself.
pub(crate) fn rows(
    built: &mut BuiltProgram,
    rules: &RuleSet,
    catalogue: &Catalogue,
    question: &TurnProblem,
) -> Option<Vec<Row>> {
    let stacks = &question.stacks;
    let bound = rules.group_access != GroupAccess::Anyone;
    let of_others = stacks.groups.iter().enumerate();
    let of_others: Vec<(usize, &OldGroup)> = of_others.filter(|(_, group)| !group.own).collect();
    if stacks.most_own.is_none() && (!bound || of_others.is_empty()) {
        return Some(Vec::new());
    }
    let sets = built.meanings.iter().enumerate();
    let groups: Vec<(usize, LegalSet)> = sets
        .filter_map(|(variable, meaning)| match meaning {
            Meaning::Set(i, _) => Some((variable, catalogue.sets()[*i])),
            Meaning::Block(i, j) => Some((variable, block(rules, &question.extensions[*i][*j])?)),
            _ => None,
        })
        .filter(|(_, set)| set.is_group)
        .collect();
    // Own groups: all except those that continue a group of another player.
    let mut own = Row {
        bound: -i64::from(stacks.most_own.unwrap_or(0)),
        ..Row::default()
    };
    for (variable, _) in groups.iter().filter(|(_, set)| !set.is_run) {
        own.terms.push((*variable, -1));
    }
    // By old group: the variable that keeps it as it is, in its stack.
    let mut kept: Vec<Option<usize>> = vec![None; stacks.groups.len()];
    for (variable, meaning) in built.meanings.iter().enumerate() {
        if let Meaning::Keep(i) = meaning
            && let Some(group) = question.old[*i].group
        {
            kept[group] = Some(variable);
            if stacks.groups[group].own {
                own.terms.push((variable, -1));
            }
        }
    }
    let mut rows = Vec::new();
    // For each old group, the variables that continue it.
    let mut continued: Vec<Row> = groups
        .iter()
        .map(|(variable, _)| Row {
            terms: vec![(*variable, 1)],
            ..Row::default()
        })
        .collect();
    for (number, old) in of_others {
        let mut by = Row {
            bound: if bound { 1 } else { -1 },
            exact: bound,
            ..Row::default()
        };
        let sign = if bound { 1 } else { -1 };
        by.terms
            .extend(kept[number].map(|variable| (variable, sign)));
        for ((_, set), continued) in groups.iter().zip(&mut continued) {
            let useful = bound || !set.is_run;
            if !useful || !may_continue(rules, old, &set.tiles) {
                continue;
            }
            built.meanings.push(Meaning::Continue);
            let variable = built.program.variable(1);
            by.terms.push((variable, sign));
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

/// A set in which a block lies, as one of a catalogue.
fn block(rules: &RuleSet, set: &Set) -> Option<LegalSet> {
    let readings = rules.readings(set);
    Some(LegalSet {
        tiles: TileCounts::try_from_tiles(set.tiles().iter().copied()).ok()?,
        value: 0,
        is_group: readings.is_group(),
        is_run: readings.is_run(),
    })
}

/// Whether a new group may count as the continuation of a group of another player.
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
