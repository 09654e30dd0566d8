//! Headers, games and blocks with invented results.

use rummilab_core::{BySeat, Ending, RuleSet, Seat};
use rummilab_record::{Block, BotEntry, GameRecord, Header, SeatRecord};

/// The header of a run of these bots under `original`, with seed 1.
pub fn header<S: ToString>(bots: impl IntoIterator<Item = S>, players: usize) -> Header {
    let entry = |label: S| BotEntry {
        label: label.to_string(),
        canonical: label.to_string(),
        version: None,
        programs: Vec::new(),
    };
    Header {
        plan: String::new(),
        plan_hash: "h".to_owned(),
        rules: RuleSet::preset("original").expect("it ships"),
        players,
        seed: 1,
        salt: None,
        bots: bots.into_iter().map(entry).collect(),
        build: "test".to_owned(),
    }
}

/// A seat with nothing left on its rack, which never opened.
pub fn seat(score: i32, place: u8) -> SeatRecord {
    SeatRecord {
        score,
        place,
        tiles_left: 0,
        points_left: 0,
        own_turns: 1,
        opened_turn: None,
    }
}

/// A game without turns that ended with an empty pool.
pub fn game(seating: impl Into<BySeat<u16>>, seats: impl Into<BySeat<SeatRecord>>) -> GameRecord {
    GameRecord {
        seating: seating.into(),
        deal: 0,
        starter: Seat(0),
        turns: Vec::new(),
        put_back: Vec::new(),
        ending: Ending::PoolEmpty,
        seats: seats.into(),
        fault: None,
    }
}

/// Block 0, without its deals.
pub fn block(games: Vec<GameRecord>) -> Block {
    Block {
        block: 0,
        deals: Vec::new(),
        games,
    }
}
