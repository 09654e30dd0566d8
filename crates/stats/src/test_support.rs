//! Helpers shared by the tests of this crate.

use rummilab_core::{Ending, Seat};
use rummilab_record::{Block, GameRecord, SeatRecord};

use crate::{BlockMeans, Interval};

/// A block of games given by bots and places, by seat. A place gives 10 points for each seat behind
/// it.
pub fn finished(games: &[(&[u16], &[u8])]) -> Block {
    let seat = |place: &u8, seats: usize| SeatRecord {
        score: 10 * (seats as i32 - i32::from(*place)),
        place: *place,
        tiles_left: u16::from(*place) - 1,
        points_left: 0,
        own_turns: 3,
        opened_turn: None,
    };
    let game = |(seating, places): &(&[u16], &[u8])| GameRecord {
        seating: seating.to_vec().into(),
        deal: 0,
        starter: Seat(0),
        turns: Vec::new(),
        put_back: Vec::new(),
        ending: Ending::PoolEmpty,
        seats: places.iter().map(|p| seat(p, places.len())).collect(),
        fault: None,
    };
    Block {
        block: 0,
        deals: Vec::new(),
        games: games.iter().map(game).collect(),
    }
}

pub fn blocks_of_one(values: &[f64]) -> BlockMeans {
    let mut means = BlockMeans::new();
    for &value in values {
        means.push(&[value]);
    }
    means
}

#[track_caller]
pub fn assert_close(found: Option<f64>, expected: f64) {
    let close = |value: f64| (value - expected).abs() <= 1e-12 * expected.abs().max(1.0);
    assert!(
        found.is_some_and(close),
        "found {found:?}, expected {expected}"
    );
}

#[track_caller]
pub fn assert_ends(found: Option<Interval>, low: f64, high: f64, within: f64) {
    let close = |i: Interval| (i.low() - low).abs() <= within && (i.high() - high).abs() <= within;
    assert!(
        found.is_some_and(close),
        "found {found:?}, expected [{low}, {high}]"
    );
}
