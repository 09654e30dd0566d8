//! The transitions of a multiset of open runs at one value.

use std::cmp::Reverse;
use std::ops::Range;

use smallvec::SmallVec;

use crate::grammar::{Jokers, Move, OpenId, OpenRuns, RunPhase, RunType, To};

/// One run, or a new one, and the move it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunMove {
    /// The run; `None` for a new one.
    pub run: Option<RunType>,
    pub action: Move<RunType>,
}

/// One continuation of the open runs of a colour. Tables hold thousands, so the moves of its runs
/// are stored apart: see [`OpenRuns::made`].
#[derive(Debug, Clone, Copy)]
pub struct Transition {
    pub next: OpenId,
    pub used: Jokers,
    pub numbers: u8,
    /// How often the value counts in the points of sets.
    pub slots: u8,
    /// How often the value below counts.
    pub below: u8,
    /// How often the value above counts.
    pub above: u8,
    /// The number of runs that go on in other colours.
    pub leaving: u8,
    phase: RunPhase,
    /// The number of its moves, and the first of them in the common list.
    count: u8,
    start: u32,
}

/// One run, or a new one, and the number of its move among those it may make.
#[derive(Debug, Clone, Copy, Default)]
pub struct MoveNumber {
    run: RunType,
    number: u16,
}

/// The run type of a [`MoveNumber`] that begins a run.
const NEW: RunType = RunType::MAX;

/// A transition in the making.
#[derive(Debug, Clone)]
struct Draft {
    next: OpenId,
    numbers: u8,
    used: Jokers,
    slots: u8,
    below: u8,
    above: u8,
    leaves: SmallVec<[RunType; 2]>,
    made: SmallVec<[MoveNumber; 4]>,
}

impl Draft {
    /// Adds what one run does.
    fn make(&mut self, made: MoveNumber, action: &Move<RunType>) {
        self.numbers += action.numbers;
        self.used = self.used + action.used;
        self.slots += action.slots;
        self.below += action.below;
        self.above += action.above;
        if let To::Leave(run) = action.to {
            self.leaves.push(run);
        }
        self.made.push(made);
    }

    /// Takes the last of these back, which did this.
    fn take_back(&mut self, action: &Move<RunType>) {
        self.made.pop();
        self.numbers -= action.numbers;
        self.used = self.used - action.used;
        self.slots -= action.slots;
        self.below -= action.below;
        self.above -= action.above;
        if let To::Leave(_) = action.to {
            self.leaves.pop();
        }
    }
}

impl OpenRuns {
    /// Every continuation at a value of this phase that no other one can simulate at the same cost.
    pub fn transitions(&mut self, id: OpenId, phase: RunPhase) -> Range<u32> {
        let slot = id as usize;
        if let Some(Some(range)) = self.ranges[phase as usize].get(slot) {
            return range.clone();
        }
        let start = self.transitions.len() as u32;
        self.add_transitions(id, phase);
        let range = start..self.transitions.len() as u32;
        let ranges = &mut self.ranges[phase as usize];
        if ranges.len() <= slot {
            ranges.resize(slot + 1, None);
        }
        ranges[slot] = Some(range.clone());
        range
    }

    fn keep(&mut self, phase: RunPhase, draft: &Draft) {
        self.transitions.push(Transition {
            next: draft.next,
            used: draft.used,
            numbers: draft.numbers,
            slots: draft.slots,
            below: draft.below,
            above: draft.above,
            leaving: draft.leaves.len() as u8,
            phase,
            count: draft.made.len() as u8,
            start: self.made.len() as u32,
        });
        self.made.extend_from_slice(&draft.made);
    }

    /// The moves of the runs of a transition, in order.
    pub fn made(&self, transition: &Transition) -> impl Iterator<Item = RunMove> {
        let Transition { phase, count, .. } = *transition;
        let start = transition.start as usize;
        let made = &self.made[start..start + usize::from(count)];
        made.iter().map(move |made| RunMove {
            run: (made.run != NEW).then_some(made.run),
            action: *self.action(phase, *made),
        })
    }

    fn action(&self, phase: RunPhase, made: MoveNumber) -> &Move<RunType> {
        let moves = match made.run {
            NEW => self.starts(phase),
            run => self.moves(phase, run),
        };
        &moves[usize::from(made.number)]
    }

