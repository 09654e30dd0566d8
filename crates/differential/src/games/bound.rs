//! Whether jokers left their sets as the rules allow, in a recorded game.

use super::ask::Oracle;
use super::record::Left;
use super::state::State;
use crate::jokers::layout::Laid;
use crate::jokers::turn::{Turn, judge};
use crate::tile::Tile;

/// What is wrong with a turn that laid these tiles; `None` if nothing is.
pub fn fault(ask: &Oracle<'_>, state: &State, laid: &[Tile], left: &Left) -> Option<String> {
    let rules = ask.rules;
    if !rules.binds_sets() {
        return None;
    }
    let seats = |owners: &[Option<usize>]| -> Vec<Option<u8>> {
        let seat = |owner: &Option<usize>| owner.and_then(|owner| owner.try_into().ok());
        owners.iter().map(seat).collect()
    };
    let (before, after) = (state.laid(), Laid::table(&left.sets, &left.stated));
    let owners = left.owners.as_ref();
    let owners = owners.map(|after| [seats(&state.owners), seats(after)]);
    let turn = Turn {
        before: &before,
        laid,
        after: &after,
        opened: state.seats[state.to_move].opened,
        owners: owners
            .as_ref()
            .map(|[before, after]| [&before[..], &after[..]]),
    };
    judge(rules, &turn).err().map(|fault| fault.to_string())
}
