//! Dominance in the packed sweep: which states of a value are kept.
//!
//! A state dominates another if its open runs simulate the other's in every colour, with no more
//! jokers and no less worth. Signatures of some bits rule out most pairs before a table is read.

use std::cmp::Reverse;

use rummilab_core::MAX_COLOURS;

use crate::grammar::{Jokers, OpenRuns, PACKED, Simulators, Sparing, TESTS, Task};
use crate::sweep::{KEPT_STATES, LOCK_SHIFT, PackedState, open_in};

/// Up to this many states are compared pairwise, in their order. More are sorted by worth and first
/// compared with those that differ in one colour, which drops most of them. Tuned on instructions
/// of `greedy-2` and `hold`: 64 takes 1 to 3 % more.
const FEW_STATES: usize = 200;

/// A state is compared with this many states of largest worth. Tuned on instructions of `greedy-2`.
const COMPARED: usize = 1024;

/// The bits of a signature for the number of jokers used.
const JOKER_BITS: usize = 4;

/// Hash slots of a colour in [`PackedNeighbours`]; a power of two.
const SLOTS: usize = 1024;

/// The memory of the comparison, kept between calls.
#[derive(Debug, Default)]
pub struct PackedDominance {
    /// The states by worth, then by jokers used, then by number.
    ranks: Vec<(Reverse<i64>, u64)>,
    keys: Vec<RivalKey>,
    kept: Vec<u32>,
    neighbours: PackedNeighbours,
}

/// The key of a state that others are compared with.
#[derive(Debug, Clone, Copy)]
struct RivalKey {
    open: u64,
    signature: u64,
    worth: i64,
    used: Jokers,
}

impl RivalKey {
    /// Whether it may drop an earlier state that it dominates: only if it is worth more or used
    /// fewer jokers. Thus both comparisons keep the same states.
    #[inline]
    fn comes_before(&self, earlier: &RivalKey) -> bool {
        self.worth > earlier.worth || self.used.total() < earlier.used.total()
    }

    /// A necessary condition for dominance: signature, worth, jokers and kept sets.
    #[inline]
    fn may_dominate(&self, other: &RivalKey, spares: Sparing) -> bool {
        self.signature & other.signature == other.signature
            && self.worth >= other.worth
            && spares.no_more(self.used, other.used)
            && self.open >> LOCK_SHIFT == other.open >> LOCK_SHIFT
    }
}

impl PackedDominance {
    /// Releases the memory that only an unusual search needs.
    pub fn trim(&mut self) {
        if self.ranks.capacity() > KEPT_STATES {
            *self = PackedDominance::default();
        }
    }

    /// The indices of the states to keep, ascending. `COLOURS` is at least the number of colours.
    pub fn keep<const COLOURS: usize>(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        layer: &[PackedState],
    ) -> &[u32] {
        open.learn_simulators();
        self.kept.clear();
        self.keys.clear();
        let in_order = if layer.len() <= FEW_STATES {
            self.compare_few::<COLOURS>(task, open, layer)
        } else {
            self.compare_many::<COLOURS>(task, open, layer);
            false
        };
        if !in_order {
            self.kept.sort_unstable();
        }
        &self.kept
    }

    /// Compares each state with those before it; returns whether the kept states are in order.
    fn compare_few<const COLOURS: usize>(
        &mut self,
        task: &Task,
        open: &OpenRuns,
        layer: &[PackedState],
    ) -> bool {
        let spares = task.sparing();
        let mut in_order = true;
        for (i, state) in layer.iter().enumerate() {
            let rows: [_; COLOURS] = std::array::from_fn(|c| open.simulators(state.open_in(c)));
            let new = RivalKey {
                open: state.open,
                worth: state.worth,
                used: state.used,
                signature: signature(&rows, state.used),
            };
            let dominates_new = |key: &RivalKey| {
                key.may_dominate(&new, spares)
                    && simulates(key.open, &rows.map(|row| &row.simulates))
            };
            if self.keys.iter().any(dominates_new) {
                continue;
            }
            let is_dominated = |key: &RivalKey| {
                let row = |c| &open.simulators(open_in(key.open, c)).simulates;
                new.may_dominate(key, spares)
                    && new.comes_before(key)
                    && simulates::<COLOURS>(new.open, &std::array::from_fn(row))
            };
            while let Some(at) = self.keys.iter().rposition(is_dominated) {
                self.keys.swap_remove(at);
                self.kept.swap_remove(at);
                in_order = false;
            }
            self.keys.push(new);
            self.kept.push(i as u32);
        }
        in_order
    }

