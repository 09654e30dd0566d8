//! Old sets that may be kept, at the prices of a relaxation.
//!
//! A kept set buys its tiles from the colours, as a group does. In the worth of a play it counts
//! less than anything else; in a bound it may count any amount. All plays looked for have the same
//! best score, so the bound stays valid. Half a tile makes it tight.

use crate::bounds::{Prices, Usage, add, price};
use crate::grammar::{KEPT, KeepableSets, Locks, Task};

/// A kept set counts as much as this part of a tile.
const PART_OF_TILE: i64 = 2;

/// What a kept set adds to a bound beyond what it is worth, and the price of what is still locked.
#[derive(Debug, Clone, Default)]
pub struct KeptBounds {
    more: i64,
    /// By place: the price of the tiles behind it of the set with each lock.
    locked: Vec<[i64; Locks::BITS as usize]>,
}

impl KeptBounds {
    /// What a path of this worth adds to its bound for the sets that it has kept.
    #[inline]
    pub fn of_worth(&self, worth: i64) -> i64 {
        match self.more {
            0 => 0,
            more => worth.rem_euclid(KEPT) * more,
        }
    }

    /// Whether a kept set counts in bounds what it is worth.
    pub fn is_plain(&self) -> bool {
        self.more == 0
    }

    /// The price of the tiles behind this place of the sets that go on.
    pub fn locked(&self, place: usize, locks: Locks) -> i64 {
        let Some(prices) = self.locked.get(place).filter(|_| locks != 0) else {
            return 0;
        };
        let each = prices.iter().enumerate();
        let of = |(bit, price): (usize, &i64)| i64::from(locks >> bit & 1) * price;
        each.map(of).sum()
    }

    /// What a kept set counts in a bound.
    pub fn worth_of_set(task: &Task) -> i64 {
        task.dearest() / PART_OF_TILE
    }
}

/// Takes the sets that are worth their price.
pub fn take_best_sets(sets: &KeepableSets, worth: i64, prices: &Prices, usage: &mut Usage) -> i64 {
    let mut sum = 0;
    for column in sets.columns() {
        let tiles = column.tiles.iter();
        let tiles = tiles.map(|at| i64::from(at.tiles) * prices.group[at.place][at.colour]);
        let gain = worth - tiles.sum::<i64>() - price(&prices.joker, column.jokers);
        if gain <= 0 {
            continue;
        }
        sum += gain;
        add(&mut usage.jokers, column.jokers);
        for at in column.tiles {
            usage.groups[at.place][at.colour] -= i64::from(at.tiles);
        }
    }
    sum
}

/// Adds to each place what sets that begin there or later can add at most, and returns the rest of
/// the bounds.
pub fn bound_sets(
    sets: &KeepableSets,
    worth: i64,
    prices: &Prices,
    most: &mut [i64],
) -> KeptBounds {
    let mut bounds = KeptBounds {
        more: worth - 1,
        locked: vec![[0; Locks::BITS as usize]; most.len()],
    };
    for column in sets.columns() {
        let cost = |from: usize| -> i64 {
            let tiles = column.tiles.iter().filter(|at| at.place >= from);
            tiles
                .map(|at| i64::from(at.tiles) * prices.group[at.place][at.colour])
                .sum()
        };
        let (Some(first), Some(last)) = (column.tiles.first(), column.tiles.last()) else {
            continue;
        };
        let gain = worth - cost(0) - price(&prices.joker, column.jokers);
        for most in &mut most[..=first.place] {
            *most += gain.max(0);
        }
        for place in first.place..last.place {
            let bit = column.lock.trailing_zeros() as usize;
            bounds.locked[place][bit] = cost(place + 1);
        }
    }
    bounds
}
