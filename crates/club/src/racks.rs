//! What racks of a game can hold: points that a number of tiles can have.

use rummilab_core::{RuleSet, TileCounts, UnopenedPenalty};

/// The points of racks under some rules.
pub(crate) struct RackBounds {
    /// Points of every tile of the game, ascending.
    tiles: Vec<u64>,
    /// Points of players who have not opened, whatever their racks hold.
    flat: Vec<u64>,
}

impl RackBounds {
    pub fn new(rules: &RuleSet) -> RackBounds {
        let points = |tile| {
            let rack = TileCounts::try_from_tiles([tile]);
            rack.map_or(0, |rack| u64::from(rules.rack_points(&rack)))
        };
        let mut tiles: Vec<u64> = rules.deck().tiles().map(points).collect();
        tiles.sort_unstable();
        let flat = match rules.unopened_penalty {
            UnopenedPenalty::Flat { could_not, could } => vec![could_not.into(), could.into()],
            UnopenedPenalty::Off => Vec::new(),
        };
        RackBounds { tiles, flat }
    }

    /// Points of all tiles.
    pub fn most(&self) -> u64 {
        self.tiles.iter().sum()
    }

    pub fn is_flat(&self, points: u64) -> bool {
        self.flat.contains(&points)
    }

    /// The highest points that do not depend on the rack.
    pub fn most_flat(&self) -> u64 {
        self.flat.iter().copied().max().unwrap_or(0)
    }

    /// Whether a rack can hold so many tiles.
    pub fn has_tiles(&self, tiles: u32) -> bool {
        (1..=self.tiles.len()).contains(&(tiles as usize))
    }

    /// The least points of so many tiles; `None` if the game has fewer.
    pub fn least(&self, tiles: u32) -> Option<u64> {
        Some(self.tiles.get(..tiles as usize)?.iter().sum())
    }

    /// Whether some rack of at least one tile has these points; of so many tiles, if it was noted.
    pub fn has_rack(&self, points: u64, tiles: Option<u32>) -> bool {
        let all = self.tiles.len();
        let count = tiles.unwrap_or(1);
        let dearest = tiles.map_or(all, |tiles| all.min(tiles as usize));
        self.has_tiles(count)
            && self.least(count).is_some_and(|least| least <= points)
            && points <= self.tiles[all - dearest..].iter().sum()
    }
}
