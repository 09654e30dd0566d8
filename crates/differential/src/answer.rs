//! Answers of `solve`, and whether they are legal plays that count themselves right.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::games::ask::Oracle;
use crate::games::record::Left;
use crate::games::state::State;
use crate::games::turn::judge_table;
use crate::jokers::layout::Laid;
use crate::position::Position;
use crate::tile::{Tile, parse_tiles, print_tiles, sorted};

/// Steps of the recogniser for each set of an answer; a set that takes more counts as legal.
const READ_WORK: u64 = 3_000_000;

/// The best play as answered.
#[derive(Debug, Clone)]
pub struct Answer {
    pub status: String,
    pub tiles: u32,
    pub value: u32,
    pub played: Vec<Tile>,
    /// The new table as it lies.
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
        let faces: u32 = self.played.iter().map(|tile| tile.face()).sum();
        if (self.tiles as usize, self.value) != (self.played.len(), faces) {
            return Some(format!("counts {} tiles worth {}", self.tiles, self.value));
        }
        let kept = self.kept(position);
        if kept != self.untouched {
            return Some(format!("says untouched {}, it is {kept}", self.untouched));
        }
        let ask = Oracle::new(&position.rules, READ_WORK);
        let owners = position.rules.has_owners().then_some(&self.owners[..]);
        let left = Left::of(&self.laid, owners);
        match judge_table(&ask, &State::at(position), &left) {
            Ok(laid) if sorted(&laid) == sorted(&self.played) => None,
            Ok(laid) => Some(format!("the new table has {} more", print_tiles(&laid))),
            Err(why) => Some(why),
        }
    }

    /// Old sets that lie as they did, with the same owner.
    fn kept(&self, position: &Position) -> u32 {
        let keys = |table: &[Laid], owners: &[Option<u8>]| {
            let mut keys = BTreeMap::new();
            for (i, set) in table.iter().enumerate() {
                let owner = owners.get(i).copied().flatten();
                *keys.entry((sorted(&set.tiles), owner)).or_insert(0_u32) += 1;
            }
            keys
        };
        let old = keys(&position.laid(), &position.owners);
        let new = keys(&self.laid, &self.owners);
        let both = |(key, copies): (&(Vec<Tile>, Option<u8>), &u32)| {
            new.get(key).map_or(0, |others| *copies.min(others))
        };
        old.iter().map(both).sum()
    }
}
