//! Groups and mirror groups with special jokers (docs/rules.md#twist-sets). They never hold a C.

use super::tally::Tally;
use crate::rules::{MirrorValue, RuleSet};
use crate::set::Set;
use crate::tile::{Colour, Tile};

impl Tally {
    /// The value as a group: one value, different colours, each D covering two missing ones.
    pub fn group(&self, rules: &RuleSet) -> Option<u16> {
        let value = self.value?;
        let colours_differ = self.colours(rules).count() == self.numbers;
        let legal = !self.mirror
            && self.changes == 0
            && colours_differ
            && self.slots() <= rules.largest_group();
        legal.then(|| u16::from(value) * self.slots() as u16)
    }

    /// The value as a mirror group: one value, and the same different colours on both sides.
    pub fn mirror_group(&self, rules: &RuleSet) -> Option<u16> {
        let value = u16::from(self.value?);
        self.halves(rules)?;
        let axis = match rules.mirror_value {
            MirrorValue::Middle => value,
            MirrorValue::Zero => 0,
        };
        Some(value * self.slots() as u16 + axis)
    }

    /// The colours of a mirror group that occur `times` times.
    fn colours_held(&self, rules: &RuleSet, times: u8) -> Vec<Colour> {
        let value = self.value.unwrap_or(0);
        let held = |colour: &Colour| self.counts.number_count(*colour, value) == times;
        self.colours(rules).filter(held).collect()
    }

    /// How a mirror group can be halved: the number of single colours and the number of D on the
    /// left.
    ///
    /// Each side has a slot for every colour. A colour that occurs twice lies on both sides. A
    /// colour that occurs once faces a J or a D. Nothing else matters: with the slots in the order
    /// of [`Zone`], every D has two neighbours to cover.
    fn halves(&self, rules: &RuleSet) -> Option<(usize, usize)> {
        let half = self.half()?;
        let [once, twice] = [1, 2].map(|times| self.colours_held(rules, times).len());
        let legal = self.changes == 0
            && self.value.is_some()
            && once + 2 * twice == self.numbers
            && (usize::from(rules.mirror_min_half)..=rules.largest_group()).contains(&half)
            && once + twice <= half;
        if !legal {
            return None;
        }
        let fits = |left: usize, doubles: usize| twice + left + 2 * doubles <= half;
        let ways = (0..=once)
            .rev()
            .flat_map(|left| (0..=self.doubles).map(move |doubles| (left, doubles)));
        ways.into_iter().find(|(left, doubles)| {
            fits(*left, *doubles) && fits(once - left, self.doubles - doubles)
        })
    }

    /// The layout of a mirror group, with numbers on the left wherever there is a choice.
    pub fn lay_out_mirror_group(&self, rules: &RuleSet) -> Option<Set> {
        let (half, value) = (self.half()?, self.value?);
        let (left, left_doubles) = self.halves(rules)?;
        let once = self.colours_held(rules, 1);
        let slot = |colour: Option<Colour>, numbers: [bool; 2]| {
            let tile = colour.and_then(|colour| Tile::number(colour, value));
            numbers.map(|number| tile.filter(|_| number).unwrap_or(Tile::JOKER))
        };
        let pairs = self.colours_held(rules, 2).into_iter();
        let mut slots: Vec<[Tile; 2]> = pairs.map(|c| slot(Some(c), [true; 2])).collect();
        slots.extend(once[..left].iter().map(|c| slot(Some(*c), [true, false])));
        slots.extend(once[left..].iter().map(|c| slot(Some(*c), [false, true])));
        slots.resize(half, slot(None, [false; 2]));
        // Replace two J by a D, first where the other side has a number: then the D of both sides
        // overlap last.
        for (side, doubles) in [left_doubles, self.doubles - left_doubles]
            .into_iter()
            .enumerate()
        {
            let free = slots.iter_mut().filter(|slot| slot[side] == Tile::JOKER);
            for slot in free.take(2 * doubles) {
                slot[side] = Tile::DOUBLE;
            }
        }
        slots.sort_by_key(|slot| (Zone::of(slot), slot[0].min(slot[1])));
        let line = |side: usize| once_per_double(slots.iter().map(move |slot| slot[side]));
        let right: Vec<Tile> = line(1).collect();
        let tiles = line(0).chain([Tile::MIRROR]).chain(right.into_iter().rev());
        Some(tiles.collect())
    }
}

/// Where the D of a mirror group lie, as zones of its slots from the outside in. The D of a side
/// lie together, so that each covers two neighbours.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Zone {
    Left,
    Both,
    Right,
    Neither,
}

impl Zone {
    fn of(slot: &[Tile; 2]) -> Zone {
        match slot.map(|tile| tile == Tile::DOUBLE) {
            [true, false] => Zone::Left,
            [true, true] => Zone::Both,
            [false, true] => Zone::Right,
            [false, false] => Zone::Neither,
        }
    }
}

/// Leaves out every second D, because a D also covers the slot after its own.
fn once_per_double(tiles: impl Iterator<Item = Tile>) -> impl Iterator<Item = Tile> {
    let mut due = false;
    tiles.filter(move |tile| {
        due = *tile == Tile::DOUBLE && !due;
        *tile != Tile::DOUBLE || due
    })
}

/// Whether tiles that are a mirror group in some order are one as they lie: M in the middle, and
/// the same colours on both sides from the outside in.
pub(super) fn lies_mirrored(tiles: &[Tile]) -> bool {
    let Some(axis) = tiles.iter().position(|tile| *tile == Tile::MIRROR) else {
        return false;
    };
    let left = colours(tiles[..axis].iter());
    let right = colours(tiles[axis + 1..].iter().rev());
    // Each slot has one colour, and no two slots share one.
    let mut seen = 0u8;
    left.len() == right.len()
        && left.iter().zip(&right).all(|(left, right)| {
            let Some(colour) = left.or(*right) else {
                return true;
            };
            let bit = 1 << colour.index();
            let new = seen & bit == 0;
            seen |= bit;
            new && right.is_none_or(|right| right == colour)
        })
}

/// The colour of every slot, `None` for J and D.
fn colours<'a>(tiles: impl Iterator<Item = &'a Tile>) -> Vec<Option<Colour>> {
    let mut colours = Vec::new();
    for tile in tiles {
        colours.push(tile.colour());
        if *tile == Tile::DOUBLE {
            colours.push(None);
        }
    }
    colours
}
