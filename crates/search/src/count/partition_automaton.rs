//! Whether a multiset of tiles lies in sets with nothing left over, decided by an automaton.
//!
//! The automaton is many times as fast as a search once it was asked about similar multisets. It
//! does not tell how the multiset lies, and it does not exist for rules that it does not know.

use rummilab_core::{RuleSet, Tile, TileCounts};
use rustc_hash::FxHashMap;

use super::colour_order::{ColourOrders, in_one_order};
use super::multiset::{
    COPIES, JOKERS, MultisetReader, PAIRS, PLACES, VALUES, stand_ins, tiles_of_choice, together,
};
use super::open_runs::{Open, RunRows};

/// Choices of none to two of every colour.
const CHOICES: usize = 81;

/// The automaton begins anew at this many states: some 25 MB. Rules with two copies of four colours
/// have 55,681 without jokers. The room for them doubles at powers of two, and a question adds
/// fewer states than are left to the next one. With twice as many a review, which plays endgame
/// after endgame, held two to three times the memory.
const MOST_STATES: usize = 64_000;

/// It begins anew at this many steps with jokers: some 5 MB.
const MOST_WITH_JOKERS: usize = 100_000;

/// A step that was not asked for yet.
const UNKNOWN: u32 = u32::MAX;
/// A state as it was reached: its number, and in the lowest bits the order of its colours.
type Reached = u32;
const ORDER_BITS: u32 = 5;
/// The state that leads nowhere.
const DEAD: Reached = 0;
/// The state before the first value.
const START: Reached = 1 << ORDER_BITS;

/// The states that the tiles so far lead to with none, one and two jokers among them.
type ByJokers = [Reached; JOKERS as usize + 1];
const AT_START: ByJokers = [START, DEAD, DEAD];
const NOWHERE: ByJokers = [DEAD; JOKERS as usize + 1];

