//! The multisets of open runs of one colour, numbered, with the facts about each.
//!
//! Their transitions are computed once, and dominated ones dropped
//! (docs/solver.md#forced-continuation, docs/solver.md#dominance).

use std::ops::Range;

use rummilab_core::JokerKind;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::grammar::{
    ByStep, JokerPlacing, Jokers, Move, MoveNumber, PACKED, Run, RunPhase, RunRules, RunShape,
    SimulationTable, Simulators, Transition, Work, run_types, simulation, starts,
};

/// Number of a multiset of open runs; 0 is the empty one. Some rule sets have over 65 536.
pub type OpenId = u32;

/// Number of a kind of run.
pub type RunType = u16;

/// A set of types of runs, a bit for each; types that differ by 128 share one.
pub type TypeBits = [u64; 2];

fn bits_of(types: impl Iterator<Item = RunType>) -> TypeBits {
    let mut bits = TypeBits::default();
    for run in types {
        bits[usize::from(run >> 6 & 1)] |= 1 << (run & 63);
    }
    bits
}

/// Bytes of a multiset: its number, its facts, the places of its transitions, and its runs twice.
const BYTES_OF_MULTISET: usize = 352;

/// The facts about a multiset of open runs that the sweep reads again and again.
#[derive(Debug, Clone)]
pub struct Facts {
    pub runs: u8,
    /// Tiles without which the runs cannot go on.
    pub demand: u8,
    /// Jokers that finish every run after the last value, one entry for each choice.
    pub closings: Closings,
    /// The fewest of these; `None` if there are none.
    pub fewest_closing: Option<u8>,
}

/// Jokers that finish runs, one entry for each choice.
pub type Closings = SmallVec<[Jokers; 1]>;

