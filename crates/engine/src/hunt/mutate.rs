//! Changes positions and rules at random.

use rummilab_core::{FIELDS, FieldKind, RuleSet};
use rummilab_solver::random::{Below, random_table};
use serde_json::{Map, Value};

use super::draft::Draft;

/// The fields on which the plays of a position depend, with values for those that are neither
/// switches nor words.
const FIELD_VALUES: &[(&str, &[&str])] = &[
    ("colours", &["3", "4", "5", "6"]),
    ("values", &["5", "8", "13", "15"]),
    ("copies", &["1", "2", "3"]),
    (
        "jokers",
        &["0", "1", "2", "4", "{J=2,D=2}", "{J=2,C=2}", "{J=2,M=2}"],
    ),
    ("opening_min", &["0", "12", "30", "60"]),
    ("opening_table_access", &[]),
    ("opening_jokers", &[]),
    ("max_jokers_per_set", &["none", "0", "1", "2", "3"]),
    ("max_run_len", &["none", "3", "4", "5", "8", "13"]),
    ("wrap", &["false", "true", "end"]),
    ("step2", &[]),
    ("group_max", &["none", "3", "4", "5"]),
    ("mirror_value", &[]),
    ("mirror_valley", &[]),
    ("mirror_min_half", &["1", "2"]),
    ("max_cc_per_run", &["none", "0", "1", "2"]),
    ("cc_adjacent", &[]),
    ("cc_at_low_end", &[]),
    ("rearrange", &[]),
    ("joker_rule", &["free", "any", "old", "two", "both"]),
];

/// A value below `len`, which is at least 1.
fn index(below: Below<'_>, len: usize) -> usize {
    below(len as u64) as usize
}

fn pick<'a, T: ?Sized>(below: Below<'_>, all: &[&'a T]) -> Option<&'a T> {
    (!all.is_empty()).then(|| all[index(below, all.len())])
}

/// Sets a field to a value drawn for it.
pub(super) fn change_rules(options: &mut Map<String, Value>, below: Below<'_>) {
    let (field, values) = FIELD_VALUES[index(below, FIELD_VALUES.len())];
    let kind = FIELDS.iter().find(|info| info.key == field);
    let value = match (values, kind.map(|info| info.kind)) {
        ([], Some(FieldKind::Choice(words))) => pick(below, words),
        ([], _) => pick(below, &["false", "true"]),
        _ => pick(below, values),
    };
    if let Some(value) = value {
        options.insert(field.to_owned(), Value::from(value));
    }
}

/// Changes a position once, with a part of `other` perhaps. The result need not be one of the game.
pub(super) fn change(draft: &mut Draft, other: &Draft, rules: &RuleSet, below: Below<'_>) {
    let sets = draft.table.len();
    let set = if sets > 0 { index(below, sets) } else { 0 };
    match below(16) {
        0 => draft.add_any_tile(rules, below),
        1..=3 => add_near_tile(draft, rules, below),
        4 => draft.rack.push("J".to_owned()),
        5 if draft.rack.len() > 1 => {
            let at = index(below, draft.rack.len());
            draft.rack.swap_remove(at);
        }
        6 if !other.table.is_empty() => {
            let at = index(below, other.table.len());
            draft.add_set(other.table[at].clone());
        }
        7 => {
            for set in random_table(rules, 1, below).sets() {
                let tiles = set.tiles().iter();
                draft.add_set(tiles.map(ToString::to_string).collect());
            }
        }
        8 => {
            draft.objective = match draft.objective {
                None => Some("value"),
                Some(_) => None,
            };
        }
        9 => draft.opened = !draft.opened,
        10 if sets > 0 => {
            draft.remove_set(set);
        }
        11 if sets > 0 => draft.add_set(draft.table[set].clone()),
        12 if sets > 0 => {
            let tiles = draft.remove_set(set);
            draft.rack.extend(tiles);
        }
        13 if sets > 0 => {
            let at = index(below, draft.table[set].len());
            let tile = draft.table[set].remove(at);
            draft.rack.push(tile);
        }
        14 if sets > 0 && !draft.rack.is_empty() => {
            let at = index(below, draft.rack.len());
            let tile = draft.rack.swap_remove(at);
            let end = if below(2) == 0 {
                0
            } else {
                draft.table[set].len()
            };
            draft.table[set].insert(end, tile);
        }
        _ if sets > 0 => {
            let at = index(below, draft.table[set].len());
            let tile = std::mem::replace(&mut draft.table[set][at], "J".to_owned());
            if below(2) == 0 {
                draft.rack.push(tile);
            }
        }
        _ => add_near_tile(draft, rules, below),
    }
}

/// Adds a tile to the rack that could lie beside one of the position: of its value, or of its
/// colour and up to two away.
fn add_near_tile(draft: &mut Draft, rules: &RuleSet, below: Below<'_>) {
    let all: Vec<&String> = draft.table.iter().flatten().chain(&draft.rack).collect();
    let Some(tile) = pick(below, &all) else {
        return;
    };
    let (colour, value) = tile.split_at(tile.len().min(1));
    let Ok(value) = value.parse::<u64>() else {
        return;
    };
    let near = if below(2) == 0 {
        let colours = rules.colours();
        format!("{}{value}", colours[index(below, colours.len())])
    } else {
        let values = u64::from(rules.values);
        let next = (value + values - 3 + below(5)) % values + 1;
        format!("{colour}{next}")
    };
    draft.rack.push(near);
}
