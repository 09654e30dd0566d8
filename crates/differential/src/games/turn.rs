//! The legality of a play by its final table (docs/rules.md#final-table, docs/rules.md#opening).

use super::ask::Oracle;
use super::record::{Left, Owners, Set};
use super::stacks::{Owned, minus};
use super::state::State;
use super::{bound, stacks};
use crate::field::TableAccess;
use crate::jokers::layout::{Laid, read};
use crate::tile::{Tile, print_tiles, sorted};

/// The tiles that a play laid, none for a rearrangement; or why it is illegal.
///
/// # Errors
/// The reason.
pub fn judge(ask: &Oracle<'_>, state: &State, left: &Left) -> Result<Vec<Tile>, String> {
    let laid = judge_table(ask, state, left)?;
    let may_lay_nothing = ask.rules.rearrange_then_draw && state.seats[state.to_move].opened;
    if laid.is_empty() && !may_lay_nothing {
        return Err("no tile is laid".to_owned());
    }
    Ok(laid)
}

/// The same of a player who may also lay nothing.
///
/// # Errors
/// The reason.
pub fn judge_table(ask: &Oracle<'_>, state: &State, left: &Left) -> Result<Vec<Tile>, String> {
    let (sets, owners) = (&left.sets, left.owners.as_ref());
    let seat = &state.seats[state.to_move];
    let laid = minus(&sets.concat(), &state.table.concat()).ok_or("a table tile is missing")?;
    minus(&seat.rack, &laid).ok_or_else(|| {
        let laid = print_tiles(&laid);
        format!("`{laid}` is laid, not all of it from the rack")
    })?;
    if let Some(set) = sets.iter().find(|set| ask.read(set).is_none()) {
        return Err(format!("`{}` is not a legal set", print_tiles(set)));
    }
    if !seat.opened && !laid.is_empty() {
        judge_opening(ask, state, left, &laid)?;
    }
    if let Some(text) = bound::fault(ask, state, &laid, left) {
        return Err(text);
    }
    judge_owners(ask, state, sets, owners)?;
    Ok(laid)
}

fn judge_owners(
    ask: &Oracle<'_>,
    state: &State,
    sets: &[Set],
    owners: Option<&Owners>,
) -> Result<(), String> {
    let owners = match (owners, ask.rules.has_owners()) {
        (None, false) => return Ok(()),
        (Some(owners), true) => owners,
        (Some(_), false) => return Err("owners without group owners".to_owned()),
        (None, true) => return Err("the record names no owners".to_owned()),
    };
    let before = Owned {
        sets: &state.table,
        owners: &state.owners,
    };
    let after = Owned { sets, owners };
    stacks::fault(ask, before, after, state.to_move).map_or(Ok(()), Err)
}

fn judge_opening(
    ask: &Oracle<'_>,
    state: &State,
    left: &Left,
    laid: &[Tile],
) -> Result<(), String> {
    if !ask.rules.opening_jokers && laid.iter().any(|tile| tile.is_joker()) {
        return Err("the opening lays a joker".to_owned());
    }
    let value = match ask.rules.opening_table_access {
        TableAccess::None => {
            let after = Laid::table(&left.sets, &left.stated);
            let new = new_sets(&state.laid(), after)?;
            new.iter().map(|set| worth(ask, set)).sum()
        }
        TableAccess::AfterThreshold => match ask.best_opening(laid) {
            Some(value) => value,
            None => return Ok(()),
        },
    };
    if value < u32::from(ask.rules.opening_min) {
        return Err(format!("the opening is worth {value}"));
    }
    Ok(())
}

/// What a set counts in an opening: where jokers are bound as it lies.
fn worth(ask: &Oracle<'_>, set: &Laid) -> u32 {
    if ask.rules.binds_sets() {
        read(ask.rules, set).map_or(0, |lying| lying.value())
    } else {
        ask.read(&set.tiles).map_or(0, |reading| reading.best)
    }
}

/// The sets that did not lie before; an error if an old set is gone.
fn new_sets(before: &[Laid], after: Vec<Laid>) -> Result<Vec<Laid>, String> {
    let mut rest = after;
    for set in before {
        let turned =
            |other: &Laid| other.stated == set.stated && other.tiles.iter().rev().eq(&set.tiles);
        let equal = |other: &Laid| sorted(&other.tiles) == sorted(&set.tiles);
        let same = rest.iter().position(|other| other == set);
        let found = same.or_else(|| rest.iter().position(turned));
        let found = found.or_else(|| rest.iter().position(equal));
        let at = found.ok_or_else(|| format!("the opening changes `{}`", set.print()))?;
        rest.swap_remove(at);
    }
    Ok(rest)
}
