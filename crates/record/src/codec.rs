//! The payloads of frames: conversion of header and block to bytes and back, through bincode. Bytes
//! whose re-encoding differs are an error, except in the rules of a header, which may leave out
//! fields. This is the only module that uses bincode; `FORMAT.md` describes the layout.

use bincode::config::{Configuration, Fixint, Limit, LittleEndian};
use bincode::{Decode, Encode};
use rummilab_core::{
    Action, Deal, Ending, RuleError, RuleSet, RuleSpec, Set, SetReading, Table, Tile, TileCounts,
};

use crate::frame::MAX_FRAME_BYTES;
use crate::types::{
    Block, BotEntry, DealRecord, FaultKind, FaultRecord, GameRecord, Header, PutBack, SeatRecord,
    TurnRecord,
};

/// Ends each set in the bytes of a table; no tile has this code.
const END_OF_SET: u8 = 0;
/// Ends a set that states its reading; no tile has these codes.
const END_OF_READ: [(SetReading, u8); 3] = [
    (SetReading::Group, 252),
    (SetReading::Run, 253),
    (SetReading::StepRun, 254),
];
/// Stands for a run among the owners of a table; no seat has this number.
pub(crate) const NO_OWNER: u8 = u8::MAX;

/// A payload that is not a header or a block.
#[derive(Debug, thiserror::Error)]
pub enum CodecError {
    /// The bytes do not have the expected layout.
    #[error("the payload cannot be decoded: {0}")]
    Layout(String),
    #[error("the payload ends after {0} of {1} bytes")]
    Trailing(usize, usize),
    /// A byte that is not the code of a tile.
    #[error("{0:#04x} is not the code of a tile")]
    Tile(u8),
    /// A rack that is not in ascending order or holds too many copies of a tile.
    #[error("a rack is not an ascending list of tiles")]
    Rack,
    /// A table whose last set has no end.
    #[error("the last set of a table has no end")]
    Table,
    /// A table with owners but without sets, or with different numbers of owners and sets.
    #[error("a table has not as many owners as sets")]
    Owners,
    /// The text of the rules cannot be read.
    #[error("the rules cannot be read: {0}")]
    Rules(Box<RuleError>),
    /// The payload would exceed the limit of a frame.
    #[error("the payload is larger than {MAX_FRAME_BYTES} bytes")]
    TooLarge,
}

#[derive(Encode, Decode)]
struct WireHeader {
    plan: String,
    plan_hash: String,
    rules: String,
    players: u8,
    seed: u64,
    salt: Option<String>,
    #[bincode(with_serde)]
    bots: Vec<BotEntry>,
    build: String,
}

#[derive(Encode, Decode)]
struct WireBlock {
    block: u64,
    deals: Vec<WireDeal>,
    games: Vec<WireGame>,
}

#[derive(Encode, Decode)]
struct WireDeal {
    attempt: u32,
    racks: Vec<Vec<u8>>,
    streams: Vec<Vec<u8>>,
}

#[derive(Encode, Decode)]
struct WireGame {
    seating: Vec<u16>,
    deal: u16,
    starter: u8,
    turns: Vec<WireTurn>,
    #[bincode(with_serde)]
    put_back: Vec<PutBack>,
    ending: WireEnding,
    #[bincode(with_serde)]
    seats: Vec<SeatRecord>,
    fault: Option<WireFault>,
}

#[derive(Encode, Decode)]
enum WireTurn {
    Draw,
    Pass,
    Play(Vec<u8>),
    Refused(WireFault),
    PlayOwned(Vec<u8>, Vec<u8>),
}

#[derive(Encode, Decode)]
enum WireEnding {
    Out(u8),
    Empty,
    Fault(u8),
    Endless,
}

#[derive(Encode, Decode)]
struct WireFault {
    seat: u8,
    #[bincode(with_serde)]
    kind: FaultKind,
    detail: String,
    action: Option<WireAction>,
}

