//! The multisets of open runs of one colour, numbered, and every way in which each goes on. Refuses to know tiles, groups
//! and scores.
//!
//! Continuations are computed once and kept, and those that another one can imitate at the same cost are dropped
//! (SOLVER.md, points 1 and 2).

use std::cmp::Reverse;
use std::ops::Range;

use rummilab_core::JokerKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::runs::{Jokers, Move, Phase, Run, RunRules, Shape, To, imitation, run_types, starts};
use crate::used::Used;

/// Number of an interned multiset of open runs; 0 is the empty one. Rule sets with a longest run and many jokers have
/// more than 65 536 of them.
pub type OpenId = u32;

/// Number of a kind of run.
pub type RunType = u16;

/// One run, or a new one, and the move it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The run; `None` for a new one.
    pub run: Option<RunType>,
    /// What it takes and becomes.
    pub step: Move<RunType>,
}

/// One continuation of the open runs of a colour.
#[derive(Debug, Clone)]
pub struct Step {
    /// The open runs after it.
    pub next: OpenId,
    /// Number tiles it takes.
    pub numbers: u8,
    /// Jokers it takes.
    pub used: Used,
    /// How often the value counts in the points of sets.
    pub slots: u8,
    /// How often the value below counts.
    pub below: u8,
    /// How often the value above counts.
    pub above: u8,
    /// Runs that go on in other colours.
    pub leaves: SmallVec<[RunType; 2]>,
    /// What each run does.
    pub made: SmallVec<[Made; 4]>,
}

impl Step {
    /// Adds what one run does.
    fn make(&mut self, made: Made) {
        let step = made.step;
        self.numbers += step.numbers;
        self.used = self.used + step.used;
        self.slots += step.slots;
        self.below += step.below;
        self.above += step.above;
        if let To::Leave(run) = step.to {
            self.leaves.push(run);
        }
        self.made.push(made);
    }

    /// Takes the last of these back.
    fn take_back(&mut self) {
        let Some(Made { step, .. }) = self.made.pop() else {
            return;
        };
        self.numbers -= step.numbers;
        self.used = self.used - step.used;
        self.slots -= step.slots;
        self.below -= step.below;
        self.above -= step.above;
        if let To::Leave(_) = step.to {
            self.leaves.pop();
        }
    }
}

/// What the sweep asks of a multiset of open runs again and again.
#[derive(Debug, Clone)]
pub struct Facts {
    /// How many runs there are.
    pub runs: u8,
    /// Tiles without which the runs cannot go on.
    pub demand: u8,
    /// The jokers that finish every run when no value is left, each way; empty if that is impossible.
    pub closings: Closings,
    /// The fewest of these; `None` if there are none.
    pub fewest_closing: Option<u8>,
}

/// Jokers that finish runs, each way.
pub type Closings = SmallVec<[Used; 1]>;

/// Every way to take one of each, within the jokers at hand.
pub fn each_way(some: &[Used], more: &[Used], at_hand: Used) -> Closings {
    if *more == [Used::NONE] {
        return some.into();
    }
    let sums = some.iter().flat_map(|a| more.iter().map(|b| *a + *b));
    let mut sums: Closings = sums.filter(|sum| sum.within(at_hand)).collect();
    sums.sort_unstable();
    sums.dedup();
    sums
}

/// All multisets of open runs met so far, and their continuations.
#[derive(Debug)]
pub struct OpenRuns {
    rules: RunRules,
    placing: Jokers,
    /// The run types, ascending.
    types: Vec<Run>,
    /// By phase and type: what such a run may do.
    moves: [Vec<Vec<Move<RunType>>>; 3],
    /// By phase: what a new run may do.
    starts: [Vec<Move<RunType>>; 3],
    /// `imitates[p][q]`: a run of type p can do all that one of type q can.
    imitates: Vec<Vec<bool>>,
    /// By type: whether such a run may end at any value, the largest included.
    may_end: Vec<bool>,
    sets: Vec<Vec<RunType>>,
    ids: FxHashMap<Vec<RunType>, OpenId>,
    with_one: FxHashMap<(OpenId, RunType), OpenId>,
    facts: Vec<Facts>,
    steps: Vec<Step>,
    /// By phase and set: where its steps are, once computed.
    ranges: [Vec<Option<Range<u32>>>; 3],
    /// Which multiset imitates which, once asked.
    known: Known,
    imitators: Vec<Row>,
}

