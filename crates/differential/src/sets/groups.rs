//! Groups and mirror groups within a multiset.

use super::{Finder, Reading};
use crate::field::MirrorValue;
use crate::multiset::{Counts, count, one};
use crate::tile::Joker;

impl Finder<'_> {
    fn available(&self, kind: Joker) -> u8 {
        self.jokers[kind.index()].map_or(0, |number| count(self.all, number))
    }

    fn jokers(&self, classic: u8, double: u8) -> Counts {
        let of = |kind: Joker, n: u8| {
            let number = self.jokers[kind.index()];
            number.map_or(0, |number| u128::from(n) * one(number))
        };
        of(Joker::Classic, classic) + of(Joker::Double, double)
    }

    fn largest_group(&self) -> u32 {
        let colours = self.rules.colour_count() as u32;
        self.rules
            .group_max
            .map_or(colours, |most| colours.min(u32::from(most)))
    }

    pub(super) fn groups(&mut self) {
        let most = self.largest_group();
        for value in 0..usize::from(self.rules.values) {
            let held: Vec<usize> = self.table.iter().filter_map(|row| row[value]).collect();
            for choice in 1_u32..1 << held.len() {
                let numbers = (0..held.len()).filter(|i| choice >> i & 1 == 1);
                let tiles: Counts = numbers.map(|i| one(held[i])).sum();
                for j in 0..=self.available(Joker::Classic) {
                    for d in 0..=self.available(Joker::Double) {
                        let slots = choice.count_ones() + u32::from(j) + 2 * u32::from(d);
                        if slots <= most {
                            let used = tiles + self.jokers(j, d);
                            self.emit(used, Reading::Group, slots * (value as u32 + 1));
                        }
                    }
                }
            }
        }
    }

    /// Each side of a mirror group has the same `half` slots of different colours. A colour lies on
    /// both sides, or on one of them opposite a joker, or jokers lie on both.
    pub(super) fn mirror_groups(&mut self, mirror: usize) {
        let most = self.largest_group();
        let colours = self.table.len();
        for value in 0..usize::from(self.rules.values) {
            for sides in 0..4_u32.pow(colours as u32) {
                let mut on = [0_u32; 2];
                let mut slots = 0;
                let mut tiles = 0;
                let mut possible = true;
                for (colour, row) in self.table.iter().enumerate() {
                    let side = sides >> (2 * colour) & 3;
                    if side == 0 {
                        continue;
                    }
                    slots += 1;
                    on[0] += side & 1;
                    on[1] += side >> 1;
                    match row[value] {
                        Some(kind) if u32::from(count(self.all, kind)) >= side.count_ones() => {
                            tiles += u128::from(side.count_ones()) * one(kind);
                        }
                        _ => possible = false,
                    }
                }
                if !possible || slots == 0 {
                    continue;
                }
                for half in u32::from(self.rules.mirror_min_half).max(slots)..=most {
                    self.fill_mirror_group(mirror, value as u32 + 1, half, on, tiles);
                }
            }
        }
    }

    /// Fills the free slots of both sides with jokers.
    fn fill_mirror_group(&mut self, m: usize, value: u32, half: u32, on: [u32; 2], tiles: Counts) {
        let free = [half - on[0], half - on[1]];
        let doubles = u32::from(self.available(Joker::Double));
        let classic = u32::from(self.available(Joker::Classic));
        for left in 0..=free[0] / 2 {
            for right in 0..=free[1] / 2 {
                let d = left + right;
                let j = free[0] + free[1] - 2 * d;
                if d <= doubles && j <= classic {
                    let axis = match self.rules.mirror_value {
                        MirrorValue::Middle => value,
                        MirrorValue::Zero => 0,
                    };
                    let used = tiles + self.jokers(j as u8, d as u8) + one(m);
                    self.emit(used, Reading::MirrorGroup, 2 * half * value + axis);
                }
            }
        }
    }
}
