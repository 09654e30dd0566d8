//! The best way through a task: which sweeps, how wide and with which bounds, and runs that go on from the last value to
//! the first. Refuses to know positions and goals.

use std::collections::BinaryHeap;

use rummilab_core::MAX_COLOURS;

use crate::bound::Bounds;
use crate::open::{OpenId, OpenRuns, RunType};
use crate::packed::Packed;
use crate::relaxation::Relaxation;
use crate::sweep::{self, Edge, Effort, End, Sweep, Trace};
use crate::task::Task;

/// A sweep of more ways is not worth its while without a bound: a packed one where few tiles may stay on the rack, and any
/// other.
const FEW_WAYS: (u64, u64) = (10_000, 1000);

/// So many tiles that may stay on the rack are few.
const FEW_TILES: u32 = 30;

/// How many states of one value are too many, and how many are kept then.
const WIDE: (usize, usize) = (4096, 512);

/// A search of more ways gives up: seconds, and a gigabyte. The hardest position of `data/positions/twist-2` takes 175 000.
const MOST_WAYS: u64 = 4_000_000;

/// How wide the sweeps are that look for some play after a search has given up, one after the other until one finds it, and
/// how many ways each may try.
const RESCUE: [(usize, usize); 2] = [(4096, 512), (64, 8)];
const RESCUE_WAYS: u64 = 1_000_000;

/// Memory for more states than this, some hundred bytes each, is not kept.
const MANY_STATES: usize = 1 << 17;

/// Further steps after a sweep that found something or nothing, and after one that was too wide to tell.
const MORE_STEPS: (usize, usize) = (1, 12);

/// After so many sweeps in vain the next ones look further and further below the bound.
const PATIENCE: u32 = 2;

/// Steps of the relaxation of runs that go round the corner.
const CORNER_STEPS: usize = 30;

/// The memory of both sweeps, kept between calls.
#[derive(Debug)]
pub struct Sweeps {
    packed: Packed,
    general: Sweep,
    /// After how many ways a search gives up.
    most_ways: u64,
    /// The same where every tile must be laid.
    most_ways_out: u64,
    gave_up: bool,
}

impl Default for Sweeps {
    fn default() -> Sweeps {
        Sweeps {
            packed: Packed::default(),
            general: Sweep::default(),
            most_ways: MOST_WAYS,
            most_ways_out: MOST_WAYS,
            gave_up: false,
        }
    }
}

impl Sweeps {
    /// Searches give up after so many ways.
    pub fn give_up_after(&mut self, ways: u64) {
        self.most_ways = ways;
    }

    /// Searches in which every tile must be laid give up after so many ways.
    pub fn give_up_going_out_after(&mut self, ways: u64) {
        self.most_ways_out = ways;
    }

    /// Whether a search gave up since the last call of this.
    pub fn take_gave_up(&mut self) -> bool {
        std::mem::take(&mut self.gave_up)
    }

    /// Ways tried since the last call of this. Memory that only the largest sweeps need is given back.
    pub fn take_tried(&mut self) -> u64 {
        let tried = self.packed.take_tried() + self.general.take_tried();
        if self.general.states() > MANY_STATES {
            self.general = Sweep::default();
        }
        if self.packed.states() > MANY_STATES {
            self.packed = Packed::default();
        }
        tried
    }
}

/// One search for the best way.
pub struct Search<'a> {
    sweeps: &'a mut Sweeps,
    /// Whether the packed sweep knows all that the task asks for, and whether it swept last.
    packs: bool,
    packed: bool,
    task: &'a Task,
    tables: sweep::Tables<'a>,
    /// What the total of an ending can exceed its worth by; `None` if nothing is known of that.
    above_worth: Option<i64>,
    total: &'a dyn Fn(&End) -> Option<i64>,
    /// By colour: the runs that may be open between the last value and the first.
    crossings: [Vec<OpenId>; MAX_COLOURS],
    /// The best way so far.
    best: Option<Found>,
}

/// A way through the sweep.
struct Found {
    total: i64,
    end: End,
    trace: Trace,
}

/// Nothing is open before the first value.
const NOTHING: [Edge; MAX_COLOURS] = [Edge::Fixed(0); MAX_COLOURS];

