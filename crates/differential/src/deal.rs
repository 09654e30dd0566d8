//! Positions drawn at random: a legal table, and a rack that has something to do with it.

use crate::dice::Dice;
use crate::field::{GroupAccess, Wrap};
use crate::jokers::layout::{Form, Laid, Lying, layouts, read};
use crate::multiset::excess;
use crate::position::Position;
use crate::rules::Rules;
use crate::sets::{Reading, Readings, judge};
use crate::tile::{Joker, Tile};
use crate::truth::{Truth, kinds_of};

/// Seats of those who own groups: the most that a game has.
const SEATS: usize = 6;

/// Steps of judging one set.
const JUDGE_WORK: u64 = 20_000;

/// The tiles of the game that are not yet in use.
pub(crate) struct Bag {
    left: Vec<(Tile, u8)>,
}

impl Bag {
    pub(crate) fn of(rules: &Rules) -> Bag {
        Bag {
            left: rules.kinds(),
        }
    }

    pub(crate) fn take(&mut self, tile: Tile) -> bool {
        let entry = self
            .left
            .iter_mut()
            .find(|(kind, n)| *kind == tile && *n > 0);
        entry.map(|(_, n)| *n -= 1).is_some()
    }

    pub(crate) fn put_back(&mut self, tile: Tile) {
        if let Some((_, n)) = self.left.iter_mut().find(|(kind, _)| *kind == tile) {
            *n += 1;
        }
    }

    /// Takes all of these tiles or none.
    fn take_all(&mut self, tiles: &[Tile]) -> bool {
        for (i, tile) in tiles.iter().enumerate() {
            if !self.take(*tile) {
                tiles[..i].iter().for_each(|tile| self.put_back(*tile));
                return false;
            }
        }
        true
    }

    pub(crate) fn any(&mut self, dice: &mut Dice) -> Option<Tile> {
        let all: Vec<Tile> = self
            .left
            .iter()
            .flat_map(|(tile, n)| std::iter::repeat_n(*tile, usize::from(*n)))
            .collect();
        let tile = *all.get(dice.below(all.len()))?;
        self.take(tile).then_some(tile)
    }
}

/// A position under these rules.
pub fn position(dice: &mut Dice, rules: &Rules) -> Position {
    let mut bag = Bag::of(rules);
    // Special jokers make both solvers and brute force slow: there most positions are small.
    let specials: u8 = rules.jokers[1..].iter().sum();
    let weights = match specials {
        0 => [4, 6, 4, 3],
        1..3 => [5, 6, 2, 1],
        _ => [12, 8, 1, 0],
    };
    let class = dice.weighted(&weights);
    let most_sets = match class {
        0 => dice.range(0, 2),
        1 => dice.range(1, 4),
        2 => dice.range(3, 7),
        _ => dice.range(6, 14),
    };
    let planted = dice.chance(45);
    let mut table: Vec<Vec<Tile>> = Vec::new();
    for _ in 0..most_sets {
        table.extend(new_set(dice, rules, &mut bag));
    }
    let mut rack = Vec::new();
    if planted {
        take_to_rack(
            dice,
            rules,
            &mut table,
            &mut rack,
            if specials > 2 { 6 } else { 14 },
        );
        mix(dice, rules, &mut table);
    }
    let more = match planted {
        true => dice.pick(&[0, 0, 1, 2, 4]),
        false if specials > 2 => dice.pick(&[1, 2, 3, 4, 5, 6]),
        false => dice.pick(&[1, 2, 3, 4, 5, 6, 8, 11]),
    };
    let close = dice.pick(&[0, 50, 85]);
    let jokers = dice.pick(&[5, 20, 50]);
    for _ in 0..more {
        let near = if dice.chance(jokers) {
            joker(dice, rules)
        } else if dice.chance(close) {
            near_tile(dice, rules, &table, &rack)
        } else {
            None
        };
        match near.filter(|tile| bag.take(*tile)) {
            Some(tile) => rack.push(tile),
            None => rack.extend(bag.any(dice)),
        }
    }
    let mut position = owned(dice, rules, table, rack);
    if !position.opened && dice.chance(50) {
        close_threshold(dice, &mut position);
    }
    position
}

