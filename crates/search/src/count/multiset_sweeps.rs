//! Whether a multiset of tiles lies in sets with nothing left over, decided by sweeps from both
//! ends that are kept for the next multiset.
//!
//! One sweep goes up the values and one down. Both keep the states after each value. A multiset
//! that differs from the last ones at a single value needs one step at that value, and a state from
//! below that meets one from above. So multisets that follow each other should differ in a tile or
//! two. Unlike [`PartitionAutomaton`](super::PartitionAutomaton), nothing is kept but the two
//! sweeps.
//!
//! Jokers are laid where a set needs one. Those left over have room at any run, and in any group
//! that is not full: the tiles nearly always tell that there is one.
//!
//! Price: some 300 lines. Gain: the questions of a standoff take a third of the time of a search
//! each (`benches/trials.md`).

use rummilab_core::{RuleSet, TileCounts};

use super::multiset::{JOKERS, MultisetReader, PLACES, ROOMY, VALUES, stand_ins, together};
use super::open_runs::{
    MeetingKey, Open, RunRows, STUCK_BITS, ShortKey, Tiles, covers, meet, meeting_from_above,
    meeting_from_below,
};

/// The tiles of each value, as numbers of choices.
type Choices = [u8; VALUES];

/// The numbers of jokers that may be laid: none, one and two.
const LAID: usize = JOKERS as usize + 1;

/// The states after some values, by jokers laid. No state can do all that another can that has as
/// many jokers laid or more.
type Layer = [Vec<Open>; LAID];

/// Two sweeps over a multiset, as far as they were needed. Earlier questions change no answer.
///
/// ```
/// use rummilab_core::{RuleSet, TileCounts, notation::parse_tiles};
/// use rummilab_search::count::MultisetSweeps;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let multiset = |text| parse_tiles(text, &rules).unwrap().into_iter().collect::<TileCounts>();
/// let mut sweeps = MultisetSweeps::new(&rules).unwrap();
/// assert_eq!(sweeps.can_partition(&multiset("R3 R4 R5 K5 B5")), Some(false));
/// assert_eq!(sweeps.can_partition(&multiset("R3 R4 R5 K5 B5 J")), Some(true));
/// ```
#[derive(Debug)]
pub struct MultisetSweeps {
    reader: MultisetReader,
    runs: RunRows,
    largest_group: usize,
    /// By number of jokers: what they may stand for in one value, as numbers of choices.
    stand_ins: [Vec<u8>; LAID],
    /// By choice and number of jokers: the choices of tiles that groups may leave for runs, once
    /// they were asked for.
    in_runs: Vec<[Option<Box<[u8]>>; LAID]>,
    /// The multiset of the sweeps, and the last one that was asked about.
    base: Choices,
    last: Choices,
    /// The most jokers that the sweeps lay.
    jokers: usize,
    /// By value: the states before it from below, and those from there on from above.
    from_below: Vec<Layer>,
    from_above: Vec<Layer>,
    /// Forward states are valid up to value `below`, backward states from value `above`.
    below: usize,
    above: usize,
    best: Vec<ShortKey>,
    middle: Vec<MeetingKey>,
    behind: [Vec<MeetingKey>; LAID],
}

impl MultisetSweeps {
    /// `None` under rules with wrap-around or stepped runs, short ones only, or more than four
    /// colours, two copies or thirteen values.
    pub fn new(rules: &RuleSet) -> Option<MultisetSweeps> {
        let reader = MultisetReader::of(rules)?;
        let values = reader.values;
        let mut sweeps = MultisetSweeps {
            runs: reader.runs(rules),
            largest_group: rules.largest_group(),
            stand_ins: stand_ins(reader.colours.len()),
            in_runs: vec![Default::default(); 1 << u8::BITS],
            base: [0; VALUES],
            last: [0; VALUES],
            jokers: 0,
            from_below: vec![Layer::default(); values + 1],
            from_above: vec![Layer::default(); values + 1],
            below: 0,
            above: values,
            best: Vec::new(),
            middle: Vec::new(),
            behind: Default::default(),
            reader,
        };
        let nothing_open = 0;
        sweeps.from_below[0][0].push(nothing_open);
        sweeps.from_above[values][0].push(nothing_open);
        Some(sweeps)
    }

