//! Random tables and positions for the suite. Refuses to make random numbers: they are handed in.

use rummilab_core::{Position, RuleSet, Set, Table, Tile, TileCounts};

/// Gives an unbiased number below its argument, which is at least 1.
pub type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

fn index(below: Below<'_>, len: usize) -> usize {
    below(len as u64) as usize
}

/// A table of up to `sets` random legal sets, no tile more often than in the game.
pub fn random_table(rules: &RuleSet, sets: usize, below: Below<'_>) -> Table {
    let mut counts = TileCounts::EMPTY;
    let mut table = Vec::new();
    for _ in 0..4 * sets {
        if table.len() == sets {
            break;
        }
        let Some(set) = random_set(rules, below) else {
            continue;
        };
        let with = TileCounts::try_from_tiles(set.tiles().iter().copied())
            .ok()
            .and_then(|c| counts.checked_add(&c));
        if let Some(with) = with.filter(|with| rules.excess(with).is_none()) {
            counts = with;
            table.push(set);
        }
    }
    Table::new(table)
}

fn random_set(rules: &RuleSet, below: Below<'_>) -> Option<Set> {
    let colours = rules.colours();
    let start = 1 + below(u64::from(rules.values)) as u8;
    let mut tiles: Vec<Tile> = if below(2) == 0 {
        let colour = colours[index(below, colours.len())];
        let len = 3 + below(4) as u8;
        (start..start + len)
            .filter_map(|value| Tile::number(colour, value))
            .collect()
    } else {
        let skip = index(below, colours.len());
        let all = below(2) == 0;
        let kept = colours
            .iter()
            .enumerate()
            .filter(|(i, _)| all || *i != skip);
        kept.filter_map(|(_, colour)| Tile::number(*colour, start))
            .collect()
    };
    while !tiles.is_empty() && below(4) == 0 {
        let i = index(below, tiles.len());
        tiles[i] = Tile::JOKER;
    }
    rules
        .judge(&tiles)
        .is_legal()
        .then(|| rules.lay_out(&tiles))
        .flatten()
}

/// A random position: a legal table and up to `rack` tiles from the rest, opened three times out of four.
pub fn random_position(rules: &RuleSet, rack: usize, below: Below<'_>) -> (Table, Position) {
    let sets = below(5) as usize;
    let table = random_table(rules, sets, below);
    let counts = table.counts().unwrap_or_default();
    let mut rest = rules.all_tiles();
    for tile in table.tiles() {
        if let Some(i) = rest.iter().position(|t| *t == tile) {
            rest.swap_remove(i);
        }
    }
    let size = (1 + below(rack as u64) as usize).min(rest.len());
    let tiles: Vec<Tile> = (0..size)
        .map(|_| rest.swap_remove(index(below, rest.len())))
        .collect();
    let opened = below(4) > 0;
    (
        table,
        Position {
            table: counts,
            rack: tiles.into_iter().collect(),
            opened,
            ..Position::default()
        },
    )
}
