//! Turns drawn at random under bound jokers: legal ones, and ones that are nearly so.

use super::layout::{Cell, Form, Laid, Lying, forms, layouts, read};
use super::turn::Turn;
use crate::board::Board;
use crate::deal::{Bag, new_set, seen_from_a_side};
use crate::dice::Dice;
use crate::field::{GroupAccess, JokerGroup3, JokerTake, Rearrange, TableAccess, Wrap};
use crate::multiset::{Counts, Kinds};
use crate::rules::Rules;
use crate::tile::{Joker, Tile};

/// A joker.
const J: Tile = Tile::Joker(Joker::Classic);

/// Partitions of the loose tiles among which one is chosen.
const MOST_PARTITIONS: usize = 60;

/// A turn with the rules under which it is played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawn {
    pub rules: Rules,
    pub before: Vec<Laid>,
    pub laid: Vec<Tile>,
    pub after: Vec<Laid>,
    pub opened: bool,
    /// The owners of the sets before and after, where groups have owners; seat 0 plays.
    pub owners: Option<[Vec<Option<u8>>; 2]>,
}

impl Drawn {
    /// The turn to be judged.
    pub fn turn(&self) -> Turn<'_> {
        Turn {
            before: &self.before,
            laid: &self.laid,
            after: &self.after,
            opened: self.opened,
            owners: self
                .owners
                .as_ref()
                .map(|[before, after]| [&before[..], &after[..]]),
        }
    }

    /// Whether some set says what it is.
    pub fn states(&self) -> bool {
        let sets = self.before.iter().chain(&self.after);
        sets.into_iter().any(|set| set.stated.is_some())
    }
}

/// The names of joker rules that bind, and of refinements drawn at random.
pub const BINDING: [&str; 5] = ["any", "old", "two", "both", "drawn"];

/// Rules of a small game whose jokers are bound, by the name of the joker rule.
pub fn rules(dice: &mut Dice, joker_rule: &str) -> Rules {
    let mut rules = Rules::original();
    let colours = dice.pick(&[3, 4, 4, 4, 5, 6]);
    rules.colours = "RBKOYG".chars().take(colours).collect();
    rules.values = dice.pick(&[4, 5, 6, 7, 8, 9, 13]);
    rules.copies = dice.pick(&[1, 2, 2, 3]);
    rules.jokers[0] = dice.pick(&[1, 2, 2, 3, 4]);
    rules.hand = 2;
    rules.opening_min = dice.range(0, 10) as u16;
    rules.opening_table_access = dice.pick(TableAccess::ALL);
    rules.rearrange_then_draw = dice.chance(30);
    rules.max_jokers_per_set = dice.pick(&[None, None, Some(1), Some(2), Some(2), Some(3)]);
    rules.max_run_len = dice.pick(&[None, None, Some(13), Some(5)]);
    rules.group_max = dice.pick(&[None, None, None, Some(3), Some(4)]);
    rules.wrap = dice.pick(&[
        Wrap::Never,
        Wrap::Never,
        Wrap::Never,
        Wrap::Round,
        Wrap::End,
    ]);
    rules.step2 = dice.chance(20);
    if dice.chance(15) {
        rules.group_access = dice.pick(GroupAccess::ALL);
        rules.group_cap_per_player = dice.pick(&[None, Some(2), Some(6)]);
    }
    rules.jokers_dealt_each = 0;
    bind(dice, &mut rules, joker_rule);
    if dice.chance(30) {
        rules.rearrange = Rearrange::Extend;
        if dice.chance(30) {
            rules.set_joker_rule("free");
        }
    }
    rules
}

/// Sets a joker rule by its name; `drawn` draws the refinements.
pub fn bind(dice: &mut Dice, rules: &mut Rules, joker_rule: &str) {
    if !rules.set_joker_rule(joker_rule) {
        rules.joker_take = JokerTake::Replaced;
        for field in ["joker_paid_by", "joker_group3", "joker_reuse"] {
            crate::draw::draw_field(dice, rules, field, true);
        }
    }
}