/// A deterministic automaton that decides which multisets lie under one rule set. It reads a
/// multiset value by value and is built as far as it is needed. A state is the set of open-run
/// states that the tiles so far can have led to, whatever the order of the colours. Earlier
/// questions change no answer.
///
/// ```
/// use rummilab_core::{RuleSet, TileCounts, notation::parse_tiles};
/// use rummilab_search::count::PartitionAutomaton;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let multiset = |text| parse_tiles(text, &rules).unwrap().into_iter().collect::<TileCounts>();
/// let mut automaton = PartitionAutomaton::new(&rules).unwrap();
/// assert_eq!(automaton.can_partition(&multiset("R3 R4 R5 K5 B5")), Some(false));
/// let fits = automaton.one_more(&multiset("R3 R4 R5"), &multiset("R2 B6 K7"));
/// assert_eq!(fits, Some(multiset("R2")));
/// assert_eq!(automaton.can_partition(&multiset("R3 R4 J")), Some(true));
/// assert_eq!(automaton.can_partition(&multiset("R3 R7 J")), Some(false));
/// ```
#[derive(Debug)]
pub struct PartitionAutomaton {
    reader: MultisetReader,
    runs: RunRows,
    orders: ColourOrders,
    numbers: FxHashMap<Box<[Open]>, u32>,
    /// Each state, and whether a multiset may end there.
    states: Vec<(Box<[Open]>, bool)>,
    /// By state: where each choice leads.
    steps: Vec<[Reached; CHOICES]>,
    /// Steps with three of a colour, by state and choice: only jokers lead to them.
    alike: FxHashMap<(u32, u8), Reached>,
    /// The states that a choice leads to with at most the given number of jokers beside it. The
    /// first state that leads anywhere has its colours in their places.
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
                orders: ColourOrders::new(),
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
        let mut at = AT_START;
        for choice in &choices[..self.reader.values] {
            at = self.after(at, *choice, jokers);
            if at == NOWHERE {
                return Some(false);
            }
        }
        Some(self.may_end(at, jokers))
    }

    /// The number tiles, among these kinds, of which one more can lie with this multiset; `None`
    /// where [`can_partition`](Self::can_partition) has no answer.
    pub fn one_more(&mut self, multiset: &TileCounts, among: &TileCounts) -> Option<TileCounts> {
        let jokers = self.reader.plain_jokers(multiset)?;
        let mut choices = self.choices(multiset);
        let values = self.reader.values;
        // Before each value, and after the last.
        let mut usual = [AT_START; VALUES + 1];
        for v in 0..values {
            usual[v + 1] = self.after(usual[v], choices[v], jokers);
        }
        let mut found = TileCounts::EMPTY;
        for v in 0..values {
            for (colour, place) in PLACES
                .into_iter()
                .enumerate()
                .take(self.reader.colours.len())
            {
                let Some(tile) = Tile::number(self.reader.colours[colour], v as u8 + 1) else {
                    continue;
                };
                if among.count(tile) == 0 || multiset.count(tile) >= COPIES {
                    continue;
                }
                choices[v] += place;
                let rest = (&choices[v..values], &usual[v + 1..=values]);
                let fits = self.ends_beside(usual[v], rest, jokers);
                choices[v] -= place;
                if fits {
                    let _ = found.insert(tile);
                }
            }
        }
        Some(found)
    }

    /// Whether these tiles and `jokers` jokers lead to a state in which a multiset may end. `usual`
    /// has the states that other tiles lead to; where both meet they end alike.
    fn ends_beside(
        &mut self,
        from: ByJokers,
        (choices, usual): (&[u8], &[ByJokers]),
        jokers: u8,
    ) -> bool {
        let mut at = from;
        for (choice, other) in choices.iter().zip(usual) {
            at = self.after(at, *choice, jokers);
            if at == NOWHERE {
                return false;
            }
            if at == *other {
                at = usual[usual.len() - 1];
                break;
            }
        }
        self.may_end(at, jokers)
    }

    fn may_end(&self, at: ByJokers, jokers: u8) -> bool {
        self.states[state_of(at[usize::from(jokers)])].1
    }

    /// The states after these tiles of a value, with at most `jokers` jokers for further ones.
    fn after(&mut self, from: ByJokers, choice: u8, jokers: u8) -> ByJokers {
        if jokers == 0 {
            return [self.step(from[0], choice), DEAD, DEAD];
        }
        let first = from.into_iter().find(|state| *state != DEAD);
        let order = first.map_or(0, order_of);
        let back = self.orders.undone(order);
        let from = from.map(|state| self.in_places(back, state));
        let asked = (from, self.orders.choice(order, choice), jokers);
        let to = if let Some(known) = self.with_jokers.get(&asked) {
            *known
        } else {
            let mut to = NOWHERE;
            for (lying, to) in to.iter_mut().enumerate().take(usize::from(jokers) + 1) {
                *to = self.with_jokers_laid(from, asked.1, lying);
            }
            self.with_jokers.insert(asked, to);
            to
        };
        to.map(|state| self.in_places(order, state))
    }

    /// The same state with its colours in the places of this order.
    #[inline]
    fn in_places(&self, order: u8, state: Reached) -> Reached {
        if state == DEAD {
            return DEAD;
        }
        state >> ORDER_BITS << ORDER_BITS | Reached::from(self.orders.after(order, order_of(state)))
    }

    /// The state after these tiles of a value, with `laid` jokers by then. Any number of them may
    /// stand for any tiles of this value.
    fn with_jokers_laid(&mut self, from: ByJokers, choice: u8, laid: usize) -> Reached {
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
                let mut open = Vec::new();
                for state in states {
                    let (order, rows) = (order_of(state), &self.states[state_of(state)].0);
                    open.extend(rows.iter().map(|rows| self.orders.in_place(order, *rows)));
                }
                self.runs.keep_the_best(&mut open);
                self.number(&open)
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
        self.number(&[]);
        self.number(&[0]);
    }

    fn step(&mut self, from: Reached, choice: u8) -> Reached {
        let (state, order) = (state_of(from), order_of(from));
        let choice = self.orders.choice(order, choice);
        let three = choice & choice >> 1 & PAIRS != 0;
        let known = if three {
            *self.alike.get(&(state as u32, choice)).unwrap_or(&UNKNOWN)
        } else {
            self.steps[state][self.place(choice)]
        };
        let to = if known == UNKNOWN {
            let to = self.new_step(state, choice);
            if three {
                self.alike.insert((state as u32, choice), to);
            } else {
                let place = self.place(choice);
                self.steps[state][place] = to;
            }
            to
        } else {
            known
        };
        self.in_places(order, to)
    }

    fn place(&self, choice: u8) -> usize {
        usize::from(self.places[usize::from(choice)])
    }

    fn new_step(&mut self, state: usize, choice: u8) -> Reached {
        let tiles = tiles_of_choice(choice);
        let mut reached = Vec::new();
        let from = &self.states[state].0;
        self.runs.reach_from_all(from, &tiles, &mut reached);
        self.runs.keep_the_best(&mut reached);
        self.number(&reached)
    }

    fn number(&mut self, open: &[Open]) -> Reached {
        let (state, order) = in_one_order(open, self.reader.colours.len());
        let order = Reached::from(self.orders.number(&order));
        if let Some(number) = self.numbers.get(&state) {
            return number << ORDER_BITS | order;
        }
        let number = self.states.len() as u32;
        let accepts = state.iter().any(|open| self.runs.may_end(*open));
        self.numbers.insert(state.clone(), number);
        self.states.push((state, accepts));
        self.steps.push([UNKNOWN; CHOICES]);
        number << ORDER_BITS | order
    }
}

/// The number of a state.
#[inline]
fn state_of(reached: Reached) -> usize {
    (reached >> ORDER_BITS) as usize
}

/// The number of the order of its colours.
#[inline]
fn order_of(reached: Reached) -> u8 {
    (reached & ((1 << ORDER_BITS) - 1)) as u8
}
