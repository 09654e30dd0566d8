//! The search where runs may go on from the last value of the sweep to the first.
//!
//! What is open must be the same at both ends. Free boundaries let the ends differ: a bound. Branch
//! and bound fixes one colour after the other until the ends of the best path fit.

use std::collections::BinaryHeap;

use rummilab_core::MAX_COLOURS;

use crate::bounds::{Bounds, Relaxation};
use crate::grammar::{Boundaries, Boundary, NOTHING, crossings};
use crate::sweep::search::{BestPath, Distance, STEPS_AFTER_COMPLETE, UNBOUNDED_STATES};
use crate::sweep::{Coverage, Search};

/// Steps of the relaxation before the first bounded sweep. Tuned on instructions of `house-2`.
const WRAP_STEPS: usize = 30;

/// What a sweep of branch and bound counts by itself, in states, for the limit alone: however few
/// it tries, it takes about as long.
const BRANCH: u64 = 256;

impl Search<'_> {
    /// The best path where runs may wrap. First without such runs; then with them, at first with
    /// few states, and with a relaxation where that is not enough.
    pub(super) fn wrapping(&mut self) {
        self.straight();
        let target = self.target();
        if self.sweeps.gave_up || target.is_some_and(|target| self.task.most_worth() < target) {
            return;
        }
        let Some(crossings) = crossings(self.task, self.tables.runs.open) else {
            return self.give_up();
        };
        self.crossings = crossings;
        if self.free_boundaries() == NOTHING
            || self.branch_and_bound(None, i64::MIN, UNBOUNDED_STATES) == Coverage::Complete
        {
            return;
        }
        let starts = self.crossings.clone();
        let Some(mut relaxation) = self.relaxation(&starts[..self.task.colours]) else {
            if self.branch_and_bound(None, i64::MIN, self.left()) != Coverage::Complete {
                self.give_up();
            }
            return;
        };
        let mut distance = Distance::of(self.task);
        let (mut most, mut steps) = (self.most_of_all(), WRAP_STEPS);
        loop {
            most = most.min(relaxation.improve(self.target(), distance.below(most), steps));
            let least = self.least();
            if most < least {
                return;
            }
            // What is worth less than a tile more than the least is not looked for by itself.
            let asked = match self.task.next_grain(distance.below(most)).min(most) {
                worth if worth < least + self.task.dearest() => least,
                worth => worth,
            };
            let at_least = self.task.next_possible(asked);
            if at_least <= most {
                self.crossings = relaxation.starts(at_least);
                let coverage = self.branch_and_bound(Some(&mut relaxation), at_least, self.left());
                if coverage != Coverage::Complete {
                    return self.give_up();
                }
            }
            if asked == least || self.settled(asked) {
                return;
            }
            most = asked - 1;
            distance.further();
            steps = STEPS_AFTER_COMPLETE;
        }
    }

    /// Looks for a path of at least this worth with runs that wrap; false if it gives up.
    pub(super) fn keeping_round(&mut self, at_least: i64) -> bool {
        let Some(crossings) = crossings(self.task, self.tables.runs.open) else {
            return false;
        };
        self.crossings = crossings;
        self.branch_and_bound(None, at_least, self.left()) == Coverage::Complete
    }

    /// Looks for a better path of at least this worth with runs that wrap.
    fn branch_and_bound(
        &mut self,
        mut relaxation: Option<&mut Relaxation>,
        at_least: i64,
        max_states: u64,
    ) -> Coverage {
        let stop = self.sweeps.general.memory.tried.saturating_add(max_states);
        let mut open = BinaryHeap::from([Branch {
            bound: i64::MAX,
            boundaries: self.free_boundaries(),
        }]);
        let mut trivial = Bounds::trivial(self.task);
        while let Some(Branch { bound, boundaries }) = open.pop() {
            // The branches come by falling bound: no later one is better either.
            if self.best.as_ref().is_some_and(|best| bound <= best.total) {
                break;
            }
            self.sweeps.work(BRANCH);
            if self.left() == 0 {
                return Coverage::GaveUp;
            }
            let effort = self.effort();
            let effort = effort.at_least(effort.at_least.max(at_least));
            let effort = effort.limited(stop.saturating_sub(self.sweeps.general.memory.tried));
            let coverage = match &mut relaxation {
                Some(relaxation) => {
                    let mut bounds = relaxation.bounds(&boundaries, &self.crossings);
                    self.run(&mut bounds, &boundaries, effort)
                }
                None => self.run(&mut trivial, &boundaries, effort),
            };
            if coverage != Coverage::Complete {
                return coverage;
            }
            self.branch(boundaries, &mut open);
        }
        Coverage::Complete
    }

    /// Boundaries free wherever runs may cross.
    fn free_boundaries(&self) -> Boundaries {
        std::array::from_fn(|colour| match self.crossings[colour][..] {
            [] => Boundary::Fixed(0),
            [only] => Boundary::Fixed(only),
            _ => Boundary::Free,
        })
    }

    /// Keeps the best path of the last sweep if it is better and its ends fit. If they do not,
    /// one branch for every multiset of runs that may cross in one of the colours that differ.
    fn branch(&mut self, boundaries: Boundaries, open: &mut BinaryHeap<Branch>) {
        let Some((total, end)) = self.best_end() else {
            return;
        };
        if self.best.as_ref().is_some_and(|best| total <= best.total) {
            return;
        }
        let trace = self.trace(&boundaries, &end);
        let open_runs = &mut self.tables.runs.open;
        let broken = (0..self.task.colours).filter(|colour| {
            let (after, before) = (trace.after[*colour], trace.before[*colour]);
            boundaries[*colour] == Boundary::Free && !open_runs.imitates(after, before)
        });
        // The colour with the fewest branches.
        let Some(colour) = broken.min_by_key(|colour| self.crossings[*colour].len()) else {
            self.best = Some(BestPath { total, end, trace });
            return;
        };
        for runs in &self.crossings[colour] {
            let mut boundaries = boundaries;
            boundaries[colour] = Boundary::Fixed(*runs);
            open.push(Branch {
                bound: total,
                boundaries,
            });
        }
    }
}

/// Boundaries to be tried, and an upper bound on what they allow.
#[derive(Debug, PartialEq, Eq)]
struct Branch {
    bound: i64,
    boundaries: Boundaries,
}

impl Ord for Branch {
    /// The larger bound first, then more fixed boundaries.
    fn cmp(&self, other: &Branch) -> std::cmp::Ordering {
        let free = |boundary: &&Boundary| **boundary == Boundary::Free;
        let fixed = |branch: &Branch| MAX_COLOURS - branch.boundaries.iter().filter(free).count();
        (self.bound, fixed(self)).cmp(&(other.bound, fixed(other)))
    }
}

impl PartialOrd for Branch {
    fn partial_cmp(&self, other: &Branch) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
