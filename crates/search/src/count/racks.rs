//! Exact numbers of racks whose own sets are worth less than some points, by number of tiles.
//!
//! A rack is read value by value. A state is the set of all that the choices so far can have led to
//! (subset construction, as in the automaton of playable multisets): runs that are open, jokers
//! used, and the points of the sets so far. Racks that reach the points are dropped; what is left
//! at the end cannot. States that differ in the order of the colours alone are merged.

use rummilab_core::{RuleSet, Tile, Wrap};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::{CountError, CountProgress, MOST_STATES};

/// Most runs of one colour that are open at once: one for each copy and each joker.
const RUNS: usize = 4;
/// Most colours of a game.
const COLOURS: usize = 6;

/// Which sets count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetKinds {
    All,
    Runs,
    Groups,
}

/// The racks of one size. Copies of a tile count as different tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Racks {
    pub tiles: usize,
    pub all: u128,
    /// Those whose own sets are worth less than the points asked for.
    pub below: u128,
    /// The largest sum of the values of number tiles on such a rack, in points; `None` if there is
    /// no such rack.
    pub most_points: Option<u32>,
}

/// Counts the racks of each size up to `most_tiles` whose own sets are worth less than `points`;
/// with 1 those without a set. A joker counts as the tile that it stands for. `watch` gets the
/// progress and may end the count with `false`.
///
/// # Errors
/// [`CountError::NotPlain`] unless runs are plain, the only jokers are classic ones, and any of
/// them may lie in one set.
///
/// ```
/// use rummilab_core::RuleSet;
/// use rummilab_search::count::{SetKinds, count_racks};
///
/// let options = ["values=4", "colours=3", "copies=1", "jokers=0", "hand=3"];
/// let rules = RuleSet::preset("original").unwrap().with_options(&options).unwrap();
/// let racks = count_racks(&rules, SetKinds::All, 1, 3, &mut |_| true).unwrap();
/// // Of 220 racks of three tiles 4 are groups and 6 are runs.
/// assert_eq!((racks[3].all, racks[3].below), (220, 210));
/// ```
pub fn count_racks(
    rules: &RuleSet,
    kinds: SetKinds,
    points: u32,
    most_tiles: usize,
    watch: &mut dyn FnMut(CountProgress) -> bool,
) -> Result<Vec<Racks>, CountError> {
    let jokers = rules.jokers.classic;
    if !knows(rules) {
        return Err(CountError::NotPlain);
    }
    let most_tiles = most_tiles.min(rules.tile_count());
    let mut below = vec![(0_u128, None); most_tiles + 1];
    for used in 0..=jokers.min(most_tiles as u8) {
        let mut sweep = Sweep::new(rules, kinds, points, used, most_tiles - usize::from(used));
        let ways = binomial(u128::from(jokers), u128::from(used)).ok_or(CountError::TooLarge)?;
        for (tiles, found) in sweep.run(watch)?.into_iter().enumerate() {
            let (racks, most) = &mut below[tiles + usize::from(used)];
            *racks += ways * found.racks;
            if found.racks > 0 {
                *most = (*most).max(Some(found.points));
            }
        }
    }
    let all = rules.tile_count() as u128;
    let racks = |(tiles, (below, most_points))| {
        Some(Racks {
            tiles,
            all: binomial(all, tiles as u128)?,
            below,
            most_points,
        })
    };
    let racks: Option<Vec<Racks>> = below.into_iter().enumerate().map(racks).collect();
    racks.ok_or(CountError::TooLarge)
}

/// Whether these rules are counted: plain runs, whose length limit does not matter, and classic
/// jokers that may all lie in one set.
fn knows(rules: &RuleSet) -> bool {
    let jokers = rules.jokers.classic;
    rules.wrap == Wrap::Never
        && !rules.step2
        && !rules.has_special_jokers()
        && rules.opening_jokers
        && rules.longest_run() >= usize::from(rules.values.min(5))
        && jokers <= 2
        && usize::from(rules.copies + jokers) <= RUNS
        && rules.most_jokers_in_set() >= jokers
        && joker_sets_are_legal(rules, jokers)
}