/// A turn under these rules; `None` if the tiles drawn lead to none.
pub fn turn(dice: &mut Dice, rules: &Rules) -> Option<Drawn> {
    let mut bag = Bag::of(rules);
    let before = old_table(dice, rules, &mut bag)?;
    let opened = dice.chance(90);
    let mut scene = Scene {
        rules,
        bag,
        loose: Vec::new(),
        laid: Vec::new(),
        blocks: Vec::new(),
        freed: 0,
    };
    let owners = owners(dice, rules, &before)?;
    for (lying, owner) in before.iter().zip(&owners) {
        scene.deal_with(dice, lying, *owner);
    }
    scene.join(dice);
    scene.grow(dice);
    let mut after = scene.end(dice)?;
    if scene.laid.is_empty() && !dice.chance(5) {
        return None;
    }
    dice.shuffle(&mut after);
    let before = before
        .iter()
        .map(|lying| seen_from_a_side(dice, rules, lying));
    let (after, owners_after) = after.into_iter().unzip();
    let mut drawn = Drawn {
        rules: rules.clone(),
        before: before.collect(),
        laid: scene.laid,
        after,
        opened,
        owners: rules.has_owners().then_some([owners, owners_after]),
    };
    if dice.chance(20) {
        disturb(dice, &mut drawn);
    }
    Some(drawn)
}

/// An owner of each group; `None` if there are more groups than the players may own.
fn owners(dice: &mut Dice, rules: &Rules, table: &[Lying]) -> Option<Vec<Option<u8>>> {
    let cap = rules.group_cap_per_player.map_or(usize::MAX, usize::from);
    let mut owned = [0; 3];
    let mut owners = Vec::new();
    for lying in table {
        if lying.form != Form::Group {
            owners.push(None);
            continue;
        }
        let room: Vec<u8> = (0..3)
            .filter(|seat| owned[usize::from(*seat)] < cap)
            .collect();
        let seat = *room.get(dice.below(room.len()))?;
        owned[usize::from(seat)] += 1;
        owners.push(Some(seat));
    }
    Some(owners)
}

/// A table of some sets, with a joker at least if nothing else binds.
fn old_table(dice: &mut Dice, rules: &Rules, bag: &mut Bag) -> Option<Vec<Lying>> {
    let mut table = Vec::new();
    let with_jokers = if rules.only_extends() {
        dice.pick(&[0, 0, 1, 1, 2])
    } else {
        dice.pick(&[1, 1, 1, 2, 2, 3])
    };
    for _ in 0..40 {
        let Some(tiles) = new_set(dice, rules, bag) else {
            break;
        };
        let jokers = table.len() < with_jokers;
        if tiles.contains(&J) == jokers {
            let ways = layouts(rules, &tiles);
            table.push(ways.get(dice.below(ways.len()))?.clone());
        } else {
            tiles.iter().for_each(|tile| bag.put_back(*tile));
        }
        if table.len() >= with_jokers + dice.below(4) {
            break;
        }
    }
    let jokers = table.iter().any(|lying| lying.tiles().contains(&J));
    (jokers || (rules.only_extends() && !table.is_empty())).then_some(table)
}

/// What lies locked and loose while a turn is drawn.
struct Scene<'a> {
    rules: &'a Rules,
    bag: Bag,
    loose: Vec<Tile>,
    laid: Vec<Tile>,
    /// Old sets that stay, with the owners of groups.
    blocks: Vec<(Lying, Option<u8>)>,
    freed: usize,
}