#[derive(Encode, Decode)]
enum WireAction {
    Draw,
    Pass,
    Play(Vec<u8>),
    PlayOwned(Vec<u8>, Vec<u8>),
}

/// Fixed-width integers, least significant byte first, and a limit on the lengths that bytes may
/// claim.
const fn config() -> Configuration<LittleEndian, Fixint, Limit<MAX_FRAME_BYTES>> {
    bincode::config::legacy().with_limit::<MAX_FRAME_BYTES>()
}

fn encode<T: Encode>(wire: T) -> Result<Vec<u8>, CodecError> {
    let bytes = bincode::encode_to_vec(wire, config())
        .map_err(|error| CodecError::Layout(error.to_string()))?;
    if bytes.len() > MAX_FRAME_BYTES {
        Err(CodecError::TooLarge)
    } else {
        Ok(bytes)
    }
}

fn decode<T: Decode<()>>(bytes: &[u8]) -> Result<T, CodecError> {
    let (wire, used) = bincode::decode_from_slice(bytes, config())
        .map_err(|error| CodecError::Layout(error.to_string()))?;
    if used == bytes.len() {
        Ok(wire)
    } else {
        Err(CodecError::Trailing(used, bytes.len()))
    }
}

/// The payload of the header frame.
pub(crate) fn encode_header(header: &Header) -> Result<Vec<u8>, CodecError> {
    encode(WireHeader {
        plan: header.plan.clone(),
        plan_hash: header.plan_hash.clone(),
        rules: header.rules.to_toml(),
        players: small(header.players),
        seed: header.seed,
        salt: header.salt.clone(),
        bots: header.bots.clone(),
        build: header.build.clone(),
    })
}

/// The header in a payload.
pub(crate) fn decode_header(bytes: &[u8]) -> Result<Header, CodecError> {
    let wire: WireHeader = decode(bytes)?;
    let rules = RuleSpec::from_recorded_toml(&wire.rules).and_then(RuleSet::new);
    Ok(Header {
        plan: wire.plan,
        plan_hash: wire.plan_hash,
        rules: rules.map_err(|error| CodecError::Rules(Box::new(error)))?,
        players: usize::from(wire.players),
        seed: wire.seed,
        salt: wire.salt,
        bots: wire.bots,
        build: wire.build,
    }
    .with_programs())
}

/// The payload of a block frame.
pub(crate) fn encode_block(block: &Block) -> Result<Vec<u8>, CodecError> {
    let codes = |stream: &Vec<Tile>| stream.iter().map(|tile| tile.code()).collect();
    let deal = |record: &DealRecord| {
        let racks = record.deal.racks.iter();
        WireDeal {
            attempt: record.attempt,
            racks: racks.map(|r| r.tiles().map(Tile::code).collect()).collect(),
            streams: record.deal.streams.iter().map(codes).collect(),
        }
    };
    encode(WireBlock {
        block: block.block,
        deals: block.deals.iter().map(deal).collect(),
        games: block.games.iter().map(WireGame::from).collect(),
    })
}

/// The block in a payload.
pub(crate) fn decode_block(bytes: &[u8]) -> Result<Block, CodecError> {
    let wire: WireBlock = decode(bytes)?;
    let deal = |wire: &WireDeal| {
        let racks = wire.racks.iter().map(|rack| read_rack(rack));
        let streams = wire.streams.iter().map(|stream| read_tiles(stream));
        Ok(DealRecord {
            attempt: wire.attempt,
            deal: Deal {
                racks: racks.collect::<Result<_, _>>()?,
                streams: streams.collect::<Result<_, _>>()?,
            },
        })
    };
    Ok(Block {
        block: wire.block,
        deals: wire.deals.iter().map(deal).collect::<Result<_, _>>()?,
        games: wire
            .games
            .into_iter()
            .map(GameRecord::try_from)
            .collect::<Result<_, _>>()?,
    })
}