/// Whether jokers may take any place of a set with at least one other tile.
fn joker_sets_are_legal(rules: &RuleSet, jokers: u8) -> bool {
    let colours = rules.colours();
    (1..=jokers.min(2)).all(|jokers| {
        let rest = 3 - usize::from(jokers);
        let jokers = vec![Tile::JOKER; usize::from(jokers)];
        let run = (1..=rest as u8).filter_map(|value| Tile::number(colours[0], value));
        let group = colours
            .iter()
            .take(rest)
            .filter_map(|colour| Tile::number(*colour, 1));
        let run: Vec<Tile> = run.chain(jokers.clone()).collect();
        let group: Vec<Tile> = group.chain(jokers).collect();
        let groups = rules.largest_group() >= 3;
        rules.judge(&run).is_legal() && (!groups || rules.judge(&group).is_legal())
    })
}

fn binomial(n: u128, k: u128) -> Option<u128> {
    (0..k).try_fold(1_u128, |product, i| {
        Some(product.checked_mul(n - i)? / (i + 1))
    })
}

/// Open runs of every colour, jokers used, and the points of the sets so far. A run has two bits:
/// its length, from three tiles on 3, as its points are counted from then on. A colour has a byte,
/// with its longest run first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
struct Reached(u64);

impl Reached {
    fn new(runs: [u8; COLOURS], jokers: u8, points: u32) -> Reached {
        let mut code = u64::from(points) << 52 | u64::from(jokers) << 48;
        for (colour, runs) in runs.into_iter().enumerate() {
            code |= u64::from(runs) << (8 * colour);
        }
        Reached(code)
    }

    fn runs(self, colour: usize) -> u8 {
        (self.0 >> (8 * colour)) as u8
    }

    fn jokers(self) -> u8 {
        (self.0 >> 48) as u8 & 15
    }

    fn points(self) -> u32 {
        (self.0 >> 52) as u32
    }

    /// Open runs and jokers, without the points.
    fn place(self) -> u64 {
        self.0 & ((1 << 52) - 1)
    }
}

/// Lengths of the open runs of a colour, the longest first.
fn lengths(runs: u8) -> [u8; RUNS] {
    [runs >> 6, runs >> 4 & 3, runs >> 2 & 3, runs & 3]
}

fn packed(mut lengths: [u8; RUNS]) -> u8 {
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths.iter().fold(0, |runs, length| runs << 2 | length)
}

/// The racks that lead to a state, with one number of tiles.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    racks: u128,
    /// The largest sum of values.
    points: u32,
}

/// What the tiles of one colour can do with its open runs.
#[derive(Clone, Copy, PartialEq, Eq)]
struct RunChoice {
    after: u8,
    /// How many runs get another tile.
    extended: u8,
    /// How many get their third tile.
    third: u8,
    /// How many get a further one.
    further: u8,
}

type RunChoices = SmallVec<[RunChoice; 6]>;

/// A way to lay groups of tiles of one value: the tiles left of each colour, the jokers used, and
/// how many tiles and jokers are laid.
type GroupChoice = ([u8; COLOURS], u8, u8);

struct Sweep<'a> {
    rules: &'a RuleSet,
    colours: usize,
    kinds: SetKinds,
    points: u32,
    jokers: u8,
    most_tiles: usize,
    /// By open runs and number of tiles.
    choices: FxHashMap<(u8, u8), RunChoices>,
    /// By the number of tiles of each colour: every way to lay groups of them.
    groups: FxHashMap<[u8; COLOURS], Vec<GroupChoice>>,
    /// By length of a run and length of another: see [`Sweep::head_start`].
    head_starts: [[u32; 4]; 4],
}

