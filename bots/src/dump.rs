//! `dump`: get rid of high tiles first.

use rummilab_core::Tile;

use crate::entry::{Entry, number, quick};
use crate::value::Weighing;

pub(crate) const ENTRY: Entry = Entry {
    name: "dump",
    version: 5,
    about: "like greedy, but lays most high tiles first",
    params: &[number("from", 10, 1, 15).about("the smallest high value")],
    for_tests: false,
    work: quick,
    make: |s| {
        let from = s.count("from") as u8;
        Box::new(Weighing::new(s.player(), &high_first(from)))
    },
};

/// More than the tiles of any rack, so that one high tile counts more than all low ones.
const HIGH: i32 = 1000;

/// Weights for most tiles whose value is at least `from`, jokers included; among those plays, most
/// tiles. The tiles left when somebody else goes out should be cheap. Folk advice, even with
/// `greedy` (docs/strategy.md#tiles-or-points).
fn high_first(from: u8) -> impl Fn(Tile) -> i32 {
    move |tile| {
        if tile.value().is_none_or(|value| value >= from) {
            HIGH
        } else {
            1
        }
    }
}
