//! Whether a multiset of tiles lies in sets with nothing left over, decided by an automaton.
//!
//! The automaton is many times as fast as a search once it was asked about similar multisets. It
//! does not tell how the multiset lies, and it does not exist for rules that it does not know.
//!
//! A multiset is read from both ends to the middle. There a state of the lower half and one of the
//! upper half meet if their open runs can be joined. Read from end to end there would be a state of
//! its own for nearly every multiset.

use rummilab_core::{RuleSet, Tile, TileCounts};
use rustc_hash::FxHashMap;

use super::colour_order::{ColourOrders, in_one_order};
use super::multiset::{
    JOKERS, MultisetReader, PLACES, VALUES, stand_ins, tiles_of_choice, together,
};
use super::open_runs::{Open, RunRows};
use super::state_table::StateTable;

/// Choices of none to two of every colour.
const CHOICES: usize = 81;

/// The automaton begins anew at this many states, with which all of it takes some 40 MB. With twice
/// as many a champion takes a tenth less time.
const MOST_STATES: usize = 128_000;

/// It begins anew at this many steps with jokers.
const MOST_WITH_JOKERS: usize = 200_000;

/// It forgets which states meet at this many: some 5 MB.
const MOST_MEETINGS: usize = 400_000;

/// The most values of a half.
const HALF: usize = VALUES.div_ceil(2);

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
    states: StateTable<Rows>,
    /// Where each choice leads, for states that tiles alone lead to.
    steps: Vec<Option<Box<[Reached; CHOICES]>>>,
    /// Where a choice leads that jokers stand in for, by state and choice.
    steps_with_jokers: FxHashMap<u32, Reached>,
    /// The states that a choice leads to with at most the given number of jokers beside it. The
    /// first state that leads anywhere has its colours in their places.
    with_jokers: FxHashMap<(ByJokers, u8, u8), ByJokers>,
    /// Whether two states meet: the first from below, the other from above with the colours in the
    /// places of the first.
    meetings: FxHashMap<(u32, Reached), bool>,
    /// By number of jokers: what they may stand for in one value, as numbers of choices.
    stand_ins: [Vec<u8>; JOKERS as usize + 1],
    /// The place in `steps` of a choice without three of a colour.
    places: Box<[u8; 256]>,
    room: Room,
}

/// The rows of four colours: an open-run state in half the room.
type Rows = u32;

/// Room for the open-run states of a step: before it, after it, and in one order.
#[derive(Debug, Default)]
struct Room {
    from: Vec<Open>,
    reached: Vec<Open>,
    ordered: [Vec<Open>; 2],
    rows: Vec<Rows>,
}

/// One half of the values of a multiset, from the lowest or the highest value to the middle.
#[derive(Debug, Clone, Copy, Default)]
struct Half {
    /// The number tiles of each value, as numbers of choices.
    choices: [u8; HALF],
    values: usize,
}

/// The states before each value of a half, and after the last.
type Path = [ByJokers; HALF + 1];

impl PartitionAutomaton {
    /// `None` under rules with wrap-around or stepped runs, short ones only, or more than four
    /// colours, two copies or thirteen values.
    pub fn new(rules: &RuleSet) -> Option<PartitionAutomaton> {
        MultisetReader::of(rules).map(|reader| {
            let mut automaton = PartitionAutomaton {
                runs: reader.runs(rules),
                reader,
                orders: ColourOrders::new(),
                states: StateTable::default(),
                room: Room::default(),
                steps: Vec::new(),
                steps_with_jokers: FxHashMap::default(),
                with_jokers: FxHashMap::default(),
                meetings: FxHashMap::default(),
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
        let [below, above] = self.halves(multiset);
        let end = self.path(&below, jokers)[below.values];
        if end == NOWHERE {
            return Some(false);
        }
        let ends = [end, self.path(&above, jokers)[above.values]];
        Some(self.meet(ends, jokers))
    }

    /// The number tiles, among these kinds, of which one more can lie with this multiset; `None`
    /// where [`can_partition`](Self::can_partition) has no answer.
    pub fn one_more(&mut self, multiset: &TileCounts, among: &TileCounts) -> Option<TileCounts> {
        let jokers = self.reader.plain_jokers(multiset)?;
        let halves = self.halves(multiset);
        let paths = [0, 1].map(|half| self.path(&halves[half], jokers));
        let usual = [0, 1].map(|half| paths[half][halves[half].values]);
        let mut found = TileCounts::EMPTY;
        for (tile, _) in among.kinds() {
            let place = (multiset.count(tile) < self.reader.copies).then(|| self.place_of(tile));
            let Some((half, at, place)) = place.flatten() else {
                continue;
            };
            let mut more = halves[half];
            more.choices[at] += place;
            let mut ends = usual;
            ends[half] = self.end_beside(&more, at, &paths[half], jokers);
            if self.meet(ends, jokers) {
                let _ = found.insert(tile);
            }
        }
        Some(found)
    }

    /// The states that a half leads to. After one that leads nowhere there are none.
    fn path(&mut self, half: &Half, jokers: u8) -> Path {
        let mut path = [NOWHERE; HALF + 1];
        path[0] = AT_START;
        for (at, choice) in half.choices[..half.values].iter().enumerate() {
            path[at + 1] = self.after(path[at], *choice, jokers);
            if path[at + 1] == NOWHERE {
                break;
            }
        }
        path
    }

    /// Where a half ends that differs from another at one value. Where it comes to the states of
    /// the path of the other it ends alike.
    fn end_beside(&mut self, half: &Half, at: usize, other: &Path, jokers: u8) -> ByJokers {
        let mut states = other[at];
        for now in at..half.values {
            states = self.after(states, half.choices[now], jokers);
            if states == NOWHERE {
                break;
            }
            if states == other[now + 1] {
                return other[half.values];
            }
        }
        states
    }

    /// The half of a number tile, its value there, and the place of its colour in a choice.
    fn place_of(&self, tile: Tile) -> Option<(usize, usize, u8)> {
        let (value, colour) = (usize::from(tile.value()?), tile.colour()?);
        let mut colours = self.reader.colours.iter();
        let place = PLACES[colours.position(|other| *other == colour)?];
        if value <= self.reader.middle() {
            Some((0, value.checked_sub(1)?, place))
        } else {
            Some((1, self.reader.values.checked_sub(value)?, place))
        }
    }

    /// Whether both halves have ends that meet, with all jokers laid.
    fn meet(&mut self, [below, above]: [ByJokers; 2], jokers: u8) -> bool {
        let jokers = usize::from(jokers);
        (0..=jokers).any(|laid| {
            let (below, above) = (below[laid], above[jokers - laid]);
            below != DEAD && above != DEAD && self.states_meet(below, above)
        })
    }

    /// Whether two states meet, one from below and one from above.
    fn states_meet(&mut self, below: Reached, above: Reached) -> bool {
        let above = self.in_places(self.orders.undone(order_of(below)), above);
        let asked = (state_of(below) as u32, above);
        if let Some(known) = self.meetings.get(&asked) {
            return *known;
        }
        let order = order_of(above);
        let other = self.states.get(state_of(above)).iter();
        let other = other.map(|open| self.orders.in_place(order, (*open).into()));
        let below = self.states.get(state_of(below)).iter();
        let meet = self.runs.any_meet(below.map(|open| (*open).into()), other);
        self.meetings.insert(asked, meet);
        meet
    }

    /// The states after the tiles of one more value, with at most `jokers` jokers among all tiles.
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
                    states.push(self.step_with_jokers(state, choice));
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
                self.room.reached.clear();
                for state in states {
                    let (order, rows) = (order_of(state), self.states.get(state_of(state)));
                    let rows = rows.iter().map(|rows| (*rows).into());
                    let open = rows.map(|rows| self.orders.in_place(order, rows));
                    self.room.reached.extend(open);
                }
                self.number_reached()
            }
        }
    }