impl<'a> Sweep<'a> {
    fn new(
        rules: &'a RuleSet,
        kinds: SetKinds,
        points: u32,
        jokers: u8,
        most_tiles: usize,
    ) -> Sweep<'a> {
        Sweep {
            rules,
            colours: rules.colours().len(),
            kinds,
            points,
            jokers,
            most_tiles,
            choices: FxHashMap::default(),
            groups: FxHashMap::default(),
            head_starts: [[0; 4]; 4],
        }
    }

    /// The racks with exactly these jokers that stay below, by number of other tiles.
    fn run(
        &mut self,
        watch: &mut dyn FnMut(CountProgress) -> bool,
    ) -> Result<Vec<Found>, CountError> {
        let racks = self.racks_of_a_value();
        let start: Box<[Reached]> = Box::new([Reached::new([0; COLOURS], 0, 0)]);
        let none = vec![Found {
            racks: 1,
            points: 0,
        }];
        let mut states: FxHashMap<Box<[Reached]>, Vec<Found>> =
            [(start, none)].into_iter().collect();
        for value in 1..=u32::from(self.rules.values) {
            self.head_starts = head_starts(value);
            let mut after: FxHashMap<Box<[Reached]>, Vec<Found>> = FxHashMap::default();
            let known = states.len();
            for (done, (state, found)) in states.into_iter().enumerate() {
                if done % 64 == 0 && !watch(CountProgress { done, known }) {
                    return Err(CountError::Stopped);
                }
                let fewest = found.iter().take_while(|found| found.racks == 0).count();
                for (rack, ways) in &racks {
                    let more: usize = rack.iter().map(|n| usize::from(*n)).sum();
                    if fewest + more > self.most_tiles {
                        continue;
                    }
                    if let Some(next) = self.next(&state, rack, value) {
                        let sums = after.entry(next).or_default();
                        self.add(sums, &found, (*ways, more, value * more as u32));
                    }
                }
                if after.len() > MOST_STATES {
                    return Err(CountError::TooManyStates(MOST_STATES));
                }
            }
            states = after;
        }
        let mut sums = Vec::new();
        for found in states.values() {
            self.add(&mut sums, found, (1, 0, 0));
        }
        Ok(sums)
    }

    /// Adds racks to others, after some ways to take more tiles with these points.
    fn add(&self, sums: &mut Vec<Found>, found: &[Found], more: (u128, usize, u32)) {
        let (ways, tiles, points) = more;
        for (at, found) in found.iter().enumerate() {
            let at = at + tiles;
            if found.racks == 0 || at > self.most_tiles {
                continue;
            }
            if sums.len() <= at {
                sums.resize(at + 1, Found::default());
            }
            sums[at].racks += ways * found.racks;
            sums[at].points = sums[at].points.max(found.points + points);
        }
    }

    /// Every choice of tiles of one value, by colour, and the number of ways to choose copies.
    fn racks_of_a_value(&self) -> Vec<([u8; COLOURS], u128)> {
        let copies = self.rules.copies;
        let mut racks = vec![([0; COLOURS], 1)];
        for colour in 0..self.colours {
            let more = |(rack, ways): ([u8; COLOURS], u128)| {
                (0..=copies).filter_map(move |n| {
                    let mut rack = rack;
                    rack[colour] = n;
                    let chosen = binomial(u128::from(copies), u128::from(n))?;
                    Some((rack, ways * chosen))
                })
            };
            racks = racks.into_iter().flat_map(more).collect();
        }
        racks
    }

    /// The state after tiles of a value; `None` if the points are reached.
    fn next(
        &mut self,
        state: &[Reached],
        rack: &[u8; COLOURS],
        value: u32,
    ) -> Option<Box<[Reached]>> {
        let ways = self.groups_of(rack).clone();
        let mut best: FxHashMap<u64, Reached> = FxHashMap::default();
        for from in state {
            for (left, jokers, laid) in &ways {
                let jokers = from.jokers() + jokers;
                if jokers > self.jokers {
                    continue;
                }
                let points = from.points() + u32::from(*laid) * value;
                let step = Step {
                    from: *from,
                    left,
                    value,
                    jokers_begin_runs: self.jokers_begin_runs(value),
                };
                self.runs(&step, 0, [0; COLOURS], jokers, points, &mut best)?;
            }
        }
        let mut reached: Vec<Reached> = best.into_values().collect();
        self.keep_the_best(&mut reached);
        Some(in_one_order(&reached, self.colours))
    }

    /// Whether a joker need begin a run at this value. At the other end of the run it is worth
    /// more, unless that is the largest value; and then the run without it may be enough.
    fn jokers_begin_runs(&self, value: u32) -> bool {
        let largest = u32::from(self.rules.values);
        value + 2 >= largest || (value + 1..=largest).sum::<u32>() < self.points
    }

    /// Extends the runs of this colour and the following ones in every way; `None` if the points
    /// are reached.
    fn runs(
        &mut self,
        step: &Step<'_>,
        colour: usize,
        runs: [u8; COLOURS],
        jokers: u8,
        points: u32,
        best: &mut FxHashMap<u64, Reached>,
    ) -> Option<()> {
        if points >= self.points {
            return None;
        }
        if colour == self.colours {
            let reached = Reached::new(runs, jokers, points);
            let known = best.entry(reached.place()).or_insert(reached);
            *known = (*known).max(reached);
            return Some(());
        }
        let open = step.from.runs(colour);
        for more in 0..=self.jokers - jokers {
            for choice in self.run_choices(open, step.left[colour] + more) {
                if choice.extended < more && !step.jokers_begin_runs {
                    continue;
                }
                let mut runs = runs;
                runs[colour] = choice.after;
                let gained = u32::from(choice.third) * (3 * step.value - 3)
                    + u32::from(choice.further) * step.value;
                self.runs(step, colour + 1, runs, jokers + more, points + gained, best)?;
            }
        }
        Some(())
    }

    fn run_choices(&mut self, runs: u8, tiles: u8) -> RunChoices {
        let kinds = self.kinds;
        let known = self.choices.entry((runs, tiles));
        known
            .or_insert_with(|| match kinds {
                SetKinds::Groups => SmallVec::from_slice(&[RunChoice {
                    after: 0,
                    extended: tiles,
                    third: 0,
                    further: 0,
                }]),
                SetKinds::All | SetKinds::Runs => run_choices(runs, tiles),
            })
            .clone()
    }

    fn groups_of(&mut self, rack: &[u8; COLOURS]) -> &Vec<GroupChoice> {
        let (rules, kinds, jokers) = (self.rules, self.kinds, self.jokers);
        self.groups.entry(*rack).or_insert_with(|| match kinds {
            SetKinds::Runs => vec![(*rack, 0, 0)],
            SetKinds::All | SetKinds::Groups => groups_of(rack, jokers, rules.largest_group()),
        })
    }

    /// Drops what another is at least as good as, whatever follows.
    fn keep_the_best(&self, reached: &mut Vec<Reached>) {
        reached.sort_unstable_by(|a, b| b.cmp(a));
        let mut kept: Vec<Reached> = Vec::with_capacity(reached.len());
        for one in reached.iter() {
            if !kept.iter().any(|other| self.is_as_good(*other, *one)) {
                kept.retain(|other| !self.is_as_good(*one, *other));
                kept.push(*one);
            }
        }
        *reached = kept;
    }

    /// Whether `a` reaches at least the points of `b` with any further tiles.
    fn is_as_good(&self, a: Reached, b: Reached) -> bool {
        if a.jokers() > b.jokers() {
            return false;
        }
        let mut needed = b.points();
        for colour in 0..self.colours {
            let runs = lengths(a.runs(colour)).into_iter();
            for (a, b) in runs.zip(lengths(b.runs(colour))) {
                needed += self.head_starts[usize::from(a)][usize::from(b)];
            }
        }
        a.points() >= needed
    }
}

