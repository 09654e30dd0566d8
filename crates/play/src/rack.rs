//! A rack in display order, with the starts of its groups and the tiles just drawn marked.

use rummilab_core::{Tile, TileCounts};

/// A tile of a rack for display.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RackTile {
    pub tile: Tile,
    /// Whether a group begins here: a colour or a value, according to the sort order.
    pub begins: bool,
    /// Whether it was just drawn; of equal tiles only one is marked.
    pub drawn: bool,
}

/// The tiles of a rack by colour, or by value with the jokers last; `drawn` are those just drawn.
pub(crate) fn shown(rack: &TileCounts, by_value: bool, drawn: &TileCounts) -> Vec<RackTile> {
    let mut tiles: Vec<Tile> = rack.tiles().collect();
    let group = |tile: Tile| {
        if by_value {
            (tile.is_joker(), tile.value(), None)
        } else {
            (tile.is_joker(), None, tile.colour())
        }
    };
    if by_value {
        tiles.sort_by_key(|tile| (group(*tile), *tile));
    }
    let mut drawn = *drawn;
    let mut last = None;
    let shown = tiles.into_iter().map(|tile| RackTile {
        tile,
        begins: last.replace(group(tile)) != Some(group(tile)),
        drawn: drawn.remove(tile),
    });
    shown.collect()
}

/// The tiles as text, with commas between groups.
pub fn rack_text(rack: &[RackTile]) -> String {
    let mut text = String::new();
    for (at, tile) in rack.iter().enumerate() {
        text += match (at, tile.begins) {
            (0, _) => "",
            (_, true) => ", ",
            (_, false) => " ",
        };
        text += &tile.tile.to_string();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_apart_and_one_tile_is_drawn() {
        let counts = |text: &str| -> TileCounts {
            let tiles = text.split_whitespace();
            tiles.map(|tile| tile.parse().unwrap()).collect()
        };
        let rack = counts("R5 R1 B5 B5 J");
        for (by_value, expected) in [(false, "R1 R5, B5 B5, J"), (true, "R1, R5 B5 B5, J")] {
            let shown = shown(&rack, by_value, &counts("B5 K1"));
            assert_eq!(rack_text(&shown), expected);
            let drawn = shown.iter().filter(|tile| tile.drawn);
            assert_eq!(drawn.map(|t| t.tile).collect::<TileCounts>(), counts("B5"));
        }
    }
}
