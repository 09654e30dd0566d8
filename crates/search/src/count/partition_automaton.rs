//! Whether a multiset of tiles lies in sets with nothing left over, decided by an automaton.
//!
//! The automaton is many times as fast as a search once it was asked about similar multisets. It
//! does not tell how the multiset lies, and it does not exist for rules that it does not know.

use rummilab_core::{RuleSet, Tile, TileCounts};
use rustc_hash::FxHashMap;

use super::multiset::{
    ALIKE, COPIES, JOKERS, MultisetReader, PAIRS, PLACES, VALUES, stand_ins, together,
};
use super::open_runs::{Open, RunRows, Tiles};

/// Choices of none to two of every colour.
const CHOICES: usize = 81;

/// The automaton begins anew at this many states: some 25 MB. The room for them doubles at powers
/// of two, and a question adds fewer states than are left to the next one. With 131,072 states a
/// review, which plays endgame after endgame, held two to three times the memory and took 95 % of
/// the time.
const MOST_STATES: usize = 50_000;

/// It begins anew at this many steps with jokers: some 5 MB.
const MOST_WITH_JOKERS: usize = 100_000;

/// A step that was not asked for yet.
const UNKNOWN: u32 = u32::MAX;
/// The state that leads nowhere.
const DEAD: u32 = 0;
/// The state before the first value.
const START: u32 = 1;

/// The states that the tiles so far lead to with none, one and two jokers among them.
type ByJokers = [u32; JOKERS as usize + 1];
const AT_START: ByJokers = [START, DEAD, DEAD];
const NOWHERE: ByJokers = [DEAD; JOKERS as usize + 1];

/// A deterministic automaton that decides which multisets lie under one rule set. It reads a
/// multiset value by value and is built as far as it is needed. A state is the set of open-run
/// states that the tiles so far can have led to. Earlier questions change no answer.
///
/// ```
/// use rummilab_core::{RuleSet, TileCounts, notation::parse_tiles};
/// use rummilab_search::count::PartitionAutomaton;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let multiset = |text| parse_tiles(text, &rules).unwrap().into_iter().collect::<TileCounts>();
/// let mut automaton = PartitionAutomaton::new(&rules).unwrap();
/// assert_eq!(automaton.can_partition(&multiset("R3 R4 R5 K5 B5")), Some(false));
/// assert_eq!(automaton.one_more(&multiset("R3 R4 R5")), Some(multiset("R2 R6")));
/// assert_eq!(automaton.can_partition(&multiset("R3 R4 J")), Some(true));
/// assert_eq!(automaton.can_partition(&multiset("R3 R7 J")), Some(false));
/// ```
#[derive(Debug)]
pub struct PartitionAutomaton {
    reader: MultisetReader,
    runs: RunRows,
    numbers: FxHashMap<Box<[Open]>, u32>,
    /// Each state, and whether a multiset may end there.
    states: Vec<(Box<[Open]>, bool)>,
    steps: Vec<[u32; CHOICES]>,
    /// Steps with three of a colour, by state and choice: only jokers lead to them.
    alike: FxHashMap<(u32, u8), u32>,
    /// The states that a choice leads to with at most the given number of jokers beside it.
    with_jokers: FxHashMap<(ByJokers, u8, u8), ByJokers>,
    /// By number of jokers: what they may stand for in one value, as numbers of choices.
    stand_ins: [Vec<u8>; JOKERS as usize + 1],
    /// The place in `steps` of a choice without three of a colour.
    places: Box<[u8; 256]>,
}

impl PartitionAutomaton {
    /// `None` under rules with wrap-around or stepped runs, short ones only, or more than four
    /// colours, two copies or thirteen values.
    pub fn new(rules: &RuleSet) -> Option<PartitionAutomaton> {
        MultisetReader::of(rules).map(|reader| {
            let mut automaton = PartitionAutomaton {
                runs: reader.runs(rules),
                reader,
                numbers: FxHashMap::default(),
                states: Vec::new(),
                steps: Vec::new(),
                alike: FxHashMap::default(),
                with_jokers: FxHashMap::default(),
                stand_ins: stand_ins(rules.colours().len()),
                places: Box::new(std::array::from_fn(|choice| {
                    let three = [1, 3, 9, 27];
                    let each = PLACES.into_iter().zip(three);
                    each.map(|(place, three)| choice as u8 / place % 4 * three)
                        .fold(0, u8::wrapping_add)
                })),
            };
            automaton.begin();
            automaton
        })
    }

    /// Whether all these tiles can lie in sets at the same time. `None` if more than two jokers or
    /// special ones are among them. With two jokers, also under rules with fewer than four colours
    /// or six values, or that allow one joker in a set.
    pub fn can_partition(&mut self, multiset: &TileCounts) -> Option<bool> {
        let jokers = self.reader.plain_jokers(multiset)?;
        let choices = self.choices(multiset);
        Some(self.ends_with(AT_START, &choices[..self.reader.values], jokers))
    }

