//! The tiles of a set with special jokers, counted once, and what every reading asks of them first.

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::tile::{Colour, Tile};

/// How many tiles of what a set holds.
pub(super) struct Tally {
    pub counts: TileCounts,
    /// Number tiles.
    pub numbers: usize,
    /// Classic jokers.
    pub classic: usize,
    /// Double jokers.
    pub doubles: usize,
    /// Colour-change jokers.
    pub changes: usize,
    /// Whether there is a mirror joker.
    pub mirror: bool,
    /// The value that all number tiles carry.
    pub value: Option<u8>,
}

impl Tally {
    /// `None` if no reading can be legal (RULES.md B4): fewer than three tiles, no number tile, too
    /// many jokers, two axes, or a tile more often than it is in the game. That also bounds all
    /// that follows.
    pub fn of(rules: &RuleSet, tiles: &[Tile]) -> Option<Tally> {
        let counts = TileCounts::try_from_tiles(tiles.iter().copied()).ok()?;
        let [classic, doubles, changes, mirrors] = counts.jokers_by_kind().map(usize::from);
        let jokers = classic + doubles + changes + mirrors;
        let numbers = tiles.len() - jokers;
        let possible = tiles.len() >= 3
            && numbers > 0
            && mirrors <= 1
            && jokers <= usize::from(rules.most_jokers_in_set())
            && rules.excess(&counts).is_none();
        if !possible {
            return None;
        }
        let mut values = counts.kinds().filter_map(|(tile, _)| tile.value());
        let first = values.next()?;
        Some(Tally {
            counts,
            numbers,
            classic,
            doubles,
            changes,
            mirror: mirrors == 1,
            value: values.all(|value| value == first).then_some(first),
        })
    }

    /// How many slots the tiles fill, both sides of a mirror set together; M is no slot.
    pub fn slots(&self) -> usize {
        self.numbers + self.classic + 2 * self.doubles + self.changes
    }

    /// The slots of each side of a mirror set; `None` if they cannot be halved.
    pub fn half(&self) -> Option<usize> {
        let halves = self.mirror && self.slots().is_multiple_of(2);
        halves.then_some(self.slots() / 2)
    }

    /// Every colour of a number tile.
    pub fn colours<'a>(&'a self, rules: &'a RuleSet) -> impl Iterator<Item = Colour> + 'a {
        let there = |colour: &Colour| {
            let mut values = 1..=rules.values;
            values.any(|value| self.counts.number_count(*colour, value) > 0)
        };
        rules.colours().iter().copied().filter(there)
    }
}