/// How large a position is.
#[derive(Debug, Clone, Copy)]
pub struct Size {
    /// Sets that are tried; fewer lie where the game has no tiles for more.
    pub sets: usize,
    /// Tiles on the rack, as long as there are any.
    pub rack: usize,
    /// Whether some of the rack's tiles came from the table, so that a large play exists.
    pub planted: bool,
}

/// A position of this size, under the threshold that the rules have.
pub fn sized(dice: &mut Dice, rules: &Rules, size: Size) -> Position {
    let mut bag = Bag::of(rules);
    let mut table: Vec<Vec<Tile>> = Vec::new();
    for _ in 0..size.sets {
        table.extend(new_set(dice, rules, &mut bag));
    }
    let mut rack = Vec::new();
    if size.planted {
        take_to_rack(dice, rules, &mut table, &mut rack, size.rack);
        rack.truncate(size.rack);
        mix(dice, rules, &mut table);
    }
    while rack.len() < size.rack
        && let Some(tile) = bag.any(dice)
    {
        rack.push(tile);
    }
    owned(dice, rules, table, rack)
}

/// The position of a player, opened or not, with owners of the groups.
fn owned(
    dice: &mut Dice,
    rules: &Rules,
    mut table: Vec<Vec<Tile>>,
    mut rack: Vec<Tile>,
) -> Position {
    let me = dice.below(SEATS) as u8;
    let owners = owners(dice, rules, &mut table, me);
    let stated = if rules.binds_sets() {
        lay_out(dice, rules, &mut table, &owners)
    } else {
        Vec::new()
    };
    rack.sort_unstable();
    Position {
        rules: rules.clone(),
        table,
        stated,
        owners,
        me,
        rack,
        opened: dice.chance(75),
    }
}

/// Lays every set in an order that is legal, a group with an owner as a group; what each set is
/// where that must be said.
fn lay_out(
    dice: &mut Dice,
    rules: &Rules,
    table: &mut [Vec<Tile>],
    owners: &[Option<u8>],
) -> Vec<Option<Reading>> {
    let mut stated = Vec::new();
    for (i, set) in table.iter_mut().enumerate() {
        let mut ways = layouts(rules, set);
        if rules.has_owners() {
            let owned = owners.get(i).copied().flatten().is_some();
            ways.retain(|lying| (lying.form == Form::Group) == owned);
        }
        let Some(lying) = ways.get(dice.below(ways.len())) else {
            stated.push(None);
            continue;
        };
        let laid = seen_from_a_side(dice, rules, lying);
        *set = laid.tiles;
        stated.push(laid.stated);
    }
    stated
}

/// A set as written, from either side where both are the same set.
pub fn seen_from_a_side(dice: &mut Dice, rules: &Rules, lying: &Lying) -> Laid {
    let laid = lying.written(rules);
    let mut turned = laid.clone();
    turned.tiles.reverse();
    let mut cells = lying.cells.clone();
    cells.reverse();
    let same = read(rules, &turned).is_ok_and(|read| read.cells == cells);
    if same && dice.chance(50) {
        turned
    } else {
        laid
    }
}

/// Sets the threshold to about what the rack can reach.
fn close_threshold(dice: &mut Dice, position: &mut Position) {
    let points = || {
        let kinds = kinds_of(position, false)?;
        Truth::new(position, &kinds, false, 20_000)?.opening_value()
    };
    let Ok(points) = points() else {
        return;
    };
    let least = (points + dice.pick(&[0, 0, 0, 1])).saturating_sub(dice.pick(&[0, 0, 1]));
    let most = position.rules.most_opening();
    position.rules.opening_min = most.min(u16::try_from(least).unwrap_or(u16::MAX));
}

