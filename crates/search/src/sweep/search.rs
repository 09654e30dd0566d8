//! The best way through a task: which sweeps, how wide and with which bounds, and runs that go on from the last value to
//! the first. Refuses to know positions and goals.

use rummilab_core::MAX_COLOURS;

use crate::bounds::{Bounds, Relaxation};
use crate::grammar::{Boundary, NOTHING, OpenId, Tables, Task};
use crate::sweep::{Effort, End, Packed, Sweep, Trace};

/// A sweep of more ways is not worth its while without a bound: a packed one where few tiles may stay on the rack, and any
/// other.
pub const FEW_WAYS: (u64, u64) = (10_000, 1000);

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
pub const MORE_STEPS: (usize, usize) = (1, 12);

/// After so many sweeps in vain the next ones look further and further below the bound.
const PATIENCE: u32 = 2;

/// Steps of the relaxation of runs that go round the corner.
pub const CORNER_STEPS: usize = 30;

/// The memory of both sweeps, kept between calls.
#[derive(Debug)]
pub struct Sweeps {
    packed: Packed,
    pub(super) general: Sweep,
    /// After how many ways a search gives up.
    most_ways: u64,
    /// The same where every tile must be laid.
    most_ways_out: u64,
    pub(super) gave_up: bool,
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
    pub(super) sweeps: &'a mut Sweeps,
    /// Whether the packed sweep knows all that the task asks for, and whether it swept last.
    packs: bool,
    packed: bool,
    pub(super) task: &'a Task,
    pub(super) tables: Tables<'a>,
    /// What the total of an ending can exceed its worth by; `None` if nothing is known of that.
    pub(super) above_worth: Option<i64>,
    total: &'a dyn Fn(&End) -> Option<i64>,
    /// By colour: the runs that may be open between the last value and the first.
    pub(super) crossings: [Vec<OpenId>; MAX_COLOURS],
    /// The best way so far.
    pub(super) best: Option<BestPath>,
}

/// A way through the sweep.
pub struct BestPath {
    pub(super) total: i64,
    pub(super) end: End,
    pub(super) trace: Trace,
}

impl<'a> Search<'a> {
    /// A search that has found nothing. `above_worth`: what the total of an ending can exceed its worth by, if that is
    /// known.
    pub fn new(
        sweeps: &'a mut Sweeps,
        task: &'a Task,
        tables: Tables<'a>,
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
    pub fn into_tables(self) -> Tables<'a> {
        self.tables
    }

    pub(super) fn run(
        &mut self,
        bounds: &mut Bounds,
        edges: &[Boundary; MAX_COLOURS],
        effort: Effort,
    ) -> bool {
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
    pub(super) fn target(&self) -> Option<i64> {
        let (known, above) = (self.best.as_ref()?, self.above_worth?);
        Some(known.total + 1 - above)
    }

    /// What a play must be worth to be better than the best so far, or to be one at all.
    pub(super) fn least(&self) -> i64 {
        match self.target() {
            None => self.task.least_worth(),
            Some(target) if target > 0 => target.max(self.task.cheapest()),
            Some(target) => target,
        }
    }

    /// How far below the bound to look next, after one more sweep in vain: a tile, unless that has been in vain for long, as where
    /// what must be laid is worth far less than nothing.
    pub(super) fn further(below: i64, in_vain: &mut u32) -> i64 {
        *in_vain += 1;
        match *in_vain {
            0..=PATIENCE => below,
            _ => below.saturating_mul(2),
        }
    }

    /// Whether the best so far is, once all ways have been looked through that are worth so much.
    pub(super) fn settled(&self, at_least: i64) -> bool {
        self.target().is_some_and(|target| target > at_least)
    }

    /// How many ways are left until it gives up. Where no tile may stay, the answer is yes or no, and there is nothing to
    /// settle for: that has a limit of its own.
    pub(super) fn left(&self) -> u64 {
        let most = match self.task.free_tiles() {
            0 => self.sweeps.most_ways_out,
            _ => self.sweeps.most_ways,
        };
        let tried = self.sweeps.packed.tried() + self.sweeps.general.tried();
        most.saturating_sub(tried)
    }

    /// Nothing worth less than the target is of interest.
    pub(super) fn effort(&self) -> Effort {
        let at_least = self.target().unwrap_or(i64::MIN);
        Effort {
            at_least,
            ..Effort::FULL
        }
        .limited(self.left())
    }

    /// Settles for the best way so far, or for one that a narrow sweep finds. Where every tile must be laid there is nothing
    /// to settle for.
    pub(super) fn give_up(&mut self, trivial: &mut Bounds) {
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
    pub(super) fn trace(&self, edges: &[Boundary; MAX_COLOURS], end: &End) -> Trace {
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
    pub(super) fn best_end(&self) -> Option<(i64, End)> {
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
    fn keep_best(&mut self, edges: &[Boundary; MAX_COLOURS]) {
        if let Some((total, end)) = self.best_end()
            && self.best.as_ref().is_none_or(|known| total > known.total)
        {
            let trace = self.trace(edges, &end);
            self.best = Some(BestPath { total, end, trace });
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
    pub(super) fn straight(&mut self) {
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
}