/// Every sum of one entry of `some` and one of `more`, within the jokers at hand.
pub fn each_way(some: &[Jokers], more: &[Jokers], at_hand: Jokers) -> Closings {
    if *more == [Jokers::NONE] {
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
    pub(super) rules: RunRules,
    types: Vec<Run>,
    /// By phase and type: what such a run may do.
    pub(super) moves: [Vec<Vec<Move<RunType>>>; 3],
    /// By phase: what a new run may do.
    pub(super) starts: [Vec<Move<RunType>>; 3],
    /// `simulates[p][q]`: a run of type p can do all that one of type q can.
    simulates: Vec<Vec<bool>>,
    /// By type: whether such a run may end at any value, the largest included.
    pub(super) may_end: Vec<bool>,
    pub(super) sets: Vec<Vec<RunType>>,
    /// By multiset: the types that it holds, and those that some run of it simulates.
    pub(super) sketches: Vec<[TypeBits; 2]>,
    /// By type: the types that such a run simulates.
    simulated: Vec<TypeBits>,
    ids: FxHashMap<Vec<RunType>, OpenId>,
    with_one: FxHashMap<(OpenId, RunType), OpenId>,
    facts: Vec<Facts>,
    pub(super) transitions: Vec<Transition>,
    /// The moves of the runs in these transitions.
    pub(super) transition_moves: Vec<MoveNumber>,
    /// By phase and multiset, computed on first use: where its transitions are.
    pub(super) listed: [Vec<Option<Listed>>; 3],
    /// Which multiset simulates which, computed on first use.
    pub(super) simulations: SimulationTable,
    pub(super) simulators: Vec<Simulators>,
    /// The number of the task that is asked about, and the work of its tables.
    pub(super) task: u64,
    pub work: Work,
}

/// Where the transitions of a multiset at a phase are.
#[derive(Debug, Clone)]
pub(super) struct Listed {
    pub range: Range<u32>,
    /// The work of listing them.
    pub work: u64,
    /// The last task to which it was counted.
    pub counted: u64,
}

impl OpenRuns {
    pub fn new(rules: RunRules) -> OpenRuns {
        let types = run_types(&rules);
        let number = |run: Run| {
            types
                .binary_search(&run)
                .expect("types are closed under moves") as RunType
        };
        let numbered = |moves: Vec<Move<Run>>| -> Vec<Move<RunType>> {
            moves.into_iter().map(|action| action.map(number)).collect()
        };
        let moves = RunPhase::ALL.map(|phase| {
            let of = |run: &Run| numbered(run.moves(phase, &rules));
            types.iter().map(of).collect()
        });
        let starts = RunPhase::ALL.map(|phase| numbered(starts(phase, &rules)));
        let simulates = simulation(&types, &rules);
        let simulated = simulates.iter().map(|row| {
            let types = row.iter().enumerate().filter(|(_, yes)| **yes);
            bits_of(types.map(|(q, _)| q as RunType))
        });
        let simulated = simulated.collect();
        let may_end = |run: &Run| {
            let closes = || run.closings(&rules).contains(&Jokers::NONE);
            run.complete() && (rules.wrap || closes())
        };
        let mut open = OpenRuns {
            may_end: types.iter().map(may_end).collect(),
            rules,
            types,
            moves,
            starts,
            simulates,
            sets: Vec::new(),
            sketches: Vec::new(),
            simulated,
            ids: FxHashMap::default(),
            with_one: FxHashMap::default(),
            facts: Vec::new(),
            transitions: Vec::new(),
            transition_moves: Vec::new(),
            listed: Default::default(),
            simulations: SimulationTable::default(),
            simulators: Vec::new(),
            task: 0,
            work: Work::UNLIMITED,
        };
        open.intern(&[]);
        open
    }

    /// Whether every number of a multiset fits a byte and no run changes its colour. This follows
    /// from the rules and the jokers at hand alone, not from what was asked before.
    pub fn fit_a_byte(&self) -> bool {
        // Every open run holds a tile or joker of its own at the last value, or at the last two if
        // it skips every second. Wrapping runs may begin with more double jokers than there are.
        if self.rules.wrap && self.rules.jokers.get(JokerKind::Double) > 0 {
            return false;
        }
        let plain = self.types.iter().all(|run| run.shape == RunShape::Plain);
        let copies = usize::from(self.rules.copies) * if plain { 1 } else { 2 };
        let begun = usize::from(self.rules.blocks);
        let most = copies + usize::from(self.rules.jokers.total()) + begun;
        let types = self.types.len();
        let multisets = (1..=most).try_fold(1_usize, |n, i| Some(n.checked_mul(types + i)? / i));
        self.rules.jokers.get(JokerKind::ColourChange) == 0
            && multisets.is_some_and(|n| n <= PACKED)
    }

    /// Begins the task of this number: what it uses counts as its work once.
    pub fn begin(&mut self, task: u64) {
        self.task = task;
        self.work = Work::UNLIMITED;
    }

    /// About how many bytes this holds.
    pub fn bytes(&self) -> usize {
        self.sets.capacity() * BYTES_OF_MULTISET
            + self.with_one.capacity() * size_of::<(OpenId, RunType, OpenId, u8)>()
            + self.transitions.capacity() * size_of::<Transition>()
            + self.transition_moves.capacity() * size_of::<MoveNumber>()
            + self.simulations.bytes()
            + self.simulators.capacity() * size_of::<Simulators>()
    }

    /// The moves that a run of this type may make at a value of this phase.
    pub fn moves(&self, phase: RunPhase, run: RunType) -> &[Move<RunType>] {
        &self.moves[phase as usize][usize::from(run)]
    }

    /// The moves that a new run may make at a value of this phase.
    pub fn starts(&self, phase: RunPhase) -> &[Move<RunType>] {
        &self.starts[phase as usize]
    }

    /// A run of this type.
    pub(super) fn run(&self, run: RunType) -> Run {
        self.types[usize::from(run)]
    }

    /// Tiles without which a run of this type cannot go on.
    pub fn demand(&self, run: RunType) -> u8 {
        self.types[usize::from(run)].demand()
    }

    pub fn jokers(&self) -> Jokers {
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

    pub fn transition(&self, index: u32) -> &Transition {
        &self.transitions[index as usize]
    }

    /// Whether a run of this type may end as it is.
    pub fn complete(&self, run: RunType) -> bool {
        self.types[usize::from(run)].complete()
    }

    /// Whether a run of type `a` can do all that one of type `b` can.
    pub fn run_simulates(&self, a: RunType, b: RunType) -> bool {
        self.simulates[usize::from(a)][usize::from(b)]
    }

    /// The types of runs that may be open between the last value of a sweep and the first. A run of
    /// three tiles or more that goes on across does all that the same run of two tiles does, which
    /// must go on. So it is listed only if there is no such run of two, because its length or its
    /// jokers are counted.
    pub fn crossing_types(&self) -> Vec<RunType> {
        let most = self.rules.jokers_in_set.unwrap_or(u8::MAX);
        // Three jokers after the last number tile are no run by themselves.
        let all_jokers = self.rules.placing == JokerPlacing::Anywhere
            && self.rules.jokers.total().min(most) >= 3;
        let listed_shorter = |run: &Run| {
            let shorter = Run { tiles: 2, ..*run };
            let plain = run.shape == RunShape::Plain && run.complete();
            plain
                && self.rules.longest.is_none()
                && !all_jokers
                && self.types.binary_search(&shorter).is_ok()
        };
        let types = self.types.iter().enumerate();
        let crossing = types.filter(|(i, run)| {
            let goes_on = !self.rules.ends || !self.moves[RunPhase::First as usize][*i].is_empty();
            goes_on && !matches!(run.shape, RunShape::Step2 { .. }) && !listed_shorter(run)
        });
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

    /// These runs with up to so many of them taken away, in every way: runs that end in a block.
    /// Only those that cannot end otherwise need one.
    pub fn left_by_blocks(&mut self, id: OpenId, absorb: ByStep) -> SmallVec<[OpenId; 1]> {
        if absorb == [0; 2] {
            return SmallVec::from_elem(id, 1);
        }
        let mut all = vec![(id, absorb)];
        let mut at = 0;
        while let Some((id, left)) = all.get(at).copied() {
            at += 1;
            let mut runs = self.runs(id).to_vec();
            runs.dedup();
            for run in runs {
                let step = match self.types[usize::from(run)].shape {
                    RunShape::Plain => 0,
                    RunShape::Step2 { due: true } => 1,
                    RunShape::Step2 { due: false } | RunShape::Mirror { .. } => continue,
                };
                if left[step] == 0 || self.complete(run) {
                    continue;
                }
                let mut set = self.sets[id as usize].clone();
                set.retain({
                    let mut taken = false;
                    move |other| taken || *other != run || std::mem::replace(&mut taken, true)
                });
                let mut left = left;
                left[step] -= 1;
                let fewer = (self.intern(&set), left);
                if !all.contains(&fewer) {
                    all.push(fewer);
                }
            }
        }
        let mut ids: SmallVec<[OpenId; 1]> = SmallVec::new();
        for (id, _) in all {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids
    }

    /// These runs and those that begin at the ends of blocks.
    pub fn with_emitted(&mut self, id: OpenId, emit: ByStep) -> OpenId {
        let mut with = id;
        for (step, number) in emit.into_iter().enumerate() {
            for _ in 0..number {
                with = self.with(with, self.emitted(step));
            }
        }
        with
    }

    /// Whether a run of this type goes in steps of two.
    pub fn is_by_twos(&self, run: RunType) -> bool {
        matches!(self.types[usize::from(run)].shape, RunShape::Step2 { .. })
    }

    /// The type of a run that begins at the end of a block: 0 in steps of one, 1 in steps of two.
    pub fn emitted(&self, step: usize) -> RunType {
        let shape = match step {
            0 => RunShape::Plain,
            _ => RunShape::Step2 { due: false },
        };
        let long = Run {
            tiles: 3,
            numbered: true,
            ..Run::nothing(shape)
        };
        let found = self.types.binary_search(&long);
        found.expect("a run of three number tiles is a type") as RunType
    }

    /// Of the types that simulate this one, the one that simulates the most. A bound may use it
    /// instead.
    pub fn boldest(&self, run: RunType) -> RunType {
        let all = 0..self.types.len();
        let simulated = |q: &usize| self.simulates[*q].iter().filter(|yes| **yes).count();
        let can = all.filter(|q| self.simulates[*q][usize::from(run)]);
        // Among equals, the first.
        let boldest = can.rev().max_by_key(simulated);
        boldest.map_or(run, |q| q as RunType)
    }

    /// The number of these runs.
    pub fn number(&mut self, mut set: Vec<RunType>) -> OpenId {
        set.sort_unstable();
        self.intern(&set)
    }

    pub(super) fn intern(&mut self, set: &[RunType]) -> OpenId {
        if let Some(id) = self.ids.get(set) {
            return *id;
        }
        let id = self.sets.len() as OpenId;
        let runs = set.iter().map(|t| self.types[usize::from(*t)]);
        let demand = runs.clone().map(Run::demand).sum();
        let mut closings = Closings::from_elem(Jokers::NONE, 1);
        for run in runs {
            let more = run.closings(&self.rules);
            closings = each_way(&closings, &more, self.rules.jokers);
        }
        let fewest_closing = closings.iter().map(|used| used.total()).min();
        self.facts.push(Facts {
            runs: set.len() as u8,
            demand,
            closings,
            fewest_closing,
        });
        let simulated = set.iter().map(|run| self.simulated[usize::from(*run)]);
        let simulated = simulated.fold(TypeBits::default(), |all, one| {
            std::array::from_fn(|i| all[i] | one[i])
        });
        self.sketches
            .push([bits_of(set.iter().copied()), simulated]);
        self.ids.insert(set.to_vec(), id);
        self.sets.push(set.to_vec());
        id
    }
}
