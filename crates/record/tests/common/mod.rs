//! A tiny rule system and a block of three short games, written by hand.
#![allow(dead_code, clippy::unwrap_used)]

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{Action, CouldPlay, Deal, Ending, Position, RuleSet, Table, Tile, TileCounts};
use rummilab_record::{
    Block, BotEntry, FaultKind, FaultRecord, GameRecord, Header, SeatRecord, TurnRecord,
};

/// Nobody can lay or open.
pub struct Nobody;

impl CouldPlay for Nobody {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> bool {
        false
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> u32 {
        0
    }
}

/// Two colours up to 4 and a joker: nine tiles, four on each rack, one in the pool.
pub fn rules() -> RuleSet {
    let options = [
        "colours=RB",
        "values=4",
        "copies=1",
        "jokers=1",
        "hand=4",
        "opening_min=6",
        "unopened_penalty=off",
    ];
    RuleSet::preset("original")
        .unwrap()
        .with_options(&options)
        .unwrap()
}

pub fn header() -> Header {
    let bot = |label: &str, canonical: &str| BotEntry {
        label: label.into(),
        canonical: canonical.into(),
    };
    Header {
        plan: "bots = []".into(),
        plan_hash: "ab12".into(),
        rules: rules(),
        players: 2,
        seed: 7,
        bots: vec![bot("a", "a"), bot("b:x=1,y=2", "b:x=1,y=2")],
        build: "test 1".into(),
    }
}

pub fn tiles(text: &str) -> Vec<Tile> {
    parse_tiles(text, &rules()).unwrap()
}

pub fn table(text: &str) -> Table {
    parse_table(text, &rules()).unwrap()
}

fn seat(
    score: i32,
    place: u8,
    tiles_left: u16,
    points_left: u32,
    turns: u32,
    opened: Option<u32>,
) -> SeatRecord {
    SeatRecord {
        score,
        place,
        tiles_left,
        points_left,
        own_turns: turns,
        opened_turn: opened,
    }
}

/// Seat 0 goes out; an invalid play is refused and the pool runs out; a bot gives no answer.
pub fn block(number: u64) -> Block {
    let rack = |text: &str| tiles(text).into_iter().collect::<TileCounts>();
    let played = [
        table("R1 R2 R3"),
        table("R1 R2 R3 ; B2 B3 B4"),
        table("R1 R2 R3 ; B1 B2 B3 B4"),
    ];
    let out = GameRecord {
        seating: vec![0, 1],
        turns: played.into_iter().map(TurnRecord::Play).collect(),
        ending: Ending::WentOut(0),
        seats: vec![seat(4, 1, 0, 0, 2, Some(1)), seat(-4, 2, 1, 4, 1, Some(1))],
        fault: None,
    };
    let refused = FaultRecord {
        seat: 0,
        kind: FaultKind::Illegal,
        detail: "B2 is neither on the old table nor on the rack".into(),
        action: Some(Action::Play(table("B1 B2 B3"))),
    };
    let empty = GameRecord {
        seating: vec![1, 0],
        turns: vec![
            TurnRecord::Refused(refused),
            TurnRecord::Pass,
            TurnRecord::Pass,
        ],
        ending: Ending::PoolEmpty,
        seats: vec![seat(-44, 2, 5, 57, 2, None), seat(44, 1, 4, 13, 1, None)],
        fault: None,
    };
    let late = FaultRecord {
        seat: 1,
        kind: FaultKind::Timeout,
        detail: "no answer in time".into(),
        action: None,
    };
    let fault = GameRecord {
        seating: vec![0, 1],
        turns: vec![TurnRecord::Play(table("R1 R2 R3"))],
        ending: Ending::Fault(1),
        seats: vec![seat(12, 1, 1, 1, 1, Some(1)), seat(-12, 2, 4, 13, 0, None)],
        fault: Some(late),
    };
    Block {
        block: number,
        deal_attempt: 2,
        deal: Deal {
            racks: vec![rack("R1 R2 R3 B1"), rack("R4 B2 B3 B4")],
            streams: vec![tiles("J")],
        },
        games: vec![out, empty, fault],
    }
}
