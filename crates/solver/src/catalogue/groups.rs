//! Groups and mirror groups (docs/rules.md#groups-and-runs, docs/rules.md#mirror-groups) that can
//! be made of some tiles.

use rummilab_core::{MirrorValue, RuleSet, Tile, TileCounts};

use super::{LegalSet, all_colours};

/// Finds the groups and the mirror groups.
pub(super) fn find(rules: &RuleSet, tiles: &TileCounts, into: &mut Vec<LegalSet>) {
    for value in 1..=rules.values {
        plain(rules, tiles, value, into);
        if tiles.count(Tile::MIRROR) > 0 && rules.most_jokers_in_set() > 0 {
            Mirror::of(rules, tiles, value, into).colour(0, &Halves::default());
        }
    }
}

/// Adds `many` jokers of a kind; `false` if they do not fit.
fn with_jokers(set: &mut TileCounts, joker: Tile, many: usize) -> bool {
    (0..many).all(|_| set.insert(joker))
}

fn plain(rules: &RuleSet, tiles: &TileCounts, value: u8, into: &mut Vec<LegalSet>) {
    let has = |i: usize| tiles.number_count(rules.colours()[i], value) > 0;
    let present = (0..rules.colours().len())
        .filter(|i| has(*i))
        .fold(0_u8, |mask, i| mask | 1 << i);
    let most_jokers = usize::from(rules.most_jokers_in_set());
    let doubles = usize::from(tiles.count(Tile::DOUBLE)).min(most_jokers);
    let classics = usize::from(tiles.count(Tile::JOKER)).min(most_jokers);
    for colours in (1..=all_colours(rules)).filter(|colours| colours & !present == 0) {
        let numbers = colours.count_ones() as usize;
        let chosen = rules.colours().iter().enumerate();
        let chosen = chosen.filter(|(i, _)| colours >> i & 1 == 1);
        let Ok(base) =
            TileCounts::try_from_tiles(chosen.filter_map(|(_, c)| Tile::number(*c, value)))
        else {
            continue;
        };
        for double in 0..=doubles {
            for classic in 0..=classics.min(most_jokers - double) {
                let slots = numbers + classic + 2 * double;
                let len = numbers + classic + double;
                let splits = len >= 6 && numbers >= 2 && double == 0 && !rules.has_group_owners();
                let mut set = base;
                if len >= 3
                    && slots <= rules.largest_group()
                    && !splits
                    && with_jokers(&mut set, Tile::JOKER, classic)
                    && with_jokers(&mut set, Tile::DOUBLE, double)
                {
                    into.push(LegalSet {
                        tiles: set,
                        value: u32::from(value) * slots as u32,
                        is_group: true,
                        is_run: false,
                    });
                }
            }
        }
    }
}

/// Number of colours of which the halves of a mirror group hold two tiles, one tile and none.
#[derive(Debug, Clone, Copy, Default)]
struct Halves {
    tiles: TileCounts,
    both: usize,
    one: usize,
}

struct Mirror<'a> {
    rules: &'a RuleSet,
    at_hand: &'a TileCounts,
    value: u8,
    into: &'a mut Vec<LegalSet>,
}

impl<'a> Mirror<'a> {
    fn of(
        rules: &'a RuleSet,
        at_hand: &'a TileCounts,
        value: u8,
        into: &'a mut Vec<LegalSet>,
    ) -> Mirror<'a> {
        Mirror {
            rules,
            at_hand,
            value,
            into,
        }
    }

    /// Chooses for the colours from this one on.
    fn colour(&mut self, next: usize, halves: &Halves) {
        let Some(colour) = self.rules.colours().get(next) else {
            return self.jokers(halves);
        };
        self.colour(next + 1, halves);
        let Some(tile) = Tile::number(*colour, self.value) else {
            return;
        };
        let mut with = *halves;
        if self.at_hand.count(tile) >= 1 && with.tiles.insert(tile) {
            with.one += 1;
            self.colour(next + 1, &with);
            if self.at_hand.count(tile) >= 2 && with.tiles.insert(tile) {
                with.one -= 1;
                with.both += 1;
                self.colour(next + 1, &with);
            }
        }
    }

    /// Fills the missing places with jokers in every way.
    fn jokers(&mut self, halves: &Halves) {
        if halves.both + halves.one == 0 {
            return;
        }
        let most = usize::from(self.rules.most_jokers_in_set()) - 1;
        let largest = self.rules.largest_group();
        for empty in 0..=largest.saturating_sub(halves.both + halves.one) {
            let half = halves.both + halves.one + empty;
            if half < usize::from(self.rules.mirror_min_half) || half > largest {
                continue;
            }
            let places = halves.one + 2 * empty;
            for double in 0..=usize::from(self.at_hand.count(Tile::DOUBLE)).min(places / 2) {
                let classic = places - 2 * double;
                let there = classic <= usize::from(self.at_hand.count(Tile::JOKER));
                if !there || double + classic > most || !self.doubles_fit(halves, empty, double) {
                    continue;
                }
                let mut tiles = halves.tiles;
                let fits = tiles.insert(Tile::MIRROR)
                    && with_jokers(&mut tiles, Tile::JOKER, classic)
                    && with_jokers(&mut tiles, Tile::DOUBLE, double);
                let axis = usize::from(self.rules.mirror_value == MirrorValue::Middle);
                if fits && tiles.len() >= 3 {
                    self.into.push(LegalSet {
                        tiles,
                        value: u32::from(self.value) * (2 * half + axis) as u32,
                        is_group: true,
                        is_run: false,
                    });
                }
            }
        }
    }

    /// Whether this many double jokers find two places each on one side. A colour with one tile
    /// leaves a place on one side, a colour with none leaves a place on both.
    fn doubles_fit(&self, halves: &Halves, empty: usize, double: usize) -> bool {
        (0..=halves.one).any(|left| {
            let right = halves.one - left;
            (empty + left) / 2 + (empty + right) / 2 >= double
        })
    }
}
