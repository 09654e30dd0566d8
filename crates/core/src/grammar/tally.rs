//! The tiles of a set with special jokers, counted once for all readings.

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::tile::{Colour, Tile};

/// Numbers of tiles of a set by kind.
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
    /// The value of all number tiles, if they share one.
    pub value: Option<u8>,
}

impl Tally {
    /// `None` if no reading can be legal (docs/rules.md#twist-sets): fewer than three tiles, no
    /// number tile, too many jokers, two axes, or more copies of a tile than the game has. These
    /// checks also bound the work of all that follows.
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

    /// Number of slots that the tiles fill, both sides of a mirror set together; M fills none.
    pub fn slots(&self) -> usize {
        self.numbers + self.classic + 2 * self.doubles + self.changes
    }

    /// Number of slots on each side of a mirror set; `None` if the slots cannot be halved.
    pub fn half(&self) -> Option<usize> {
        let halves = self.mirror && self.slots().is_multiple_of(2);
        halves.then_some(self.slots() / 2)
    }

    /// The colours of all number tiles.
    pub fn colours<'a>(&'a self, rules: &'a RuleSet) -> impl Iterator<Item = Colour> + 'a {
        let there = |colour: &Colour| {
            let mut values = 1..=rules.values;
            values.any(|value| self.counts.number_count(*colour, value) > 0)
        };
        rules.colours().iter().copied().filter(there)
    }
}