impl Scene<'_> {
    /// Keeps an old set, frees jokers of it, or breaks it.
    fn deal_with(&mut self, dice: &mut Dice, lying: &Lying, owner: Option<u8>) {
        let jokers = lying.tiles().contains(&J);
        let may_free = jokers && self.rules.joker_take == JokerTake::Replaced;
        match dice.weighted(match (may_free, self.rules.only_extends()) {
            (true, _) => &[45, 45, 10],
            (false, true) => &[95, 0, 5],
            (false, false) => &[35, 0, 65],
        }) {
            0 => self.blocks.push((lying.clone(), owner)),
            1 => self.free(dice, lying, owner),
            _ => self.loose.extend(lying.tiles()),
        }
    }

    fn free(&mut self, dice: &mut Dice, lying: &Lying, owner: Option<u8>) {
        let mut lying = lying.clone();
        let three = lying.form == Form::Group && lying.cells.len() == 3;
        let both = three && self.rules.joker_group3 == JokerGroup3::Both && dice.chance(80);
        for place in 0..lying.cells.len() {
            let freed = both || dice.chance(65);
            if lying.cells[place].tile != J || !freed {
                continue;
            }
            let fitting = fitting(self.rules, &lying, place);
            if fitting.is_empty() {
                continue;
            }
            let tile = dice.pick(&fitting);
            if self.comes(dice, tile) {
                lying.cells[place].tile = tile;
                self.loose.push(J);
                self.freed += 1;
            }
        }
        if lying.tiles().contains(&J) {
            self.blocks.push((lying, owner));
            return;
        }
        if both {
            let cell = lying.cells[0];
            lying.cells.push(Cell { tile: J, ..cell });
            let missing = fitting(self.rules, &lying, lying.cells.len() - 1);
            lying.cells.pop();
            for tile in missing {
                if !self.comes(dice, tile) {
                    continue;
                }
                if self.rules.only_extends() {
                    lying.cells.push(Cell { tile, ..cell });
                } else {
                    self.loose.push(tile);
                }
            }
        }
        if dice.chance(if self.rules.only_extends() { 95 } else { 50 }) {
            self.blocks.push((lying, owner));
        } else {
            self.loose.extend(lying.tiles());
        }
    }

    /// Takes a tile for a place from the loose ones or lays it from the rack.
    fn comes(&mut self, dice: &mut Dice, tile: Tile) -> bool {
        let loose = self.loose.iter().position(|other| *other == tile);
        match loose {
            Some(at) if dice.chance(50) => {
                self.loose.swap_remove(at);
                true
            }
            _ => {
                let lies = self.bag.take(tile);
                if lies {
                    self.laid.push(tile);
                }
                lies
            }
        }
    }

    /// Joins two blocks end to end where they are a set then.
    fn join(&mut self, dice: &mut Dice) {
        for a in 0..self.blocks.len() {
            for b in 0..self.blocks.len() {
                if a == b || !dice.chance(50) {
                    continue;
                }
                let mut cells = self.blocks[a].0.cells.clone();
                cells.extend(&self.blocks[b].0.cells);
                let form = self.blocks[a].0.form;
                let joined = Lying { form, cells };
                if form == self.blocks[b].0.form && is_set(self.rules, &joined) {
                    self.blocks[a].0 = joined;
                    self.blocks.remove(b);
                    return;
                }
            }
        }
    }

    /// Lays tiles at the ends of blocks.
    fn grow(&mut self, dice: &mut Dice) {
        for at in 0..self.blocks.len() {
            for _ in 0..dice.weighted(&[4, 4, 2, 1]) {
                let in_front = dice.chance(50);
                let longer = longer(self.rules, &self.blocks[at].0, in_front);
                if longer.is_empty() {
                    continue;
                }
                let ways = [dice.below(longer.len()), dice.below(longer.len())];
                let joker = self.loose.iter().position(|tile| *tile == J);
                let place = |set: &Lying| if in_front { 0 } else { set.cells.len() - 1 };
                let mut next = longer[ways[0]].clone();
                let place = place(&next);
                match joker {
                    Some(joker) if dice.chance(40) => {
                        next.cells[place].tile = J;
                        if is_set(self.rules, &next) {
                            self.loose.swap_remove(joker);
                            self.blocks[at].0 = next;
                        }
                    }
                    _ => {
                        let tile = next.cells[place].tile;
                        if self.comes(dice, tile) {
                            self.blocks[at].0 = next;
                        }
                    }
                }
            }
        }
    }

    /// Lays the loose tiles as sets, with some more from the rack.
    fn end(&mut self, dice: &mut Dice) -> Option<Vec<(Laid, Option<u8>)>> {
        let mut rack = Vec::new();
        for _ in 0..self.loose.iter().filter(|tile| **tile == J).count() {
            if dice.chance(75) {
                rack.extend(pair(dice, self.rules, &mut self.bag));
            }
        }
        for _ in 0..dice.weighted(&[3, 2, 2, 1]) {
            rack.extend(self.bag.any(dice));
        }
        let all: Vec<Tile> = self.loose.iter().chain(&rack).copied().collect();
        let kinds = Kinds::of(all.iter().copied())?;
        let counts = kinds.counts(&all)?;
        let loose = kinds.counts(&self.loose)?;
        let mut board = Board::new(self.rules, &kinds, counts, 20_000).ok()?;
        let mut ways: Vec<Counts> = crate::multiset::parts(counts - loose, 1 << 8)?;
        dice.shuffle(&mut ways);
        if dice.chance(50) {
            ways.sort_by_key(|part| std::cmp::Reverse(crate::multiset::size(*part)));
        }
        for part in ways {
            if !board.lies(loose + part).ok()? {
                continue;
            }
            self.laid.extend(kinds.list(part));
            return self.lay(dice, &mut board, &kinds, loose + part);
        }
        None
    }

    fn lay(
        &self,
        dice: &mut Dice,
        board: &mut Board<'_>,
        kinds: &Kinds,
        tiles: Counts,
    ) -> Option<Vec<(Laid, Option<u8>)>> {
        let partitions = board.partitions(tiles, MOST_PARTITIONS).ok()?;
        let chosen = partitions.get(dice.below(partitions.len()))?;
        let mut after: Vec<(Laid, Option<u8>)> = Vec::new();
        for (block, owner) in &self.blocks {
            let other = dice.chance(5).then(|| dice.below(3) as u8);
            let owner = owner.map(|owner| other.unwrap_or(owner));
            after.push((seen_from_a_side(dice, self.rules, block), owner));
        }
        for set in chosen {
            let ways = layouts(self.rules, &kinds.list(*set));
            let lying = ways.get(dice.below(ways.len()))?;
            let seat = dice.pick(&[0, 0, 0, 0, 1, 2]);
            let owner = (lying.form == Form::Group).then_some(seat);
            after.push((seen_from_a_side(dice, self.rules, lying), owner));
        }
        Some(after)
    }
}