/// Multisets whose numbers fit a byte.
pub const PACKED: usize = 256;

/// What can take the place of a multiset.
#[derive(Debug, Clone)]
pub struct Row {
    /// Which of the first multisets, up to [`TESTS`], this one can imitate: bit `i` for number `i`. What imitates this one can
    /// imitate all of these too.
    pub can: u16,
    /// By number: whether that multiset can do all that this one can.
    pub imitates: [bool; PACKED],
}

/// Bits of [`Row::can`].
pub const TESTS: usize = 16;

/// Which of so many multisets imitates which is kept; the common rule sets have a few dozen.
const LOOKED_UP: usize = 1024;

impl OpenRuns {
    pub fn new(rules: RunRules, placing: Jokers) -> OpenRuns {
        let types = run_types(&rules, placing);
        let number = |run: Run| {
            types
                .binary_search(&run)
                .expect("types are closed under moves") as RunType
        };
        let numbered = |moves: Vec<Move<Run>>| -> Vec<Move<RunType>> {
            let moves = moves.into_iter();
            let numbered = |step: Move<Run>| Move {
                numbers: step.numbers,
                used: step.used,
                slots: step.slots,
                below: step.below,
                above: step.above,
                to: step.to.map(number),
            };
            moves.map(numbered).collect()
        };
        let moves = Phase::ALL.map(|phase| {
            let of = |run: &Run| numbered(run.moves(phase, &rules, placing));
            types.iter().map(of).collect()
        });
        let starts = Phase::ALL.map(|phase| numbered(starts(phase, &rules, placing)));
        let imitates = imitation(&types, &rules, placing);
        let may_end = |run: &Run| {
            let closes = || run.closings(&rules, placing).contains(&Used::NONE);
            run.complete() && (rules.wrap || closes())
        };
        let mut open = OpenRuns {
            may_end: types.iter().map(may_end).collect(),
            rules,
            placing,
            types,
            moves,
            starts,
            imitates,
            sets: Vec::new(),
            ids: FxHashMap::default(),
            with_one: FxHashMap::default(),
            facts: Vec::new(),
            steps: Vec::new(),
            ranges: Default::default(),
            known: Known::default(),
            imitators: Vec::new(),
        };
        open.intern(&[]);
        open
    }

    /// Whether every number of a multiset fits a byte and no run changes its colour. This follows from the rules and the
    /// jokers at hand alone, not from what was asked before.
    pub fn fit_a_byte(&self) -> bool {
        // Every open run holds a tile or joker of its own at the last value, or at the last two if it goes in steps. Runs round the
        // corner may begin with double jokers laid before the first value, more than there are.
        if self.rules.wrap && self.rules.jokers.get(JokerKind::Double) > 0 {
            return false;
        }
        let plain = self.types.iter().all(|run| run.shape == Shape::Plain);
        let copies = usize::from(self.rules.copies) * if plain { 1 } else { 2 };
        let most = copies + usize::from(self.rules.jokers.total());
        let types = self.types.len();
        let multisets = (1..=most).try_fold(1_usize, |n, i| Some(n.checked_mul(types + i)? / i));
        self.rules.jokers.get(JokerKind::ColourChange) == 0
            && multisets.is_some_and(|n| n <= PACKED)
    }

    /// Multisets and steps kept, which is what the memory of this grows with.
    pub fn kept(&self) -> usize {
        self.sets.len() + self.steps.len()
    }

    /// What a run of this type may do at a value of this phase.
    pub fn moves(&self, phase: Phase, run: RunType) -> &[Move<RunType>] {
        &self.moves[phase as usize][usize::from(run)]
    }

    /// What a new run may do at a value of this phase.
    pub fn starts(&self, phase: Phase) -> &[Move<RunType>] {
        &self.starts[phase as usize]
    }

    /// Tiles without which a run of this type cannot go on.
    pub fn demand(&self, run: RunType) -> u8 {
        self.types[usize::from(run)].demand()
    }

    /// Jokers at hand.
    pub fn jokers(&self) -> Used {
        self.rules.jokers
    }

