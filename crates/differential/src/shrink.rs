//! Makes a finding small: fewer tiles, fewer sets, fewer unusual rules, as long as it stays of its
//! kind.

use std::time::{Duration, Instant};

use crate::draw::fit;
use crate::finding::{Case, Finding};
use crate::jokers::layout::read;
use crate::position::Position;
use crate::rules::{FIELDS, Rules};
use crate::tester::Tester;
use crate::tile::Tile;

/// The smallest case found within this time that shows a finding of the same kind.
pub fn shrink(
    tester: &mut Tester,
    case: Case,
    finding: Finding,
    time: Duration,
) -> (Case, Finding) {
    let end = Instant::now() + time;
    let mut best = (case, finding);
    loop {
        let mut smaller = false;
        for candidate in candidates(&best.0) {
            if Instant::now() > end {
                return best;
            }
            let again = tester.again(&candidate).into_iter();
            let mut same =
                again.filter(|other| other.kind == best.1.kind && other.solver == best.1.solver);
            if let Some(found) = same.next() {
                best = (candidate, found);
                smaller = true;
                break;
            }
        }
        if !smaller {
            return best;
        }
    }
}

fn candidates(case: &Case) -> Vec<Case> {
    match case {
        Case::Position(question, position) => smaller_positions(position)
            .into_iter()
            .filter(|position| position.rules.is_sound())
            .map(|position| Case::Position(*question, position))
            .collect(),
        Case::Set(rules, tiles) => {
            let without = (0..tiles.len()).map(|i| {
                let mut tiles = tiles.clone();
                tiles.remove(i);
                (rules.clone(), tiles)
            });
            let simpler = simpler_rules(rules).into_iter();
            let simpler = simpler.map(|rules| (rules, tiles.clone()));
            simpler
                .chain(without)
                .filter(|(rules, tiles)| rules.is_sound() && in_game(rules, tiles.iter()))
                .map(|(rules, tiles)| Case::Set(rules, tiles))
                .collect()
        }
    }
}

/// Whether the game has all of these tiles.
fn in_game<'a>(rules: &Rules, tiles: impl Iterator<Item = &'a Tile>) -> bool {
    let tiles: Vec<Tile> = tiles.copied().collect();
    crate::multiset::excess(rules, &tiles).is_none()
}

fn smaller_positions(position: &Position) -> Vec<Position> {
    let mut smaller = Vec::new();
    for i in 0..position.table.len() {
        let mut next = position.clone();
        next.table.remove(i);
        if i < next.stated.len() {
            next.stated.remove(i);
        }
        if position.rules.has_owners() {
            next.owners.remove(i);
        }
        smaller.push(next);
    }
    for i in 0..position.rack.len() {
        let mut next = position.clone();
        next.rack.remove(i);
        smaller.push(next);
    }
    for rules in simpler_rules(&position.rules) {
        if rules.has_owners() && !position.rules.has_owners() {
            continue;
        }
        let mut next = position.clone();
        if !rules.has_owners() {
            next.owners.clear();
        }
        let tiles: Vec<Tile> = next.tiles().collect();
        if in_game(&rules, tiles.iter()) {
            next.rules = rules;
            if lies(&next) {
                smaller.push(next);
            }
        }
    }
    // A tile less in a table set.
    for i in 0..position.table.len() {
        for j in 0..position.table[i].len() {
            if position.table[i].len() > 3 {
                let mut next = position.clone();
                next.table[i].remove(j);
                let readings = crate::sets::judge(&next.rules, &next.table[i], 100_000);
                let owned = next.owners.get(i).copied().flatten().is_some();
                let legal = readings.is_ok_and(|readings| match next.rules.has_owners() {
                    true if owned => readings.is_group(),
                    true => readings.is_run(),
                    false => readings.best().is_some(),
                });
                if legal && lies(&next) {
                    smaller.push(next);
                }
            }
        }
    }
    smaller
}

/// Whether the table can be read as it lies, where that matters.
fn lies(position: &Position) -> bool {
    let rules = &position.rules;
    !rules.binds_sets() || position.laid().iter().all(|set| read(rules, set).is_ok())
}

/// Rules with one field as in the nearest preset, or with a smaller game.
fn simpler_rules(rules: &Rules) -> Vec<Rules> {
    let preset = Rules::preset(rules.nearest_preset()).unwrap_or_else(Rules::original);
    let mut simpler = Vec::new();
    for field in FIELDS {
        if rules.get(field) != preset.get(field) {
            let mut next = rules.clone();
            next.set(field, &preset.get(field));
            fit(&mut next);
            if next != *rules {
                simpler.push(next);
            }
        }
    }
    for kind in 0..4 {
        if rules.jokers[kind] > preset.jokers[kind] {
            let mut next = rules.clone();
            next.jokers[kind] -= 1;
            fit(&mut next);
            simpler.push(next);
        }
    }
    simpler
}