fn small(seat: impl Into<usize>) -> u8 {
    u8::try_from(seat.into()).unwrap_or(u8::MAX)
}

fn read_tile(code: u8) -> Result<Tile, CodecError> {
    Tile::from_code(code).ok_or(CodecError::Tile(code))
}

fn read_tiles(codes: &[u8]) -> Result<Vec<Tile>, CodecError> {
    let mut tiles = Vec::with_capacity(codes.len());
    for code in codes {
        tiles.push(read_tile(*code)?);
    }
    Ok(tiles)
}

fn read_rack(codes: &[u8]) -> Result<TileCounts, CodecError> {
    let tiles = read_tiles(codes)?;
    if !tiles.is_sorted() {
        return Err(CodecError::Rack);
    }
    TileCounts::try_from_tiles(tiles).map_err(|_| CodecError::Rack)
}

fn write_table(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(table.sets().iter().map(|set| set.len() + 1).sum());
    for set in table.sets() {
        bytes.extend(set.tiles().iter().map(|tile| tile.code()));
        let read = END_OF_READ
            .iter()
            .find(|(reading, _)| Some(*reading) == set.reading());
        bytes.push(read.map_or(END_OF_SET, |(_, end)| *end));
    }
    bytes
}

fn read_table(bytes: &[u8]) -> Result<Table, CodecError> {
    let read = |end: u8| END_OF_READ.iter().find(|(_, code)| *code == end);
    let is_end = |byte: &u8| *byte == END_OF_SET || read(*byte).is_some();
    let mut sets = Vec::with_capacity(bytes.iter().filter(|byte| is_end(byte)).count());
    for codes in bytes.split_inclusive(is_end) {
        let (codes, end) = match codes.split_last() {
            Some((end, codes)) if is_end(end) => (codes, *end),
            _ => return Err(CodecError::Table),
        };
        let tiles = codes.iter().map(|code| read_tile(*code));
        let set = tiles.collect::<Result<Set, _>>()?;
        sets.push(set.read_as(read(end).map(|(reading, _)| *reading)));
    }
    Ok(Table::new(sets))
}

/// The owners of a table; `None` if they are not known.
fn write_owners(table: &Table) -> Option<Vec<u8>> {
    let owners = table.owners().filter(|owners| !owners.is_empty())?;
    Some(owners.iter().map(|o| o.unwrap_or(NO_OWNER)).collect())
}

fn read_owned(tiles: &[u8], owners: &[u8]) -> Result<Table, CodecError> {
    let sets = read_table(tiles)?.into_sets();
    if owners.is_empty() || owners.len() != sets.len() {
        return Err(CodecError::Owners);
    }
    let owner = |byte: &u8| (*byte != NO_OWNER).then_some(*byte);
    Ok(Table::owned(sets, owners.iter().map(owner).collect()))
}

impl From<&GameRecord> for WireGame {
    fn from(game: &GameRecord) -> WireGame {
        WireGame {
            seating: game.seating.to_vec(),
            deal: game.deal,
            starter: small(game.starter),
            turns: game.turns.iter().map(WireTurn::from).collect(),
            put_back: game.put_back.clone(),
            ending: match game.ending {
                Ending::WentOut(seat) => WireEnding::Out(small(seat)),
                Ending::PoolEmpty => WireEnding::Empty,
                Ending::Fault(seat) => WireEnding::Fault(small(seat)),
                Ending::Endless => WireEnding::Endless,
            },
            seats: game.seats.to_vec(),
            fault: game.fault.as_ref().map(WireFault::from),
        }
    }
}

impl TryFrom<WireGame> for GameRecord {
    type Error = CodecError;