    /// Compares the states in the order of falling worth.
    fn compare_many<const COLOURS: usize>(
        &mut self,
        task: &Task,
        open: &OpenRuns,
        layer: &[PackedState],
    ) {
        let spares = task.sparing();
        let rank = |(i, state): (usize, &PackedState)| {
            let cheap = u64::from(state.used.total()) << 32 | i as u64;
            (Reverse(state.worth), cheap)
        };
        self.ranks.clear();
        self.ranks.extend(layer.iter().enumerate().map(rank));
        self.ranks.sort_unstable();
        self.neighbours.clear();
        for (_, rank) in &self.ranks {
            let state = &layer[*rank as u32 as usize];
            let rows: [_; COLOURS] = std::array::from_fn(|c| open.simulators(state.open_in(c)));
            let new = RivalKey {
                open: state.open,
                worth: state.worth,
                used: state.used,
                signature: signature(&rows, state.used),
            };
            let rows = rows.map(|row| &row.simulates);
            let dominates_new =
                |key: &RivalKey| key.may_dominate(&new, spares) && simulates(key.open, &rows);
            let keys = &self.keys;
            let neighbours = &mut self.neighbours;
            if neighbours.any::<COLOURS>(state.open, |i| dominates_new(&keys[i]))
                || keys[..keys.len().min(COMPARED)].iter().any(dominates_new)
            {
                continue;
            }
            neighbours.add::<COLOURS>(state.open);
            self.kept.push(*rank as u32);
            self.keys.push(new);
        }
    }
}

/// The signature of a state: whatever dominates the state has all of its bits. They say what the
/// open runs of each colour simulate ([`Simulators::signature`]), and how few jokers were used.
#[inline]
fn signature<const COLOURS: usize>(rows: &[&Simulators; COLOURS], used: Jokers) -> u64 {
    let bits = ((64 - JOKER_BITS) / COLOURS).min(TESTS);
    let jokers = u64::MAX << (64 - JOKER_BITS + usize::from(used.total()).min(JOKER_BITS - 1));
    let each = rows.iter().enumerate();
    each.fold(jokers, |all, (c, row)| {
        let simulated = u64::from(row.signature) & ((1 << bits) - 1);
        all | simulated << (bits * c)
    })
}

/// Whether the open runs of every colour are among those of its row.
#[inline]
fn simulates<const COLOURS: usize>(open: u64, rows: &[&[bool; PACKED]; COLOURS]) -> bool {
    let ids = open.to_le_bytes();
    (0..COLOURS).all(|c| rows[c][usize::from(ids[c])])
}

/// A hash index of the kept states by their open runs in all colours but one. These neighbours are
/// compared first.
#[derive(Debug, Default)]
struct PackedNeighbours {
    stamp: u32,
    /// By colour and what is open in the others: when a slot was filled, and the last state in it.
    slots: Vec<(u32, u32)>,
    /// By state and colour: the one before it in its slot.
    before: Vec<[u32; MAX_COLOURS]>,
}

const NONE: u32 = u32::MAX;

impl PackedNeighbours {
    fn clear(&mut self) {
        self.before.clear();
        self.stamp = self.stamp.wrapping_add(1);
        if self.slots.is_empty() || self.stamp == 0 {
            self.slots = vec![(0, NONE); SLOTS * MAX_COLOURS];
            self.stamp = 1;
        }
    }

    #[inline]
    fn slot(open: u64, colour: usize) -> usize {
        let others = open & !(0xFF << (8 * colour));
        let mixed = others.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        colour * SLOTS + (mixed as usize & (SLOTS - 1))
    }

    #[inline]
    fn last(&self, slot: usize) -> u32 {
        let (filled, last) = self.slots[slot];
        if filled == self.stamp { last } else { NONE }
    }

