//! The search for the best path through a task: its sweeps, their widths and their bounds.
//!
//! A first sweep has no bound and few states. If it gives up, a relaxation bounds the best play
//! from above. Sweeps then look for plays of as many whole tiles as the bound allows, and for one
//! tile less after each sweep in vain. The first play that is found is the best. If many states
//! have as large a bound as the best play, sweeps are narrow at first.

use smallvec::SmallVec;

use crate::bounds::{Bounds, Relaxation, jokers_needed_after};
use crate::grammar::{
    Boundaries, Crossings, NOTHING, OpenId, Runs, Tables, Task, Work, boundaries_of, crossings,
};
use crate::sweep::{
    Beginning, Coverage, Cut, Distance, Effort, End, FALLBACK_WIDTHS, LOOKS, Mismatch, Node, Pace,
    Packed, PackedState, Part, RunsByColour, Sweeps, Trace,
};

/// States of the first sweep, which has no bound: more of them cost more than a relaxation. Tuned
/// on the times of `greedy-4` (packed sweep, few free tiles), `hold` and `jokers` (packed, more of
/// them), and `twist-2` and `house-2` (general).
const UNBOUNDED_STATES_FEW_FREE: u64 = 10_000;
const UNBOUNDED_STATES_PACKED: u64 = 500;
const UNBOUNDED_STATES: u64 = 1000;

/// The same for the general sweep if only a better play than a known one is asked for. With 1 to
/// 1000 `house-2` takes as long; `twist-2` takes a quarter longer with 1000.
const UNBOUNDED_STATES_BETTER: u64 = 100;

/// The same where prices of a similar task are known. With 0 to 200 `house-2` takes as long after a
/// draw.
const UNBOUNDED_STATES_KNOWN: u64 = 30;

/// [`UNBOUNDED_STATES_FEW_FREE`] applies if at most this many tiles may stay on the rack. Tuned
/// with it.
pub const FEW_FREE_TILES: u32 = 16;

/// States of sweeps that forget how a path began, before a relaxation takes over. Not tuned.
const MOST_STATES_BY_CUT: u64 = 30_000;

/// Where there is no relaxation, a narrow sweep that looks for a place for every tile may try one
/// part in this many of the states that are left. Not tuned.
const SHARE_OF_LAYING_ALL: u64 = 8;

/// States of a sweep for the fewest changes without a relaxation. Tuned on the CPU time of
/// `greedy-2`, `greedy-4`, `beats-hand` and `hold`: with 1000, and with relaxations after fewer
/// states in vain, greedy tables take up to a fifth longer.
const UNBOUNDED_STATES_KEEPING: u64 = 2000;

/// This many changed sets are allowed at first, and twice as many after each sweep in vain; once a
/// relaxation says how many are needed at least, one more after each. Most plays change one or two.
const FEW_CHANGED: i64 = 1;

/// How the endings of a search compare.
#[derive(Clone, Copy)]
pub struct Totals<'a> {
    /// The total of an ending; `None` if it is not allowed.
    pub of: &'a dyn Fn(&End) -> Option<i64>,
    /// How much it can exceed the worth; `None` if that is unknown.
    pub above_worth: Option<i64>,
    /// Only endings of a larger total than this are of interest.
    pub better_than: Option<i64>,
    /// The same, but nothing is bounded by it: the search does what it does without, and saves only
    /// the path of an ending that nobody asks for.
    pub worthless: Option<i64>,
}

/// One search for the best path.
pub struct Search<'a> {
    sweeps: &'a mut Sweeps,
    /// Whether the packed sweep knows all that the task asks for, and whether it swept last.
    packs: bool,
    packed: bool,
    task: &'a Task,
    tables: Tables<'a>,
    totals: Totals<'a>,
    /// The most old sets that are changed, if they are counted.
    most_changed: i64,
    best: Option<BestPath>,
}

/// The best path of a search so far.
struct BestPath {
    total: i64,
    end: End,
    trace: Trace,
}

