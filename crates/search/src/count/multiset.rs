//! A multiset as the tiles of each value: what [`PartitionAutomaton`](super::PartitionAutomaton)
//! reads, and the rules under which it can.

use rummilab_core::{Colour, RuleSet, TileCounts};

use super::automaton;
use super::open_runs::{RunRows, Tiles};

/// The most colours, copies and values.
pub(super) const COLOURS: usize = 4;
pub(super) const COPIES: u8 = 2;
pub(super) const VALUES: usize = 13;

/// The most tiles of a kind: both copies, and a joker as a third. With enough colours and values,
/// two jokers need not stand for a kind of which both tiles lie too: a joker goes on with a run, or
/// fills a group as another colour.
pub(super) const ALIKE: u8 = COPIES + 1;
/// The place value of each colour in the number of a choice of tiles of one value. A choice has
/// none to three tiles of every colour.
pub(super) const PLACES: [u8; COLOURS] = [1, 4, 16, 64];

/// The most jokers in a multiset.
pub(super) const JOKERS: u8 = 2;
/// Values from which on two jokers need not be alike: a run over all of them takes one for any of
/// two.
const ROOMY: usize = 6;

/// Reads multisets under one rule set.
#[derive(Debug)]
pub(super) struct MultisetReader {
    pub(super) colours: Vec<Colour>,
    pub(super) values: usize,
    /// The number tiles of a kind in the game.
    pub(super) copies: u8,
    /// The most jokers of a multiset that can be decided. Where a set holds one joker at most, two
    /// in one set would have to be told from two in different sets.
    most_jokers: u8,
}

impl MultisetReader {
    /// `None` under rules with wrap-around or stepped runs, short ones only, or more than four
    /// colours, two copies or thirteen values.
    pub(super) fn of(rules: &RuleSet) -> Option<MultisetReader> {
        let known = automaton::knows(rules, 0)
            && rules.colours().len() <= COLOURS
            && rules.copies <= COPIES
            && usize::from(rules.values) <= VALUES;
        known.then(|| MultisetReader {
            most_jokers: most_jokers(rules),
            colours: rules.colours().to_vec(),
            values: usize::from(rules.values),
            copies: rules.copies,
        })
    }

    /// The number of values in the lower half.
    pub(super) fn middle(&self) -> usize {
        self.values / 2
    }

    /// The transitions of open runs, with jokers as further tiles of a kind.
    pub(super) fn runs(&self, rules: &RuleSet) -> RunRows {
        RunRows::new(self.colours.len(), ALIKE, rules.largest_group())
    }

    /// The number tiles of each value, as numbers of choices.
    pub(super) fn choices(&self, multiset: &TileCounts) -> [u8; VALUES] {
        let mut choices = [0; VALUES];
        for (colour, place) in self.colours.iter().zip(PLACES) {
            let row = multiset.of_colour(*colour);
            for (v, choice) in choices.iter_mut().enumerate() {
                *choice += place * (row >> (2 * (v + 1)) & 3).min(2) as u8;
            }
        }
        choices
    }

    /// The number of jokers in a multiset; `None` if some are special or they are too many.
    pub(super) fn plain_jokers(&self, multiset: &TileCounts) -> Option<u8> {
        let plain = multiset.jokers_by_kind()[0];
        (plain == multiset.jokers() && plain <= self.most_jokers).then_some(plain)
    }
}

/// The most plain jokers that can be read as further tiles of a kind, [`ALIKE`] at most.
pub(super) fn most_jokers(rules: &RuleSet) -> u8 {
    let roomy = rules.colours().len() == COLOURS && usize::from(rules.values) >= ROOMY;
    let most = if roomy { JOKERS } else { 1 };
    let limit = rules.max_jokers_per_set.0;
    limit.map_or(most, |limit| most.min(limit))
}

/// The choices that none, one and two jokers may stand for in one value with `colours` colours.
pub(super) fn stand_ins(colours: usize) -> [Vec<u8>; JOKERS as usize + 1] {
    let places = &PLACES[..colours];
    let pairs = (0..colours).flat_map(|a| (a..colours).map(move |b| places[a] + places[b]));
    [vec![0], places.to_vec(), pairs.collect()]
}

/// The tiles of each colour in a choice.
pub(super) fn tiles_of_choice(choice: u8) -> Tiles {
    let mut tiles = Tiles::default();
    for (n, place) in tiles.iter_mut().zip(PLACES) {
        *n = choice / place % (ALIKE + 1);
    }
    tiles
}

/// The sum of both choices, unless it has too many of a colour.
pub(super) fn together(choice: u8, other: u8) -> Option<u8> {
    let of = |choice: u8, place: u8| choice / place % (ALIKE + 1);
    let few = |place: u8| of(choice, place) + of(other, place) <= ALIKE;
    PLACES.into_iter().all(few).then(|| choice + other)
}