    /// Whether this holds for any state that was added and shares a slot with these open runs.
    #[inline]
    fn any<const COLOURS: usize>(&self, open: u64, holds: impl Fn(usize) -> bool) -> bool {
        (0..COLOURS).any(|c| {
            let mut at = self.last(PackedNeighbours::slot(open, c));
            while at != NONE {
                if holds(at as usize) {
                    return true;
                }
                at = self.before[at as usize][c];
            }
            false
        })
    }

    #[inline]
    fn add<const COLOURS: usize>(&mut self, open: u64) {
        let number = self.before.len() as u32;
        let mut before = [NONE; MAX_COLOURS];
        for (c, before) in before.iter_mut().enumerate().take(COLOURS) {
            let slot = PackedNeighbours::slot(open, c);
            *before = self.last(slot);
            self.slots[slot] = (self.stamp, number);
        }
        self.before.push(before);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rummilab_chance::{Key as ChanceKey, Stream};
    use rummilab_core::{JokerKind, Position, RuleSet, TileCounts};
    use rummilab_solver::Goal;

    use crate::grammar::RunPhase;
    use crate::questions::{RunGrammar, TableCache, Worth, task_of};

    use super::*;

    /// Both orders keep the same states, and what is dropped is dominated by one of them.
    #[test]
    fn both_ways_of_comparing_keep_the_same() {
        let rules = RuleSet::preset("original").expect("a preset");
        let worth = Worth::of(&Goal::Tiles);
        let task = task_of(&rules, &Position::default(), &worth, &TileCounts::EMPTY);
        let jokers = Jokers::one(JokerKind::Classic) + Jokers::one(JokerKind::Classic);
        let mut kept = TableCache::default();
        let tables = kept.of(&rules, jokers, 0).parts(RunGrammar::WhereNeeded);
        let open = tables.runs.open;
        let mut ids = vec![0];
        for i in 0..20 {
            let transitions = open.transitions(ids[i], RunPhase::Between);
            for step in transitions.expect("no limit") {
                let next = open.transition(step).next;
                if !ids.contains(&next) {
                    ids.push(next);
                }
            }
        }
        open.learn_simulators();
        let mut below = Stream::new(ChanceKey::sample(3, "rivals", 0)).into_below();
        let mut rivals = PackedDominance::default();
        let (mut all, mut left) = (0, 0);
        for _ in 0..200 {
            let mut seen = BTreeSet::new();
            let mut layer = Vec::new();
            for _ in 0..below(FEW_STATES as u64 / 2) {
                // Most colours alike, so that many states simulate others.
                let mut id = || match below(3) {
                    0 => u64::from(ids[below(ids.len() as u64) as usize]),
                    _ => u64::from(ids[1]),
                };
                let open = (0..4).fold(0, |open, _| open << 8 | id());
                let used = (0..below(3)).fold(Jokers::NONE, |used, _| {
                    used + Jokers::one(JokerKind::Classic)
                });
                if seen.insert((open, used)) {
                    let worth = below(3) as i64;
                    layer.push(PackedState {
                        open,
                        used,
                        worth,
                        ..PackedState::ROOT
                    });
                }
            }
            let mut compared = [Vec::new(), Vec::new()];
            for (order, compared) in compared.iter_mut().enumerate() {
                rivals.kept.clear();
                rivals.keys.clear();
                match order {
                    0 => {
                        rivals.compare_few::<4>(&task, open, &layer);
                    }
                    _ => rivals.compare_many::<4>(&task, open, &layer),
                }
                *compared = rivals.kept.clone();
                compared.sort_unstable();
            }
            let [few, many] = compared;
            assert_eq!(few, many);
            for (i, state) in layer.iter().enumerate() {
                let beats = |k: &u32| {
                    let other = &layer[*k as usize];
                    let simulates =
                        |c| open.simulators(state.open_in(c)).simulates[other.open_in(c) as usize];
                    other.worth >= state.worth
                        && other.used.within(state.used)
                        && (0..4).all(simulates)
                };
                assert!(
                    few.contains(&(i as u32)) || few.iter().any(beats),
                    "state {i}"
                );
            }
            all += layer.len();
            left += few.len();
        }
        assert!(left * 10 < all * 9, "{left} of {all} are kept");
    }
}
