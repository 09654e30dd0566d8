//! Which numbers of tiles by colour, all of one value, can be laid as groups, and with how many jokers. Refuses to know
//! runs and scores.

use rummilab_core::{Colour, MAX_COLOURS, RuleSet, Set, Tile};

/// Tiles of one value by colour index of the rule set.
pub type ByColour = [u8; MAX_COLOURS];

/// For every number of tiles by colour: with which numbers of jokers they make groups.
#[derive(Debug)]
pub struct Groups {
    colours: usize,
    /// The base of the index: one more than the most tiles of one colour.
    base: usize,
    largest: usize,
    jokers_in_set: usize,
    /// Bit j is set if the tiles make groups with exactly j jokers.
    allowed: Vec<u8>,
}

impl Groups {
    pub fn new(rules: &RuleSet) -> Groups {
        let colours = rules.colours().len();
        let base = usize::from(rules.copies) + 1;
        let mut groups = Groups {
            colours,
            base,
            largest: rules.largest_group(),
            jokers_in_set: usize::from(rules.most_jokers_in_set()),
            allowed: Vec::new(),
        };
        let jokers = rules.jokers.classic;
        groups.allowed = (0..base.pow(colours as u32))
            .map(|index| groups.joker_bits(index, jokers))
            .collect();
        groups
    }

    /// What the index grows by for each tile of a colour.
    pub fn weights(&self) -> [u16; MAX_COLOURS] {
        let mut weights = [0; MAX_COLOURS];
        for (colour, weight) in weights.iter_mut().enumerate().take(self.colours) {
            *weight = self.base.pow(colour as u32) as u16;
        }
        weights
    }

    /// Bit j is set if the tiles with this index make groups with exactly j jokers.
    pub fn allowed(&self, index: u16) -> u8 {
        self.allowed[usize::from(index)]
    }

    fn tiles(&self, mut index: usize) -> ByColour {
        let mut tiles = [0; MAX_COLOURS];
        for count in tiles.iter_mut().take(self.colours) {
            *count = (index % self.base) as u8;
            index /= self.base;
        }
        tiles
    }

    fn joker_bits(&self, index: usize, jokers: u8) -> u8 {
        let tiles = self.tiles(index);
        (0..=jokers)
            .filter(|j| self.split(&tiles, usize::from(*j)).is_some())
            .map(|j| 1 << j)
            .sum()
    }

    /// Sizes in number tiles, and jokers, of the groups that use exactly these tiles and jokers. Tiles are dealt out
    /// colour by colour, so the sizes differ by one at most, which needs the fewest jokers.
    fn split(&self, tiles: &ByColour, jokers: usize) -> Option<Vec<(usize, usize)>> {
        let total: usize = tiles.iter().map(|count| usize::from(*count)).sum();
        let most = tiles.iter().copied().max().map_or(0, usize::from);
        if total == 0 {
            return (jokers == 0).then(Vec::new);
        }
        (most..=total).find_map(|k| {
            let mut groups: Vec<(usize, usize)> = (0..k)
                .map(|i| (total / k + usize::from(i < total % k), 0))
                .collect();
            let mut left = jokers;
            for (size, with) in &mut groups {
                *with = 3usize.saturating_sub(*size);
                left = left.checked_sub(*with)?;
            }
            for (size, with) in &mut groups {
                let room = self
                    .jokers_in_set
                    .saturating_sub(*with)
                    .min(self.largest.saturating_sub(*size + *with));
                let more = room.min(left);
                *with += more;
                left -= more;
            }
            let fits = |(size, with): &(usize, usize)| {
                *with <= self.jokers_in_set && size + with <= self.largest
            };
            (left == 0 && groups.iter().all(fits)).then_some(groups)
        })
    }

    /// The groups of one value that use exactly these tiles and jokers.
    pub fn build(&self, colours: &[Colour], value: u8, index: u16, jokers: u8) -> Vec<Set> {
        let tiles = self.tiles(usize::from(index));
        let Some(split) = self.split(&tiles, usize::from(jokers)) else {
            return Vec::new();
        };
        let mut sets = vec![Vec::new(); split.len()];
        let mut next = 0;
        for (colour, count) in colours.iter().zip(tiles) {
            for _ in 0..count {
                sets[next].extend(Tile::number(*colour, value));
                next = (next + 1) % split.len();
            }
        }
        for (set, (_, jokers)) in sets.iter_mut().zip(&split) {
            set.extend(std::iter::repeat_n(Tile::JOKER, *jokers));
        }
        sets.into_iter().map(Set::new).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every index with its jokers builds legal groups of exactly these tiles.
    #[test]
    fn what_is_allowed_can_be_built() {
        for options in [
            &["jokers=2"][..],
            &["colours=6", "copies=3", "jokers=4"],
            &["max_jokers_per_set=1", "jokers=4"],
        ] {
            let rules = RuleSet::preset("original")
                .unwrap()
                .with_options(options)
                .unwrap();
            let groups = Groups::new(&rules);
            for index in 0..groups.allowed.len() as u16 {
                for jokers in
                    (0..=rules.jokers.classic).filter(|j| groups.allowed(index) >> j & 1 == 1)
                {
                    let sets = groups.build(rules.colours(), 7, index, jokers);
                    assert!(
                        sets.iter()
                            .all(|set| rules.judge(set.tiles()).group.is_some()),
                        "{sets:?}"
                    );
                    let tiles = groups
                        .tiles(usize::from(index))
                        .iter()
                        .map(|n| usize::from(*n))
                        .sum::<usize>();
                    assert_eq!(
                        sets.iter().map(Set::len).sum::<usize>(),
                        tiles + usize::from(jokers)
                    );
                }
            }
        }
    }
}
