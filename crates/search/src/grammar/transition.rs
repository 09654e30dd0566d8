//! The transitions of a multiset of open runs at one value.

use std::cmp::Reverse;
use std::ops::Range;

use smallvec::SmallVec;

use crate::grammar::open::Listed;
use crate::grammar::{Jokers, Move, OpenId, OpenRuns, RunPhase, RunType, To};

/// The move of an open run or of a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunMove {
    /// The run; `None` for a new one.
    pub run: Option<RunType>,
    pub action: Move<RunType>,
}

/// One transition of the open runs of a colour. There are thousands, so the moves of all lie in one
/// list: see [`OpenRuns::moves_of`].
#[derive(Debug, Clone, Copy)]
pub struct Transition {
    pub next: OpenId,
    /// Jokers that it uses.
    pub used: Jokers,
    /// Number tiles that it uses.
    pub numbers: u8,
    /// How many times the points of sets include this value.
    pub slots: u8,
    /// How many times they include the value below.
    pub below: u8,
    /// How many times they include the value above.
    pub above: u8,
    /// The number of runs that change colour.
    pub leaving: u8,
    phase: RunPhase,
    /// Its moves in the list of all: how many, and the index of the first.
    count: u8,
    start: u32,
}

/// The move of an open run or of a new one, as an index into the moves of its type.
#[derive(Debug, Clone, Copy, Default)]
pub struct MoveNumber {
    run: RunType,
    index: u16,
}

/// Work of a draft of a transition, and of comparing two transitions, in choices looked at.
const WORK_OF_DRAFT: u64 = 128;
pub const WORK_OF_PAIR: u64 = 8;

/// Stands for a new run in a [`MoveNumber`].
const NEW: RunType = RunType::MAX;

/// A transition under construction.
#[derive(Debug, Clone)]
struct Draft {
    next: OpenId,
    numbers: u8,
    used: Jokers,
    slots: u8,
    below: u8,
    above: u8,
    leaves: SmallVec<[RunType; 2]>,
    moves: SmallVec<[MoveNumber; 4]>,
}

impl Draft {
    /// Adds the move of one run.
    fn push(&mut self, number: MoveNumber, action: &Move<RunType>) {
        self.numbers += action.numbers;
        self.used = self.used + action.used;
        self.slots += action.slots;
        self.below += action.below;
        self.above += action.above;
        if let To::Leave(run) = action.to {
            self.leaves.push(run);
        }
        self.moves.push(number);
    }

