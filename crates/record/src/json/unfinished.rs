//! An unfinished game as a line of JSON, with the turns of the exchange form. Its deal and seats
//! follow from the plan, whose hash it holds.

use rummilab_core::{Set, Table};
use serde::{Deserialize, Serialize};

use super::wire::{JsonTurn, read_table};
use super::{JsonProblem, line};
use crate::types::{PutBack, TurnRecord};

/// The kind of content that a line states.
const KIND: &str = "rummilab-unfinished-game";
/// The version of the line.
const FORMAT: u32 = 1;

#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Unfinished {
    /// The hash of the plan, from which deal and seats follow.
    pub plan_hash: String,
    /// Number of deals that the person had dealt anew.
    pub redeals: u32,
    pub turns: Vec<TurnRecord>,
    /// Every tile put back so far, on the played turns and on the one in progress.
    pub put_back: Vec<PutBack>,
    /// The table as the person is changing it on the turn in progress, legal or not.
    pub draft: Option<Table>,
    /// Whether the person's rack is sorted by value instead of colour.
    pub by_value: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct JsonUnfinished {
    kind: String,
    format: u32,
    plan_hash: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    redeals: u32,
    turns: Vec<JsonTurn>,
    /// Places of tiles put back on the turn in progress.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    put_back: Vec<u16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draft: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    by_value: bool,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Unfinished {
    /// The line, without its line break.
    pub fn to_line(&self) -> String {
        let places = |turn: usize| {
            let on_turn = self.put_back.iter();
            let on_turn = on_turn.filter(move |back| back.turn as usize == turn);
            on_turn.map(|back| back.place).collect::<Vec<u16>>()
        };
        let turns = self.turns.iter().enumerate();
        line(&JsonUnfinished {
            kind: KIND.to_owned(),
            format: FORMAT,
            plan_hash: self.plan_hash.clone(),
            redeals: self.redeals,
            turns: turns
                .map(|(at, turn)| JsonTurn::of(turn, places(at)))
                .collect(),
            put_back: places(self.turns.len()),
            draft: self.draft.as_ref().map(|table| {
                let sets = table.sets().iter();
                sets.map(Set::to_string).collect()
            }),
            by_value: self.by_value,
        })
    }

    /// Reads a line. Whether the turns are legal is left to the referee.
    ///
    /// # Errors
    /// If it is not the line of an unfinished game, or holds invalid tiles.
    pub fn from_line(text: &str) -> Result<Unfinished, JsonProblem> {
        let json: JsonUnfinished = serde_json::from_str(text)?;
        match (json.kind.as_str(), json.format) {
            (KIND, FORMAT) => {}
            (KIND, newer) if newer > FORMAT => return Err(JsonProblem::NewerVersion(newer)),
            _ => return Err(JsonProblem::Foreign),
        }
        let mut found = Unfinished {
            plan_hash: json.plan_hash,
            redeals: json.redeals,
            by_value: json.by_value,
            ..Unfinished::default()
        };
        for turn in json.turns {
            let (turn, places) = turn.read()?;
            found.went_back(places);
            found.turns.push(turn);
        }
        found.went_back(json.put_back);
        if let Some(sets) = json.draft {
            found.draft = Some(read_table(&sets, None)?);
        }
        Ok(found)
    }

    /// Adds tiles put back to these places on the turn in progress.
    fn went_back(&mut self, places: Vec<u16>) {
        let turn = self.turns.len() as u32;
        let backs = places.into_iter().map(|place| PutBack { turn, place });
        self.put_back.extend(backs);
    }
}

#[cfg(test)]
mod tests {
    use rummilab_core::Seat;

    use super::*;
    use crate::types::{FaultKind, FaultRecord};

    fn table(sets: &[&str]) -> Table {
        let set = |set: &&str| set.split(' ').map(|tile| tile.parse().unwrap()).collect();
        Table::new(sets.iter().map(set).collect())
    }

    fn game() -> Unfinished {
        let back = |turn, place| PutBack { turn, place };
        Unfinished {
            plan_hash: "ab12".to_owned(),
            redeals: 2,
            turns: vec![
                TurnRecord::Draw,
                TurnRecord::Pass,
                TurnRecord::Play(Table::owned(
                    table(&["R3 R4 J", "K7 B7 O7"]).into_sets(),
                    vec![None, Some(1)],
                )),
                TurnRecord::Refused(FaultRecord {
                    seat: Seat(1),
                    kind: FaultKind::Illegal,
                    detail: "no".to_owned(),
                    action: None,
                }),
            ],
            put_back: vec![back(1, 17), back(1, 3), back(4, 5)],
            draft: Some(table(&["R3 R4", "J"])),
            by_value: true,
        }
    }

    #[test]
    fn a_game_comes_back() {
        for game in [game(), Unfinished::default()] {
            assert_eq!(Unfinished::from_line(&game.to_line()).unwrap(), game);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        let line = game().to_line();
        let check = |text: &str, expected: &str| {
            let error = Unfinished::from_line(text).unwrap_err().to_string();
            assert!(error.contains(expected), "{text}: {error}");
        };
        check("", "EOF");
        check(&line[..line.len() / 2], "EOF");
        check(&line.replace("unfinished", "other"), "not a file");
        check(
            &line.replace("\"format\":1", "\"format\":2"),
            "has format 2",
        );
        check(&line.replace("R4 J", "Q4 J"), "`Q4` is not a tile");
        check(&line.replace("[null,1]", "[null]"), "1 owners for 2 sets");
        check(
            &line.replace("\"turns\"", "\"turn\""),
            "unknown field `turn`",
        );
    }
}
