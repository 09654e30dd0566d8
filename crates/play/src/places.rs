//! Layout on a screen of cells: sets in rows, the rack below them, and the neighbours of each
//! place.

use crate::draft::DraftSet;
use crate::rack::RackTile;

/// A place for the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// A tile of the rack, by its index in the shown order.
    Rack(usize),
    /// A tile on the table.
    Tile {
        set: usize,
        /// The place in the set.
        at: usize,
    },
    /// The place of a new set.
    New,
}

/// Cells before the first tile of a set: its number in brackets, and a mark.
pub const LABEL: u16 = 5;
/// Cells between two groups of the rack.
const RACK_GAP: u16 = 2;
/// Cells after the last tile of a set.
const GAP: u16 = 2;
/// Cells for the owner of a group.
const OWNER: u16 = 3;

/// Places of sets and rack, in cells from the corner of their areas.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Places {
    /// Cells from one tile to the next.
    pub step: u16,
    /// For each set, the column and the row of sets.
    pub sets: Vec<(u16, u16)>,
    /// Column and row of the new set.
    pub new: (u16, u16),
    /// Number of rows of sets.
    pub rows: u16,
    /// For each tile of the rack, the column and the row.
    pub rack: Vec<(u16, u16)>,
    /// Number of rows of the rack, at least one.
    pub rack_rows: u16,
    /// Every spot with column and row; the rows of the rack follow those of the table.
    spots: Vec<(Spot, u16, u16)>,
}

/// The width of a set, in cells.
fn wide(set: &DraftSet, step: u16) -> u16 {
    let owner = if set.owner.is_some() { OWNER } else { 0 };
    LABEL + set.tiles.len() as u16 * step + owner + GAP
}

impl Places {
    /// Lays out sets and rack in areas of these widths, with `step` cells from one tile to the
    /// next.
    pub fn new(
        sets: &[DraftSet],
        rack: &[RackTile],
        (table_width, rack_width): (u16, u16),
        step: u16,
    ) -> Places {
        let mut places = Places {
            step,
            ..Places::default()
        };
        let (mut x, mut row) = (0, 0);
        let new_set = LABEL + 2 * step;
        let widths: Vec<u16> = sets
            .iter()
            .map(|set| wide(set, step))
            .chain([new_set])
            .collect();
        for (at, width) in widths.iter().enumerate() {
            if x > 0 && x + width > table_width {
                (x, row) = (0, row + 1);
            }
            match sets.get(at) {
                Some(set) => {
                    places.sets.push((x, row));
                    for tile in 0..set.tiles.len() {
                        let spot = Spot::Tile { set: at, at: tile };
                        let x = x + LABEL + tile as u16 * step;
                        places.spots.push((spot, x, row));
                    }
                }
                None => {
                    places.new = (x, row);
                    places.spots.push((Spot::New, x + LABEL, row));
                }
            }
            x += width;
        }
        places.rows = row + 1;
        let (mut x, mut row) = (0, 0);
        for (at, tile) in rack.iter().enumerate() {
            if tile.begins && x > 0 {
                x += RACK_GAP;
            }
            if x > 0 && x + step > rack_width {
                (x, row) = (0, row + 1);
            }
            places.rack.push((x, row));
            places.spots.push((Spot::Rack(at), x, places.rows + row));
            x += step;
        }
        places.rack_rows = row + 1;
        places
    }

    /// The row of sets of a spot on the table.
    pub fn row_of(&self, spot: Spot) -> Option<u16> {
        match spot {
            Spot::Tile { set, .. } => self.sets.get(set).map(|(_, row)| *row),
            Spot::New => Some(self.new.1),
            Spot::Rack(_) => None,
        }
    }

    /// The spot itself if it exists, otherwise the nearest one.
    pub fn settled(&self, spot: Spot) -> Spot {
        if self.spots.iter().any(|(other, _, _)| *other == spot) {
            return spot;
        }
        let mut racks = self
            .spots
            .iter()
            .filter(|(s, _, _)| matches!(s, Spot::Rack(_)));
        let last_of_rack = racks.next_back().map(|(spot, _, _)| *spot);
        match spot {
            Spot::Rack(_) => last_of_rack.unwrap_or(Spot::New),
            Spot::Tile { set, .. } => {
                let same = self.spots.iter().rev();
                let same = same.map(|(spot, _, _)| *spot);
                let mut same =
                    same.filter(|s| matches!(s, Spot::Tile { set: other, .. } if *other <= set));
                same.next().unwrap_or(Spot::New)
            }
            Spot::New => Spot::New,
        }
    }

