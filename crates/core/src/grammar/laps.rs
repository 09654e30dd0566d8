//! Strands with special jokers that go round: runs and mirror runs of more slots than there are
//! values.
//!
//! On such a strand a number tile has several places, one in each lap, and a search slot by slot
//! tries the orders of the jokers again in every lap. Here the colour-change jokers come first:
//! they cut the strand into a few segments, and each slot then has a colour and a number. All that
//! is left to choose are the slots without a number tile. There are as many as the classic and
//! double jokers cover, and only the double jokers care where they lie.

use smallvec::SmallVec;

use super::strand::{Path, Strand};
use super::tally::Tally;
use crate::rules::RuleSet;
use crate::tile::{Colour, MAX_VALUE, Tile};

/// Tiles or slots of one colour by number.
type ByNumber = [u8; MAX_VALUE as usize + 1];

/// Two segments of jokers alone that lie side by side take two colours beside those of the number
/// tiles.
const SPARE_COLOURS: usize = 2;

/// The slots between two colour-change jokers.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    start: usize,
    len: usize,
    colour: usize,
}

/// A colour, with its number tiles and the slots that the segments give it.
struct ColourSlots {
    colour: Colour,
    tiles: ByNumber,
    slots: ByNumber,
    /// Tiles without a slot so far.
    missing: usize,
}

/// A search for the segments of one strand.
struct Laps<'r> {
    rules: &'r RuleSet,
    strand: Strand,
    colours: Vec<ColourSlots>,
    stretches: Vec<Stretch>,
    /// Slots that classic and double jokers may still cover.
    free: usize,
    doubles: usize,
}

/// What covers each slot of this strand, if the tiles can lie on it.
pub(super) fn cover(rules: &RuleSet, strand: Strand, tally: &Tally) -> Option<Path> {
    let numbered: Vec<Colour> = tally.colours(rules).collect();
    let others = rules.colours().iter().filter(|c| !numbered.contains(c));
    let colours = numbered.iter().chain(others.take(SPARE_COLOURS));
    let of = |colour: &Colour| {
        let count = |number: usize| tally.counts.number_count(*colour, number as u8);
        let values = usize::from(rules.values);
        let tiles: ByNumber = std::array::from_fn(|n| {
            if (1..=values).contains(&n) {
                count(n)
            } else {
                0
            }
        });
        ColourSlots {
            colour: *colour,
            tiles,
            slots: [0; MAX_VALUE as usize + 1],
            missing: tiles.iter().map(|n| usize::from(*n)).sum(),
        }
    };
    let mut laps = Laps {
        rules,
        strand,
        colours: colours.map(of).collect(),
        stretches: Vec::new(),
        free: tally.classic + 2 * tally.doubles,
        doubles: tally.doubles,
    };
    laps.segment(0, tally.changes / strand.sides(), None)
}