    /// Whether all these tiles can lie in sets at the same time. `None` if more than two jokers or
    /// special ones are among them. Also if not all jokers are needed, and the tiles may lie in
    /// full groups or there are fewer than six values. With two jokers, also under rules with fewer
    /// than four colours or that allow one joker in a set.
    pub fn can_partition(&mut self, multiset: &TileCounts) -> Option<bool> {
        let jokers = usize::from(self.reader.plain_jokers(multiset)?);
        let choices = self.reader.choices(multiset);
        self.prepare(&choices, jokers);
        self.last = choices;
        let values = self.reader.values;
        let differs = (0..values).find(|v| self.base[*v] != choices[*v]);
        let at = differs.unwrap_or(self.below.min(values - 1));
        self.sweep_to(at);
        let has_room = self.has_room(&choices, jokers);
        match self.jokers_needed(at, choices[at], jokers, has_room) {
            None => Some(false),
            Some(needed) => (has_room || needed == jokers).then_some(true),
        }
    }

    /// Chooses the multiset of the sweeps: one that differs from this one at a value at most. What
    /// it has in common with the former one stays.
    fn prepare(&mut self, choices: &Choices, jokers: usize) {
        let values = self.reader.values;
        if jokers > self.jokers {
            (self.jokers, self.below, self.above) = (jokers, 0, values);
        }
        if differ_at_one(&self.base, choices) {
            return;
        }
        self.jokers = jokers;
        let common = common(&self.last, choices);
        let base = if differ_at_one(&common, choices) {
            common
        } else {
            *choices
        };
        let mut differing = (0..values).filter(|v| self.base[*v] != base[*v]);
        if let Some(first) = differing.next() {
            let last = differing.next_back().unwrap_or(first);
            self.below = self.below.min(first);
            self.above = self.above.max(last + 1);
        }
        self.base = base;
    }

    /// Brings the states before and behind a value up to date.
    fn sweep_to(&mut self, value: usize) {
        while self.below < value {
            let v = self.below;
            let from = std::mem::take(&mut self.from_below[v]);
            let mut to = std::mem::take(&mut self.from_below[v + 1]);
            self.step(&from, self.base[v], &mut to);
            (self.from_below[v], self.from_below[v + 1]) = (from, to);
            self.below += 1;
        }
        while self.above > value + 1 {
            self.above -= 1;
            let v = self.above;
            let from = std::mem::take(&mut self.from_above[v + 1]);
            let mut to = std::mem::take(&mut self.from_above[v]);
            self.step(&from, self.base[v], &mut to);
            (self.from_above[v], self.from_above[v + 1]) = (to, from);
        }
    }

    /// The states after a value with these tiles.
    fn step(&mut self, from: &Layer, choice: u8, to: &mut Layer) {
        let mut keys = std::mem::take(&mut self.best);
        keys.clear();
        to.iter_mut().for_each(Vec::clear);
        for (laid, to) in to.iter_mut().enumerate().take(self.jokers + 1) {
            let fewer = keys.len();
            for before in (0..=laid).rev() {
                self.go_on(&from[before], choice, laid - before, |runs, open| {
                    let key = runs.short_key(open);
                    keep_the_best(to, &mut keys, fewer, open, key);
                });
            }
        }
        self.best = keys;
    }

    /// The fewest jokers with which a state after these tiles of a value meets one behind it; with
    /// `any`, the first number that is found.
    fn jokers_needed(
        &mut self,
        value: usize,
        choice: u8,
        jokers: usize,
        any: bool,
    ) -> Option<usize> {
        for (keys, behind) in self.behind.iter_mut().zip(&self.from_above[value + 1]) {
            keys.clear();
            keys.extend(behind.iter().map(|open| meeting_from_above(*open)));
        }
        let mut needed = None;
        for laid in 0..=jokers {
            for before in 0..=laid {
                let from = std::mem::take(&mut self.from_below[value][before]);
                let mut middle = std::mem::take(&mut self.middle);
                middle.clear();
                self.go_on(&from, choice, laid - before, |_, open| {
                    middle.push(meeting_from_below(open));
                });
                self.from_below[value][before] = from;
                let most = needed.map_or(jokers + 1, |needed: usize| needed);
                let fewest = (laid..most).find(|all| {
                    let behind = &self.behind[all - laid];
                    middle
                        .iter()
                        .any(|below| behind.iter().any(|above| meet(*below, *above)))
                });
                self.middle = middle;
                needed = fewest.or(needed);
                if any && needed.is_some() {
                    return needed;
                }
            }
        }
        needed
    }

