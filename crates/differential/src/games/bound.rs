//! Whether jokers left their sets as the rules allow, in a recorded game.

use super::ask::Oracle;
use super::record::{Owners, Set};
use super::state::State;
use crate::jokers::layout::{Laid, forms};
use crate::jokers::turn::{Turn, judge};
use crate::rules::Rules;
use crate::tile::Tile;

/// The most ways of reading both tables that are tried.
const MOST_READINGS: usize = 256;

/// What is wrong with a turn that laid these tiles; `None` if nothing is. A record does not say what
/// a set is that could be several things: any reading will do.
pub fn fault(
    ask: &Oracle<'_>,
    state: &State,
    laid: &[Tile],
    sets: &[Set],
    owners: Option<&Owners>,
) -> Option<String> {
    let rules = ask.rules;
    if !rules.binds_jokers() {
        return None;
    }
    let seats = |owners: &Owners| -> Vec<Option<u8>> {
        let seat = |owner: &Option<usize>| owner.and_then(|owner| owner.try_into().ok());
        owners.iter().map(seat).collect()
    };
    let owners = owners.map(|after| [seats(&state.owners), seats(after)]);
    let old = state.table.len();
    let both: Vec<Set> = state.table.iter().chain(sets).cloned().collect();
    let readings = readings(rules, &both)?;
    let mut why = None;
    for tables in readings {
        let turn = Turn {
            before: &tables[..old],
            laid,
            after: &tables[old..],
            opened: state.seats[state.to_move].opened,
            owners: owners
                .as_ref()
                .map(|[before, after]| [&before[..], &after[..]]),
        };
        match judge(rules, &turn) {
            Ok(()) => return None,
            Err(fault) => why = Some(fault.to_string()),
        }
    }
    why
}

/// Every way to say what the sets are; `None` if there are too many.
fn readings(rules: &Rules, sets: &[Set]) -> Option<Vec<Vec<Laid>>> {
    let mut all: Vec<Vec<Laid>> = vec![Vec::new()];
    for set in sets {
        let forms = forms(rules, set);
        let stated: Vec<Option<_>> = if forms.len() > 1 {
            let forms = forms.iter();
            forms.map(|lying| Some(lying.form.reading())).collect()
        } else {
            vec![None]
        };
        if all.len() * stated.len() > MOST_READINGS {
            return None;
        }
        let with = |sets: &Vec<Laid>, stated: &Option<_>| {
            let mut sets = sets.clone();
            sets.push(Laid {
                tiles: set.clone(),
                stated: *stated,
            });
            sets
        };
        let longer = all
            .iter()
            .flat_map(|sets| stated.iter().map(|stated| with(sets, stated)));
        all = longer.collect();
    }
    Some(all)
}
