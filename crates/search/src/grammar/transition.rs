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

/// One continuation of the open runs of a colour.
#[derive(Debug, Clone)]
pub struct Transition {
    pub next: OpenId,
    pub numbers: u8,
    pub used: Jokers,
    /// How often the value counts in the points of sets.
    pub slots: u8,
    /// How often the value below counts.
    pub below: u8,
    /// How often the value above counts.
    pub above: u8,
    pub leaves: SmallVec<[RunType; 2]>,
    pub made: SmallVec<[RunMove; 4]>,
}

impl Transition {
    /// Adds what one run does.
    fn make(&mut self, made: RunMove) {
        let action = made.action;
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

    /// Takes the last of these back.
    fn take_back(&mut self) {
        let Some(RunMove { action, .. }) = self.made.pop() else {
            return;
        };
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
    /// Every continuation at a value of this phase that no other one can imitate at the same cost.
    pub fn transitions(&mut self, id: OpenId, phase: RunPhase) -> Range<u32> {
        let slot = id as usize;
        if let Some(Some(range)) = self.ranges[phase as usize].get(slot) {
            return range.clone();
        }
        let found = self.compute_transitions(id, phase);
        let start = self.transitions.len() as u32;
        self.transitions.extend(found);
        let range = start..self.transitions.len() as u32;
        let ranges = &mut self.ranges[phase as usize];
        if ranges.len() <= slot {
            ranges.resize(slot + 1, None);
        }
        ranges[slot] = Some(range.clone());
        range
    }

    fn compute_transitions(&mut self, id: OpenId, phase: RunPhase) -> Vec<Transition> {
        let set = self.sets[id as usize].clone();
        let mut found = Vec::new();
        let mut nothing = Transition {
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
        let after: Vec<OpenSet> = found.iter().map(runs_after).collect();
        // Not by the number of the open runs: it depends on earlier questions.
        let key = |i: usize| {
            let transition: &Transition = &found[i];
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
        let mut in_order = Vec::with_capacity(order.len());
        for i in order {
            in_order.push(Transition {
                next: self.intern(&after[i]),
                ..std::mem::replace(&mut found[i], nothing.clone())
            });
        }
        let found = in_order;
        let mut kept: Vec<Transition> = Vec::new();
        let same_cost = |a: &Transition, b: &Transition| {
            a.numbers == b.numbers && a.used == b.used && a.leaves.len() == b.leaves.len()
        };
        for group in found.chunk_by(same_cost) {
            let start = kept.len();
            for transition in group {
                if kept[start..]
                    .iter()
                    .any(|other| self.beats(other, transition))
                {
                    continue;
                }
                let mut i = start;
                while i < kept.len() {
                    if self.beats(transition, &kept[i]) {
                        kept.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                kept.push(transition.clone());
            }
        }
        kept
    }

    /// Whether the first dominates the second at the same cost: its runs imitate the others.
    fn beats(&mut self, a: &Transition, b: &Transition) -> bool {
        let points = a.slots >= b.slots && a.below >= b.below && a.above >= b.above;
        let leaves = || {
            a.leaves
                .iter()
                .zip(&b.leaves)
                .all(|(a, b)| self.run_imitates(*a, *b))
        };
        (points || !self.rules.points) && leaves() && self.imitates(a.next, b.next)
    }

    /// All moves of the runs in `left`, then every beginning of new ones. Equal runs make their
    /// moves in order, from number `least` on, so that each multiset of moves comes once.
    fn extend(
        &self,
        phase: RunPhase,
        left: &[RunType],
        least: usize,
        so_far: &mut Transition,
        found: &mut Vec<Transition>,
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
            so_far.make(RunMove {
                run,
                action: *action,
            });
            let again = run.is_none() || rest.first() == run.as_ref();
            self.extend(phase, rest, if again { number } else { 0 }, so_far, found);
            so_far.take_back();
        }
    }
}

/// The types of open runs, ascending.
type OpenSet = SmallVec<[RunType; 8]>;

/// The open runs after a transition.
fn runs_after(transition: &Transition) -> OpenSet {
    let stay = |made: &RunMove| match made.action.to {
        To::Stay(run) => Some(run),
        To::Leave(_) | To::End => None,
    };
    let mut set: OpenSet = transition.made.iter().filter_map(stay).collect();
    set.sort_unstable();
    set
}
