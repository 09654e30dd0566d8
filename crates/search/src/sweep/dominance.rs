//! Dominance in the general sweep: drops states of a value that another one dominates.
//!
//! A state dominates another if its open runs simulate the other's in every colour, at no more
//! jokers and own groups and no fewer points. States come by falling worth, so worth need not be
//! compared.

use std::cmp::Reverse;

use rummilab_core::MAX_COLOURS;

use crate::grammar::{Boundaries, OpenId, OpenRuns, Task};
use crate::sweep::{KEPT_STATES, Node, StateKey, keep_only};

/// Up to this many states are not compared. This constant and the next two were tuned on
/// instructions of `twist-2` and `house-2`.
const FEW: usize = 3;

/// More states than this are first compared with those that differ in one colour, which is quicker.
/// Tuned with [`FEW`].
const SOME: usize = 16;

/// If more states than this are left, they are not compared pairwise. Tuned with [`FEW`].
const MANY: usize = 64;

/// Work of comparing two neighbours, in choices looked at.
const WORK_OF_NEIGHBOURS: u64 = 8;

#[derive(Debug, Default)]
pub struct Dominance {
    /// By worth, then by jokers used and number.
    ranks: Vec<(Reverse<i64>, u8, u32)>,
    kept: Vec<u32>,
    /// The keys of the states that are kept, in the order of comparing.
    keys: Vec<(u8, StateKey)>,
    neighbours: Neighbours,
}

impl Dominance {
    /// Releases the memory that only an unusual search needs.
    pub fn trim(&mut self) {
        if self.ranks.capacity() > KEPT_STATES {
            *self = Dominance::default();
        }
    }

    /// Drops the nodes from `start` on that another one can simulate at no loss. Returns the work
    /// of comparing them, in choices looked at, which is `most` or a little more: what is left then
    /// stays.
    pub fn drop(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        boundaries: &Boundaries<'_>,
        (nodes, start): (&mut Vec<Node>, usize),
        most: u64,
    ) -> u64 {
        if nodes.len() - start <= FEW {
            return 0;
        }
        let mut work = 0;
        let layer = &nodes[start..];
        let rank =
            |(i, node): (usize, &Node)| (Reverse(node.worth), node.key.used.total(), i as u32);
        self.ranks.clear();
        self.ranks.extend(layer.iter().enumerate().map(rank));
        self.ranks.sort_unstable();
        self.kept.clear();
        self.kept.extend(self.ranks.iter().map(|(.., i)| *i));
        if self.kept.len() > SOME {
            self.neighbours.begin(layer);
            for colour in 0..task.colours {
                let states = &mut self.kept;
                let most = most.saturating_sub(work) / WORK_OF_NEIGHBOURS;
                let compared = self
                    .neighbours
                    .drop(task, open, layer, colour, (states, most));
                work += compared * WORK_OF_NEIGHBOURS;
            }
        }
        if self.kept.len() <= MANY {
            self.compare_all(task, open, boundaries, layer);
        }
        self.kept.sort_unstable();
        keep_only(nodes, start, &self.kept);
        work
    }

    fn compare_all(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        boundaries: &Boundaries<'_>,
        layer: &[Node],
    ) {
        let spares = task.sparing();
        let keys = &mut self.keys;
        keys.clear();
        self.kept.retain(|i| {
            let key = &layer[*i as usize].key;
            let open_runs = key.open[..task.colours].iter();
            let runs: u8 = open_runs.map(|id| open.facts(*id).runs).sum();
            let dominated = keys.iter().any(|(others, other)| {
                // Every run needs an simulator of its own.
                *others >= runs
                    && spares.no_more(other.used, key.used)
                    && other.locks == key.locks
                    && other.points >= key.points
                    && other.own_groups <= key.own_groups
                    && (0..task.colours).all(|c| open.simulates(other.open[c], key.open[c]))
                    && (other.from == key.from
                        || ends_with_less(task, open, boundaries, other, key))
            });
            if !dominated {
                keys.push((runs, *key));
            }
            !dominated
        });
    }
}

/// Whether the first can end with what the second must end with.
fn ends_with_less(
    task: &Task,
    open: &mut OpenRuns,
    boundaries: &Boundaries<'_>,
    a: &StateKey,
    b: &StateKey,
) -> bool {
    (0..task.colours).all(|c| {
        let start = |of: &StateKey| boundaries[c][usize::from(of.from[c])];
        open.simulates(start(b), start(a))
    })
}

const NONE: u32 = u32::MAX;

/// States that are kept, by their open runs in all colours but one. They show dominance between
/// states that differ in this colour alone, if there are too many to compare pairwise.
#[derive(Debug, Default)]
struct Neighbours {
    /// By what is open in the other colours: the last such state. A power of two long.
    slots: Vec<u32>,
    /// By state that is kept: its number, and the one before it in its slot.
    chain: Vec<(u32, u32)>,
    /// By state: its open runs, mixed.
    mixed: Vec<u64>,
}

impl Neighbours {
    /// Begins with the states of a value.
    fn begin(&mut self, layer: &[Node]) {
        let mixed = |node: &Node| {
            let each = node.key.open.iter().enumerate();
            let from = node.key.from.iter().enumerate();
            // The complement keeps boundaries apart from open runs.
            let from = from.fold(0, |mixed, (c, from)| mixed ^ mix(c, !OpenId::from(*from)));
            each.fold(from, |mixed, (c, id)| mixed ^ mix(c, *id))
        };
        self.mixed.clear();
        self.mixed.extend(layer.iter().map(mixed));
    }

    /// Drops a state if an earlier one dominates it and differs in this colour at most. Returns how
    /// many pairs were compared: those that differ in this colour at most, so that it depends on
    /// the task alone. With few colours a layer may hold as many as the square of its states.
    fn drop(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        layer: &[Node],
        colour: usize,
        (states, most): (&mut Vec<u32>, u64),
    ) -> u64 {
        let mut compared = 0;
        let spares = task.sparing();
        let slots = (2 * states.len()).next_power_of_two();
        self.slots.clear();
        self.slots.resize(slots, NONE);
        self.chain.clear();
        states.retain(|state| {
            let key = &layer[*state as usize].key;
            // A hash of what is open in the other colours.
            let others = self.mixed[*state as usize] ^ mix(colour, key.open[colour]);
            let slot = (others >> 32) as usize & (slots - 1);
            let first = self.slots[slot];
            let mut at = first;
            while at != NONE && compared <= most {
                let (other, before) = self.chain[at as usize];
                at = before;
                let other = &layer[other as usize].key;
                if !differ_at_most_in(colour, &other.open, &key.open) {
                    continue;
                }
                compared += 1;
                let beaten = spares.no_more(other.used, key.used)
                    && other.locks == key.locks
                    && other.points >= key.points
                    && other.own_groups <= key.own_groups
                    && other.from == key.from
                    && open.simulates(other.open[colour], key.open[colour]);
                if beaten {
                    return false;
                }
            }
            self.slots[slot] = self.chain.len() as u32;
            self.chain.push((*state, first));
            true
        });
        compared
    }
}

/// A hash of the open runs of a colour. The hashes of all colours are combined by exclusive or.
fn mix(colour: usize, id: OpenId) -> u64 {
    let number = u64::from(id) * MAX_COLOURS as u64 + colour as u64 + 1;
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^ (mixed >> 29)
}

/// Whether these are the same in all colours but this one.
fn differ_at_most_in(colour: usize, a: &[u32; MAX_COLOURS], b: &[u32; MAX_COLOURS]) -> bool {
    (0..MAX_COLOURS).all(|c| c == colour || a[c] == b[c])
}
