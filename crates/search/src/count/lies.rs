//! Whether a heap of tiles without jokers lies in sets with nothing left over: many times as fast as a search once much the same was
//! asked before. Refuses to say how it lies, jokers, and rules that its automaton does not know.

use rummilab_core::{Colour, RuleSet, Tile, TileCounts};
use rustc_hash::FxHashMap;

use super::automaton;
use super::open_runs::{Open, RunRows, Tiles};

/// The most colours, copies and values.
const COLOURS: usize = 4;
const COPIES: u8 = 2;
const VALUES: usize = 13;

/// Choices of tiles of one value: none to two of every colour.
const CHOICES: usize = 81;
/// Each colour's place in the number of such a choice.
const PLACES: [u8; COLOURS] = [1, 3, 9, 27];

/// States of the automaton before it begins anew: some 50 MB.
const MOST_STATES: usize = 1 << 17;

/// A step that was not asked for yet.
const UNKNOWN: u32 = u32::MAX;
/// The state that leads nowhere.
const DEAD: u32 = 0;
/// The state before the first value.
const START: u32 = 1;

/// What lies, under one rule set: a deterministic automaton that reads a heap value by value and is made as far as it is needed. A state
/// is a set of open-run states, those that the tiles so far can have led to. What was asked before changes no answer.
///
/// ```
/// use rummilab_core::{RuleSet, TileCounts, notation::parse_tiles};
/// use rummilab_search::count::Lies;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let heap = |text| parse_tiles(text, &rules).unwrap().into_iter().collect::<TileCounts>();
/// let mut lies = Lies::new(&rules).unwrap();
/// assert_eq!(lies.lies(&heap("R3 R4 R5 K5 B5")), Some(false));
/// assert_eq!(lies.one_more(&heap("R3 R4 R5")), Some(heap("R2 R6")));
/// assert_eq!(lies.lies(&heap("R3 R4 J")), None);
/// ```
#[derive(Debug)]
pub struct Lies {
    colours: Vec<Colour>,
    values: usize,
    runs: RunRows,
    numbers: FxHashMap<Box<[Open]>, u32>,
    /// Each state, and whether a heap may end there.
    states: Vec<(Box<[Open]>, bool)>,
    steps: Vec<[u32; CHOICES]>,
}

impl Lies {
    /// `None` under rules with wrap-around or stepped runs, short ones only, or more than four colours, two copies or thirteen values.
    pub fn new(rules: &RuleSet) -> Option<Lies> {
        let known = automaton::knows(rules, 0)
            && rules.colours().len() <= COLOURS
            && rules.copies <= COPIES
            && usize::from(rules.values) <= VALUES;
        known.then(|| {
            let colours = rules.colours().to_vec();
            let mut lies = Lies {
                runs: RunRows::new(colours.len(), COPIES, rules.largest_group()),
                colours,
                values: usize::from(rules.values),
                numbers: FxHashMap::default(),
                states: Vec::new(),
                steps: Vec::new(),
            };
            lies.begin();
            lies
        })
    }

    /// Whether all these tiles can lie in sets at the same time; `None` if jokers are among them.
    pub fn lies(&mut self, heap: &TileCounts) -> Option<bool> {
        let choices = self.choices(heap)?;
        Some(self.ends(START, &choices[..self.values]))
    }

    /// The number tiles of which one more can lie with this heap; `None` if jokers are in it.
    pub fn one_more(&mut self, heap: &TileCounts) -> Option<TileCounts> {
        let choices = self.choices(heap)?;
        let mut found = TileCounts::EMPTY;
        let mut before = START;
        for v in 0..self.values {
            for (colour, place) in PLACES.into_iter().enumerate().take(self.colours.len()) {
                let Some(tile) = Tile::number(self.colours[colour], v as u8 + 1) else {
                    continue;
                };
                if heap.count(tile) < COPIES {
                    let after = self.step(before, choices[v] + place);
                    if self.ends(after, &choices[v + 1..self.values]) {
                        let _ = found.insert(tile);
                    }
                }
            }
            before = self.step(before, choices[v]);
        }
        Some(found)
    }

    /// Whether these tiles lead from a state to one where a heap may end.
    fn ends(&mut self, from: u32, choices: &[u8]) -> bool {
        let mut at = from;
        for choice in choices {
            if at == DEAD {
                return false;
            }
            at = self.step(at, *choice);
        }
        self.states[at as usize].1
    }

    /// The tiles of each value, as numbers of choices. Makes room where there are too many states.
    fn choices(&mut self, heap: &TileCounts) -> Option<[u8; VALUES]> {
        if heap.jokers() > 0 {
            return None;
        }
        if self.states.len() > MOST_STATES {
            self.begin();
        }
        let mut choices = [0; VALUES];
        for (colour, place) in self.colours.iter().zip(PLACES) {
            let row = heap.of_colour(*colour);
            for (v, choice) in choices.iter_mut().enumerate() {
                *choice += place * (row >> (2 * (v + 1)) & 3).min(2) as u8;
            }
        }
        Some(choices)
    }

    fn begin(&mut self) {
        self.numbers.clear();
        self.states.clear();
        self.steps.clear();
        self.number(Vec::new());
        self.number(vec![0]);
    }

    fn step(&mut self, state: u32, choice: u8) -> u32 {
        match self.steps[state as usize][usize::from(choice)] {
            UNKNOWN => self.new_step(state, choice),
            known => known,
        }
    }

    fn new_step(&mut self, state: u32, choice: u8) -> u32 {
        let mut tiles = Tiles::default();
        for (n, place) in tiles.iter_mut().zip(PLACES) {
            *n = choice / place % 3;
        }
        let mut reached = Vec::new();
        for open in &self.states[state as usize].0 {
            self.runs.reach(*open, &tiles, &mut reached);
        }
        self.runs.keep_the_best(&mut reached);
        let to = self.number(reached);
        self.steps[state as usize][usize::from(choice)] = to;
        to
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