    /// The facts about a multiset of open runs.
    pub fn facts(&self, id: OpenId) -> &Facts {
        &self.facts[id as usize]
    }

    /// The types of the runs of a multiset, ascending.
    pub fn runs(&self, id: OpenId) -> &[RunType] {
        &self.sets[id as usize]
    }

    /// A step found by [`OpenRuns::steps`].
    pub fn step(&self, index: u32) -> &Step {
        &self.steps[index as usize]
    }

    /// Whether a run of this type may end as it is.
    pub fn complete(&self, run: RunType) -> bool {
        self.types[usize::from(run)].complete()
    }

    /// Whether a run of type `a` can do all that one of type `b` can.
    pub fn run_imitates(&self, a: RunType, b: RunType) -> bool {
        self.imitates[usize::from(a)][usize::from(b)]
    }

    /// The types that a run may have which is open between the value after the last of a sweep and the first, where runs
    /// wrap around. A plain run with a number tile and three tiles on both sides is two runs, so it is not among them
    /// unless its length or its jokers matter.
    pub fn crossing_types(&self) -> Vec<RunType> {
        let most = self.rules.jokers_in_set.unwrap_or(u8::MAX);
        // Three jokers after the last number tile are no run by themselves.
        let all_jokers =
            self.placing == Jokers::Anywhere && self.rules.jokers.total().min(most) >= 3;
        let one_is_two = |run: &Run| {
            let plain = run.shape == Shape::Plain && run.complete();
            plain && self.rules.longest.is_none() && !all_jokers
        };
        let types = self.types.iter().enumerate();
        let crossing =
            types.filter(|(_, run)| !matches!(run.shape, Shape::Step { .. }) && !one_is_two(run));
        crossing.map(|(i, _)| i as RunType).collect()
    }

    /// These runs and one more.
    pub fn with(&mut self, id: OpenId, run: RunType) -> OpenId {
        if let Some(known) = self.with_one.get(&(id, run)) {
            return *known;
        }
        let mut set = self.sets[id as usize].clone();
        set.push(run);
        let with = self.number(set);
        self.with_one.insert((id, run), with);
        with
    }

    /// The type that imitates this one and the most others: what a bound may take it for.
    pub fn boldest(&self, run: RunType) -> RunType {
        let all = 0..self.types.len();
        let imitated = |q: &usize| self.imitates[*q].iter().filter(|yes| **yes).count();
        let can = all.filter(|q| self.imitates[*q][usize::from(run)]);
        // The first of those that imitate as many.
        let boldest = can.rev().max_by_key(imitated);
        boldest.map_or(run, |q| q as RunType)
    }

    /// The number of these runs.
    pub fn number(&mut self, mut set: Vec<RunType>) -> OpenId {
        set.sort_unstable();
        self.intern(&set)
    }

    /// Every continuation at a value of this phase that no other one can imitate at the same cost.
    pub fn steps(&mut self, id: OpenId, phase: Phase) -> Range<u32> {
        let slot = id as usize;
        if let Some(Some(range)) = self.ranges[phase as usize].get(slot) {
            return range.clone();
        }
        let found = self.compute_steps(id, phase);
        let start = self.steps.len() as u32;
        self.steps.extend(found);
        let range = start..self.steps.len() as u32;
        let ranges = &mut self.ranges[phase as usize];
        if ranges.len() <= slot {
            ranges.resize(slot + 1, None);
        }
        ranges[slot] = Some(range.clone());
        range
    }

    fn intern(&mut self, set: &[RunType]) -> OpenId {
        if let Some(id) = self.ids.get(set) {
            return *id;
        }
        let id = self.sets.len() as OpenId;
        let runs = set.iter().map(|t| self.types[usize::from(*t)]);
        let demand = runs.clone().map(Run::demand).sum();
        let mut closings = Closings::from_elem(Used::NONE, 1);
        for run in runs {
            let more = run.closings(&self.rules, self.placing);
            closings = each_way(&closings, &more, self.rules.jokers);
        }
        let fewest_closing = closings.iter().map(|used| used.total()).min();
        self.facts.push(Facts {
            runs: set.len() as u8,
            demand,
            closings,
            fewest_closing,
        });
        self.ids.insert(set.to_vec(), id);
        self.sets.push(set.to_vec());
        id
    }

