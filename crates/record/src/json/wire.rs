//! The serde form of header, block, game and turn, and the conversion to and from our types.

use rummilab_core::notation::read_as;
use rummilab_core::{Action, Deal, Ending, Seat, Set, Table, Tile, TileCounts};
use serde::{Deserialize, Serialize};

use super::JsonProblem;
use crate::types::{
    Block, BotEntry, DealRecord, FaultKind, FaultRecord, GameRecord, PutBack, SeatRecord,
    TurnRecord,
};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonHeader {
    pub(super) kind: String,
    pub(super) format: u32,
    pub(super) build: String,
    pub(super) plan_hash: String,
    pub(super) players: usize,
    pub(super) seed: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) salt: Option<String>,
    pub(super) bots: Vec<BotEntry>,
    pub(super) rules: String,
    pub(super) plan: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonBlock {
    pub(super) block: u64,
    pub(super) deals: Vec<JsonDeal>,
    pub(super) games: Vec<JsonGame>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonDeal {
    pub(super) attempt: u32,
    pub(super) racks: Vec<String>,
    pub(super) streams: Vec<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonGame {
    pub(super) seating: Vec<u16>,
    pub(super) deal: u16,
    pub(super) starter: Seat,
    pub(super) turns: Vec<JsonTurn>,
    /// Places of tiles put back on the turn that a fault broke off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) put_back: Vec<u16>,
    pub(super) end: JsonEnding,
    pub(super) seats: Vec<SeatRecord>,
    pub(super) fault: Option<JsonFault>,
}

/// What was done or refused on a turn; a single word if that is enough.
#[derive(Serialize, Deserialize)]
#[serde(
    untagged,
    expecting = "expected \"draw\", \"pass\", or an object with one of `pass`, `play` and `refused`"
)]
pub(super) enum JsonTurn {
    Word(JsonWord),
    Parts(Box<JsonParts>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JsonWord {
    Draw,
    Pass,
}

/// A turn with more fields: exactly one of the first three is present.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonParts {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pass: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    play: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    refused: Option<JsonFault>,
    /// One for each set, if the owners of the groups are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    owners: Option<Vec<Option<u8>>>,
    /// The places in the pool of the tiles that were put back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    put_back: Vec<u16>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JsonEnding {
    Out(Seat),
    Empty,
    Fault(Seat),
    Endless,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonFault {
    pub(super) seat: Seat,
    pub(super) kind: FaultKind,
    pub(super) detail: String,
    pub(super) action: Option<JsonTurn>,
}

fn read_tiles(text: &str) -> Result<Vec<Tile>, JsonProblem> {
    Ok(text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()?)
}

pub(super) fn read_table(
    sets: &[String],
    owners: Option<Vec<Option<u8>>>,
) -> Result<Table, JsonProblem> {
    let sets: Vec<Set> = sets
        .iter()
        .map(|set| {
            let (tiles, reading) = read_as(set);
            Ok(Set::new(read_tiles(tiles)?).read_as(reading))
        })
        .collect::<Result<_, JsonProblem>>()?;
    match owners {
        None => Ok(Table::new(sets)),
        Some(owners) if owners.len() == sets.len() => Ok(Table::owned(sets, owners)),
        Some(owners) => Err(JsonProblem::Owners(owners.len(), sets.len())),
    }
}

impl JsonParts {
    fn play(table: &Table) -> JsonParts {
        let owners = table.owners().filter(|owners| !owners.is_empty());
        JsonParts {
            play: Some(table.sets().iter().map(ToString::to_string).collect()),
            owners: owners.map(<[Option<u8>]>::to_vec),
            ..JsonParts::default()
        }
    }
}

impl JsonTurn {
    pub(super) fn of(turn: &TurnRecord, put_back: Vec<u16>) -> JsonTurn {
        let parts = match turn {
            TurnRecord::Draw => return JsonTurn::Word(JsonWord::Draw),
            TurnRecord::Pass if put_back.is_empty() => return JsonTurn::Word(JsonWord::Pass),
            TurnRecord::Pass => JsonParts {
                pass: Some(true),
                ..JsonParts::default()
            },
            TurnRecord::Play(table) => JsonParts::play(table),
            TurnRecord::Refused(fault) => JsonParts {
                refused: Some(fault.into()),
                ..JsonParts::default()
            },
        };
        JsonTurn::Parts(Box::new(JsonParts { put_back, ..parts }))
    }

    /// The turn, and the places of the tiles put back before it.
    pub(super) fn read(self) -> Result<(TurnRecord, Vec<u16>), JsonProblem> {
        let parts = match self {
            JsonTurn::Word(JsonWord::Draw) => return Ok((TurnRecord::Draw, Vec::new())),
            JsonTurn::Word(JsonWord::Pass) => return Ok((TurnRecord::Pass, Vec::new())),
            JsonTurn::Parts(parts) => *parts,
        };
        let turn = match (parts.pass, parts.play, parts.refused, parts.owners) {
            (Some(true), None, None, None) => TurnRecord::Pass,
            (None, Some(sets), None, owners) => TurnRecord::Play(read_table(&sets, owners)?),
            (None, None, Some(fault), None) => TurnRecord::Refused(fault.try_into()?),
            _ => return Err(JsonProblem::Turn),
        };
        Ok((turn, parts.put_back))
    }
}

impl From<&Block> for JsonBlock {
    fn from(block: &Block) -> JsonBlock {
        let stream = |stream: &Vec<Tile>| Set::new(stream.iter().copied()).to_string();
        let deal = |record: &DealRecord| JsonDeal {
            attempt: record.attempt,
            racks: record.deal.racks.iter().map(ToString::to_string).collect(),
            streams: record.deal.streams.iter().map(stream).collect(),
        };
        JsonBlock {
            block: block.block,
            deals: block.deals.iter().map(deal).collect(),
            games: block.games.iter().map(JsonGame::from).collect(),
        }
    }
}

impl TryFrom<JsonBlock> for Block {
    type Error = JsonProblem;

    fn try_from(json: JsonBlock) -> Result<Block, JsonProblem> {
        let rack = |text: &String| {
            TileCounts::try_from_tiles(read_tiles(text)?).map_err(JsonProblem::TooMany)
        };
        let deal = |json: &JsonDeal| {
            let racks = json.racks.iter().map(rack).collect::<Result<_, _>>()?;
            let streams = json.streams.iter().map(|text| read_tiles(text));
            let streams = streams.collect::<Result<_, _>>()?;
            Ok(DealRecord {
                attempt: json.attempt,
                deal: Deal { racks, streams },
            })
        };
        let deals = json.deals.iter().map(deal);
        Ok(Block {
            block: json.block,
            deals: deals.collect::<Result<_, JsonProblem>>()?,
            games: json
                .games
                .into_iter()
                .map(GameRecord::try_from)
                .collect::<Result<_, _>>()?,
        })
    }
}

impl From<&GameRecord> for JsonGame {
    fn from(game: &GameRecord) -> JsonGame {
        let turns = game.turns.iter().enumerate();
        let turn = |(i, turn)| JsonTurn::of(turn, game.places_on(i).collect());
        JsonGame {
            seating: game.seating.to_vec(),
            deal: game.deal,
            starter: game.starter,
            turns: turns.map(turn).collect(),
            put_back: game.places_on(game.turns.len()).collect(),
            end: match game.ending {
                Ending::WentOut(seat) => JsonEnding::Out(seat),
                Ending::PoolEmpty => JsonEnding::Empty,
                Ending::Fault(seat) => JsonEnding::Fault(seat),
                Ending::Endless => JsonEnding::Endless,
            },
            seats: game.seats.to_vec(),
            fault: game.fault.as_ref().map(JsonFault::from),
        }
    }
}

impl TryFrom<JsonGame> for GameRecord {
    type Error = JsonProblem;

    fn try_from(json: JsonGame) -> Result<GameRecord, JsonProblem> {
        let mut turns = Vec::with_capacity(json.turns.len());
        let mut put_back = Vec::new();
        let mut went_back = |turn: usize, places: Vec<u16>| {
            let turn = turn as u32;
            put_back.extend(places.into_iter().map(|place| PutBack { turn, place }));
        };
        for (i, turn) in json.turns.into_iter().enumerate() {
            let (turn, places) = turn.read()?;
            turns.push(turn);
            went_back(i, places);
        }
        went_back(turns.len(), json.put_back);
        Ok(GameRecord {
            seating: json.seating.into(),
            deal: json.deal,
            starter: json.starter,
            turns,
            put_back,
            ending: match json.end {
                JsonEnding::Out(seat) => Ending::WentOut(seat),
                JsonEnding::Empty => Ending::PoolEmpty,
                JsonEnding::Fault(seat) => Ending::Fault(seat),
                JsonEnding::Endless => Ending::Endless,
            },
            seats: json.seats.into(),
            fault: json.fault.map(FaultRecord::try_from).transpose()?,
        })
    }
}

impl From<&FaultRecord> for JsonFault {
    fn from(fault: &FaultRecord) -> JsonFault {
        JsonFault {
            seat: fault.seat,
            kind: fault.kind,
            detail: fault.detail.clone(),
            action: fault.action.as_ref().map(|action| match action {
                Action::Draw => JsonTurn::Word(JsonWord::Draw),
                Action::Pass => JsonTurn::Word(JsonWord::Pass),
                Action::Play(table) => JsonTurn::Parts(Box::new(JsonParts::play(table))),
            }),
        }
    }
}

impl TryFrom<JsonFault> for FaultRecord {
    type Error = JsonProblem;

    fn try_from(json: JsonFault) -> Result<FaultRecord, JsonProblem> {
        let action = match json.action.map(JsonTurn::read).transpose()? {
            None => None,
            Some((TurnRecord::Draw, _)) => Some(Action::Draw),
            Some((TurnRecord::Pass, _)) => Some(Action::Pass),
            Some((TurnRecord::Play(table), places)) if places.is_empty() => {
                Some(Action::Play(table))
            }
            Some(_) => return Err(JsonProblem::Turn),
        };
        Ok(FaultRecord {
            seat: json.seat,
            kind: json.kind,
            detail: json.detail,
            action,
        })
    }
}
