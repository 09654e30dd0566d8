//! The search where runs may go on from the last value of the sweep to the first.

use std::collections::BinaryHeap;

use rummilab_core::MAX_COLOURS;

use crate::bounds::{Bounds, Relaxation};
use crate::grammar::{Boundary, NOTHING, crossings};
use crate::sweep::{BestPath, CORNER_STEPS, Effort, FEW_WAYS, MORE_STEPS, Search};

impl<'a> Search<'a> {
    /// Runs may go on from the last value of the sweep to the first. Without such runs a sweep finds a play. With them a
    /// relaxation bounds what there can be where there are many ways, and plays that are worth almost as much are looked for
    /// first.
    pub(super) fn round_the_corner(&mut self) {
        self.straight();
        if self.sweeps.gave_up {
            return;
        }
        if self
            .target()
            .is_some_and(|target| self.task.most_worth() < target)
        {
            return;
        }
        self.list_crossings();
        if self.free_edges() == NOTHING {
            return;
        }
        if self.branch_and_bound(None, i64::MIN, FEW_WAYS.1) {
            return;
        }
        let all = self.crossings.clone();
        let relaxation = match self.above_worth {
            Some(_) => Relaxation::new(self.task, &mut self.tables, &all[..self.task.colours]),
            None => None,
        };
        let Some(mut relaxation) = relaxation else {
            if !self.branch_and_bound(None, i64::MIN, self.left()) {
                self.give_up(&mut Bounds::trivial(self.task));
            }
            return;
        };
        let (mut below, mut in_vain) = (self.task.dearest(), 0);
        let (mut most, mut steps) = (i64::MAX, CORNER_STEPS);
        loop {
            most = most.min(relaxation.improve(self.target(), most - below, steps));
            let least = self.least();
            if most < least {
                return;
            }
            // What is worth less than a tile more than the least is not looked for by itself.
            let at_least = match self.task.next_grain(most - below).min(most) {
                worth if worth < least + self.task.dearest() => least,
                worth => worth,
            };
            self.crossings = relaxation.starts(at_least);
            if !self.branch_and_bound(Some(&mut relaxation), at_least, self.left()) {
                return self.give_up(&mut Bounds::trivial(self.task));
            }
            if at_least == least || self.settled(at_least) {
                return;
            }
            most = at_least - 1;
            below = Search::further(below, &mut in_vain);
            steps = MORE_STEPS.0;
        }
    }

    /// Looks for a better way among those that are worth so much, with runs that go round the corner: with edges left free a
    /// sweep finds a bound; where what it finds does not fit, the runs of one colour after the other are fixed, the most
    /// promising first. `false` if that took more than so many ways.
    fn branch_and_bound(
        &mut self,
        mut relaxation: Option<&mut Relaxation>,
        at_least: i64,
        ways: u64,
    ) -> bool {
        let stop = self.sweeps.general.tried().saturating_add(ways);
        let mut open = BinaryHeap::from([Branch {
            bound: i64::MAX,
            edges: self.free_edges(),
        }]);
        let mut trivial = Bounds::trivial(self.task);
        while let Some(Branch { bound, edges }) = open.pop() {
            if self.best.as_ref().is_some_and(|known| bound <= known.total) {
                return true;
            }
            let effort = self.effort();
            let effort = Effort {
                at_least: effort.at_least.max(at_least),
                ..effort
            }
            .limited(stop.saturating_sub(self.sweeps.general.tried()));
            let whole = match &mut relaxation {
                Some(relaxation) => {
                    let mut bounds = relaxation.bounds(&edges, &self.crossings);
                    self.run(&mut bounds, &edges, effort)
                }
                None => self.run(&mut trivial, &edges, effort),
            };
            if !whole {
                return false;
            }
            self.branch(edges, &mut open);
        }
        true
    }

    /// Edges free wherever runs may cross.
    fn free_edges(&self) -> [Boundary; MAX_COLOURS] {
        std::array::from_fn(|colour| match self.crossings[colour][..] {
            [] => Boundary::Fixed(0),
            [only] => Boundary::Fixed(only),
            _ => Boundary::Free,
        })
    }

    /// Keeps the best way of the last sweep if it is better and its free edges fit; if they do not, fixes one of them in
    /// every way.
    fn branch(&mut self, edges: [Boundary; MAX_COLOURS], open: &mut BinaryHeap<Branch>) {
        let Some((total, end)) = self.best_end() else {
            return;
        };
        if self.best.as_ref().is_some_and(|known| total <= known.total) {
            return;
        }
        let trace = self.trace(&edges, &end);
        let open_runs = &mut self.tables.runs.open;
        let broken = (0..self.task.colours).filter(|colour| {
            let (after, before) = (trace.after[*colour], trace.before[*colour]);
            edges[*colour] == Boundary::Free && !open_runs.imitates(after, before)
        });
        // The one with the fewest ways to go on.
        let broken = broken.min_by_key(|colour| self.crossings[*colour].len());
        match broken {
            None => self.best = Some(BestPath { total, end, trace }),
            Some(colour) => {
                for runs in &self.crossings[colour] {
                    let mut edges = edges;
                    edges[colour] = Boundary::Fixed(*runs);
                    open.push(Branch {
                        bound: total,
                        edges,
                    });
                }
            }
        }
    }

    /// Lists the runs of each colour that may cross.
    fn list_crossings(&mut self) {
        self.crossings = crossings(self.task, self.tables.runs.open);
    }
}

/// Edges to be tried, and what they can come to at most.
#[derive(Debug, PartialEq, Eq)]
struct Branch {
    bound: i64,
    edges: [Boundary; MAX_COLOURS],
}

impl Ord for Branch {
    /// The larger bound first, then more fixed edges.
    fn cmp(&self, other: &Branch) -> std::cmp::Ordering {
        let fixed = |branch: &Branch| {
            branch
                .edges
                .iter()
                .filter(|edge| **edge != Boundary::Free)
                .count()
        };
        (self.bound, fixed(self)).cmp(&(other.bound, fixed(other)))
    }
}

impl PartialOrd for Branch {
    fn partial_cmp(&self, other: &Branch) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