    /// Removes the last move, which is `action`.
    fn pop(&mut self, action: &Move<RunType>) {
        self.moves.pop();
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
    /// Its transitions at a value of this phase, without those dominated at equal cost; `None` if
    /// that is more work than is allowed.
    pub fn transitions(&mut self, id: OpenId, phase: RunPhase) -> Option<Range<u32>> {
        let slot = id as usize;
        if let Some(Some(listed)) = self.listed[phase as usize].get_mut(slot) {
            if listed.counted != self.task {
                if !self.work.add(listed.work) {
                    return None;
                }
                listed.counted = self.task;
            }
            return Some(listed.range.clone());
        }
        let start = self.transitions.len();
        let before = self.work.done();
        self.add_transitions(id, phase)?;
        let of_phase = &mut self.listed[phase as usize];
        if of_phase.len() <= slot {
            of_phase.resize(slot + 1, None);
        }
        let range = start as u32..self.transitions.len() as u32;
        of_phase[slot] = Some(Listed {
            range: range.clone(),
            work: self.work.done() - before,
            counted: self.task,
        });
        Some(range)
    }

    fn store(&mut self, phase: RunPhase, draft: &Draft) {
        self.transitions.push(Transition {
            next: draft.next,
            used: draft.used,
            numbers: draft.numbers,
            slots: draft.slots,
            below: draft.below,
            above: draft.above,
            leaving: draft.leaves.len() as u8,
            phase,
            count: draft.moves.len() as u8,
            start: self.transition_moves.len() as u32,
        });
        self.transition_moves.extend_from_slice(&draft.moves);
    }

    /// The moves of the runs of a transition, in order.
    pub fn moves_of(&self, transition: &Transition) -> impl Iterator<Item = RunMove> {
        let Transition { phase, count, .. } = *transition;
        let start = transition.start as usize;
        let numbers = &self.transition_moves[start..start + usize::from(count)];
        numbers.iter().map(move |number| RunMove {
            run: (number.run != NEW).then_some(number.run),
            action: *self.action(phase, *number),
        })
    }

    fn action(&self, phase: RunPhase, number: MoveNumber) -> &Move<RunType> {
        let moves = match number.run {
            NEW => self.starts(phase),
            run => self.moves(phase, run),
        };
        &moves[usize::from(number.index)]
    }

    /// The runs of a transition that change colour.
    pub fn leaves(&self, transition: &Transition) -> SmallVec<[RunType; 2]> {
        if transition.leaving == 0 {
            return SmallVec::new();
        }
        let leaves = self
            .moves_of(transition)
            .filter_map(|step| match step.action.to {
                To::Leave(run) => Some(run),
                To::Stay(_) | To::End => None,
            });
        leaves.collect()
    }

    /// Computes and stores the transitions that no other dominates; `None`, and none are stored,
    /// if that is more work than is allowed.
    fn add_transitions(&mut self, id: OpenId, phase: RunPhase) -> Option<()> {
        let set = self.sets[id as usize].clone();
        let mut drafts = Vec::new();
        let mut empty = Draft {
            next: 0,
            numbers: 0,
            used: Jokers::NONE,
            slots: 0,
            below: 0,
            above: 0,
            leaves: SmallVec::new(),
            moves: SmallVec::new(),
        };
        let most = usize::try_from(self.work.left() / WORK_OF_DRAFT).unwrap_or(usize::MAX);
        let listed = self.extend(phase, &set, 0, &mut empty, (&mut drafts, most));
        if !self.work.add(drafts.len() as u64 * WORK_OF_DRAFT) || !listed {
            return None;
        }
        let after = drafts.iter().map(|draft| self.runs_after(phase, draft));
        let after: Vec<OpenSet> = after.collect();
        // An [`OpenId`] depends on earlier questions, so the key must not contain one.
        let key = |i: usize| {
            let draft: &Draft = &drafts[i];
            (draft.numbers, draft.used, &draft.leaves, &after[i])
        };
        let points = |i: usize| Reverse((drafts[i].slots, drafts[i].below, drafts[i].above));
        let mut order: Vec<usize> = (0..drafts.len()).collect();
        order.sort_by(|a, b| (key(*a), points(*a)).cmp(&(key(*b), points(*b))));
        if !self.rules.points {
            order.dedup_by(|a, b| key(*a) == key(*b));
        }
        for i in &order {
            drafts[*i].next = self.intern(&after[*i]);
        }
        let mut kept: Vec<usize> = Vec::new();
        let same_cost = |a: &usize, b: &usize| {
            let (a, b) = (&drafts[*a], &drafts[*b]);
            a.numbers == b.numbers && a.used == b.used && a.leaves.len() == b.leaves.len()
        };
        for group in order.chunk_by(same_cost) {
            let start = kept.len();
            for new in group {
                let draft = &drafts[*new];
                if !self.work.add((kept.len() - start) as u64 * WORK_OF_PAIR) {
                    return None;
                }
                let mut others = kept[start..].iter();
                if others.any(|other| self.dominates(&drafts[*other], draft)) {
                    continue;
                }
                let mut i = start;
                while i < kept.len() {
                    if self.dominates(draft, &drafts[kept[i]]) {
                        kept.swap_remove(i);
                    } else {
                        i += 1;
                    }
                }
                kept.push(*new);
            }
        }
        for new in kept {
            self.store(phase, &drafts[new]);
        }
        Some(())
    }

    /// The open runs after a transition.
    fn runs_after(&self, phase: RunPhase, draft: &Draft) -> OpenSet {
        let stay = |number: &MoveNumber| match self.action(phase, *number).to {
            To::Stay(run) => Some(run),
            To::Leave(_) | To::End => None,
        };
        let mut set: OpenSet = draft.moves.iter().filter_map(stay).collect();
        set.sort_unstable();
        set
    }

    /// Whether `a` dominates `b` of the same cost: its runs simulate those of `b`, and it has no
    /// fewer points where they matter.
    fn dominates(&mut self, a: &Draft, b: &Draft) -> bool {
        let points = a.slots >= b.slots && a.below >= b.below && a.above >= b.above;
        let leaves = || {
            a.leaves
                .iter()
                .zip(&b.leaves)
                .all(|(a, b)| self.run_simulates(*a, *b))
        };
        (points || !self.rules.points) && leaves() && self.simulates(a.next, b.next)
    }

    /// Enumerates the moves of the runs in `left`, then those of new runs. The moves of equal runs
    /// have non-decreasing indices, from `least` on: each multiset of moves occurs once. False if
    /// they are more than the most that are asked for.
    fn extend(
        &self,
        phase: RunPhase,
        left: &[RunType],
        least: usize,
        so_far: &mut Draft,
        (drafts, most): (&mut Vec<Draft>, usize),
    ) -> bool {
        let (run, moves, rest) = match left.split_first() {
            Some((run, rest)) => (
                Some(*run),
                &self.moves[phase as usize][usize::from(*run)],
                rest,
            ),
            None => {
                if drafts.len() > most {
                    return false;
                }
                drafts.push(so_far.clone());
                (None, &self.starts[phase as usize], left)
            }
        };
        for (index, action) in moves.iter().enumerate().skip(least) {
            if so_far.numbers + action.numbers > self.rules.copies
                || !(so_far.used + action.used).within(self.rules.jokers)
            {
                continue;
            }
            let next = MoveNumber {
                run: run.unwrap_or(NEW),
                index: index as u16,
            };
            so_far.push(next, action);
            let again = run.is_none() || rest.first() == run.as_ref();
            let least = if again { index } else { 0 };
            let listed = self.extend(phase, rest, least, so_far, (&mut *drafts, most));
            so_far.pop(action);
            if !listed {
                return false;
            }
        }
        true
    }
}

/// The types of open runs, ascending.
type OpenSet = SmallVec<[RunType; 8]>;
