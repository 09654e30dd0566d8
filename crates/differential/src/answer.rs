//! Answers of `solve`, and whether they are legal plays that count themselves right.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::field::{GroupAccess, TableAccess};
use crate::jokers::layout::Laid;
use crate::jokers::turn::{self, Turn};
use crate::position::Position;
use crate::sets::{Readings, judge};
use crate::tile::{Tile, parse_tiles, sorted};

/// The best play as answered.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: String,
    pub tiles: u32,
    pub value: u32,
    pub played: Vec<Tile>,
    pub table: Vec<Vec<Tile>>,
    /// The table as it lies.
    pub laid: Vec<Laid>,
    /// The owner of each new set.
    pub owners: Vec<Option<u8>>,
    pub opening_value: Option<u32>,
    /// Old sets left as they were.
    pub untouched: u32,
    /// Whether that is proven to be the most.
    pub untouched_optimal: bool,
    /// The bound of an answer that is not proven.
    pub bound: Option<i64>,
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64()?.try_into().ok()
}

impl Answer {
    /// Reads an answer that holds a play.
    pub fn read(value: &Value) -> Option<Answer> {
        let table = value["table"].as_array()?.iter();
        let laid = table.map(|set| Laid::parse(set.as_str()?));
        let laid = laid.collect::<Option<Vec<Laid>>>()?;
        let owners = value["owners"].as_array().map(Vec::as_slice);
        let seat = |owner: &Value| owner.as_u64().and_then(|seat| seat.try_into().ok());
        Some(Answer {
            status: value["status"].as_str()?.to_owned(),
            tiles: number(&value["tiles"])?,
            value: number(&value["value"])?,
            played: parse_tiles(value["played"].as_str()?)?,
            table: laid.iter().map(|set| set.tiles.clone()).collect(),
            laid,
            owners: owners.unwrap_or_default().iter().map(seat).collect(),
            opening_value: number(&value["opening_value"]),
            untouched: number(&value["untouched"]).unwrap_or(0),
            untouched_optimal: value["untouched_optimal"].as_bool().unwrap_or(false),
            bound: value["bound"].as_i64(),
        })
    }

    /// What is wrong with the play, whether or not it is the best.
    pub fn fault(&self, position: &Position) -> Option<String> {
        let mut rest = position.rack.clone();
        for tile in &self.played {
            let Some(place) = rest.iter().position(|other| other == tile) else {
                return Some(format!("{tile} is not on the rack"));
            };
            rest.swap_remove(place);
        }
        let faces: u32 = self.played.iter().map(|tile| tile.face()).sum();
        if (self.tiles as usize, self.value) != (self.played.len(), faces) {
            return Some(format!("counts {} tiles worth {}", self.tiles, self.value));
        }
        let before = position.table.iter().flatten().chain(&self.played);
        let before: Vec<Tile> = before.copied().collect();
        let after: Vec<Tile> = self.table.iter().flatten().copied().collect();
        if sorted(&before) != sorted(&after) {
            return Some("the new table does not hold the old one and the tiles laid".to_owned());
        }
        let mut readings = Vec::new();
        for set in &self.table {
            let Ok(of_set) = judge(&position.rules, set, 3_000_000) else {
                return None;
            };
            if of_set.best().is_none() {
                return Some(format!("an illegal set: {set:?}"));
            }
            readings.push(of_set);
        }
        let kept = self.kept(position);
        if kept != self.untouched {
            return Some(format!("says untouched {}, it is {kept}", self.untouched));
        }
        let opening = self.opening_fault(position);
        let opening = opening.or_else(|| self.joker_fault(position));
        opening.or_else(|| self.owner_fault(position, &readings))
    }

    /// Whether jokers left their sets as the rules allow.
    fn joker_fault(&self, position: &Position) -> Option<String> {
        if !position.rules.binds_sets() {
            return None;
        }
        let before = position.laid();
        let turn = Turn {
            before: &before,
            laid: &self.played,
            after: &self.laid,
            opened: position.opened,
            owners: position
                .rules
                .has_owners()
                .then_some([&position.owners, &self.owners]),
        };
        let fault = turn::judge(&position.rules, &turn).err()?;
        Some(format!("{fault}; {}", turn::print(&turn)))
    }

