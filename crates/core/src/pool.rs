//! The deal and the pool: the racks, and the tiles still to be drawn, in one shared stream or one
//! stream per seat. The caller makes the deal; this module checks it.

use crate::counts::TileCounts;
use crate::rules::RuleSet;
use crate::seat::{BySeat, Seat};
use crate::tile::Tile;

/// All that chance decides before the first turn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deal {
    /// The racks, one per seat.
    pub racks: BySeat<TileCounts>,
    /// The pool: one stream per seat, or a single shared one. The first tile of a stream is drawn
    /// first.
    pub streams: Vec<Vec<Tile>>,
}

/// Why a deal cannot start a game.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DealError {
    /// Fewer than two seats, or more than [`MAX_PLAYERS`](crate::MAX_PLAYERS).
    #[error("a game has 2 to {max} seats, not {0}", max = crate::MAX_PLAYERS)]
    Seats(usize),
    /// Neither one stream nor one per seat.
    #[error("a pool has one stream or one per seat, not {0}")]
    Streams(usize),
    /// The tiles are not those of the rule set; a tile that is missing or in excess.
    #[error("the deal does not hold every tile of the game exactly once: {0} is wrong")]
    Tiles(Tile),
    /// A rack has the wrong number of tiles.
    #[error("seat {seat} has {found} tiles, the rules deal {expected}")]
    Rack {
        /// The seat.
        seat: Seat,
        /// Tiles on its rack.
        found: usize,
        /// Tiles that it should hold.
        expected: usize,
    },
}

impl Deal {
    /// Checks that racks and pool together are exactly the tiles of the rule set.
    pub fn check(&self, rules: &RuleSet) -> Result<(), DealError> {
        let seats = self.racks.len();
        if !(2..=crate::MAX_PLAYERS).contains(&seats) {
            return Err(DealError::Seats(seats));
        }
        if self.streams.len() != 1 && self.streams.len() != seats {
            return Err(DealError::Streams(self.streams.len()));
        }
        let expected = usize::from(rules.hand);
        if let Some(seat) = self
            .racks
            .seats()
            .find(|seat| self.racks[*seat].len() != expected)
        {
            return Err(DealError::Rack {
                seat,
                found: self.racks[seat].len(),
                expected,
            });
        }
        let pool = self.streams.iter().flatten().copied();
        let racks = self.racks.iter().flat_map(TileCounts::tiles);
        let tiles = racks.chain(pool).collect();
        odd_tile(rules, tiles).map_or(Ok(()), |tile| Err(DealError::Tiles(tile)))
    }
}

/// A tile that is missing or in excess, if these tiles are not exactly those of the rule set.
pub(crate) fn odd_tile(rules: &RuleSet, mut tiles: Vec<Tile>) -> Option<Tile> {
    tiles.sort_unstable();
    let all = rules.all_tiles();
    if tiles == all {
        return None;
    }
    let odd = tiles
        .iter()
        .zip(&all)
        .find(|(a, b)| a != b)
        .map(|(a, b)| *a.min(b));
    let longer = if tiles.len() > all.len() {
        &tiles
    } else {
        &all
    };
    Some(odd.or(longer.last().copied()).unwrap_or(Tile::JOKER))
}

/// The tiles still to be drawn.
#[derive(Debug, Clone)]
pub struct Pool {
    /// Reversed, so that a draw pops.
    streams: Vec<Vec<Tile>>,
    /// The stream that the last tile was drawn from.
    drawn_from: usize,
}

impl Pool {
    /// A pool of these streams, first tile drawn first.
    pub fn new(streams: &[Vec<Tile>]) -> Pool {
        Pool {
            streams: streams
                .iter()
                .map(|stream| stream.iter().rev().copied().collect())
                .collect(),
            drawn_from: 0,
        }
    }