    fn compute_steps(&mut self, id: OpenId, phase: Phase) -> Vec<Step> {
        let set = self.sets[id as usize].clone();
        let mut found = Vec::new();
        let mut nothing = Step {
            next: 0,
            numbers: 0,
            used: Used::NONE,
            slots: 0,
            below: 0,
            above: 0,
            leaves: SmallVec::new(),
            made: SmallVec::new(),
        };
        self.extend(phase, &set, 0, &mut nothing, &mut found);
        let after: Vec<OpenSet> = found.iter().map(set_after).collect();
        // By what is open afterwards, not by its number: that depends on what was asked before, answers must not.
        let key = |i: usize| {
            let step: &Step = &found[i];
            (step.numbers, step.used, &step.leaves, &after[i])
        };
        let points = |i: usize| Reverse((found[i].slots, found[i].below, found[i].above));
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|a, b| (key(*a), points(*a)).cmp(&(key(*b), points(*b))));
        if !self.rules.points {
            order.dedup_by(|a, b| key(*a) == key(*b));
        }
        let mut in_order = Vec::with_capacity(order.len());
        for i in order {
            in_order.push(Step {
                next: self.intern(&after[i]),
                ..std::mem::replace(&mut found[i], nothing.clone())
            });
        }
        let found = in_order;
        let mut kept: Vec<Step> = Vec::new();
        let same_cost = |a: &Step, b: &Step| {
            a.numbers == b.numbers && a.used == b.used && a.leaves.len() == b.leaves.len()
        };
        for group in found.chunk_by(same_cost) {
            let start = kept.len();
            for step in group {
                if kept[start..].iter().any(|other| self.beats(other, step)) {
                    continue;
                }
                let mut i = start;
                while i < kept.len() {
                    if self.beats(step, &kept[i]) {
                        kept.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                kept.push(step.clone());
            }
        }
        kept
    }

    /// Whether a step of the same cost leaves runs open that can do all that those after another step can.
    fn beats(&mut self, a: &Step, b: &Step) -> bool {
        let points = a.slots >= b.slots && a.below >= b.below && a.above >= b.above;
        let leaves = || {
            a.leaves
                .iter()
                .zip(&b.leaves)
                .all(|(a, b)| self.run_imitates(*a, *b))
        };
        (points || !self.rules.points) && leaves() && self.imitates(a.next, b.next)
    }

    /// All moves of the runs from the first of `left` on, then all ways to begin new ones. Of equal runs the later ones
    /// make the later moves, from number `least` on.
    fn extend(
        &self,
        phase: Phase,
        left: &[RunType],
        least: usize,
        so_far: &mut Step,
        found: &mut Vec<Step>,
    ) {
        let (run, moves, rest) = match left.split_first() {
            Some((run, rest)) => (
                Some(*run),
                &self.moves[phase as usize][usize::from(*run)],
                rest,
            ),
            None => {
                found.push(so_far.clone());
                (None, &self.starts[phase as usize], left)
            }
        };
        for (number, step) in moves.iter().enumerate().skip(least) {
            if so_far.numbers + step.numbers > self.rules.copies
                || !(so_far.used + step.used).within(self.rules.jokers)
            {
                continue;
            }
            so_far.make(Made { run, step: *step });
            let again = run.is_none() || rest.first() == run.as_ref();
            self.extend(phase, rest, if again { number } else { 0 }, so_far, found);
            so_far.take_back();
        }
    }

    /// Whether the runs of `a` can do all that those of `b` can, looked up.
    #[inline]
    pub fn imitates(&mut self, a: OpenId, b: OpenId) -> bool {
        if a == b {
            return true;
        }
        match self.known.get(a, b) {
            YES => true,
            NO => false,
            _ => self.learn(a, b),
        }
    }

    /// Finds out and keeps whether the runs of `a` can do all that those of `b` can.
    #[cold]
    fn learn(&mut self, a: OpenId, b: OpenId) -> bool {
        let answer = self.set_imitates(self.runs(a), self.runs(b));
        self.known.set(a, b, answer, self.sets.len());
        answer
    }

    /// Whether the runs of `a` can do all that those of `b` can: each run of `b` has its own imitator in `a`, and the
    /// others may end.
    fn set_imitates(&self, a: &[RunType], b: &[RunType]) -> bool {
        a.len() >= b.len() && self.rest_imitates(a, 0, b)
    }

    /// The same where these runs of `a`, a bit each, imitate others already.
    fn rest_imitates(&self, a: &[RunType], taken: u64, b: &[RunType]) -> bool {
        let mut free = (0..a.len()).filter(|i| taken & (1 << i) == 0);
        match b.split_first() {
            None => free.all(|i| self.may_end[usize::from(a[i])]),
            Some((first, rest)) => free.any(|i| {
                self.run_imitates(a[i], *first) && self.rest_imitates(a, taken | 1 << i, rest)
            }),
        }
    }

    /// Finds out which of the multisets met so far can do all that others can, for [`OpenRuns::imitators`].
    #[inline]
    pub fn learn_imitators(&mut self) {
        if self.imitators.len() != self.sets.len().min(PACKED) {
            self.learn_rows();
        }
    }

    #[cold]
    fn learn_rows(&mut self) {
        let known = self.imitators.len();
        let all = &self.sets[..self.sets.len().min(PACKED)];
        let mut imitators = std::mem::take(&mut self.imitators);
        imitators.extend(all[known..].iter().map(|_| Row {
            can: 0,
            imitates: [false; PACKED],
        }));
        for (number, (set, row)) in all.iter().zip(&mut imitators).enumerate() {
            let compared = if number < known { known } else { 0 };
            for (imitates, other) in row.imitates.iter_mut().zip(all).skip(compared) {
                *imitates = self.set_imitates(other, set);
            }
        }
        for number in 0..imitators.len() {
            let tests = imitators.iter().take(TESTS).enumerate();
            let can = tests.filter(|(_, test)| test.imitates[number]);
            imitators[number].can = can.map(|(i, _)| 1 << i).sum();
        }
        self.imitators = imitators;
    }

    /// What can do all that these runs can, as of [`OpenRuns::learn_imitators`].
    #[inline]
    pub fn imitators(&self, id: OpenId) -> &Row {
        &self.imitators[id as usize]
    }

    /// Whether runs that are open after the last value of a sweep may go on at the first, as far as they themselves tell.
    pub fn may_cross(&self, id: OpenId) -> bool {
        let runs = self
            .runs(id)
            .iter()
            .map(|run| self.types[usize::from(*run)]);
        runs.into_iter()
            .all(|run| run.complete() || !matches!(run.shape, Shape::Step { .. }))
    }
}

/// Answers to whether one multiset imitates another, as a square that doubles its side.
#[derive(Debug, Default)]
struct Known {
    side: usize,
    answers: Vec<u8>,
}

const YES: u8 = 1;
const NO: u8 = 2;

impl Known {
    #[inline]
    fn get(&self, a: OpenId, b: OpenId) -> u8 {
        let (row, column) = (a as usize, b as usize);
        if row < self.side && column < self.side {
            self.answers[row * self.side + column]
        } else {
            0
        }
    }

    /// Keeps an answer if it may be asked for again; `sets` is how many multisets there are.
    fn set(&mut self, a: OpenId, b: OpenId, answer: bool, sets: usize) {
        let (row, column) = (a as usize, b as usize);
        if row.max(column) >= LOOKED_UP {
            return;
        }
        if row.max(column) >= self.side {
            let side = sets.next_power_of_two().clamp(64, LOOKED_UP);
            let mut answers = vec![0; side * side];
            for row in 0..self.side {
                let old = &self.answers[row * self.side..(row + 1) * self.side];
                answers[row * side..row * side + self.side].copy_from_slice(old);
            }
            (self.side, self.answers) = (side, answers);
        }
        self.answers[row * self.side + column] = if answer { YES } else { NO };
    }
}

/// The types of open runs, ascending.
type OpenSet = SmallVec<[RunType; 8]>;

/// The open runs after a step.
fn set_after(step: &Step) -> OpenSet {
    let stay = |made: &Made| match made.step.to {
        To::Stay(run) => Some(run),
        To::Leave(_) | To::End => None,
    };
    let mut set: OpenSet = step.made.iter().filter_map(stay).collect();
    set.sort_unstable();
    set
}
