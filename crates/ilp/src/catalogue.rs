//! Every legal set a rule set needs, as multisets of kinds: the columns of the integer programs. Refuses sets that
//! always split into shorter ones, because they add columns and no answers.

use rummilab_core::{Colour, MAX_VALUE, RuleSet, Tile, TileCounts};

/// A legal set as a multiset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegalSet {
    /// Its tiles.
    pub tiles: TileCounts,
    /// Its largest value in points, jokers at what they stand for.
    pub value: u32,
}

/// The sets of a rule set from which every legal table can be made, without loss of tiles or of opening value.
///
/// Runs of 3 to 5 and groups are enough while a set has at most two jokers (den Hertog and Hulshof, The Computer Journal
/// 49(6), 2006). In general a set is left out when it can be cut into two that have three tiles each and a number tile
/// each, worth as much together: both parts are legal, as they hold no more jokers and are no longer. With three or four
/// jokers some long runs have no such cut and are kept: `R1 R2 J J J J` has none at all, and every cut of
/// `R2 R3 R4 J J J`, which stands for 2 to 7, must move a joker in front of the 2.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    of: Key,
    sets: Vec<LegalSet>,
}

/// The rules on which a catalogue depends.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Key {
    colours: Vec<Colour>,
    values: u8,
    jokers: u8,
    longest_run: usize,
    largest_group: usize,
}

impl Key {
    fn of(rules: &RuleSet) -> Key {
        Key {
            colours: rules.colours().to_vec(),
            values: rules.values,
            jokers: rules.most_jokers_in_set(),
            longest_run: rules.longest_run(),
            largest_group: rules.largest_group(),
        }
    }
}

impl Catalogue {
    /// The catalogue of these rules, which must have neither `wrap` nor `step2`.
    ///
    /// ```
    /// use rummilab_core::RuleSet;
    /// use rummilab_ilp::Catalogue;
    ///
    /// let original = RuleSet::preset("original").unwrap();
    /// assert_eq!(Catalogue::new(&original).sets().len(), 1173);
    /// ```
    pub fn new(rules: &RuleSet) -> Catalogue {
        let key = Key::of(rules);
        let mut multisets = Vec::new();
        groups(&key, &mut multisets);
        runs(rules, &key, &mut multisets);
        multisets.sort_unstable();
        multisets.dedup();
        let legal = |tiles: TileCounts| {
            let list: Vec<Tile> = tiles.tiles().collect();
            let value = u32::from(rules.judge(&list).best()?);
            Some(LegalSet { tiles, value })
        };
        let sets = multisets.into_iter().filter_map(legal).collect();
        Catalogue { of: key, sets }
    }

    /// Whether this is the catalogue of these rules.
    pub fn is_of(&self, rules: &RuleSet) -> bool {
        self.of == Key::of(rules)
    }

    /// The sets, ascending.
    pub fn sets(&self) -> &[LegalSet] {
        &self.sets
    }
}

/// These number tiles and so many jokers.
fn multiset(numbers: impl Iterator<Item = (Colour, u8)>, jokers: usize) -> Option<TileCounts> {
    let numbers = numbers.filter_map(|(colour, value)| Tile::number(colour, value));
    TileCounts::try_from_tiles(numbers.chain(std::iter::repeat_n(Tile::JOKER, jokers))).ok()
}

fn groups(key: &Key, into: &mut Vec<TileCounts>) {
    for value in 1..=key.values {
        for colours in 1_u32..1 << key.colours.len() {
            let numbers = colours.count_ones() as usize;
            for jokers in 0..=usize::from(key.jokers) {
                let len = numbers + jokers;
                let splits = len >= 6 && numbers >= 2;
                if (3..=key.largest_group).contains(&len) && !splits {
                    let chosen = key.colours.iter().enumerate();
                    let chosen = chosen.filter(|(i, _)| colours >> i & 1 == 1);
                    into.extend(multiset(chosen.map(|(_, c)| (*c, value)), jokers));
                }
            }
        }
    }
}

/// Values of a run, bit `v` for value `v`.
type Values = u32;

/// Number tiles of one colour, by value, and how many jokers with them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pattern {
    numbers: Values,
    jokers: usize,
}

impl Pattern {
    fn len(self) -> usize {
        self.numbers.count_ones() as usize + self.jokers
    }

    fn tiles(self, colour: Colour) -> Option<TileCounts> {
        let values = (1..=MAX_VALUE).filter(|value| self.numbers >> value & 1 == 1);
        multiset(values.map(|value| (colour, value)), self.jokers)
    }

    /// The largest value as a set, in points.
    fn value(self, rules: &RuleSet) -> Option<u16> {
        let tiles = self.tiles(*rules.colours().first()?)?;
        rules.judge(&tiles.tiles().collect::<Vec<_>>()).best()
    }

    /// Whether in some place where the jokers can lie a cut leaves two sets worth as much.
    fn splits(self, rules: &RuleSet) -> bool {
        let window = |start: usize, len: usize| -> Values { ((1 << len) - 1) << start };
        let last = (usize::from(rules.values) + 1).saturating_sub(self.len());
        let places = (1..=last).filter(|start| self.numbers & !window(*start, self.len()) == 0);
        let whole = self.value(rules);
        places
            .flat_map(|start| (3..(self.len() + 1).saturating_sub(3)).map(move |cut| (start, cut)))
            .any(|(start, cut)| {
                let numbers = self.numbers & window(start, cut);
                let jokers = cut - numbers.count_ones() as usize;
                let left = Pattern { numbers, jokers };
                let right = Pattern {
                    numbers: self.numbers - numbers,
                    jokers: self.jokers - jokers,
                };
                let values = left.value(rules).zip(right.value(rules));
                values.is_some_and(|(left, right)| Some(left + right) >= whole)
            })
    }
}

