//! Every legal set that a solver needs, as multisets of kinds: the columns of integer programs, and
//! the own sets of openings. Sets that always split into smaller ones are left out: they add work
//! without adding answers.
//!
//! [`Catalogue::new`] holds the sets of all tiles of the game. Without special jokers it is the
//! right choice, and worth keeping. [`Catalogue::of_tiles`] holds only the sets of some tiles and
//! is fast enough to be made for every position. With special jokers a game has hundreds of
//! thousands of sets, but one table has a few hundred or thousand.
//!
//! # What is left out, and why nothing is lost
//!
//! - A run that can be cut into two legal runs. Each part keeps its numbers, so tiles and opening
//!   value stay the same. With at most two classic jokers this leaves runs of 3 to 5 (den Hertog
//!   and Hulshof, The Computer Journal 49(6), 2006). Every legal place of the jokers is tried, and
//!   the set is left out if a place of largest value can be cut.
//! - A mirror run whose outer numbers are a legal run on either side, if at least two numbers a
//!   side remain. The axis keeps its number or gets a larger one. (Not if runs go round and may
//!   fall to their axis.)
//! - A group of six or more with two number tiles, if groups have no owners: two groups of three or
//!   more are worth the same. If a player may own only a limited number of groups
//!   (docs/rules.md#group-stacks), every group stays.

mod groups;
mod mirrors;
mod runs;

#[cfg(test)]
mod tests;

use rummilab_core::{MirrorValue, RuleSet, RuleSpec, Tile, TileCounts};

/// Layouts within which the sets of a rack are listed. With many special jokers, and runs that go
/// round, there may be too many.
pub const MOST_LAYOUTS: u64 = 1_000_000;

/// A legal set as a multiset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct LegalSet {
    /// Its tiles.
    pub tiles: TileCounts,
    /// Its largest value in an opening over all readings, in points, with jokers at what they stand
    /// for.
    pub value: u32,
    /// Whether it can be read as a group or a mirror group. If groups have owners, such a set lies
    /// in a stack.
    pub is_group: bool,
    /// Whether it can be read as a run of any kind. A set such as `R9 J J` can be both.
    pub is_run: bool,
}

/// The sets of a rule set that suffice for every legal table: nothing is lost of the tiles laid, of
/// the opening value or, if groups have owners, of the groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Catalogue {
    /// The rules, if the catalogue holds the sets of all tiles of the game.
    of: Option<RuleSpec>,
    sets: Vec<LegalSet>,
}

impl Catalogue {
    /// The sets of all tiles of the game. With special jokers this takes long; then use
    /// [`Catalogue::of_tiles`].
    ///
    /// ```
    /// use rummilab_core::RuleSet;
    /// use rummilab_solver::catalogue::Catalogue;
    ///
    /// let original = RuleSet::preset("original").unwrap();
    /// assert_eq!(Catalogue::new(&original).sets().len(), 1173);
    /// ```
    pub fn new(rules: &RuleSet) -> Catalogue {
        let all = rules.deck();
        Catalogue {
            of: Some(rules.spec().clone()),
            ..Catalogue::of_tiles(rules, &all)
        }
    }

    /// The sets that these tiles allow: the sets of the whole game that are contained in this
    /// multiset.
    ///
    /// ```
    /// use rummilab_core::{RuleSet, notation::parse_counts};
    /// use rummilab_solver::catalogue::Catalogue;
    ///
    /// let twist = RuleSet::preset("twist").unwrap();
    /// let tiles = parse_counts("P5 J D", &twist).unwrap();
    /// let catalogue = Catalogue::of_tiles(&twist, &tiles);
    /// let [set] = catalogue.sets() else { panic!() };
    /// assert!(set.is_group && set.is_run && set.value == 26);
    /// ```
    pub fn of_tiles(rules: &RuleSet, tiles: &TileCounts) -> Catalogue {
        Catalogue::of_tiles_within(rules, tiles, u64::MAX).expect("nobody counts so far")
    }

    /// Like [`Catalogue::of_tiles`], but `None` if the search for the sets takes more than this
    /// many steps. With many special jokers, and runs that go round, it may take for ever.
    pub fn of_tiles_within(rules: &RuleSet, tiles: &TileCounts, steps: u64) -> Option<Catalogue> {
        let mut found = Vec::new();
        groups::find(rules, tiles, &mut found);
        let steps = runs::find(rules, tiles, steps, &mut found);
        let steps = mirrors::find(rules, tiles, steps, &mut found);
        (steps > 0).then(|| Catalogue {
            of: None,
            sets: merged(rules, found),
        })
    }

    /// Whether the catalogue holds the sets of all tiles of this game.
    pub fn is_of(&self, rules: &RuleSet) -> bool {
        self.of.as_ref() == Some(rules.spec())
    }

