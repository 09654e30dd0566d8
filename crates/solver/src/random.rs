//! Random tables and positions of every rule system.

use rummilab_core::{JokerKind, Position, RuleSet, Seat, Set, Table, Tile, TileCounts};

use crate::catalogue::Catalogue;

/// Returns an unbiased number below its argument, which is at least 1.
pub type Below<'a> = &'a mut dyn FnMut(u64) -> u64;

fn index(below: Below<'_>, len: usize) -> usize {
    below(len as u64) as usize
}

/// A table of up to `sets` random legal sets, with no tile more often than in the game. Runs may go
/// round if the rules allow it. With special jokers, about every second set holds some.
pub fn random_table(rules: &RuleSet, sets: usize, below: Below<'_>) -> Table {
    let mut counts = TileCounts::EMPTY;
    let mut table = Vec::new();
    for _ in 0..4 * sets {
        if table.len() == sets {
            break;
        }
        let special = rules.has_special_jokers() && below(2) == 0;
        let set = if special {
            random_special_set(rules, &counts, below)
        } else {
            random_set(rules, below)
        };
        let Some(set) = set else {
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
        let step = 1 + u8::from(rules.step2 && below(3) == 0);
        let round = |value: u8| match step {
            1 => rules.number_at(usize::from(value) - 1).unwrap_or(value),
            _ => value,
        };
        (0..len)
            .filter_map(|i| Tile::number(colour, round(start + i * step)))
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

/// A set with special jokers, made of tiles that are not on the table: one from the catalogue of a
/// few jokers and a small part of the other tiles.
fn random_special_set(rules: &RuleSet, table: &TileCounts, below: Below<'_>) -> Option<Set> {
    let colours = rules.colours();
    let first = index(below, colours.len());
    let second = index(below, colours.len());
    let low = 1 + below(u64::from(rules.values)) as u8;
    let group = below(3) == 0;
    let mut corner = TileCounts::EMPTY;
    for tile in rules.kinds() {
        let near = match (tile.colour(), tile.value()) {
            (Some(colour), Some(value)) if group => {
                value == low && rules.colours().contains(&colour)
            }
            (Some(colour), Some(value)) => {
                let ahead = (value + rules.values - low) % rules.values;
                [colours[first], colours[second]].contains(&colour) && ahead < 5
            }
            _ => false,
        };
        let free = rules.copies_of(tile).saturating_sub(table.count(tile));
        for _ in 0..if near { free } else { 0 } {
            let _ = corner.insert(tile);
        }
    }
    for _ in 0..1 + below(3) {
        let joker = Tile::joker(JokerKind::ALL[index(below, 4)]);
        if corner.count(joker) + table.count(joker) < rules.copies_of(joker) {
            let _ = corner.insert(joker);
        }
    }
    let catalogue = Catalogue::of_tiles(rules, &corner);
    let special = catalogue.sets().iter();
    let special: Vec<_> = special
        .filter(|set| set.tiles.jokers() > set.tiles.count(Tile::JOKER))
        .collect();
    if special.is_empty() {
        return None;
    }
    let tiles: Vec<Tile> = special[index(below, special.len())].tiles.tiles().collect();
    rules.lay_out(&tiles)
}

/// Number of players at the tables of [`random_position`] if groups have owners.
const SEATS: u64 = 3;

/// This table with random owners, within the limit on groups, and none for seat `without`. Groups
/// that nobody may own are left out.
fn owned(rules: &RuleSet, table: Table, without: Option<u8>, below: Below<'_>) -> Table {
    let cap = rules.group_cap_per_player.or(u8::MAX);
    let mut held = [0_u8; SEATS as usize];
    let mut sets = Vec::new();
    let mut owners = Vec::new();
    for set in table.into_sets() {
        let readings = rules.judge(set.tiles());
        let in_stack = readings.is_group() && !(readings.is_run() && below(2) == 0);
        let mut owner = None;
        if in_stack {
            let first = below(SEATS);
            let seats = (0..SEATS).map(|i| ((first + i) % SEATS) as u8);
            let free = |seat: &u8| held[usize::from(*seat)] < cap && Some(*seat) != without;
            let Some(seat) = seats.into_iter().find(free) else {
                continue;
            };
            held[usize::from(seat)] += 1;
            owner = Some(seat);
        }
        sets.push(set);
        owners.push(owner);
    }
    Table::owned(sets, owners)
}

/// A random crowded position of an opened player, with the player's seat if groups have owners: 8
/// to 20 sets on the table and 5 to 40 tiles on the rack, as far as the tiles suffice.
pub fn dense_position(rules: &RuleSet, below: Below<'_>) -> (Table, Position, Seat) {
    let sets = 8 + index(below, 13);
    let rack = 5 + index(below, 36);
    let mut table = random_table(rules, sets, below);
    let mut seat = Seat(0);
    if rules.has_group_owners() {
        seat = Seat(index(below, SEATS as usize));
        table = owned(rules, table, None, below);
    }
    let mut rest = rest_of(rules, &table);
    let size = rack.min(rest.len());
    let tiles = (0..size).map(|_| rest.swap_remove(index(below, rest.len())));
    let position = rules.position(&table, tiles.collect(), true, Some(seat));
    (table, position, seat)
}

/// The tiles of the game that are not on this table.
fn rest_of(rules: &RuleSet, table: &Table) -> Vec<Tile> {
    let mut rest = rules.all_tiles();
    for tile in table.tiles() {
        if let Some(i) = rest.iter().position(|t| *t == tile) {
            rest.swap_remove(i);
        }
    }
    rest
}

/// A random position: a legal table and up to `rack` other tiles, opened three times out of four.
/// If groups have owners, these are random, and sometimes the position names no seat.
pub fn random_position(rules: &RuleSet, rack: usize, below: Below<'_>) -> (Table, Position) {
    let sets = below(5) as usize;
    random_position_with(rules, sets, rack, below)
}

/// Like [`random_position`], with a table of up to `sets` sets.
pub fn random_position_with(
    rules: &RuleSet,
    sets: usize,
    rack: usize,
    below: Below<'_>,
) -> (Table, Position) {
    let mut table = random_table(rules, sets, below);
    let mut rest = rest_of(rules, &table);
    let size = (1 + below(rack as u64) as usize).min(rest.len());
    let tiles: Vec<Tile> = (0..size)
        .map(|_| rest.swap_remove(index(below, rest.len())))
        .collect();
    let opened = below(4) > 0;
    let mut me = None;
    if rules.has_group_owners() {
        let seat = below(SEATS) as u8;
        table = owned(rules, table, (!opened).then_some(seat), below);
        me = (below(8) > 0).then_some(usize::from(seat));
    }
    let rack = tiles.into_iter().collect();
    let position = rules.position(&table, rack, opened, me.map(Seat));
    (table, position)
}