/// Tiles that are a set or nearly one, to be judged.
pub fn near_set(dice: &mut Dice, rules: &Rules) -> Option<Vec<Tile>> {
    let mut bag = Bag::of(rules);
    let mut tiles = if rules.wrap != Wrap::Never && dice.chance(50) {
        long_run(dice, rules)
    } else {
        sketch(dice, rules)?
    };
    if !bag.take_all(&tiles) {
        return None;
    }
    for _ in 0..dice.weighted(&[5, 3, 1]) {
        if dice.chance(50) && !tiles.is_empty() {
            tiles.swap_remove(dice.below(tiles.len()));
        }
        if dice.chance(60) {
            tiles.extend(bag.any(dice));
        }
    }
    let legal_counts = excess(rules, &tiles).is_none() && !tiles.is_empty();
    dice.shuffle(&mut tiles);
    legal_counts.then_some(tiles)
}

/// A legal set of tiles that the bag holds, taken from it.
pub(crate) fn new_set(dice: &mut Dice, rules: &Rules, bag: &mut Bag) -> Option<Vec<Tile>> {
    for _ in 0..12 {
        let Some(tiles) = sketch(dice, rules) else {
            continue;
        };
        if tiles.len() <= 24 && readings(rules, &tiles).best().is_some() && bag.take_all(&tiles) {
            return Some(tiles);
        }
    }
    None
}

fn readings(rules: &Rules, tiles: &[Tile]) -> Readings {
    judge(rules, tiles, JUDGE_WORK).unwrap_or_default()
}

/// A joker in place of a tile, sometimes.
fn maybe_joker(dice: &mut Dice, rules: &Rules, tile: Tile, percent: usize) -> Tile {
    if rules.jokers[0] > 0 && dice.chance(percent) {
        Tile::Joker(Joker::Classic)
    } else {
        tile
    }
}

/// Tiles in the form of a set; not always legal.
fn sketch(dice: &mut Dice, rules: &Rules) -> Option<Vec<Tile>> {
    let mirror = rules.jokers[3] > 0 && dice.chance(25);
    let group = dice.chance(45);
    let jokers = dice.pick(&[0, 10, 25, 50]);
    let side = |dice: &mut Dice| {
        if group {
            group_side(dice, rules, jokers)
        } else {
            run_side(dice, rules, jokers, mirror)
        }
    };
    if !mirror {
        return Some(side(dice)).filter(|tiles| tiles.len() >= 3);
    }
    let mut tiles = side(dice);
    tiles.truncate(dice.range(1, 5));
    let other: Vec<Tile> = tiles
        .iter()
        .map(|tile| maybe_joker(dice, rules, *tile, jokers))
        .collect();
    tiles.extend(other);
    tiles.push(Tile::Joker(Joker::Mirror));
    Some(tiles)
}

fn group_side(dice: &mut Dice, rules: &Rules, jokers: usize) -> Vec<Tile> {
    let value = dice.range(1, usize::from(rules.values)) as u8;
    let mut colours: Vec<char> = rules.colours.chars().collect();
    dice.shuffle(&mut colours);
    let number = dice.range(2, colours.len().max(3));
    let mut tiles: Vec<Tile> = colours
        .iter()
        .take(number)
        .map(|colour| maybe_joker(dice, rules, Tile::number(*colour, value), jokers))
        .collect();
    if rules.jokers[1] > 0 && dice.chance(jokers) {
        tiles.truncate(tiles.len().saturating_sub(2).max(1));
        tiles.push(Tile::Joker(Joker::Double));
    }
    if tiles.len() < 3 && rules.jokers[0] > 0 {
        tiles.push(Tile::Joker(Joker::Classic));
    }
    tiles
}