impl<'a> Search<'a> {
    /// A search that has found nothing.
    pub fn new(
        sweeps: &'a mut Sweeps,
        task: &'a Task,
        tables: Tables<'a>,
        totals: Totals<'a>,
    ) -> Search<'a> {
        Search {
            packs: tables.own.is_none() && Packed::knows(task, tables.runs.open),
            packed: false,
            sweeps,
            task,
            tables,
            totals,
            most_changed: i64::MAX,
            best: None,
        }
    }

    /// The ending of largest total and the path to it.
    pub fn best(&mut self) -> Option<(End, Trace)> {
        if self.task.wrap {
            self.wrapping();
        } else {
            self.straight();
        }
        self.best.take().map(|best| (best.end, best.trace))
    }

    /// Of the paths to an ending of this total, kept sets apart, the one that keeps the most old
    /// sets; another may keep more if the search gave up. `None` if more than `most_changed` must
    /// be changed, or if it gives up before it finds one. No path may have a larger total.
    ///
    /// If there are many states, a relaxation bounds them in which kept sets are columns. Its bound
    /// is often the answer, and then a sweep looks at some dozen states.
    pub fn keeping_most(&mut self, total: i64, most_changed: i64) -> Option<(End, Trace)> {
        let sets = self.task.keepable.as_ref()?.sets();
        let worth = total - self.totals.above_worth?;
        let mut bounds = Bounds::trivial(self.task);
        let mut relaxes = !self.task.wrap && !self.task.has_special_jokers();
        let mut changed = FEW_CHANGED;
        // More changes than this were looked for in vain.
        let mut in_vain = -1;
        while in_vain < most_changed {
            self.most_changed = changed.min(most_changed);
            let kept = sets - self.most_changed;
            let states = if relaxes {
                UNBOUNDED_STATES_KEEPING
            } else {
                u64::MAX
            };
            let at_least = worth + kept + bounds.kept.of_worth(kept);
            let coverage = self.look_for_kept(&mut bounds, at_least, total + kept, states);
            let complete = coverage == Coverage::Complete;
            // Sweeps are not strict: endings may be worth less than was asked for.
            let best = self.best.take();
            if let Some(best) = best.filter(|best| best.total >= total + kept) {
                // It may have been found before the search gave up.
                self.sweeps.gave_up |= !complete;
                return Some((best.end, best.trace));
            }
            if complete {
                in_vain = self.most_changed;
                let more = if bounds.kept.is_plain() { changed } else { 1 };
                changed += more;
            }
            if relaxes && !complete {
                relaxes = false;
                if let Some(mut relaxation) = self.relaxation(&vec![vec![0]; self.task.colours]) {
                    let bound = relaxation.settle();
                    bounds = relaxation.bounds(&NOTHING);
                    let allows = |changed: &i64| {
                        let kept = sets - changed;
                        worth + kept + bounds.kept.of_worth(kept) <= bound
                    };
                    changed = (in_vain + 1..=most_changed).find(allows)?;
                }
            } else if !complete {
                self.sweeps.gave_up = true;
                return None;
            }
        }
        None
    }

    /// Looks for the path of this worth and total that keeps the most sets. If runs wrap, a first
    /// sweep goes without them, and a second looks for a path that keeps more.
    fn look_for_kept(
        &mut self,
        bounds: &mut Bounds,
        at_least: i64,
        enough: i64,
        states: u64,
    ) -> Coverage {
        let effort = self.effort().at_least(at_least);
        let effort = effort.limited(states.min(self.left()));
        let coverage = self.run(bounds, &NOTHING, effort);
        if coverage != Coverage::Complete {
            return coverage;
        }
        self.keep_best(&NOTHING);
        if !self.task.wrap {
            return coverage;
        }
        let found = self.best.as_ref().map(|best| best.total);
        let more = found.map_or(0, |found| (found + 1 - enough).max(0));
        if more > self.most_changed {
            // Every set is kept.
            return coverage;
        }
        self.most_changed -= more;
        self.look_round(self.effort().at_least(at_least + more))
    }

    /// Looks for the path with runs that wrap.
    fn look_round(&mut self, effort: Effort) -> Coverage {
        let Some(crossings) = self.crossings() else {
            return Coverage::GaveUp;
        };
        let boundaries = boundaries_of(&crossings, self.task.colours);
        if boundaries == NOTHING {
            return Coverage::Complete;
        }
        let effort = effort.limited(self.left());
        let mut bounds = Bounds::trivial(self.task);
        let coverage = self.run(&mut bounds, &boundaries, effort);
        if coverage == Coverage::Complete {
            self.keep_best(&boundaries);
        }
        coverage
    }

    pub fn into_tables(self) -> Tables<'a> {
        self.tables
    }

    /// Sweeps over the task, packed if it can be.
    fn run(
        &mut self,
        bounds: &mut Bounds,
        boundaries: &Boundaries<'_>,
        effort: Effort,
    ) -> Coverage {
        self.packed = self.packs && *boundaries == NOTHING;
        let begins = boundaries.map(|starts| match starts {
            [only] => *only,
            _ => 0,
        });
        self.run_from(&[begins], (boundaries, false), bounds, effort)
    }

    /// Sweeps from these open runs on, in the form that was chosen: see [`Beginning`].
    fn run_from(
        &mut self,
        begins: &[RunsByColour],
        (boundaries, forgotten): (&Boundaries<'_>, bool),
        bounds: &mut Bounds,
        effort: Effort,
    ) -> Coverage {
        let effort = self.within_limits(effort);
        let (task, tables) = (self.task, &mut self.tables);
        let needed = jokers_needed_after(task);
        if self.packed {
            let roots: SmallVec<[_; 1]> =
                begins.iter().map(|open| PackedState::root(*open)).collect();
            let beginning = Beginning {
                roots: &roots,
                boundaries,
                forgotten,
            };
            let packed = &mut self.sweeps.packed;
            return packed.run(&beginning, task, tables, bounds, needed, effort);
        }
        let roots: SmallVec<[_; 1]> = begins.iter().map(|open| Node::root(*open)).collect();
        let beginning = Beginning {
            roots: &roots,
            boundaries,
            forgotten,
        };
        let general = &mut self.sweeps.general;
        let coverage = general.run(&beginning, task, tables, bounds, needed, effort);
        let work = std::mem::take(&mut general.tables);
        self.sweeps.spend_on_tables(work);
        coverage
    }

    /// This effort, within what the question may still look at and spend on tables.
    fn within_limits(&self, effort: Effort) -> Effort {
        Effort {
            max_looked: self.left().max(effort.max_states).saturating_mul(LOOKS),
            max_tables: self.sweeps.left_for_tables(),
            ..effort
        }
    }

    /// The total that a path must exceed to be of interest.
    fn most_seen(&self) -> Option<i64> {
        let best = self.best.as_ref().map(|best| best.total);
        best.max(self.totals.better_than)
    }

    /// The least worth of a path that is better than the best so far.
    fn target(&self) -> Option<i64> {
        let most = self.most_seen()?;
        Some(most + 1 - self.totals.above_worth?)
    }

    /// An upper bound on the worth of a play that ignores how tiles form sets.
    fn most_of_all(&self) -> i64 {
        if self.task.counts_points() {
            i64::MAX
        } else {
            self.task.most_worth()
        }
    }

    /// The least worth that a play needs to be better than the best so far, or to be one at all.
    fn least(&self) -> i64 {
        match self.target() {
            None => self.task.least_worth(),
            Some(target) if target > 0 => target.max(self.task.cheapest()),
            Some(target) => target,
        }
    }

    /// Whether the best so far is the best of all, once every path of this worth was looked at.
    fn settled(&self, at_least: i64) -> bool {
        self.target().is_some_and(|target| target > at_least)
    }

    /// States left until the search gives up. If no tile may stay, the answer is yes or no and
    /// there is nothing to settle for, so that case has a limit of its own.
    fn left(&self) -> u64 {
        match self.task.free_tiles() {
            0 => self.sweeps.left_going_out(),
            _ => self.sweeps.left(),
        }
    }

    /// The effort of a sweep that drops everything worth less than the target.
    fn effort(&self) -> Effort {
        let at_least = self.target().unwrap_or(i64::MIN);
        Effort {
            most_changed: self.most_changed,
            ..Effort::FULL.at_least(at_least).limited(self.left())
        }
    }

    /// Settles for the best path so far, or for one that a narrow sweep finds. If every tile
    /// must be laid there is nothing to settle for.
    fn give_up(&mut self, boundaries: &Boundaries<'_>) {
        self.sweeps.gave_up = true;
        for widths in FALLBACK_WIDTHS {
            if self.best.is_some() || self.task.free_tiles() == 0 {
                return;
            }
            let states = self.sweeps.left_of_fallback();
            let effort = Effort::FULL.narrowed(widths).limited(states);
            let before = self.sweeps.tried();
            self.run(&mut Bounds::trivial(self.task), boundaries, effort);
            self.sweeps.spend_in_fallback(self.sweeps.tried() - before);
            self.keep_best(boundaries);
        }
    }

    /// The endings of the last sweep.
    fn ends(&self) -> &[End] {
        if self.packed {
            &self.sweeps.packed.memory.ends
        } else {
            &self.sweeps.general.memory.ends
        }
    }

    /// The path to an ending of the last sweep.
    fn trace(&self, boundaries: &Boundaries<'_>, end: &End) -> Trace {
        if !self.packed {
            return self.sweeps.general.trace(self.task, boundaries, end);
        }
        let (continuations, rows) = (&*self.tables.runs.continuations, &*self.tables.rows);
        let packed = &self.sweeps.packed;
        packed.trace(self.task, continuations, rows, self.tables.groups, end)
    }

    /// The ending of largest total; among equals the first with the fewest jokers.
    fn best_end(&self) -> Option<(i64, End)> {
        best_end(self.ends(), self.totals.of)
    }

    /// Keeps the best path of the last sweep if it is better than those before.
    fn keep_best(&mut self, boundaries: &Boundaries<'_>) {
        if let Some((total, end)) = self.best_end()
            && self.most_seen().is_none_or(|most| total > most)
        {
            let trace = self.trace(boundaries, &end);
            self.best = Some(BestPath { total, end, trace });
        }
    }

    /// The number of states that the sweep without a bound may try.
    fn unbounded_states(&self) -> u64 {
        let own = usize::from(self.tables.own.is_some());
        match self.packs {
            _ if self.task.wrap && self.sweeps.prices[own].is_some() => UNBOUNDED_STATES_KNOWN,
            true if self.task.free_tiles() <= FEW_FREE_TILES => UNBOUNDED_STATES_FEW_FREE,
            true => UNBOUNDED_STATES_PACKED,
            false if self.totals.better_than.is_some() => UNBOUNDED_STATES_BETTER,
            false => UNBOUNDED_STATES,
        }
    }

    /// Makes something of the tables, within what the question may still spend on them.
    fn on_tables<T>(&mut self, make: impl FnOnce(&Task, &mut Tables<'_>) -> T) -> T {
        let most = self.left().saturating_mul(LOOKS);
        self.tables.runs.open.work = Work::within(most.min(self.sweeps.left_for_tables()));
        let made = make(self.task, &mut self.tables);
        let work = self.tables.runs.open.work.take();
        self.sweeps.general.looked += work;
        self.sweeps.spend_on_tables(work);
        made
    }

    /// The runs that may cross the cut; `None` if they are too many.
    fn crossings(&mut self) -> Option<Crossings> {
        self.on_tables(|task, tables| crossings(task, tables.runs.open))
    }

    /// The relaxation of the task, if an ending's total is known to be near its worth.
    fn relaxation(&mut self, starts: &[Vec<OpenId>]) -> Option<Relaxation> {
        self.totals.above_worth?;
        let relaxation = self.on_tables(|task, tables| Relaxation::new(task, tables, starts));
        let mut relaxation = relaxation?;
        if let Some(known) = &self.sweeps.prices[usize::from(self.tables.own.is_some())] {
            relaxation.begin_at(known);
        }
        Some(relaxation)
    }

    /// Looks for the best path that has nothing open before the first value.
    fn straight(&mut self) {
        if self.without_bound() {
            return;
        }
        match self.task.turned() {
            Some(turned) => self.search_turned(&turned),
            None => self.with_bound(nothing_crosses()),
        }
    }

    /// Looks for the best path in a task whose runs may go on from the last value to the first. A
    /// first sweep goes without such runs.
    fn wrapping(&mut self) {
        let complete = self.without_bound();
        let most = self.most_of_all();
        if complete && self.target().is_some_and(|target| most < target) {
            return;
        }
        let Some(crossings) = self.crossings() else {
            if !complete {
                self.with_bound(nothing_crosses());
            }
            return self.give_up(&NOTHING);
        };
        let crosses = boundaries_of(&crossings, self.task.colours) != NOTHING;
        if crosses && self.task.forgets_beginning {
            if !complete {
                self.with_bound(nothing_crosses());
            }
            if self.by_cut(&crossings) {
                return;
            }
        }
        if crosses || !complete {
            self.with_bound(crossings);
        }
    }

    /// Looks for a better path among those with runs across the cut; `false` if it gave up.
    fn by_cut(&mut self, crossings: &Crossings) -> bool {
        let mut cut = Cut::new(crossings);
        let end = self.sweeps.tried().saturating_add(MOST_STATES_BY_CUT);
        while let Some(part) = cut.next(self.most_seen()) {
            let left = end.saturating_sub(self.sweeps.tried());
            if self.sweep_part(&part, left) != Coverage::Complete {
                return false;
            }
            if let Some(mismatch) = self.keep_what_comes_round() {
                cut.split(&part, &mismatch, self.tables.runs.open);
            }
        }
        true
    }

    /// Sweeps from the most capable runs of a part, and forgets with which a path began.
    fn sweep_part(&mut self, part: &Part, states: u64) -> Coverage {
        let task = self.task;
        let Some(roots) = part.roots(task.colours, self.tables.runs.open) else {
            return Coverage::GaveUp;
        };
        self.packed = self.packs;
        let boundaries = boundaries_of(&part.starts, task.colours);
        let effort = self.effort().limited(states.min(self.left()));
        let bounds = &mut Bounds::trivial(task);
        self.run_from(&roots, (&boundaries, true), bounds, effort)
    }

    /// Keeps the best path of the last sweep if it is better than those before and ends with the
    /// runs that it began with. If it does not, returns where.
    fn keep_what_comes_round(&mut self) -> Option<Mismatch> {
        let (total, _) = self.best_end()?;
        if self.most_seen().is_some_and(|most| total <= most) {
            return None;
        }
        let colours = self.task.colours;
        let mut first = None;
        for i in 0..self.ends().len() {
            let end = self.ends()[i];
            if (self.totals.of)(&end) != Some(total) {
                continue;
            }
            let from_and_to = if self.packed {
                self.sweeps.packed.memory.ends_of_path(end.node, colours)
            } else {
                self.sweeps.general.memory.ends_of_path(end.node, colours)
            };
            let open = &mut *self.tables.runs.open;
            if let Some(mismatch) = Mismatch::of(total, from_and_to, colours, open) {
                first = first.or(Some(mismatch));
                continue;
            }
            let [from, _] = &from_and_to;
            let boundaries = std::array::from_fn(|c| std::slice::from_ref(&from[c]));
            let trace = self.trace(&boundaries, &end);
            self.best = Some(BestPath { total, end, trace });
            return None;
        }
        first
    }

    /// Looks for a better path with nothing open before the first value, by a sweep without a bound
    /// through few states. Returns whether the sweep has seen all.
    fn without_bound(&mut self) -> bool {
        let mut bounds = match self.target() {
            None => Bounds::none(),
            Some(_) => Bounds::trivial(self.task),
        };
        let states = self.unbounded_states().min(self.left());
        let effort = self.effort().limited(states);
        let complete = self.run(&mut bounds, &NOTHING, effort) == Coverage::Complete;
        let of_interest = |(total, _)| Some(total) > self.totals.worthless;
        if complete && self.best_end().is_some_and(of_interest) {
            self.keep_best(&NOTHING);
        }
        complete
    }

    /// Looks for a better path by sweeps that a relaxation bounds, if it is not too large.
    fn with_bound(&mut self, crossings: Crossings) {
        if let Some(mut relaxation) = self.relaxation(&crossings[..self.task.colours]) {
            self.descend_from_bound(&mut relaxation, crossings);
            if self.sweeps.asks_several() && self.task.wrap {
                let own = usize::from(self.tables.own.is_some());
                self.sweeps.prices[own] = Some(Box::new(relaxation.known()));
            }
            return;
        }
        let boundaries = boundaries_of(&crossings, self.task.colours);
        if self.lays_all(&boundaries) {
            return;
        }
        let mut trivial = Bounds::trivial(self.task);
        match self.run(&mut trivial, &boundaries, self.effort()) {
            Coverage::Complete => self.keep_best(&boundaries),
            _ => self.give_up(&boundaries),
        }
    }

    /// Whether the best is known after narrow sweeps without a bound: they lay every tile, or have
    /// seen all. Where many tiles can all lie, they mostly can in very many ways
    /// (benches/trials.md).
    fn lays_all(&mut self, boundaries: &Boundaries<'_>) -> bool {
        let most = self.most_of_all();
        for widths in FALLBACK_WIDTHS.into_iter().rev() {
            let effort = self.effort().narrowed(widths);
            let effort = effort.limited(self.left() / SHARE_OF_LAYING_ALL);
            let coverage = self.run(&mut Bounds::trivial(self.task), boundaries, effort);
            self.keep_best(boundaries);
            let all = self.target().is_some_and(|target| most < target);
            if all || coverage == Coverage::Complete {
                return true;
            }
        }
        false
    }

    /// Searches the task turned upside down.
    fn search_turned(&mut self, turned: &Task) {
        let Tables {
            runs,
            rows,
            groups,
            own,
        } = &mut self.tables;
        let tables = Tables {
            runs: Runs {
                open: &mut *runs.open,
                continuations: &mut *runs.continuations,
            },
            rows,
            groups,
            own: own.as_deref_mut(),
        };
        let sweeps = &mut *self.sweeps;
        let mut search = Search::new(sweeps, turned, tables, self.totals);
        search.straight();
        self.best = search.best;
    }

    /// Sweeps for plays of as many whole tiles as the bound allows, then for one tile less. If many
    /// states have as large a bound, sweeps are narrow at first.
    fn descend_from_bound(&mut self, relaxation: &mut Relaxation, mut crossings: Crossings) {
        let mut distance = Distance::of(self.task);
        let mut most = self.most_of_all();
        let mut pace = Pace::wide(relaxation);
        loop {
            // Bounds of tiles that cannot all lie fall for ever.
            let least = self.least();
            let bound = match pace.steps {
                Some(steps) => relaxation.improve(Some(least), distance.below(most), steps),
                None => relaxation.converge(Some(least)),
            };
            self.sweeps.general.looked += relaxation.take_work();
            most = most.min(bound);
            if most < least {
                return;
            }
            let whole_tiles = self.task.next_grain(distance.below(most));
            let asked = whole_tiles.min(most).max(least);
            let at_least = self.task.next_possible(asked);
            let before = self.target();
            let mut coverage = Coverage::Complete;
            if at_least <= most {
                if self.task.wrap {
                    crossings = relaxation.starts(at_least);
                }
                let boundaries = boundaries_of(&crossings, self.task.colours);
                let effort = Effort {
                    at_most: if self.task.only_gains() {
                        most
                    } else {
                        i64::MAX
                    },
                    ..self.effort().at_least(at_least).narrowed(pace.widths)
                };
                let effort = effort.limited(pace.states().min(self.left()));
                coverage = self.run(&mut relaxation.bounds(&boundaries), &boundaries, effort);
                self.keep_best(&boundaries);
            }
            if self.left() == 0 || (coverage == Coverage::GaveUp && pace.is_narrow()) {
                return self.give_up(&boundaries_of(&crossings, self.task.colours));
            }
            match coverage {
                // All plays of this worth were seen: one that was found is the best.
                Coverage::Complete if asked == least || self.settled(asked) => return,
                Coverage::Complete => {
                    most = asked - 1;
                    distance.further();
                    pace.go_on();
                }
                Coverage::GaveUp => pace = Pace::narrow(),
                Coverage::Narrowed if self.target() == before => pace.widen(),
                Coverage::Narrowed => pace.repeat(),
            }
        }
    }
}

/// The ending of largest total; among equals the first with the fewest jokers.
pub fn best_end(ends: &[End], total: &dyn Fn(&End) -> Option<i64>) -> Option<(i64, End)> {
    let mut best: Option<(i64, End)> = None;
    for end in ends {
        let Some(total) = total(end) else {
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

/// No run is open between the last value and the first.
fn nothing_crosses() -> Crossings {
    std::array::from_fn(|_| vec![0])
}