fn runs(rules: &RuleSet, key: &Key, into: &mut Vec<TileCounts>) {
    let mut patterns = Vec::new();
    for len in 3..=key.longest_run {
        for start in 1..=(usize::from(key.values) + 1).saturating_sub(len) {
            for numbers in 1_u32..1 << len {
                let jokers = len - numbers.count_ones() as usize;
                if jokers <= usize::from(key.jokers) {
                    patterns.push(Pattern {
                        numbers: numbers << start,
                        jokers,
                    });
                }
            }
        }
    }
    patterns.sort_unstable();
    patterns.dedup();
    patterns.retain(|pattern| !pattern.splits(rules));
    for colour in &key.colours {
        into.extend(patterns.iter().filter_map(|pattern| pattern.tiles(*colour)));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use rummilab_solver::suite;

    use super::*;

    #[test]
    fn the_numbers_of_the_literature() {
        let sets = |options: &[&str]| Catalogue::new(&suite::rules(options)).sets().len();
        assert_eq!(sets(&[]), 1173);
        assert_eq!(sets(&["jokers=0"]), 185);
        assert_eq!(sets(&["jokers=1"]), 679);
        assert_eq!(sets(&["max_jokers_per_set=1"]), 679);
        // Runs of three only: 44 runs and 65 groups.
        assert_eq!(sets(&["jokers=0", "max_run_len=3"]), 109);
    }

    #[test]
    fn long_runs_of_many_jokers_stay_where_no_cut_is_legal() {
        let rules = suite::rules(&["jokers=4", "max_jokers_per_set=4"]);
        let catalogue = Catalogue::new(&rules);
        let has = |text: &str| {
            let tiles = rummilab_core::notation::parse_tiles(text, &rules).unwrap();
            let tiles: TileCounts = tiles.into_iter().collect();
            catalogue.sets().iter().any(|set| set.tiles == tiles)
        };
        assert!(has("R2 R3 R4 J J J") && has("R6 R7 J J J J"));
        assert!(has("R1 R2 J J J J") && has("R12 R13 J J J J") && has("R7 J J J"));
        assert!(!has("R1 R4 J J J J") && !has("R1 R2 R3 R4 R5 R6"));
    }

    /// The largest total value of a split into sets of a catalogue.
    fn best_split(
        catalogue: &[LegalSet],
        tiles: TileCounts,
        known: &mut BTreeMap<TileCounts, Option<u32>>,
    ) -> Option<u32> {
        let Some((first, _)) = tiles.kinds().next() else {
            return Some(0);
        };
        if let Some(best) = known.get(&tiles) {
            return *best;
        }
        let with_first = catalogue.iter().filter(|set| set.tiles.count(first) > 0);
        let mut best = None;
        for set in with_first {
            if let Some(rest) = tiles.checked_sub(&set.tiles) {
                let value = best_split(catalogue, rest, known).map(|rest| rest + set.value);
                best = best.max(value);
            }
        }
        known.insert(tiles, best);
        best
    }

    fn every_legal_set(
        rules: &RuleSet,
        kinds: &[Tile],
        tiles: &mut Vec<Tile>,
        found: &mut Vec<(Vec<Tile>, u32)>,
    ) {
        if let Some(value) = rules.judge(tiles).best() {
            found.push((tiles.clone(), u32::from(value)));
        }
        if tiles.len() == rules.longest_run().max(rules.largest_group()) {
            return;
        }
        for (i, tile) in kinds.iter().enumerate() {
            let copies = tiles.iter().filter(|t| *t == tile).count();
            if copies < usize::from(rules.copies_of(*tile)) {
                tiles.push(*tile);
                every_legal_set(rules, &kinds[i..], tiles, found);
                tiles.pop();
            }
        }
    }

    #[test]
    fn every_legal_set_is_made_of_sets_of_the_catalogue() {
        let mut all = suite::small_rule_sets();
        let four = ["jokers=4", "max_jokers_per_set=none", "hand=1"];
        for more in [
            &["colours=1", "values=10"][..],
            &["colours=1", "values=9", "max_run_len=7"],
            &["colours=2", "values=7", "max_run_len=6"],
            &["colours=6", "values=3"],
        ] {
            let options: Vec<&str> = four.iter().chain(more).copied().collect();
            all.push(suite::rules(&options));
        }
        for rules in all {
            let catalogue = Catalogue::new(&rules);
            let kinds: Vec<Tile> = rules.kinds().collect();
            let mut legal = Vec::new();
            every_legal_set(&rules, &kinds, &mut Vec::new(), &mut legal);
            let mut known = BTreeMap::new();
            for (tiles, value) in &legal {
                let counts = tiles.iter().copied().collect();
                let split = best_split(catalogue.sets(), counts, &mut known);
                assert!(split >= Some(*value), "{tiles:?}: {split:?} < {value}");
            }
            // And nothing else is in it.
            for set in catalogue.sets() {
                let tiles: Vec<Tile> = set.tiles.tiles().collect();
                let best = rules.judge(&tiles).best().map(u32::from);
                assert_eq!(best, Some(set.value), "{tiles:?}");
            }
        }
    }
}