    /// The halves of a multiset. Makes room if there are too many states.
    fn halves(&mut self, multiset: &TileCounts) -> [Half; 2] {
        if self.states.len() > MOST_STATES || self.with_jokers.len() > MOST_WITH_JOKERS {
            self.begin();
        }
        if self.meetings.len() > MOST_MEETINGS {
            self.meetings.clear();
        }
        let choices = self.reader.choices(multiset);
        let (below, above) = choices[..self.reader.values].split_at(self.reader.middle());
        let mut halves = [below.len(), above.len()].map(|values| Half {
            values,
            ..Half::default()
        });
        halves[0].choices[..below.len()].copy_from_slice(below);
        halves[1].choices[..above.len()].copy_from_slice(above);
        halves[1].choices[..above.len()].reverse();
        halves
    }

    fn begin(&mut self) {
        self.states.clear();
        self.steps.clear();
        self.steps_with_jokers.clear();
        self.with_jokers.clear();
        self.meetings.clear();
        self.room.reached.clear();
        self.number_reached();
        self.room.reached.push(0);
        self.number_reached();
    }

    /// The step in a multiset without jokers.
    fn step(&mut self, from: Reached, choice: u8) -> Reached {
        let (state, order) = (state_of(from), order_of(from));
        let choice = self.orders.choice(order, choice);
        let place = self.place(choice);
        let known = self.steps[state]
            .as_ref()
            .map_or(UNKNOWN, |steps| steps[place]);
        let to = if known == UNKNOWN {
            let to = self.new_step(state, choice);
            let steps = self.steps[state].get_or_insert_with(|| Box::new([UNKNOWN; CHOICES]));
            steps[place] = to;
            to
        } else {
            known
        };
        self.in_places(order, to)
    }

    /// The step where jokers may be among the tiles: of so many states most are met once, and a
    /// choice may have three of a colour.
    fn step_with_jokers(&mut self, from: Reached, choice: u8) -> Reached {
        let (state, order) = (state_of(from), order_of(from));
        let choice = self.orders.choice(order, choice);
        let asked = (state as u32) << 8 | u32::from(choice);
        let to = match self.steps_with_jokers.get(&asked) {
            Some(known) => *known,
            None => {
                let to = self.new_step(state, choice);
                self.steps_with_jokers.insert(asked, to);
                to
            }
        };
        self.in_places(order, to)
    }

    fn place(&self, choice: u8) -> usize {
        usize::from(self.places[usize::from(choice)])
    }

    fn new_step(&mut self, state: usize, choice: u8) -> Reached {
        let tiles = tiles_of_choice(choice);
        let Room { from, reached, .. } = &mut self.room;
        from.clear();
        from.extend(self.states.get(state).iter().map(|open| Open::from(*open)));
        reached.clear();
        self.runs.reach_from_all(from, &tiles, reached);
        self.number_reached()
    }

    /// The state of the open-run states that were reached, without those that others cover.
    fn number_reached(&mut self) -> Reached {
        let room = &mut self.room;
        self.runs.keep_the_best(&mut room.reached);
        let colours = self.reader.colours.len();
        let order = in_one_order(&room.reached, colours, &mut room.ordered);
        let order = Reached::from(self.orders.number(&order));
        room.rows.clear();
        room.rows
            .extend(room.ordered[0].iter().map(|open| *open as Rows));
        let number = self.states.number(&room.rows);
        self.steps.resize_with(self.states.len(), || None);
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
