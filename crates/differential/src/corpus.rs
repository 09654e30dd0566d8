//! A corpus: positions under rule systems drawn at random, as lines of `solve --batch`.
//!
//! Nothing is left out but what the rules forbid. A quarter of the positions is dense, and every
//! second rule system has at least 80 tiles and racks of 20 to 55.

use crate::deal::{Size, sized};
use crate::dice::Dice;
use crate::draw::every_field;
use crate::position::Position;

const POSITIONS_OF_A_SYSTEM: u64 = 5;

/// Fewest tiles of a game whose racks are large.
const LARGE_GAME: usize = 80;

/// More sets than any table holds.
const CROWDED: usize = 40;

/// Position `number` of a seed, from 0.
pub fn position(seed: u64, number: u64) -> Position {
    let system = number / POSITIONS_OF_A_SYSTEM;
    let large = system % 2 == 1;
    let least_tiles = if large { LARGE_GAME } else { 0 };
    let rules = every_field(&mut Dice::new(seed, "any rules", system), least_tiles);
    let mut dice = Dice::new(seed, "any position", number);
    let dense = number.is_multiple_of(4);
    let size = Size {
        sets: if dense { CROWDED } else { dice.range(0, 14) },
        rack: if large {
            dice.range(20, 55)
        } else {
            dice.range(1, 19)
        },
        planted: dice.chance(30),
    };
    sized(&mut dice, &rules, size)
}

/// The first lines of a seed.
pub fn lines(seed: u64, positions: u64) -> impl Iterator<Item = String> {
    (0..positions).map(move |number| position(seed, number).line(number))
}