    /// Old sets that lie as they did, with the same owner.
    fn kept(&self, position: &Position) -> u32 {
        let keys = |table: &[Vec<Tile>], owners: &[Option<u8>]| {
            let mut keys = BTreeMap::new();
            for (i, set) in table.iter().enumerate() {
                let owner = owners.get(i).copied().flatten();
                *keys.entry((sorted(set), owner)).or_insert(0_u32) += 1;
            }
            keys
        };
        let old = keys(&position.table, &position.owners);
        let new = keys(&self.table, &self.owners);
        let both = |(key, copies): (&(Vec<Tile>, Option<u8>), &u32)| {
            new.get(key).map_or(0, |others| *copies.min(others))
        };
        old.iter().map(both).sum()
    }

    /// The tests of an opening that leaves the table alone.
    fn opening_fault(&self, position: &Position) -> Option<String> {
        let rules = &position.rules;
        if position.opened || self.played.is_empty() {
            return None;
        }
        if !rules.opening_jokers && self.played.iter().any(|tile| tile.is_joker()) {
            return Some("a joker in the opening".to_owned());
        }
        if rules.opening_table_access == TableAccess::AfterThreshold {
            return None;
        }
        let mut new: Vec<Vec<Tile>> = self.table.iter().map(|set| sorted(set)).collect();
        for set in &position.table {
            let Some(place) = new.iter().position(|other| *other == sorted(set)) else {
                return Some("the opening changes the table".to_owned());
            };
            new.swap_remove(place);
        }
        let worth = |set: &Vec<Tile>| judge(rules, set, 3_000_000).ok()?.best();
        let points: u32 = new.iter().filter_map(worth).sum();
        let least = u32::from(rules.opening_min);
        (points < least).then(|| format!("an opening of {points} points"))
    }

    /// Whether the owners can be as they are said to be.
    fn owner_fault(&self, position: &Position, readings: &[Readings]) -> Option<String> {
        if !position.rules.has_owners() {
            return None;
        }
        if self.owners.len() != self.table.len() {
            return Some("not every set has an owner".to_owned());
        }
        let own = self
            .owners
            .iter()
            .filter(|o| **o == Some(position.me))
            .count();
        let cap = position.rules.group_cap_per_player;
        if cap.is_some_and(|cap| own > usize::from(cap)) {
            return Some(format!("{own} own groups"));
        }
        let right_kind = |(owner, readings): (&Option<u8>, &Readings)| match owner {
            Some(_) => readings.is_group(),
            None => readings.is_run(),
        };
        if !self.owners.iter().zip(readings).all(right_kind) {
            return Some("a run with an owner or a group without".to_owned());
        }
        let mut used = vec![false; position.table.len()];
        let fits = self.continue_from(position, 0, &mut used);
        (!fits).then(|| format!("owners {:?} are impossible", self.owners))
    }

    /// Whether the sets from this one on can continue old groups such that all owners fit.
    fn continue_from(&self, position: &Position, next: usize, used: &mut Vec<bool>) -> bool {
        let Some(owner) = self.owners.get(next) else {
            let bound = position.rules.group_access != GroupAccess::Anyone;
            let mut old = position.owners.iter().zip(used.iter());
            return !bound
                || old
                    .all(|(owner, used)| *used || owner.is_none_or(|owner| owner == position.me));
        };
        // Groups of the player need not continue one, and may do so freely.
        if owner.is_none_or(|owner| owner == position.me) {
            return self.continue_from(position, next + 1, used);
        }
        for i in 0..position.table.len() {
            let same = position.owners.get(i).copied().flatten() == *owner;
            if same && !used[i] && continues(position, &position.table[i], &self.table[next]) {
                used[i] = true;
                if self.continue_from(position, next + 1, used) {
                    return true;
                }
                used[i] = false;
            }
        }
        false
    }
}

/// Whether a group can continue one of another player.
fn continues(position: &Position, old: &[Tile], new: &[Tile]) -> bool {
    let value = |set: &[Tile]| {
        set.iter()
            .find(|tile| !tile.is_joker())
            .map(|tile| tile.face())
    };
    let holds_all = || {
        let mut rest = new.to_vec();
        old.iter().all(|tile| {
            let place = rest.iter().position(|other| other == tile);
            place.map(|place| rest.swap_remove(place)).is_some()
        })
    };
    let changed_well = match position.rules.group_access {
        GroupAccess::Anyone => true,
        GroupAccess::AttachOnly => holds_all(),
        GroupAccess::OwnerOnly => sorted(old) == sorted(new),
    };
    changed_well && value(old) == value(new) && old.iter().any(|tile| new.contains(tile))
}