fn run_side(dice: &mut Dice, rules: &Rules, jokers: usize, short: bool) -> Vec<Tile> {
    let step = if rules.step2 && dice.chance(35) { 2 } else { 1 };
    let values = usize::from(rules.values);
    let colours: Vec<char> = rules.colours.chars().collect();
    let mut colour = dice.pick(&colours);
    let length = match dice.below(if short { 7 } else { 10 }) {
        0..7 => dice.range(3, 5),
        7 | 8 => dice.range(3, 9),
        _ => dice.range(6, 3 * values),
    };
    let mut next = dice.below(values);
    let mut tiles = Vec::new();
    let mut covered = 0;
    let mut laps = 0;
    while covered < length && (next < values || rules.wrap != Wrap::Never) {
        laps += next / values;
        next %= values;
        // Seldom a run that goes too far.
        if rules.wrap == Wrap::End && laps > 0 && next > 0 && dice.chance(90) {
            break;
        }
        let chance = dice.chance(jokers);
        if chance && rules.jokers[1] > 0 && dice.chance(40) {
            tiles.push(Tile::Joker(Joker::Double));
            next += 2;
            covered += 2;
            continue;
        }
        if chance && rules.jokers[2] > 0 && dice.chance(50) {
            tiles.push(Tile::Joker(Joker::Change));
            colour = dice.pick(&colours);
        } else {
            let tile = Tile::number(colour, next as u8 + 1);
            tiles.push(maybe_joker(dice, rules, tile, jokers / 2));
        }
        next += step;
        covered += 1;
    }
    tiles
}

/// A run of many tiles, or a mirror run, which may go round: every slot is filled with tiles that
/// the game has, both sides of a mirror run alike.
fn long_run(dice: &mut Dice, rules: &Rules) -> Vec<Tile> {
    let mut bag = Bag::of(rules);
    let mut tiles = Vec::new();
    let sides = if dice.chance(35) && bag.take(Tile::Joker(Joker::Mirror)) {
        tiles.push(Tile::Joker(Joker::Mirror));
        2
    } else {
        1
    };
    let colours: Vec<char> = rules.colours.chars().collect();
    let mut colour = dice.pick(&colours);
    let values = usize::from(rules.values);
    let (mut next, length) = (dice.below(values), dice.range(3, 4 * values.max(11)));
    let jokers = dice.pick(&[5, 30, 70]);
    let mut covered = 0;
    let most = usize::from(rules.max_jokers_per_set.unwrap_or(u8::MAX));
    while covered < length {
        let number = Tile::number(colour, (next % values) as u8 + 1);
        let kind = dice.pick(&[Joker::Classic, Joker::Double, Joker::Change]);
        let laid = tiles.iter().filter(|tile| tile.is_joker()).count();
        let mut slot = Vec::new();
        let mut slots = 1;
        for side in 0..sides {
            // A double or colour-change joker faces its like.
            let bound = side > 0 && slot[0] != number && slot[0] != Tile::Joker(Joker::Classic);
            let joker = if bound { slot[0] } else { Tile::Joker(kind) };
            let fits = side == 0 || bound || kind == Joker::Classic;
            let may = laid + slot.len() < most && fits;
            let tile = match !bound && !dice.chance(jokers) && bag.take(number) {
                true => number,
                false if may && bag.take(joker) => joker,
                false if !bound && bag.take(number) => number,
                false => break,
            };
            if tile == Tile::Joker(Joker::Double) {
                slots = 2;
            }
            slot.push(tile);
        }
        if slot.len() < sides {
            break;
        }
        if slot[0] == Tile::Joker(Joker::Change) {
            colour = dice.pick(&colours);
        }
        next += slots;
        covered += slots;
        tiles.extend(slot);
    }
    tiles
}

/// A joker of a kind that the game has.
fn joker(dice: &mut Dice, rules: &Rules) -> Option<Tile> {
    let kinds = Joker::ALL.into_iter();
    let kinds: Vec<Joker> = kinds
        .filter(|kind| rules.jokers[kind.index()] > 0)
        .collect();
    kinds
        .get(dice.below(kinds.len()))
        .map(|kind| Tile::Joker(*kind))
}