    /// The spot before (-1) or after (1) this one in reading order. Rack and table are separate.
    pub fn beside(&self, spot: Spot, step: isize) -> Spot {
        let Some(at) = self.index(spot) else {
            return self.settled(spot);
        };
        let next = at
            .checked_add_signed(step)
            .and_then(|at| self.spots.get(at));
        let is_rack = |spot: Spot| matches!(spot, Spot::Rack(_));
        match next {
            Some((next, _, _)) if is_rack(*next) == is_rack(spot) => *next,
            _ => spot,
        }
    }

    /// The spot above (-1) or below (1) this one: the nearest column in the next non-empty row.
    pub fn above_or_below(&self, spot: Spot, step: i32) -> Spot {
        let Some((_, x, y)) = self.index(spot).map(|at| self.spots[at]) else {
            return self.settled(spot);
        };
        let ahead = |other: u16| (i32::from(other) - i32::from(y)) * step;
        let row = self.spots.iter().map(|(_, _, row)| ahead(*row));
        let Some(nearest) = row.filter(|distance| *distance > 0).min() else {
            return spot;
        };
        let in_row = self
            .spots
            .iter()
            .filter(|(_, _, row)| ahead(*row) == nearest);
        in_row
            .min_by_key(|(_, column, _)| column.abs_diff(x))
            .map_or(spot, |(spot, _, _)| *spot)
    }

    fn index(&self, spot: Spot) -> Option<usize> {
        self.spots.iter().position(|(other, _, _)| *other == spot)
    }
}

#[cfg(test)]
mod tests {
    use crate::DraftTile;

    use super::*;

    fn set(tiles: usize) -> DraftSet {
        let tile = DraftTile {
            tile: rummilab_core::Tile::JOKER,
            laid: false,
            fresh: false,
        };
        DraftSet {
            tiles: vec![tile; tiles],
            ..DraftSet::default()
        }
    }

    #[test]
    fn sets_flow_and_the_cursor_finds_its_way() {
        // Two sets of three fit in 40 cells (19 each); the third goes below. A rack of 3 tiles of
        // one colour and 2 of another is in rows of 18 cells, which leave no room for the last
        // tile.
        let rack = [true, false, false, true, false].map(|begins| RackTile {
            tile: rummilab_core::Tile::JOKER,
            begins,
            drawn: false,
        });
        let places = Places::new(&[set(3), set(3), set(3)], &rack, (40, 18), 4);
        assert_eq!(places.sets, [(0, 0), (19, 0), (0, 1)]);
        assert_eq!((places.new, places.rows), ((19, 1), 2));
        assert_eq!(places.rack, [(0, 0), (4, 0), (8, 0), (14, 0), (0, 1)]);
        assert_eq!(places.rack_rows, 2);
        let tile = |set, at| Spot::Tile { set, at };
        let check = |from, step, to| assert_eq!(places.beside(from, step), to);
        check(tile(0, 2), 1, tile(1, 0));
        check(tile(0, 0), -1, tile(0, 0));
        check(tile(2, 2), 1, Spot::New);
        check(Spot::New, 1, Spot::New);
        check(Spot::Rack(0), -1, Spot::Rack(0));
        check(Spot::Rack(3), 1, Spot::Rack(4));
        let check = |from, step, to| assert_eq!(places.above_or_below(from, step), to);
        check(Spot::Rack(0), -1, tile(2, 0));
        check(Spot::Rack(4), -1, Spot::Rack(0));
        check(tile(2, 1), -1, tile(0, 1));
        check(tile(1, 0), 1, Spot::New);
        check(tile(0, 0), -1, tile(0, 0));
        check(Spot::New, 1, Spot::Rack(3));
        assert_eq!(places.settled(tile(7, 7)), tile(2, 2));
        assert_eq!(places.settled(Spot::Rack(9)), Spot::Rack(4));
        let empty = Places::new(&[], &[], (40, 16), 4);
        assert_eq!(empty.settled(Spot::Rack(0)), Spot::New);
        assert_eq!(empty.settled(tile(0, 0)), Spot::New);
    }
}