impl<'a> Search<'a> {
    /// A search that has found nothing. `above_worth`: what the total of an ending can exceed its worth by, if that is
    /// known.
    pub fn new(
        sweeps: &'a mut Sweeps,
        task: &'a Task,
        tables: sweep::Tables<'a>,
        above_worth: Option<i64>,
        total: &'a dyn Fn(&End) -> Option<i64>,
    ) -> Search<'a> {
        Search {
            packs: tables.own.is_none() && Packed::knows(task, tables.runs.open),
            packed: false,
            sweeps,
            task,
            tables,
            above_worth,
            total,
            crossings: Default::default(),
            best: None,
        }
    }

    /// The ending of largest total and the way to it.
    pub fn best(&mut self) -> Option<(End, Trace)> {
        if self.task.wrap {
            self.round_the_corner();
        } else {
            self.straight();
        }
        self.best.take().map(|found| (found.end, found.trace))
    }

    /// The tables, given back.
    pub fn into_tables(self) -> sweep::Tables<'a> {
        self.tables
    }

    fn run(&mut self, bounds: &mut Bounds, edges: &[Edge; MAX_COLOURS], effort: Effort) -> bool {
        self.packed = self.packs && *edges == NOTHING;
        if self.packed {
            let tables = &mut self.tables;
            return self.sweeps.packed.run(
                self.task,
                &mut tables.runs,
                tables.rows,
                tables.groups,
                bounds,
                effort,
            );
        }
        self.sweeps.general.run(
            self.task,
            &mut self.tables,
            bounds,
            edges,
            &self.crossings,
            effort,
        )
    }

    /// What a way must be worth to be better than the best so far.
    fn target(&self) -> Option<i64> {
        let (known, above) = (self.best.as_ref()?, self.above_worth?);
        Some(known.total + 1 - above)
    }

    /// What a play must be worth to be better than the best so far, or to be one at all.
    fn least(&self) -> i64 {
        match self.target() {
            None => self.task.least_worth(),
            Some(target) if target > 0 => target.max(self.task.cheapest()),
            Some(target) => target,
        }
    }

    /// How far below the bound to look next, after one more sweep in vain: a tile, unless that has been in vain for long, as where
    /// what must be laid is worth far less than nothing.
    fn further(below: i64, in_vain: &mut u32) -> i64 {
        *in_vain += 1;
        match *in_vain {
            0..=PATIENCE => below,
            _ => below.saturating_mul(2),
        }
    }

    /// Whether the best so far is, once all ways have been looked through that are worth so much.
    fn settled(&self, at_least: i64) -> bool {
        self.target().is_some_and(|target| target > at_least)
    }

    /// How many ways are left until it gives up. Where no tile may stay, the answer is yes or no, and there is nothing to
    /// settle for: that has a limit of its own.
    fn left(&self) -> u64 {
        let most = match self.task.free_tiles() {
            0 => self.sweeps.most_ways_out,
            _ => self.sweeps.most_ways,
        };
        let tried = self.sweeps.packed.tried() + self.sweeps.general.tried();
        most.saturating_sub(tried)
    }

    /// Nothing worth less than the target is of interest.
    fn effort(&self) -> Effort {
        let at_least = self.target().unwrap_or(i64::MIN);
        Effort {
            at_least,
            ..Effort::FULL
        }
        .limited(self.left())
    }

    /// Settles for the best way so far, or for one that a narrow sweep finds. Where every tile must be laid there is nothing
    /// to settle for.
    fn give_up(&mut self, trivial: &mut Bounds) {
        self.sweeps.gave_up = true;
        for wide in RESCUE {
            if self.best.is_some() || self.task.free_tiles() == 0 {
                return;
            }
            let effort = Effort::FULL.narrowed(wide).limited(RESCUE_WAYS);
            self.run(trivial, &NOTHING, effort);
            self.keep_best(&NOTHING);
        }
    }

    /// The endings of the last sweep.
    fn ends(&self) -> &[End] {
        if self.packed {
            self.sweeps.packed.ends()
        } else {
            self.sweeps.general.ends()
        }
    }

    /// The way to an ending of the last sweep.
    fn trace(&self, edges: &[Edge; MAX_COLOURS], end: &End) -> Trace {
        if self.packed {
            let continuations = &*self.tables.runs.continuations;
            let packed = &self.sweeps.packed;
            packed.trace(
                self.task,
                continuations,
                self.tables.rows,
                self.tables.groups,
                end,
            )
        } else {
            self.sweeps.general.trace(self.task, edges, end)
        }
    }

    /// The ending of largest total, the first with fewest jokers among equals.
    fn best_end(&self) -> Option<(i64, End)> {
        let mut best: Option<(i64, End)> = None;
        for end in self.ends() {
            let Some(total) = (self.total)(end) else {
                continue;
            };
            if best.is_none_or(|(most, known)| {
                total > most || (total == most && end.used.total() < known.used.total())
            }) {
                best = Some((total, *end));
            }
        }
        best
    }

    /// Keeps the best way of the last sweep if it is better than those before.
    fn keep_best(&mut self, edges: &[Edge; MAX_COLOURS]) {
        if let Some((total, end)) = self.best_end()
            && self.best.as_ref().is_none_or(|known| total > known.total)
        {
            let trace = self.trace(edges, &end);
            self.best = Some(Found { total, end, trace });
        }
    }

    /// After how many ways a sweep without bounds is given up.
    fn few_ways(&self) -> u64 {
        match self.packs && self.task.free_tiles() <= FEW_TILES {
            true => FEW_WAYS.0,
            false => FEW_WAYS.1,
        }
    }

    /// Looks for a better way that has nothing open before the first value. Where there are too many
    /// ways, a relaxation bounds the sweep: it goes for plays of as many whole tiles as the bound allows, then for one tile less,
    /// with better bounds where they do not tell enough.
    fn straight(&mut self) {
        let mut first = match self.target() {
            None => Bounds::none(),
            Some(_) => Bounds::trivial(self.task),
        };
        let effort = self.effort().limited(self.few_ways().min(self.left()));
        if self.run(&mut first, &NOTHING, effort) {
            return self.keep_best(&NOTHING);
        }
        let mut trivial = Bounds::trivial(self.task);
        let starts = vec![vec![0]; self.task.colours];
        let relaxation = match self.above_worth {
            Some(_) => Relaxation::new(self.task, &mut self.tables, &starts),
            None => None,
        };
        let Some(mut relaxation) = relaxation else {
            if self.run(&mut trivial, &NOTHING, self.effort()) {
                return self.keep_best(&NOTHING);
            }
            return self.give_up(&mut trivial);
        };
        let (mut below, mut in_vain) = (self.task.dearest(), 0);
        let mut most = i64::MAX;
        let (mut steps, mut wide) = (relaxation.first_steps(), WIDE);
        loop {
            most = most.min(relaxation.improve(self.target(), most - below, steps));
            let least = self.least();
            if most < least {
                return;
            }
            let at_least = self.task.next_grain(most - below).min(most).max(least);
            let effort = Effort {
                at_least,
                ..self.effort()
            }
            .narrowed(wide);
            let whole = self.run(
                &mut relaxation.bounds(&NOTHING, &self.crossings),
                &NOTHING,
                effort,
            );
            let before = self.target();
            self.keep_best(&NOTHING);
            if self.left() == 0 {
                return self.give_up(&mut trivial);
            }
            if whole {
                if at_least == least || self.settled(at_least) {
                    return;
                }
                most = at_least - 1;
                below = Search::further(below, &mut in_vain);
                steps = MORE_STEPS.0;
            } else if self.target() == before {
                steps = MORE_STEPS.1;
                wide = (wide.0 * 4, wide.1 * 4);
            } else {
                steps = MORE_STEPS.0;
            }
        }
    }

    /// Runs may go on from the last value of the sweep to the first. Without such runs a sweep finds a play. With them a
    /// relaxation bounds what there can be where there are many ways, and plays that are worth almost as much are looked for
    /// first.
    fn round_the_corner(&mut self) {
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
    fn free_edges(&self) -> [Edge; MAX_COLOURS] {
        std::array::from_fn(|colour| match self.crossings[colour][..] {
            [] => Edge::Fixed(0),
            [only] => Edge::Fixed(only),
            _ => Edge::Free,
        })
    }

    /// Keeps the best way of the last sweep if it is better and its free edges fit; if they do not, fixes one of them in
    /// every way.
    fn branch(&mut self, edges: [Edge; MAX_COLOURS], open: &mut BinaryHeap<Branch>) {
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
            edges[*colour] == Edge::Free && !open_runs.imitates(after, before)
        });
        // The one with the fewest ways to go on.
        let broken = broken.min_by_key(|colour| self.crossings[*colour].len());
        match broken {
            None => self.best = Some(Found { total, end, trace }),
            Some(colour) => {
                for runs in &self.crossings[colour] {
                    let mut edges = edges;
                    edges[colour] = Edge::Fixed(*runs);
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

/// By colour: which runs may be open between the last value and the first, as far as tiles and jokers allow. None where runs
/// do not wrap.
pub fn crossings(task: &Task, open: &mut OpenRuns) -> [Vec<OpenId>; MAX_COLOURS] {
    let mut crossings: [Vec<OpenId>; MAX_COLOURS] = Default::default();
    let types = open.crossing_types();
    let (Some(first), Some(last)) = (task.order.first(), task.order.last()) else {
        return crossings;
    };
    let [classic, double, change, _] = task.jokers.by_kind();
    for (colour, found) in crossings.iter_mut().enumerate().take(task.colours) {
        let room = Room {
            before: task.may[usize::from(*last)][colour],
            after: task.may[usize::from(*first)][colour],
            jokers: classic + double + change,
            // A double joker may cover both values.
            covered: classic + 2 * double + change,
        };
        add_crossings(open, &types, &room, &mut Vec::new(), found);
    }
    crossings
}

/// These runs, and every way to have more of them from the first of `types` on.
fn add_crossings(
    open: &mut OpenRuns,
    types: &[RunType],
    room: &Room,
    runs: &mut Vec<RunType>,
    found: &mut Vec<OpenId>,
) {
    // Every run has a tile or a joker of its own at the last value. Asked first: more runs than that are never numbered, so that
    // numbers stay as small as the packed sweep takes them to be.
    let behind = (runs.len() as u8).saturating_sub(room.before);
    if behind > room.jokers {
        return;
    }
    let id = open.number(runs.clone());
    let ahead = open.facts(id).demand.saturating_sub(room.after);
    if behind + ahead > room.covered {
        return;
    }
    found.push(id);
    for (i, run) in types.iter().enumerate() {
        runs.push(*run);
        add_crossings(open, &types[i..], room, runs, found);
        runs.pop();
    }
}

/// What runs of one colour can be made of on both sides of the edge.
struct Room {
    /// Tiles of the last value.
    before: u8,
    /// Tiles of the first value.
    after: u8,
    /// Jokers that can be part of a run.
    jokers: u8,
    /// Values that they can cover.
    covered: u8,
}

/// Edges to be tried, and what they can come to at most.
#[derive(Debug, PartialEq, Eq)]
struct Branch {
    bound: i64,
    edges: [Edge; MAX_COLOURS],
}

impl Ord for Branch {
    /// The larger bound first, then more fixed edges.
    fn cmp(&self, other: &Branch) -> std::cmp::Ordering {
        let fixed = |branch: &Branch| {
            branch
                .edges
                .iter()
                .filter(|edge| **edge != Edge::Free)
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

#[cfg(test)]
mod tests {
    use rummilab_core::{Position, RuleSet, TileCounts};
    use rummilab_solver::Goal;

    use crate::open::PACKED;
    use crate::tables::{Kept, Way};
    use crate::task::{Worth, task_of};

    use super::*;

    /// Runs that cannot cross for want of tiles were numbered all the same, and the packed sweep took the number of a multiset
    /// beyond 255 for another one: a play with a run of one tile.
    #[test]
    fn runs_that_may_cross_have_numbers_that_fit_a_byte() {
        let rules = RuleSet::preset("original").expect("a preset");
        let rules = rules.with_options(&["wrap=true", "jokers=0"]);
        let rules = rules.expect("sound options");
        let position = Position {
            table: rules.all_tiles().into_iter().collect(),
            opened: true,
            ..Position::default()
        };
        let worth = Worth::of(&Goal::Tiles);
        let task = task_of(&rules, &position, &worth, &TileCounts::EMPTY);
        let mut kept = Kept::default();
        let tables = kept.tables(&rules, task.jokers).parts(Way::WhereNeeded);
        let found = crossings(&task, tables.runs.open);
        let largest = found.iter().flatten().max().expect("some runs cross");
        assert!(tables.runs.open.fit_a_byte());
        assert!((*largest as usize) < PACKED, "{largest}");
    }
}