    /// The number tiles of which one more can lie with this multiset; `None` where
    /// [`can_partition`](Self::can_partition) has no answer.
    pub fn one_more(&mut self, multiset: &TileCounts) -> Option<TileCounts> {
        let jokers = self.reader.plain_jokers(multiset)?;
        let mut choices = self.choices(multiset);
        let mut found = TileCounts::EMPTY;
        let mut before = AT_START;
        for v in 0..self.reader.values {
            for (colour, place) in PLACES
                .into_iter()
                .enumerate()
                .take(self.reader.colours.len())
            {
                let Some(tile) = Tile::number(self.reader.colours[colour], v as u8 + 1) else {
                    continue;
                };
                if multiset.count(tile) >= COPIES {
                    continue;
                }
                choices[v] += place;
                let fits = self.ends_with(before, &choices[v..self.reader.values], jokers);
                choices[v] -= place;
                if fits {
                    let _ = found.insert(tile);
                }
            }
            before = self.after(before, choices[v], jokers);
        }
        Some(found)
    }

    /// Whether these tiles and `jokers` jokers lead to a state in which a multiset may end.
    fn ends_with(&mut self, from: ByJokers, choices: &[u8], jokers: u8) -> bool {
        let mut at = from;
        for choice in choices {
            if at == NOWHERE {
                return false;
            }
            at = self.after(at, *choice, jokers);
        }
        self.states[at[usize::from(jokers)] as usize].1
    }

    /// The states after these tiles of a value, with at most `jokers` jokers for further ones.
    fn after(&mut self, from: ByJokers, choice: u8, jokers: u8) -> ByJokers {
        if jokers == 0 {
            return [self.step(from[0], choice), DEAD, DEAD];
        }
        let asked = (from, choice, jokers);
        if let Some(known) = self.with_jokers.get(&asked) {
            return *known;
        }
        let mut to = NOWHERE;
        for (lying, to) in to.iter_mut().enumerate().take(usize::from(jokers) + 1) {
            *to = self.with_jokers_laid(from, choice, lying);
        }
        self.with_jokers.insert(asked, to);
        to
    }

    /// The state after these tiles of a value, with `laid` jokers by then. Any number of them may
    /// stand for any tiles of this value.
    fn with_jokers_laid(&mut self, from: ByJokers, choice: u8, laid: usize) -> u32 {
        let mut states = Vec::new();
        for (before, state) in from.into_iter().enumerate().take(laid + 1) {
            if state == DEAD {
                continue;
            }
            for number in 0..self.stand_ins[laid - before].len() {
                let tiles = self.stand_ins[laid - before][number];
                if let Some(choice) = together(choice, tiles) {
                    states.push(self.step(state, choice));
                }
            }
        }
        states.sort_unstable();
        states.dedup();
        states.retain(|state| *state != DEAD);
        match states[..] {
            [] => DEAD,
            [state] => state,
            _ => {
                let open = states.iter().map(|state| &*self.states[*state as usize].0);
                let mut open = open.collect::<Vec<_>>().concat();
                self.runs.keep_the_best(&mut open);
                self.number(open)
            }
        }
    }

    /// The number tiles of each value, as numbers of choices. Makes room if there are too many
    /// states.
    fn choices(&mut self, multiset: &TileCounts) -> [u8; VALUES] {
        if self.states.len() > MOST_STATES || self.with_jokers.len() > MOST_WITH_JOKERS {
            self.begin();
        }
        self.reader.choices(multiset)
    }

    fn begin(&mut self) {
        self.numbers.clear();
        self.states.clear();
        self.steps.clear();
        self.alike.clear();
        self.with_jokers.clear();
        self.number(Vec::new());
        self.number(vec![0]);
    }

    fn step(&mut self, state: u32, choice: u8) -> u32 {
        let three = choice & choice >> 1 & PAIRS != 0;
        let known = if three {
            *self.alike.get(&(state, choice)).unwrap_or(&UNKNOWN)
        } else {
            self.steps[state as usize][self.place(choice)]
        };
        if known != UNKNOWN {
            return known;
        }
        let to = self.new_step(state, choice);
        if three {
            self.alike.insert((state, choice), to);
        } else {
            let place = self.place(choice);
            self.steps[state as usize][place] = to;
        }
        to
    }

    fn place(&self, choice: u8) -> usize {
        usize::from(self.places[usize::from(choice)])
    }

    fn new_step(&mut self, state: u32, choice: u8) -> u32 {
        let mut tiles = Tiles::default();
        for (n, place) in tiles.iter_mut().zip(PLACES) {
            *n = choice / place % (ALIKE + 1);
        }
        let mut reached = Vec::new();
        let from = &self.states[state as usize].0;
        self.runs.reach_from_all(from, &tiles, &mut reached);
        self.runs.keep_the_best(&mut reached);
        self.number(reached)
    }

    fn number(&mut self, state: Vec<Open>) -> u32 {
        let state = state.into_boxed_slice();
        if let Some(number) = self.numbers.get(&state) {
            return *number;
        }
        let number = self.states.len() as u32;
        let accepts = state.iter().any(|open| self.runs.may_end(*open));
        self.numbers.insert(state.clone(), number);
        self.states.push((state, accepts));
        self.steps.push([UNKNOWN; CHOICES]);
        number
    }
}