    /// The sets, ascending.
    pub fn sets(&self) -> &[LegalSet] {
        &self.sets
    }
}

/// Keeps one set for each multiset. It drops a set that splits without loss but was found in a
/// place of its jokers that cannot be cut and is worth less.
fn merged(rules: &RuleSet, mut found: Vec<LegalSet>) -> Vec<LegalSet> {
    found.sort_unstable();
    found.dedup_by(|more, kept| {
        let same = more.tiles == kept.tiles;
        if same {
            kept.value = kept.value.max(more.value);
            kept.is_group |= more.is_group;
            kept.is_run |= more.is_run;
        }
        same
    });
    // Both parts of a split have three tiles, and such a set has three jokers in a row.
    if rules.most_jokers_in_set() >= 3 {
        found.retain(|set| {
            let long = set.is_run && set.tiles.len() >= 6 && set.tiles.jokers() >= 3;
            !long || set.value >= largest_value(rules, &set.tiles) || !is_worth_more(rules, set)
        });
    }
    found
}

/// An upper bound, without a search, on the value of a run or mirror run of these tiles: its
/// numbers are as high as its number tiles allow.
fn largest_value(rules: &RuleSet, tiles: &TileCounts) -> u32 {
    let mut values = tiles.kinds().filter_map(|(tile, _)| tile.value());
    let Some(lowest) = values.next().map(|first| values.fold(first, u8::min)) else {
        return 0;
    };
    if rules.wrap.has_next() {
        return u32::MAX;
    }
    let slots = tiles.len() + usize::from(tiles.count(Tile::DOUBLE));
    let mirrored = tiles.count(Tile::MIRROR) > 0;
    let side = if mirrored { (slots - 1) / 2 } else { slots } as u32;
    let top = u32::from(rules.values);
    let middle = mirrored && rules.mirror_value == MirrorValue::Middle;
    let sum_from = |start: u32| side * start + side * (side - 1) / 2;
    let highest = u32::from(lowest).min((top + 1).saturating_sub(side).max(1));
    if !mirrored {
        return sum_from(highest);
    }
    let axis = |start: u32| match start + side {
        above if above <= top => above,
        _ => start - 1,
    };
    let value = |start| 2 * sum_from(start) + if middle { axis(start) } else { 0 };
    // One lower may be worth more, because then the axis is above.
    value(highest).max(value(highest.max(2) - 1))
}

fn is_worth_more(rules: &RuleSet, set: &LegalSet) -> bool {
    let tiles: Vec<Tile> = set.tiles.tiles().collect();
    rules.judge(&tiles).best().map(u32::from) > Some(set.value)
}

/// The tiles that a search over layouts has left, and those in the layout.
struct Hand {
    left: TileCounts,
    used: TileCounts,
    /// Jokers of any kind that may still come into the set.
    jokers: u8,
    /// Layouts that may still be looked at.
    steps: u64,
}

impl Hand {
    fn new(rules: &RuleSet, tiles: &TileCounts, steps: u64) -> Hand {
        Hand {
            steps,
            left: *tiles,
            used: TileCounts::EMPTY,
            jokers: rules.most_jokers_in_set().min(tiles.jokers()),
        }
    }

    /// Counts one more layout; false if they were too many.
    fn step(&mut self) -> bool {
        self.steps = self.steps.saturating_sub(1);
        self.steps > 0
    }

    /// Moves a tile into the layout, if it is available.
    fn take(&mut self, tile: Tile) -> bool {
        if (tile.is_joker() && self.jokers == 0) || !self.left.remove(tile) {
            return false;
        }
        self.jokers -= u8::from(tile.is_joker());
        let fits = self.used.insert(tile);
        debug_assert!(fits, "a part of a multiset is a multiset");
        true
    }

    /// Takes back a tile that was moved.
    fn give(&mut self, tile: Tile) {
        let given = self.used.remove(tile) && self.left.insert(tile);
        debug_assert!(given, "it was taken");
        self.jokers += u8::from(tile.is_joker());
    }
}

/// Colours as a bit set, by their index in the rule set.
type Mask = u8;

fn all_colours(rules: &RuleSet) -> Mask {
    ((1_u16 << rules.colours().len()) - 1) as Mask
}

/// The colours that a segment may have after a colour-change joker, given those of the segment
/// before.
fn changed(before: Mask, all: Mask) -> Mask {
    match before.count_ones() {
        0 => 0,
        1 => all & !before,
        _ => all,
    }
}

/// The number `steps` steps after `start`; `None` past the end of a run.
fn slot(rules: &RuleSet, start: u8, steps: usize) -> Option<u8> {
    rules.number_at(usize::from(start) - 1 + steps)
}