/// The number tiles that fit into a place of a set.
fn fitting(rules: &Rules, lying: &Lying, place: usize) -> Vec<Tile> {
    if let Some(kind) = lying.cells[place].kind {
        return vec![kind];
    }
    let held = lying.tiles();
    let value = held.iter().map(|tile| tile.face()).max().unwrap_or(0) as u8;
    let of_colours = rules
        .colours
        .chars()
        .map(|colour| Tile::number(colour, value));
    of_colours.filter(|tile| !held.contains(tile)).collect()
}

/// A set with a number tile more at an end, all ways.
fn longer(rules: &Rules, lying: &Lying, in_front: bool) -> Vec<Lying> {
    let numbers = rules.kinds().into_iter().map(|(tile, _)| tile);
    let with = |tile: Tile| {
        let kind = lying.cells[0].kind.map(|_| tile);
        let mut longer = lying.clone();
        let at = if in_front { 0 } else { longer.cells.len() };
        longer.cells.insert(at, Cell { tile, kind });
        longer
    };
    numbers
        .filter(|tile| !tile.is_joker())
        .map(with)
        .filter(|longer| is_set(rules, longer))
        .collect()
}

/// Whether cells lie as a legal set of their form, written in one direction or the other.
fn is_set(rules: &Rules, lying: &Lying) -> bool {
    let lies = |lying: &Lying| read(rules, &lying.written(rules)).is_ok_and(|read| read == *lying);
    let mut turned = lying.clone();
    turned.cells.reverse();
    lies(lying) || lies(&turned)
}

/// Two tiles of the bag that are a set with a joker.
fn pair(dice: &mut Dice, rules: &Rules, bag: &mut Bag) -> Vec<Tile> {
    let colours: Vec<char> = rules.colours.chars().collect();
    let value = dice.range(1, usize::from(rules.values)) as u8;
    let first = Tile::number(dice.pick(&colours), value);
    let second = if dice.chance(50) {
        Tile::number(dice.pick(&colours), value)
    } else {
        let Tile::Number { colour, .. } = first else {
            return Vec::new();
        };
        Tile::number(colour, 1 + value % rules.values)
    };
    [first, second]
        .into_iter()
        .filter(|tile| bag.take(*tile))
        .collect()
}

/// Changes something, so that most turns are illegal.
fn disturb(dice: &mut Dice, drawn: &mut Drawn) {
    let many = drawn.after.len();
    let at = dice.below(many);
    let other = dice.below(many);
    let Some(set) = drawn.after.get_mut(at) else {
        return;
    };
    match dice.below(7) {
        0 => dice.shuffle(&mut set.tiles),
        1 => set.tiles.rotate_left(1),
        2 => set.tiles.reverse(),
        3 => {
            let several = forms(&drawn.rules, &set.tiles);
            let form = several.get(dice.below(several.len()));
            set.stated = form.map(|lying| lying.form.reading());
        }
        4 => {
            if let Some(at) = set.tiles.iter().position(|tile| *tile == J) {
                let tile = set.tiles.remove(at);
                set.tiles.insert(dice.below(set.tiles.len() + 1), tile);
            }
        }
        5 if at != other && set.tiles.len() > 1 => {
            let tile = set.tiles.remove(dice.below(set.tiles.len()));
            let place = dice.below(drawn.after[other].tiles.len() + 1);
            drawn.after[other].tiles.insert(place, tile);
        }
        _ => {
            // Two sets exchange a tile.
            let i = dice.below(drawn.after[at].tiles.len());
            let k = dice.below(drawn.after[other].tiles.len());
            let tile = drawn.after[at].tiles[i];
            drawn.after[at].tiles[i] = drawn.after[other].tiles[k];
            drawn.after[other].tiles[k] = tile;
        }
    }
}