    /// Tells the states after a value with these tiles and this number of jokers.
    fn go_on(
        &mut self,
        from: &[Open],
        choice: u8,
        jokers: usize,
        mut reached: impl FnMut(&RunRows, Open),
    ) {
        if from.is_empty() {
            return;
        }
        let known = &self.in_runs[usize::from(choice)][jokers];
        if known.is_none() {
            let left = self.only_with(choice, jokers);
            self.in_runs[usize::from(choice)][jokers] = Some(left);
        }
        let Some(in_runs) = &self.in_runs[usize::from(choice)][jokers] else {
            return;
        };
        for open in from {
            let next: [[Open; 4]; 4] =
                std::array::from_fn(|colour| self.runs.all_next(*open, colour));
            let both = |a: usize, b: usize| -> [Open; 16] {
                std::array::from_fn(|n| next[a][n & 3] | next[b][n >> 2])
            };
            let (low, high) = (both(0, 1), both(2, 3));
            for tiles in in_runs {
                let after = low[usize::from(tiles & 15)] | high[usize::from(tiles >> 4)];
                if after & STUCK_BITS == 0 {
                    reached(&self.runs, after);
                }
            }
        }
    }

    /// The choices of tiles that groups may leave for runs of these tiles and this number of
    /// jokers, but not with fewer.
    fn only_with(&self, choice: u8, jokers: usize) -> Box<[u8]> {
        let mut left = self.left_for_runs(choice, jokers);
        for fewer in 0..jokers {
            let known = self.left_for_runs(choice, fewer);
            left.retain(|tiles| known.binary_search(tiles).is_err());
        }
        left.into_boxed_slice()
    }

    /// The choices of tiles that groups may leave for runs of these tiles and this number of
    /// jokers, ascending.
    fn left_for_runs(&self, choice: u8, jokers: usize) -> Vec<u8> {
        let mut left = Vec::new();
        let with_jokers = self.stand_ins[jokers].iter();
        for tiles in with_jokers.filter_map(|more| together(choice, *more)) {
            let without = |group: &Tiles| {
                let mut each = group.iter().zip(PLACES);
                let fits = each.all(|(taken, place)| *taken <= tiles / place % 4);
                let taken = group.iter().zip(PLACES);
                let taken: u8 = taken.map(|(taken, place)| taken * place).sum();
                fits.then(|| tiles - taken)
            };
            left.extend(self.runs.groups().iter().filter_map(without));
        }
        left.sort_unstable();
        left.dedup();
        left
    }

    /// Whether jokers that no set needs surely have room. A run takes any number of them if there
    /// are values enough. Without a run, groups of each value are as many as its most frequent
    /// colour at least, and all their places but those of the tiles are for jokers.
    fn has_room(&self, choices: &Choices, jokers: usize) -> bool {
        let places = choices.iter().map(|choice| {
            let tiles = PLACES.map(|place| usize::from(choice / place % 4));
            let groups = tiles.into_iter().max().unwrap_or(0);
            (self.largest_group * groups).saturating_sub(tiles.iter().sum())
        });
        jokers == 0 || (self.reader.values >= ROOMY && places.sum::<usize>() >= jokers)
    }
}

/// Adds a state unless another can do all that it can, and drops those of which it can. The first
/// keys are of states with fewer jokers laid, which stay.
#[inline]
fn keep_the_best(
    best: &mut Vec<Open>,
    keys: &mut Vec<ShortKey>,
    fewer: usize,
    open: Open,
    key: ShortKey,
) {
    if keys.iter().any(|other| covers(*other, key)) {
        return;
    }
    let mut i = fewer;
    while i < keys.len() {
        if covers(key, keys[i]) {
            keys.swap_remove(i);
            best.swap_remove(i - fewer);
        } else {
            i += 1;
        }
    }
    keys.push(key);
    best.push(open);
}

/// Whether two multisets are the same at all values but one at most.
fn differ_at_one(a: &Choices, b: &Choices) -> bool {
    a.iter().zip(b).filter(|(a, b)| a != b).count() <= 1
}

/// The tiles that both multisets have.
fn common(a: &Choices, b: &Choices) -> Choices {
    let fewer = |a: u8, b: u8| {
        let each = PLACES
            .into_iter()
            .map(|place| place * (a / place % 4).min(b / place % 4));
        each.sum()
    };
    std::array::from_fn(|v| fewer(a[v], b[v]))
}
