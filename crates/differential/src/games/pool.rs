//! The pool of a replay: streams of tiles from which seats draw, and tiles that go back.

use std::collections::VecDeque;

use crate::tile::Tile;

/// The tiles still to be drawn.
#[derive(Debug, Clone)]
pub struct Pool {
    streams: Vec<VecDeque<Tile>>,
    last: usize,
}

impl Pool {
    /// A pool of these streams, the next tile of each first.
    pub fn new(streams: &[Vec<Tile>]) -> Pool {
        let streams = streams.iter().map(|stream| stream.iter().copied());
        Pool {
            streams: streams.map(Iterator::collect).collect(),
            last: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.streams.iter().map(VecDeque::len).sum()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub fn tiles(&self) -> impl Iterator<Item = Tile> + '_ {
        self.streams.iter().flatten().copied()
    }

    /// Draws for a seat: from its own stream or the shared one, else from the longest, the lowest
    /// seat on a tie.
    pub fn draw(&mut self, seat: usize) -> Option<Tile> {
        let own = if self.streams.len() == 1 { 0 } else { seat };
        let mut from = own;
        if self.streams.get(own)?.is_empty() {
            for (at, stream) in self.streams.iter().enumerate() {
                if stream.len() > self.streams[from].len() {
                    from = at;
                }
            }
        }
        self.last = from;
        self.streams[from].pop_front()
    }

    /// Puts the tile drawn last back at this place. Its stream gets one more place at its end,
    /// which takes the tile that lay at the place. False if the pool has no such place.
    pub fn put_back(&mut self, tile: Tile, place: usize) -> bool {
        if place > self.len() {
            return false;
        }
        self.streams[self.last].push_back(tile);
        let mut at = place;
        for stream in 0..self.streams.len() {
            if at < self.streams[stream].len() {
                let moved = std::mem::replace(&mut self.streams[stream][at], tile);
                if let Some(end) = self.streams[self.last].back_mut() {
                    *end = moved;
                }
                return true;
            }
            at -= self.streams[stream].len();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tile::{parse_tiles, print_tiles};

    fn pool(streams: &[&str]) -> Pool {
        let tiles = |text: &&str| parse_tiles(text).expect("tiles");
        Pool::new(&streams.iter().map(tiles).collect::<Vec<_>>())
    }

    fn text(pool: &Pool) -> String {
        print_tiles(&pool.tiles().collect::<Vec<_>>())
    }

    #[test]
    fn an_empty_stream_draws_from_the_longest_other() {
        let mut pool = pool(&["", "B1", "K1 K2", "O1 O2"]);
        let drawn: Vec<Tile> = std::iter::from_fn(|| pool.draw(0)).collect();
        assert_eq!(print_tiles(&drawn), "K1 O1 B1 K2 O2");
    }

    #[test]
    fn a_tile_goes_back_to_any_place() {
        let places = ["R1 R2 B1 B2", "R2 R1 B1 B2", "R2 B1 R1 B2", "R2 B2 B1 R1"];
        for (place, expected) in places.iter().enumerate() {
            let mut pool = pool(&["R1 R2", "B1 B2"]);
            let tile = pool.draw(0).expect("a tile");
            assert!(pool.put_back(tile, place));
            assert_eq!(text(&pool), *expected, "place {place}");
        }
    }
}