/// A state, the tiles of a value that lie in no group, by colour, and the value.
struct Step<'a> {
    from: Reached,
    left: &'a [u8; COLOURS],
    value: u32,
    jokers_begin_runs: bool,
}

/// By length of a run that ends at this value and length of another: the points that the second
/// gains more than the first if the same tiles follow, at most.
fn head_starts(value: u32) -> [[u32; 4]; 4] {
    let longest = 4;
    // The points of a run of this length once so many tiles follow, less those it has already.
    let gained = |length: u32, more: u32| -> i64 {
        let follows: u32 = (1..=more).map(|next| value + next).sum();
        let before = match length {
            1 => value,
            2 => 2 * value - 1,
            _ => 0,
        };
        if length < 3 && length + more < 3 {
            0
        } else {
            i64::from(before + follows)
        }
    };
    let mut starts = [[0; 4]; 4];
    for (a, row) in starts.iter_mut().enumerate() {
        for (b, start) in row.iter_mut().enumerate() {
            let more = (0..=longest).map(|more| gained(b as u32, more) - gained(a as u32, more));
            *start = more.max().unwrap_or(0).max(0) as u32;
        }
    }
    starts
}

/// Every way to let tiles of one colour and value extend open runs or begin new ones.
fn run_choices(runs: u8, tiles: u8) -> RunChoices {
    let open = lengths(runs);
    let mut found = RunChoices::new();
    for chosen in 0..1_u8 << RUNS {
        let is_chosen = |run: usize| chosen >> run & 1 == 1;
        let extended = chosen.count_ones() as u8;
        if extended > tiles || (0..RUNS).any(|run| is_chosen(run) && open[run] == 0) {
            continue;
        }
        let (mut after, mut third, mut further) = ([0; RUNS], 0, 0);
        let mut runs = 0;
        for run in (0..RUNS).filter(|run| is_chosen(*run)) {
            after[runs] = (open[run] + 1).min(3);
            runs += 1;
            third += u8::from(open[run] == 2);
            further += u8::from(open[run] == 3);
        }
        for begun in after
            .iter_mut()
            .skip(runs)
            .take(usize::from(tiles - extended))
        {
            *begun = 1;
        }
        let choice = RunChoice {
            after: packed(after),
            extended,
            third,
            further,
        };
        if !found.contains(&choice) {
            found.push(choice);
        }
    }
    found
}