    /// The runs of a transition that go on in other colours.
    pub fn leaves(&self, transition: &Transition) -> SmallVec<[RunType; 2]> {
        if transition.leaving == 0 {
            return SmallVec::new();
        }
        let leaves = self
            .made(transition)
            .filter_map(|made| match made.action.to {
                To::Leave(run) => Some(run),
                To::Stay(_) | To::End => None,
            });
        leaves.collect()
    }

    /// Computes and keeps the transitions.
    fn add_transitions(&mut self, id: OpenId, phase: RunPhase) {
        let set = self.sets[id as usize].clone();
        let mut found = Vec::new();
        let mut nothing = Draft {
            next: 0,
            numbers: 0,
            used: Jokers::NONE,
            slots: 0,
            below: 0,
            above: 0,
            leaves: SmallVec::new(),
            made: SmallVec::new(),
        };
        self.extend(phase, &set, 0, &mut nothing, &mut found);
        let after = found.iter().map(|draft| self.runs_after(phase, draft));
        let after: Vec<OpenSet> = after.collect();
        // The numbers of open runs depend on earlier questions, so the key must not use them.
        let key = |i: usize| {
            let transition: &Draft = &found[i];
            (
                transition.numbers,
                transition.used,
                &transition.leaves,
                &after[i],
            )
        };
        let points = |i: usize| Reverse((found[i].slots, found[i].below, found[i].above));
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by(|a, b| (key(*a), points(*a)).cmp(&(key(*b), points(*b))));
        if !self.rules.points {
            order.dedup_by(|a, b| key(*a) == key(*b));
        }
        for i in &order {
            found[*i].next = self.intern(&after[*i]);
        }
        let mut kept: Vec<usize> = Vec::new();
        let same_cost = |a: &usize, b: &usize| {
            let (a, b) = (&found[*a], &found[*b]);
            a.numbers == b.numbers && a.used == b.used && a.leaves.len() == b.leaves.len()
        };
        for group in order.chunk_by(same_cost) {
            let start = kept.len();
            for new in group {
                let transition = &found[*new];
                let mut known = kept[start..].iter();
                if known.any(|other| self.beats(&found[*other], transition)) {
                    continue;
                }
                let mut i = start;
                while i < kept.len() {
                    if self.beats(transition, &found[kept[i]]) {
                        kept.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                kept.push(*new);
            }
        }
        for new in kept {
            self.keep(phase, &found[new]);
        }
    }

    /// The open runs after a transition.
    fn runs_after(&self, phase: RunPhase, draft: &Draft) -> OpenSet {
        let stay = |made: &MoveNumber| match self.action(phase, *made).to {
            To::Stay(run) => Some(run),
            To::Leave(_) | To::End => None,
        };
        let mut set: OpenSet = draft.made.iter().filter_map(stay).collect();
        set.sort_unstable();
        set
    }

    /// Whether the first dominates the second at the same cost: its runs simulate the others.
    fn beats(&mut self, a: &Draft, b: &Draft) -> bool {
        let points = a.slots >= b.slots && a.below >= b.below && a.above >= b.above;
        let leaves = || {
            a.leaves
                .iter()
                .zip(&b.leaves)
                .all(|(a, b)| self.run_simulates(*a, *b))
        };
        (points || !self.rules.points) && leaves() && self.simulates(a.next, b.next)
    }

    /// All moves of the runs in `left`, then every beginning of new ones. Equal runs make their
    /// moves in order, from number `least` on, so that each multiset of moves comes once.
    fn extend(
        &self,
        phase: RunPhase,
        left: &[RunType],
        least: usize,
        so_far: &mut Draft,
        found: &mut Vec<Draft>,
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
        for (number, action) in moves.iter().enumerate().skip(least) {
            if so_far.numbers + action.numbers > self.rules.copies
                || !(so_far.used + action.used).within(self.rules.jokers)
            {
                continue;
            }
            let made = MoveNumber {
                run: run.unwrap_or(NEW),
                number: number as u16,
            };
            so_far.make(made, action);
            let again = run.is_none() || rest.first() == run.as_ref();
            self.extend(phase, rest, if again { number } else { 0 }, so_far, found);
            so_far.take_back(action);
        }
    }
}

/// The types of open runs, ascending.
type OpenSet = SmallVec<[RunType; 8]>;