/// A tile that could lie next to one on the table or rack.
fn near_tile(dice: &mut Dice, rules: &Rules, table: &[Vec<Tile>], rack: &[Tile]) -> Option<Tile> {
    let all: Vec<Tile> = table.iter().flatten().chain(rack).copied().collect();
    let Tile::Number { colour, value } = *all.get(dice.below(all.len()))? else {
        return None;
    };
    let colours: Vec<char> = rules.colours.chars().collect();
    if dice.chance(40) {
        return Some(Tile::number(dice.pick(&colours), value));
    }
    let values = i32::from(rules.values);
    let next = i32::from(value) - 1 + dice.pick(&[-4, -3, -2, -1, 1, 2, 3, 4]);
    let next = if rules.wrap != Wrap::Never {
        next.rem_euclid(values)
    } else {
        next
    };
    (0..values)
        .contains(&next)
        .then(|| Tile::number(colour, next as u8 + 1))
}

/// Moves tiles of the table to the rack such that the table stays legal, so that a large play
/// exists.
fn take_to_rack(
    dice: &mut Dice,
    rules: &Rules,
    table: &mut Vec<Vec<Tile>>,
    rack: &mut Vec<Tile>,
    most: usize,
) {
    let wanted = dice.range(1, most);
    for _ in 0..3 * wanted {
        if table.is_empty() || rack.len() >= wanted {
            return;
        }
        let i = dice.below(table.len());
        if dice.chance(20) {
            rack.extend(table.swap_remove(i));
            continue;
        }
        let mut rest = table[i].clone();
        let tile = rest.swap_remove(dice.below(rest.len()));
        if rest.len() >= 3 && readings(rules, &rest).best().is_some() {
            table[i] = rest;
            rack.push(tile);
        }
    }
}

/// Rearranges the table a little: tiles that two sets can exchange change places.
fn mix(dice: &mut Dice, rules: &Rules, table: &mut [Vec<Tile>]) {
    if table.len() < 2 {
        return;
    }
    for _ in 0..dice.range(0, 30) {
        let (a, b) = (dice.below(table.len()), dice.below(table.len()));
        if a == b {
            continue;
        }
        let (mut from, mut to) = (table[a].clone(), table[b].clone());
        let moved = from.swap_remove(dice.below(from.len()));
        if dice.chance(50) {
            let back = to.swap_remove(dice.below(to.len()));
            from.push(back);
        }
        to.push(moved);
        let legal = |tiles: &[Tile]| readings(rules, tiles).best().is_some();
        if from.len() >= 3 && legal(&from) && legal(&to) {
            table[a] = from;
            table[b] = to;
        }
    }
}

/// An owner for every group; a set that can be a group or a run is either. Nobody owns more than
/// the cap: groups without room leave the table.
fn owners(dice: &mut Dice, rules: &Rules, table: &mut Vec<Vec<Tile>>, me: u8) -> Vec<Option<u8>> {
    if !rules.has_owners() {
        return Vec::new();
    }
    let cap = rules.group_cap_per_player.unwrap_or(u8::MAX);
    let share = match rules.group_access {
        GroupAccess::Anyone => 60,
        _ => 35,
    };
    let mut owned = [0_u8; SEATS];
    let mut owners = Vec::new();
    table.retain(|set| {
        let readings = readings(rules, set);
        let as_group = readings.is_group() && (!readings.is_run() || dice.chance(60));
        let wanted = if dice.chance(share) {
            me
        } else {
            dice.below(SEATS) as u8
        };
        let mut seats = std::iter::once(wanted).chain(0..SEATS as u8);
        let seat = seats.find(|seat| owned[usize::from(*seat)] < cap);
        let owner = seat.filter(|_| as_group);
        if let Some(seat) = owner {
            owned[usize::from(seat)] += 1;
        }
        let lies = owner.is_some() || readings.is_run();
        if lies {
            owners.push(owner);
        }
        lies
    });
    owners
}
