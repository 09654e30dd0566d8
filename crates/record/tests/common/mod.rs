//! A tiny rule system and a block of three short games, written by hand.
#![allow(dead_code, clippy::unwrap_used)]

use std::sync::LazyLock;

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{
    Action, CouldPlay, Deal, Ending, Position, RuleSet, Seat, Table, Tile, TileCounts, Unanswered,
};
use rummilab_record::{
    Block, BotEntry, DealRecord, FaultKind, FaultRecord, GameRecord, Header, PutBack, SeatRecord,
    TurnRecord,
};

/// Nobody can lay or open.
pub struct Nobody;

impl CouldPlay for Nobody {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Ok(0)
    }
}

/// Two colours up to 4 and a joker: nine tiles, four on each rack, one in the pool. Read once: every block names tiles.
static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
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
});

pub fn rules() -> RuleSet {
    RULES.clone()
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
    parse_tiles(text, &RULES).unwrap()
}

pub fn table(text: &str) -> Table {
    parse_table(text, &RULES).unwrap()
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
        seating: [0, 1].into(),
        deal: 0,
        starter: Seat(0),
        put_back: Vec::new(),
        turns: played.into_iter().map(TurnRecord::Play).collect(),
        ending: Ending::WentOut(Seat(0)),
        seats: [seat(4, 1, 0, 0, 2, Some(1)), seat(-4, 2, 1, 4, 1, Some(1))].into(),
        fault: None,
    };
    let refused = FaultRecord {
        seat: Seat(0),
        kind: FaultKind::Illegal,
        detail: "B2 is neither on the old table nor on the rack".into(),
        action: Some(Action::Play(table("B1 B2 B3"))),
    };
    let empty = GameRecord {
        seating: [1, 0].into(),
        deal: 0,
        starter: Seat(0),
        put_back: Vec::new(),
        turns: vec![
            TurnRecord::Refused(refused),
            TurnRecord::Pass,
            TurnRecord::Pass,
        ],
        ending: Ending::PoolEmpty,
        seats: [seat(-44, 2, 5, 57, 2, None), seat(44, 1, 4, 13, 1, None)].into(),
        fault: None,
    };
    let late = FaultRecord {
        seat: Seat(1),
        kind: FaultKind::Timeout,
        detail: "no answer in time".into(),
        action: None,
    };
    let fault = GameRecord {
        seating: [0, 1].into(),
        deal: 0,
        starter: Seat(0),
        put_back: Vec::new(),
        turns: vec![TurnRecord::Play(table("R1 R2 R3"))],
        ending: Ending::Fault(Seat(1)),
        seats: [seat(12, 1, 1, 1, 1, Some(1)), seat(-12, 2, 4, 13, 0, None)].into(),
        fault: Some(late),
    };
    Block {
        block: number,
        deals: vec![DealRecord {
            attempt: 2,
            deal: Deal {
                racks: [rack("R1 R2 R3 B1"), rack("R4 B2 B3 B4")].into(),
                streams: vec![tiles("J")],
            },
        }],
        games: vec![out, empty, fault],
    }
}

/// A tiny rule system of the house kind: groups have owners, turns begin with a draw, duplicates may go back.
pub fn house_rules() -> RuleSet {
    let options = [
        "colours=RBK",
        "values=3",
        "jokers=0",
        "hand=4",
        "opening_min=3",
    ];
    RuleSet::preset("house")
        .unwrap()
        .with_options(&options)
        .unwrap()
}

pub fn house_header() -> Header {
    Header {
        rules: house_rules(),
        ..header()
    }
}

fn owned(text: &str, owners: &[Option<u8>]) -> Table {
    let table = parse_table(text, &house_rules()).unwrap();
    Table::owned(table.into_sets(), owners.to_vec())
}

/// Two games with deals and starters of their own. In the first, tiles go back and seat 1 breaks off; in the second a
/// play with wrong owners is refused, and a bot breaks off.
pub fn house_block(number: u64) -> Block {
    let rack = |text: &str| tiles_of(text).into_iter().collect::<TileCounts>();
    let deal = |racks: [&str; 2], pool: &str| Deal {
        racks: racks.map(rack).to_vec().into(),
        streams: vec![tiles_of(pool)],
    };
    let back = |turn, place| PutBack { turn, place };
    let gone = |seat| FaultRecord {
        seat,
        kind: FaultKind::Crash,
        detail: "gone".into(),
        action: None,
    };
    let first = GameRecord {
        seating: [0, 1].into(),
        deal: 0,
        starter: Seat(1),
        // Seat 1 puts R1 back twice, draws K1 and lays a run; seat 0 draws K2; seat 1 draws K1, puts it back, draws B2 and
        // is gone.
        turns: vec![
            TurnRecord::Play(owned("R1 R2 R3", &[None])),
            TurnRecord::Pass,
        ],
        put_back: vec![back(0, 0), back(0, 9), back(2, 1)],
        ending: Ending::Fault(Seat(1)),
        seats: [seat(0, 1, 5, 12, 1, None), seat(0, 2, 3, 4, 1, Some(1))].into(),
        fault: Some(gone(Seat(1))),
    };
    let refused = FaultRecord {
        seat: Seat(0),
        kind: FaultKind::Illegal,
        detail: "`R1 B1 K1` cannot be a group of seat 1: it continues none of that seat's groups"
            .into(),
        action: Some(Action::Play(owned("R1 B1 K1", &[Some(1)]))),
    };
    let second = GameRecord {
        seating: [1, 0].into(),
        deal: 1,
        starter: Seat(0),
        turns: vec![TurnRecord::Refused(refused)],
        put_back: Vec::new(),
        ending: Ending::Fault(Seat(1)),
        seats: [seat(0, 1, 5, 8, 1, None), seat(0, 2, 5, 10, 0, None)].into(),
        fault: Some(gone(Seat(1))),
    };
    Block {
        block: number,
        deals: vec![
            DealRecord {
                attempt: 0,
                deal: deal(
                    ["R3 B3 K3 B1", "R1 B1 R2 R3"],
                    "R1 B2 K1 K2 K1 B2 B3 K2 K3 R2",
                ),
            },
            DealRecord {
                attempt: 3,
                deal: deal(
                    ["R1 B1 K1 R2", "R2 B2 K2 B3"],
                    "R3 R1 B1 K1 B2 K2 R3 B3 K3 K3",
                ),
            },
        ],
        games: vec![first, second],
    }
}

fn tiles_of(text: &str) -> Vec<Tile> {
    parse_tiles(text, &house_rules()).unwrap()
}
