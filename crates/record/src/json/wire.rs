//! The shape of the lines: serde's view of header, block, game and turn, and the way to and from ours. Refuses tokens that
//! are no tile.

use rummilab_core::{Action, Deal, Ending, Set, Table, Tile, TileCounts};
use serde::{Deserialize, Serialize};

use super::JsonProblem;
use crate::types::{Block, FaultKind, FaultRecord, GameRecord, SeatRecord, TurnRecord};

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonHeader {
    pub(super) kind: String,
    pub(super) format: u32,
    pub(super) build: String,
    pub(super) plan_hash: String,
    pub(super) players: usize,
    pub(super) seed: u64,
    pub(super) bots: Vec<JsonBot>,
    pub(super) rules: String,
    pub(super) plan: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonBot {
    pub(super) label: String,
    pub(super) canonical: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonBlock {
    pub(super) block: u64,
    pub(super) deal_attempt: u32,
    pub(super) racks: Vec<String>,
    pub(super) streams: Vec<String>,
    pub(super) games: Vec<JsonGame>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonGame {
    pub(super) seating: Vec<u16>,
    pub(super) turns: Vec<JsonTurn>,
    pub(super) end: JsonEnding,
    pub(super) seats: Vec<JsonSeat>,
    pub(super) fault: Option<JsonFault>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JsonTurn {
    Draw,
    Pass,
    Play(Vec<String>),
    Refused(JsonFault),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JsonAction {
    Draw,
    Pass,
    Play(Vec<String>),
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JsonEnding {
    Out(usize),
    Empty,
    Fault(usize),
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonSeat {
    pub(super) score: i32,
    pub(super) place: u8,
    pub(super) tiles_left: u16,
    pub(super) points_left: u32,
    pub(super) own_turns: u32,
    pub(super) opened_turn: Option<u32>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct JsonFault {
    pub(super) seat: usize,
    pub(super) kind: JsonKind,
    pub(super) detail: String,
    pub(super) action: Option<JsonAction>,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum JsonKind {
    Illegal,
    Timeout,
    Crash,
    Protocol,
}

fn read_tiles(text: &str) -> Result<Vec<Tile>, JsonProblem> {
    Ok(text
        .split_whitespace()
        .map(str::parse)
        .collect::<Result<_, _>>()?)
}

fn read_table(sets: &[String]) -> Result<Table, JsonProblem> {
    sets.iter()
        .map(|set| Ok(Set::new(read_tiles(set)?)))
        .collect::<Result<_, _>>()
        .map(Table::new)
}

fn write_table(table: &Table) -> Vec<String> {
    table.sets().iter().map(ToString::to_string).collect()
}

impl From<&Block> for JsonBlock {
    fn from(block: &Block) -> JsonBlock {
        let stream = |stream: &Vec<Tile>| Set::new(stream.iter().copied()).to_string();
        JsonBlock {
            block: block.block,
            deal_attempt: block.deal_attempt,
            racks: block.deal.racks.iter().map(ToString::to_string).collect(),
            streams: block.deal.streams.iter().map(stream).collect(),
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
        let racks = json.racks.iter().map(rack).collect::<Result<_, _>>()?;
        let streams = json
            .streams
            .iter()
            .map(|text| read_tiles(text))
            .collect::<Result<_, _>>()?;
        Ok(Block {
            block: json.block,
            deal_attempt: json.deal_attempt,
            deal: Deal { racks, streams },
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
        JsonGame {
            seating: game.seating.clone(),
            turns: game.turns.iter().map(JsonTurn::from).collect(),
            end: match game.ending {
                Ending::WentOut(seat) => JsonEnding::Out(seat),
                Ending::PoolEmpty => JsonEnding::Empty,
                Ending::Fault(seat) => JsonEnding::Fault(seat),
            },
            seats: game.seats.iter().map(JsonSeat::from).collect(),
            fault: game.fault.as_ref().map(JsonFault::from),
        }
    }
}

impl TryFrom<JsonGame> for GameRecord {
    type Error = JsonProblem;

    fn try_from(json: JsonGame) -> Result<GameRecord, JsonProblem> {
        Ok(GameRecord {
            seating: json.seating,
            turns: json
                .turns
                .into_iter()
                .map(TurnRecord::try_from)
                .collect::<Result<_, _>>()?,
            ending: match json.end {
                JsonEnding::Out(seat) => Ending::WentOut(seat),
                JsonEnding::Empty => Ending::PoolEmpty,
                JsonEnding::Fault(seat) => Ending::Fault(seat),
            },
            seats: json.seats.into_iter().map(SeatRecord::from).collect(),
            fault: json.fault.map(FaultRecord::try_from).transpose()?,
        })
    }
}

impl From<&TurnRecord> for JsonTurn {
    fn from(turn: &TurnRecord) -> JsonTurn {
        match turn {
            TurnRecord::Draw => JsonTurn::Draw,
            TurnRecord::Pass => JsonTurn::Pass,
            TurnRecord::Play(table) => JsonTurn::Play(write_table(table)),
            TurnRecord::Refused(fault) => JsonTurn::Refused(fault.into()),
        }
    }
}

impl TryFrom<JsonTurn> for TurnRecord {
    type Error = JsonProblem;

    fn try_from(json: JsonTurn) -> Result<TurnRecord, JsonProblem> {
        Ok(match json {
            JsonTurn::Draw => TurnRecord::Draw,
            JsonTurn::Pass => TurnRecord::Pass,
            JsonTurn::Play(sets) => TurnRecord::Play(read_table(&sets)?),
            JsonTurn::Refused(fault) => TurnRecord::Refused(fault.try_into()?),
        })
    }
}

impl From<&SeatRecord> for JsonSeat {
    fn from(seat: &SeatRecord) -> JsonSeat {
        let SeatRecord {
            score,
            place,
            tiles_left,
            points_left,
            own_turns,
            opened_turn,
        } = *seat;
        JsonSeat {
            score,
            place,
            tiles_left,
            points_left,
            own_turns,
            opened_turn,
        }
    }
}

impl From<JsonSeat> for SeatRecord {
    fn from(json: JsonSeat) -> SeatRecord {
        let JsonSeat {
            score,
            place,
            tiles_left,
            points_left,
            own_turns,
            opened_turn,
        } = json;
        SeatRecord {
            score,
            place,
            tiles_left,
            points_left,
            own_turns,
            opened_turn,
        }
    }
}

impl From<&FaultRecord> for JsonFault {
    fn from(fault: &FaultRecord) -> JsonFault {
        JsonFault {
            seat: fault.seat,
            kind: match fault.kind {
                FaultKind::Illegal => JsonKind::Illegal,
                FaultKind::Timeout => JsonKind::Timeout,
                FaultKind::Crash => JsonKind::Crash,
                FaultKind::Protocol => JsonKind::Protocol,
            },
            detail: fault.detail.clone(),
            action: fault.action.as_ref().map(|action| match action {
                Action::Draw => JsonAction::Draw,
                Action::Pass => JsonAction::Pass,
                Action::Play(table) => JsonAction::Play(write_table(table)),
            }),
        }
    }
}

impl TryFrom<JsonFault> for FaultRecord {
    type Error = JsonProblem;

    fn try_from(json: JsonFault) -> Result<FaultRecord, JsonProblem> {
        let action = match json.action {
            None => None,
            Some(JsonAction::Draw) => Some(Action::Draw),
            Some(JsonAction::Pass) => Some(Action::Pass),
            Some(JsonAction::Play(sets)) => Some(Action::Play(read_table(&sets)?)),
        };
        let kind = match json.kind {
            JsonKind::Illegal => FaultKind::Illegal,
            JsonKind::Timeout => FaultKind::Timeout,
            JsonKind::Crash => FaultKind::Crash,
            JsonKind::Protocol => FaultKind::Protocol,
        };
        Ok(FaultRecord {
            seat: json.seat,
            kind,
            detail: json.detail,
            action,
        })
    }
}