impl Laps<'_> {
    /// Lays the segment that begins at this slot, and those after it; `changes`: colour-change
    /// joker slots to come, `before`: the colour of the segment before.
    fn segment(&mut self, start: usize, changes: usize, before: Option<usize>) -> Option<Path> {
        let unmet = self.colours.iter().filter(|of| of.missing > 0).count();
        if unmet > changes + 1 || start > self.strand.len {
            return None;
        }
        if changes == 0 && start == self.strand.len {
            return self.lay_jokers();
        }
        for colour in (0..self.colours.len()).filter(|colour| Some(*colour) != before) {
            let stretch = Stretch {
                start,
                len: 0,
                colour,
            };
            let found = self.lengthen(stretch, changes);
            if found.is_some() {
                return found;
            }
        }
        let leads = start == 0 && changes > 0 && self.strand.may_begin_with_change(self.rules);
        leads.then(|| self.segment(1, changes - 1, None)).flatten()
    }

    /// Tries a segment of every length. It ends before the last slots if changes are to come.
    fn lengthen(&mut self, mut stretch: Stretch, changes: usize) -> Option<Path> {
        let mut found = None;
        while stretch.start + stretch.len < self.strand.len {
            let ends =
                changes > 0 && (stretch.len > 0 || (stretch.start > 0 && self.rules.cc_adjacent));
            if ends {
                self.stretches.push(stretch);
                let next = stretch.start + stretch.len + 1;
                found = self.segment(next, changes - 1, Some(stretch.colour));
                self.stretches.pop();
            }
            if found.is_some() || !self.take(stretch.start + stretch.len, stretch.colour) {
                break;
            }
            stretch.len += 1;
        }
        if found.is_none() && changes == 0 && stretch.start + stretch.len == self.strand.len {
            self.stretches.push(stretch);
            found = self.segment(self.strand.len, 0, None);
            self.stretches.pop();
        }
        for slot in stretch.start..stretch.start + stretch.len {
            self.give_back(slot, stretch.colour);
        }
        found
    }

    /// The number of a slot of this strand.
    fn number(&self, slot: usize) -> usize {
        self.strand.number(self.rules, slot).map_or(0, usize::from)
    }

    /// Gives a slot, on every side, to this colour; false if jokers cannot cover what its tiles do
    /// not.
    fn take(&mut self, slot: usize, colour: usize) -> bool {
        let (number, sides) = (self.number(slot), self.strand.sides());
        let of = &mut self.colours[colour];
        let missing = of.tiles[number].saturating_sub(of.slots[number]);
        let filled = usize::from(missing).min(sides);
        if sides - filled > self.free {
            return false;
        }
        self.free -= sides - filled;
        of.missing -= filled;
        of.slots[number] += sides as u8;
        true
    }

    fn give_back(&mut self, slot: usize, colour: usize) {
        let (number, sides) = (self.number(slot), self.strand.sides());
        let of = &mut self.colours[colour];
        of.slots[number] -= sides as u8;
        let missing = of.tiles[number].saturating_sub(of.slots[number]);
        let filled = usize::from(missing).min(sides);
        self.free += sides - filled;
        of.missing += filled;
    }

    /// Lays jokers on the slots that number tiles leave free, once every slot has its colour.
    fn lay_jokers(&self) -> Option<Path> {
        if self.colours.iter().any(|of| of.missing > 0) {
            return None;
        }
        let mut free: Vec<ByNumber> = Vec::new();
        for of in &self.colours {
            free.push(std::array::from_fn(|n| of.slots[n] - of.tiles[n]));
        }
        let sides = 0..self.strand.sides();
        let pairs: Vec<(usize, usize, usize)> = self
            .stretches
            .iter()
            .flat_map(|of| (of.start + 1..of.start + of.len).map(|slot| (slot - 1, of.colour)))
            .flat_map(|(slot, colour)| sides.clone().map(move |side| (slot, side, colour)))
            .collect();
        let mut chosen = Vec::new();
        self.doubles_fit(&pairs, &mut free, &mut chosen)
            .then(|| self.path(&chosen))
    }

    /// Chooses two free slots side by side for every double joker, among these, the last ones
    /// first.
    fn doubles_fit(
        &self,
        pairs: &[(usize, usize, usize)],
        free: &mut [ByNumber],
        chosen: &mut Vec<(usize, usize)>,
    ) -> bool {
        if chosen.len() == self.doubles {
            return true;
        }
        for (i, (slot, side, colour)) in pairs.iter().enumerate().rev() {
            let (here, next) = (self.number(*slot), self.number(slot + 1));
            let taken = chosen.contains(&(slot + 1, *side));
            if taken || free[*colour][here] == 0 || free[*colour][next] == 0 {
                continue;
            }
            free[*colour][here] -= 1;
            free[*colour][next] -= 1;
            chosen.push((*slot, *side));
            if self.doubles_fit(&pairs[..i], free, chosen) {
                return true;
            }
            chosen.pop();
            free[*colour][here] += 1;
            free[*colour][next] += 1;
        }
        false
    }

    /// The strand with double jokers from these slots on, number tiles before classic jokers.
    fn path(&self, doubles: &[(usize, usize)]) -> Path {
        let sides = self.strand.sides();
        let mut tiles: Vec<ByNumber> = self.colours.iter().map(|of| of.tiles).collect();
        let mut path: Path = SmallVec::from_elem([None; 2], self.strand.len);
        for slot in &mut path {
            slot[..sides].fill(Some(Tile::COLOUR_CHANGE));
        }
        for Stretch { start, len, colour } in &self.stretches {
            for slot in *start..start + len {
                let number = self.number(slot);
                for (side, tile) in path[slot][..sides].iter_mut().enumerate() {
                    let covered = slot > 0 && doubles.contains(&(slot - 1, side));
                    let left = &mut tiles[*colour][number];
                    *tile = if doubles.contains(&(slot, side)) {
                        Some(Tile::DOUBLE)
                    } else if covered {
                        None
                    } else if *left > 0 {
                        *left -= 1;
                        Tile::number(self.colours[*colour].colour, number as u8)
                    } else {
                        Some(Tile::JOKER)
                    };
                }
            }
        }
        path
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grammar::strand::StrandSearch;
    use crate::notation::parse_tiles;

    /// Random numbers of its own: the crate has no generator.
    struct Lcg(u64);

    impl Lcg {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self
                .0
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % n
        }
    }

    fn rules(options: &[&str]) -> RuleSet {
        let original = RuleSet::preset("twist").expect("a preset");
        let free = [
            "wrap=true",
            "max_run_len=none",
            "max_jokers_per_set=none",
            "hand=1",
        ];
        let all: Vec<&str> = free.iter().chain(options).copied().collect();
        original.with_options(&all).expect("sound rules")
    }

    /// The search slot by slot tries every order, so it is exact where it ends.
    #[test]
    fn laps_agree_with_the_search_slot_by_slot() {
        let systems = [
            ["values=3", "colours=2", "copies=2", "cc_adjacent=false"],
            ["values=3", "colours=3", "copies=1", "cc_adjacent=true"],
            ["values=4", "colours=1", "copies=3", "cc_adjacent=true"],
        ];
        let mut random = Lcg(7);
        let mut lie = 0;
        for options in systems {
            for (low_end, most_changes) in [("true", "none"), ("false", "2")] {
                let low_end = format!("cc_at_low_end={low_end}");
                let changes = format!("max_cc_per_run={most_changes}");
                let mut all = options.to_vec();
                all.extend([
                    low_end.as_str(),
                    changes.as_str(),
                    "jokers={J=3,D=3,C=4,M=1}",
                ]);
                let rules = rules(&all);
                let tiles = rules.all_tiles();
                for _ in 0..4000 {
                    let mut left = tiles.clone();
                    let many = 4 + random.below(9.min(left.len() - 4));
                    let set: Vec<Tile> = (0..many)
                        .map(|_| left.swap_remove(random.below(left.len())))
                        .collect();
                    let Some(tally) = Tally::of(&rules, &set) else {
                        continue;
                    };
                    let len = if tally.mirror {
                        tally.half()
                    } else {
                        Some(tally.slots())
                    };
                    let Some(len) = len.filter(|len| *len > usize::from(rules.values)) else {
                        continue;
                    };
                    if tally.mirror && !tally.changes.is_multiple_of(2) {
                        continue;
                    }
                    for (_, strand) in Strand::all(&rules, len, tally.mirror) {
                        let found = cover(&rules, strand, &tally);
                        let known = StrandSearch::run(&rules, strand, &tally);
                        assert_eq!(
                            found.is_some(),
                            known.is_some(),
                            "{set:?} {strand:?} {options:?}"
                        );
                        lie += usize::from(found.is_some());
                    }
                }
            }
        }
        assert!(lie > 1000, "{lie}");
    }

    /// Such sets were refused, because the search slot by slot ended at a bound.
    #[test]
    fn a_run_of_dozens_of_tiles_is_read() {
        let check = |options: &[&str], text: &str| {
            let rules = rules(options);
            let tiles = parse_tiles(text, &rules).expect("tiles");
            let laid = rules.lay_out(&tiles).expect("a legal set");
            assert!(rules.judge_laid(laid.tiles()).is_legal(), "{text}");
        };
        let four = &[
            "jokers={J=4,D=4,C=4,M=4}",
            "copies=3",
            "values=5",
            "max_cc_per_run=none",
        ];
        let each = |colour: char, values: &[u8], copies: usize| -> String {
            let tiles = values
                .iter()
                .flat_map(|v| std::iter::repeat_n(format!("{colour}{v} "), copies));
            tiles.collect()
        };
        let all = [1, 2, 3, 4, 5];
        let jokers = "J J J J D D D D C C C C";
        let two = each('P', &all, 3) + &each('B', &all, 3);
        check(four, &(two.clone() + jokers));
        check(
            four,
            &(two + &each('K', &[1, 3, 5], 2) + &each('Y', &all, 3) + jokers),
        );
    }
}