    fn try_from(wire: WireGame) -> Result<GameRecord, CodecError> {
        Ok(GameRecord {
            seating: wire.seating.into(),
            deal: wire.deal,
            starter: wire.starter.into(),
            put_back: wire.put_back,
            turns: wire
                .turns
                .into_iter()
                .map(TurnRecord::try_from)
                .collect::<Result<_, _>>()?,
            ending: match wire.ending {
                WireEnding::Out(seat) => Ending::WentOut(seat.into()),
                WireEnding::Empty => Ending::PoolEmpty,
                WireEnding::Fault(seat) => Ending::Fault(seat.into()),
                WireEnding::Endless => Ending::Endless,
            },
            seats: wire.seats.into(),
            fault: wire.fault.map(FaultRecord::try_from).transpose()?,
        })
    }
}

impl From<&TurnRecord> for WireTurn {
    fn from(turn: &TurnRecord) -> WireTurn {
        match turn {
            TurnRecord::Draw => WireTurn::Draw,
            TurnRecord::Pass => WireTurn::Pass,
            TurnRecord::Play(table) => match write_owners(table) {
                Some(owners) => WireTurn::PlayOwned(write_table(table), owners),
                None => WireTurn::Play(write_table(table)),
            },
            TurnRecord::Refused(fault) => WireTurn::Refused(fault.into()),
        }
    }
}

impl TryFrom<WireTurn> for TurnRecord {
    type Error = CodecError;

    fn try_from(wire: WireTurn) -> Result<TurnRecord, CodecError> {
        Ok(match wire {
            WireTurn::Draw => TurnRecord::Draw,
            WireTurn::Pass => TurnRecord::Pass,
            WireTurn::Play(bytes) => TurnRecord::Play(read_table(&bytes)?),
            WireTurn::PlayOwned(tiles, owners) => TurnRecord::Play(read_owned(&tiles, &owners)?),
            WireTurn::Refused(fault) => TurnRecord::Refused(fault.try_into()?),
        })
    }
}

impl From<&FaultRecord> for WireFault {
    fn from(fault: &FaultRecord) -> WireFault {
        WireFault {
            seat: small(fault.seat),
            kind: fault.kind,
            detail: fault.detail.clone(),
            action: fault.action.as_ref().map(|action| match action {
                Action::Draw => WireAction::Draw,
                Action::Pass => WireAction::Pass,
                Action::Play(table) => match write_owners(table) {
                    Some(owners) => WireAction::PlayOwned(write_table(table), owners),
                    None => WireAction::Play(write_table(table)),
                },
            }),
        }
    }
}

impl TryFrom<WireFault> for FaultRecord {
    type Error = CodecError;

    fn try_from(wire: WireFault) -> Result<FaultRecord, CodecError> {
        let action = match wire.action {
            None => None,
            Some(WireAction::Draw) => Some(Action::Draw),
            Some(WireAction::Pass) => Some(Action::Pass),
            Some(WireAction::Play(bytes)) => Some(Action::Play(read_table(&bytes)?)),
            Some(WireAction::PlayOwned(tiles, owners)) => {
                Some(Action::Play(read_owned(&tiles, &owners)?))
            }
        };
        Ok(FaultRecord {
            seat: wire.seat.into(),
            kind: wire.kind,
            detail: wire.detail,
            action,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_bytes_are_decoded_or_refused(
            bytes in proptest::collection::vec(any::<u8>(), 0..400),
        ) {
            let _ = decode_header(&bytes);
            if let Ok(block) = decode_block(&bytes) {
                prop_assert_eq!(encode_block(&block).unwrap(), bytes);
            }
        }

        #[test]
        fn any_table_bytes_come_back_or_are_refused(
            bytes in proptest::collection::vec(any::<u8>(), 0..40),
        ) {
            if let Ok(table) = read_table(&bytes) {
                prop_assert_eq!(write_table(&table), bytes);
            }
        }
    }

    #[test]
    fn a_table_with_an_empty_set_is_not_an_empty_table() {
        let table = Table::new(vec![Set::default()]);
        assert_eq!(read_table(&write_table(&table)).unwrap(), table);
        assert_eq!(read_table(&[]).unwrap(), Table::default());
    }
}