    /// All remaining tiles; their order means nothing.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.streams.iter().flatten().copied()
    }

    /// Tiles left.
    pub fn len(&self) -> usize {
        self.streams.iter().map(Vec::len).sum()
    }

    /// Whether nothing is left.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Draws the next tile for this seat. With one stream per seat it comes from the seat's own
    /// stream. If that is empty, it comes from the longest other stream, on a tie that of the
    /// lowest seat.
    pub fn draw(&mut self, seat: Seat) -> Option<Tile> {
        let shared = self.streams.len() == 1;
        let own = if shared { 0 } else { seat.index() };
        let longest = self.streams.iter().map(Vec::len).max()?;
        let from = if self.streams.get(own)?.is_empty() {
            self.streams
                .iter()
                .position(|stream| stream.len() == longest)?
        } else {
            own
        };
        let tile = self.streams[from].pop()?;
        self.drawn_from = from;
        Some(tile)
    }

    /// Makes this the next tile of a pool with one stream, by exchange with the tile that was next.
    /// Returns `false` if the pool does not hold the tile, or has several streams.
    pub fn bring_forward(&mut self, tile: Tile) -> bool {
        let [stream] = self.streams.as_mut_slice() else {
            return false;
        };
        let Some(at) = stream.iter().rposition(|other| *other == tile) else {
            return false;
        };
        let next = stream.len() - 1;
        stream.swap(at, next);
        true
    }

    /// Number of places to which a drawn tile can go back: one more than the remaining tiles.
    pub fn places(&self) -> usize {
        self.len() + 1
    }

    /// Puts the last drawn tile back (docs/statistics.md#tiles-put-back). Its stream gets one more
    /// place, at the end. Places are counted through the streams, from seat 0, each from the next
    /// tile to the last. The tile goes to `place`, and the tile that lay there moves to the new
    /// place.
    ///
    /// # Panics
    /// Unless `place` is below [`Pool::places`].
    pub fn put_back(&mut self, tile: Tile, place: usize) {
        self.streams[self.drawn_from].insert(0, tile);
        let mut before = place;
        for at in 0..self.streams.len() {
            let length = self.streams[at].len();
            if before < length {
                let index = length - 1 - before;
                let moved = self.streams[at][index];
                self.streams[self.drawn_from][0] = moved;
                self.streams[at][index] = tile;
                return;
            }
            before -= length;
        }
        panic!("the pool has no place {place}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stream(text: &str) -> Vec<Tile> {
        text.split_whitespace()
            .map(|t| t.parse().unwrap())
            .collect()
    }

    #[test]
    fn an_empty_stream_draws_from_the_longest_other_lowest_seat_on_a_tie() {
        let mut pool = Pool::new(&[stream("R1"), stream("B1 B2"), stream("K1 K2")]);
        let drawn: Vec<String> = std::iter::from_fn(|| pool.draw(Seat(0)))
            .map(|t| t.to_string())
            .collect();
        assert_eq!(drawn, ["R1", "B1", "K1", "B2", "K2"]);
        assert!(pool.is_empty());
    }

    #[test]
    fn a_tile_is_brought_forward_in_a_shared_pool_alone() {
        let mut pool = Pool::new(&[stream("R1 B2 K3 B2")]);
        assert!(pool.bring_forward("K3".parse().unwrap()));
        assert!(!pool.bring_forward("O1".parse().unwrap()));
        let drawn: Vec<String> = std::iter::from_fn(|| pool.draw(Seat(1)))
            .map(|t| t.to_string())
            .collect();
        assert_eq!(drawn, ["K3", "B2", "R1", "B2"]);
        let mut own = Pool::new(&[stream("R1"), stream("B2")]);
        assert!(!own.bring_forward("B2".parse().unwrap()));
    }

    /// Three places are left and one tile comes back, so there are four. The new place is the last
    /// of the tile's own stream.
    #[test]
    fn a_tile_goes_back_to_any_place_of_any_stream() {
        let after = |place: usize| -> Vec<String> {
            let mut pool = Pool::new(&[stream("R1 R2"), stream("B1 B2")]);
            let tile = pool.draw(Seat(0)).unwrap();
            assert_eq!(pool.places(), 4);
            pool.put_back(tile, place);
            let of = |stream: &Vec<Tile>| {
                let tiles = stream.iter().rev().map(ToString::to_string);
                tiles.collect::<Vec<_>>().join(" ")
            };
            pool.streams.iter().map(of).collect()
        };
        assert_eq!(after(0), ["R1 R2", "B1 B2"]);
        assert_eq!(after(1), ["R2 R1", "B1 B2"]);
        assert_eq!(after(2), ["R2 B1", "R1 B2"]);
        assert_eq!(after(3), ["R2 B2", "B1 R1"]);
    }

    /// Even if the seat's own stream is empty, the stream that gave the tile gets longer.
    #[test]
    fn the_stream_that_a_tile_came_from_gets_it_back() {
        let mut pool = Pool::new(&[stream(""), stream("B1 B2 B3")]);
        let tile = pool.draw(Seat(0)).unwrap();
        pool.put_back(tile, 2);
        let drawn: Vec<String> = std::iter::from_fn(|| pool.draw(Seat(0)))
            .map(|t| t.to_string())
            .collect();
        assert_eq!(drawn, ["B2", "B3", "B1"]);
    }

    #[test]
    fn a_shared_pool_serves_every_seat_in_order() {
        let mut pool = Pool::new(&[stream("R1 R2 R3")]);
        let drawn = [1, 0, 3, 0].map(|seat| pool.draw(Seat(seat)).map(Tile::face));
        assert_eq!(drawn, [Some(1), Some(2), Some(3), None]);
    }
}