/// Every way to lay groups of tiles of one value.
fn groups_of(rack: &[u8; COLOURS], jokers: u8, largest: usize) -> Vec<GroupChoice> {
    let mut ways = vec![(*rack, 0, 0)];
    let most = (rack.iter().sum::<u8>() + jokers) / 3;
    for groups in 1..=most {
        let mut laid = vec![([0_u8; COLOURS], 0_u8)];
        for (colour, tiles) in rack.iter().enumerate() {
            let more = |(taken, sum): ([u8; COLOURS], u8)| {
                (0..=groups.min(*tiles)).map(move |n| {
                    let mut taken = taken;
                    taken[colour] = n;
                    (taken, sum + n)
                })
            };
            laid = laid.into_iter().flat_map(more).collect();
        }
        for (taken, tiles) in laid.into_iter().filter(|(_, tiles)| *tiles >= groups) {
            for jokers in 0..=jokers {
                let sizes = usize::from(tiles + jokers);
                let groups = usize::from(groups);
                if sizes < 3 * groups || sizes > largest * groups {
                    continue;
                }
                let mut left = *rack;
                left.iter_mut().zip(taken).for_each(|(left, n)| *left -= n);
                ways.push((left, jokers, tiles + jokers));
            }
        }
    }
    ways
}

/// The same state with its colours in an order that hardly depends on the one they came in.
fn in_one_order(reached: &[Reached], colours: usize) -> Box<[Reached]> {
    let mix = |value: u64| {
        let mixed = (value ^ value >> 29).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        mixed ^ mixed >> 32
    };
    let mut marks = [0_u64; COLOURS];
    for one in reached {
        let rest = one.0 >> 48;
        let runs = |colour| u64::from(one.runs(colour)) + 1;
        let together = (0..colours).fold(0_u64, |sum, colour| sum.wrapping_add(mix(runs(colour))));
        for (colour, mark) in marks.iter_mut().enumerate().take(colours) {
            let own = mix(mix(mix(runs(colour)) ^ together) ^ rest);
            *mark = mark.wrapping_add(own);
        }
    }
    let mut order: SmallVec<[usize; COLOURS]> = (0..colours).collect();
    order.sort_by_key(|colour| marks[*colour]);
    let ordered = |one: &Reached| {
        let mut runs = [0; COLOURS];
        for (to, from) in order.iter().enumerate() {
            runs[to] = one.runs(*from);
        }
        Reached::new(runs, one.jokers(), one.points())
    };
    let mut state: Vec<Reached> = reached.iter().map(ordered).collect();
    state.sort_unstable();
    state.into()
}
