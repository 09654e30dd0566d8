//! A tiny rule system and a hand-written block of three short games.

use std::sync::LazyLock;

use rummilab_core::notation::{parse_table, parse_tiles};
use rummilab_core::{
    Action, CouldPlay, Deal, Ending, Position, RuleSet, Seat, Table, Tile, TileCounts, Unanswered,
};
use rummilab_record::{
    Block, BotEntry, DealRecord, FaultKind, FaultRecord, GameRecord, Header, PutBack, SeatRecord,
    TurnRecord,
};

/// A judge that says nobody can lay or open.
pub struct Nobody;

impl CouldPlay for Nobody {
    fn can_lay(&mut self, _: &RuleSet, _: &Position) -> Result<bool, Unanswered> {
        Ok(false)
    }

    fn best_opening(&mut self, _: &RuleSet, _: &TileCounts) -> Result<u32, Unanswered> {
        Ok(0)
    }
}

fn system(preset: &str, options: &str) -> RuleSet {
    let options: Vec<&str> = options.split(' ').collect();
    let rules = RuleSet::preset(preset).unwrap();
    rules.with_options(&options).unwrap()
}

/// Two colours up to 4 and a joker: nine tiles, four on each rack, one in the pool. The rules are
/// read only once, because every block names tiles.
static RULES: LazyLock<RuleSet> = LazyLock::new(|| {
    let options = "colours=RB values=4 copies=1 jokers=1 hand=4 opening_min=6 unopened_penalty=off";
    system("original", options)
});

pub fn rules() -> RuleSet {
    RULES.clone()
}

pub fn header() -> Header {
    let bot = |name: &str, version| BotEntry {
        label: name.into(),
        canonical: name.into(),
        version,
        programs: Vec::new(),
    };
    Header {
        plan: "bots = []".into(),
        plan_hash: "ab12".into(),
        rules: rules(),
        players: 2,
        seed: 7,
        salt: Some("5a".repeat(32)),
        bots: vec![bot("a", Some(3)), bot("b:x=1,y=2", None)],
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

/// A game of these turns with this seating of the first deal.
fn game(
    seating: [u16; 2],
    turns: Vec<TurnRecord>,
    ending: Ending,
    seats: [SeatRecord; 2],
) -> GameRecord {
    GameRecord {
        seating: seating.into(),
        deal: 0,
        starter: Seat(0),
        put_back: Vec::new(),
        turns,
        ending,
        seats: seats.into(),
        fault: None,
    }
}

/// Three games: seat 0 goes out; an invalid play is refused and the pool runs out; a bot gives no
/// answer.
pub fn block(number: u64) -> Block {
    let rack = |text: &str| tiles(text).into_iter().collect::<TileCounts>();
    let played = [
        table("R1 R2 R3"),
        table("R1 R2 R3 ; B2 B3 B4"),
        table("R1 R2 R3 ; B1 B2 B3 B4"),
    ];
    let turns = played.into_iter().map(TurnRecord::Play).collect();
    let seats = [seat(4, 1, 0, 0, 2, Some(1)), seat(-4, 2, 1, 4, 1, Some(1))];
    let out = game([0, 1], turns, Ending::WentOut(Seat(0)), seats);
    let refused = FaultRecord {
        seat: Seat(0),
        kind: FaultKind::Illegal,
        detail: "B2 is neither on the old table nor on the rack".into(),
        action: Some(Action::Play(table("B1 B2 B3"))),
    };
    let refused = TurnRecord::Refused(refused);
    let turns = vec![refused, TurnRecord::Pass, TurnRecord::Pass];
    let seats = [seat(-44, 2, 5, 57, 2, None), seat(44, 1, 4, 13, 1, None)];
    let empty = game([1, 0], turns, Ending::PoolEmpty, seats);
    let late = FaultRecord {
        seat: Seat(1),
        kind: FaultKind::Timeout,
        detail: "no answer in time".into(),
        action: None,
    };
    let turns = vec![TurnRecord::Play(table("R1 R2 R3"))];
    let seats = [seat(12, 1, 1, 1, 1, Some(1)), seat(-12, 2, 4, 13, 0, None)];
    let fault = GameRecord {
        fault: Some(late),
        ..game([0, 1], turns, Ending::Fault(Seat(1)), seats)
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

/// A tiny rule system like house: groups have owners, turns begin with a draw, duplicates may go
/// back.
pub fn house_rules() -> RuleSet {
    system(
        "house",
        "colours=RBK values=3 jokers=0 hand=4 opening_min=3",
    )
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

/// Two games with their own deals and starters. In the first, tiles go back and seat 1 breaks off.
/// In the second, a play with wrong owners is refused, and a bot breaks off.
pub fn house_block(number: u64) -> Block {
    let rack = |text: &str| tiles_of(text).into_iter().collect::<TileCounts>();
    let deal = |attempt, racks: [&str; 2], pool: &str| DealRecord {
        attempt,
        deal: Deal {
            racks: racks.map(rack).to_vec().into(),
            streams: vec![tiles_of(pool)],
        },
    };
    let back = |turn, place| PutBack { turn, place };
    let gone = |seat| FaultRecord {
        seat,
        kind: FaultKind::Crash,
        detail: "gone".into(),
        action: None,
    };
    // Seat 1 puts R1 back twice, draws K1 and lays a run; seat 0 draws K2; seat 1 draws K1, puts it
    // back, draws B2 and is gone.
    let run = TurnRecord::Play(owned("R1 R2 R3", &[None]));
    let seats = [seat(0, 1, 5, 12, 1, None), seat(0, 2, 3, 4, 1, Some(1))];
    let breaks_off = Ending::Fault(Seat(1));
    let first = GameRecord {
        starter: Seat(1),
        put_back: vec![back(0, 0), back(0, 9), back(2, 1)],
        fault: Some(gone(Seat(1))),
        ..game([0, 1], vec![run, TurnRecord::Pass], breaks_off, seats)
    };
    let refused = FaultRecord {
        seat: Seat(0),
        kind: FaultKind::Illegal,
        detail: "`R1 B1 K1` cannot be a group of seat 1: it continues none of that seat's groups"
            .into(),
        action: Some(Action::Play(owned("R1 B1 K1", &[Some(1)]))),
    };
    let turns = vec![TurnRecord::Refused(refused)];
    let seats = [seat(0, 1, 5, 8, 1, None), seat(0, 2, 5, 10, 0, None)];
    let second = GameRecord {
        deal: 1,
        fault: Some(gone(Seat(1))),
        ..game([1, 0], turns, breaks_off, seats)
    };
    Block {
        block: number,
        deals: vec![
            deal(
                0,
                ["R3 B3 K3 B1", "R1 B1 R2 R3"],
                "R1 B2 K1 K2 K1 B2 B3 K2 K3 R2",
            ),
            deal(
                3,
                ["R1 B1 K1 R2", "R2 B2 K2 B3"],
                "R3 R1 B1 K1 B2 K2 R3 B3 K3 K3",
            ),
        ],
        games: vec![first, second],
    }
}

fn tiles_of(text: &str) -> Vec<Tile> {
    parse_tiles(text, &house_rules()).unwrap()
}
