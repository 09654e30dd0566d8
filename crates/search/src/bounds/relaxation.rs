//! Upper bounds by Lagrangian relaxation (Fisher 1981).
//!
//! On a path of the sweep, colour `c` gives as many tiles of value `v` to groups as the groups of
//! `v` take from it. The relaxation lets the two numbers differ, so that every colour and every
//! value can be solved by itself. It charges `group[v][c]` for each tile of the difference,
//! `joker[k]` for every joker of kind `k`, and `arrival[v]` for a run that changes its colour.
//!
//! For any prices, three terms add up to an upper bound on the best play: the best path of each
//! colour, the best groups of each value, and the price of all jokers. Subgradient steps improve
//! the prices (Polyak 1969).
//!
//! With special jokers a colour has thousands of multisets of open runs. The relaxation then bounds
//! every run by itself and gives every tile a price: see [`PerRunRelaxation`].

use rummilab_core::{MAX_COLOURS, MAX_VALUE};

use crate::bounds::{
    Bounds, ColourGraph, DEAD, JointRuns, KeptBounds, PerRunRelaxation, PriceVector, PricedGroups,
    Prices, Usage, bound_sets, price, take_best_sets,
};
use crate::grammar::{Boundaries, Crossings, OpenId, Tables, Task};

/// Steps before the first bounded sweep: for joint runs, for runs that wrap, and for runs one by
/// one. Runs one by one need more steps, but each takes less time. Tuned on instructions of `hold`,
/// of `house-2`, and on `twist-2`.
const FIRST_STEPS: usize = 16;

const FIRST_STEPS_ROUND: usize = 30;

const FIRST_STEPS_ALONE: usize = 100;

/// The same from the prices of a similar task. With 4 or 12 `house-2` takes a fifteenth longer
/// after a draw, with 16 as long.
const FIRST_STEPS_KNOWN: usize = 8;

/// After this many steps without a better bound, the step is shortened by [`SHORTER`]. This
/// constant and the four below were set by hand with the first relaxation and not tuned since: no
/// run in `benches/trials.md` varies them. They change how soon a bound is tight, never its
/// validity.
const PATIENCE: u32 = 4;

/// The factor by which a step is shortened, and the share of the last direction that is kept.
const SHORTER: f64 = 0.6;
const MOMENTUM: f64 = 0.6;

/// Assumed gap: the best play lies below the bound by at least one part in this many.
const HOPED_SHARE: i64 = 12;

/// The bound has converged when `CONVERGING_STEPS` steps gain less than a tile divided by
/// `LITTLE_GAIN`. With 8 steps, or with 16 or 100 parts, the states of `house-2` changed by 2 % at
/// most.
const CONVERGING_STEPS: usize = 16;
const LITTLE_GAIN: i64 = 32;

/// Upper limit on rounds of [`CONVERGING_STEPS`] when kept sets are counted. With 4 or 8 `hold` and
/// `greedy-4` take as long.
const MOST_SETTLING: usize = 10;

/// This many arcs take about as long as one choice looked at in a sweep.
const ARCS_OF_LOOK: u64 = 4;

/// An excess or a lack of jokers counts as at most this many.
const MOST_EXCESS: i64 = 3;

/// Whether the best paths take exactly what is available, so that the bound is exact.
#[derive(PartialEq, Eq)]
enum Balance {
    Met,
    Off,
}

/// The runs of a task.
#[derive(Debug)]
enum RunModel {
    /// All of a colour together, colour by colour.
    Joint(JointRuns),
    PerRun(PerRunRelaxation),
}

/// The relaxation of one task.
#[derive(Debug)]
pub struct Relaxation {
    task: Task,
    groups: PricedGroups,
    runs: RunModel,
    /// The prices of the best bound.
    prices: Prices,
    best: i64,
    /// The current prices, and their last direction.
    at: PriceVector,
    direction: PriceVector,
    step: f64,
    since: u32,
    memory: StepMemory,
    /// Whether it began at known prices.
    known: bool,
    /// See [`Relaxation::take_work`].
    work: u64,
}

/// Prices by value, not by place.
#[derive(Debug, Clone)]
pub struct KnownPrices {
    group: [[f64; MAX_COLOURS]; MAX_VALUE as usize + 1],
    joker: [f64; 4],
    arrival: [f64; MAX_VALUE as usize + 1],
    own_group: f64,
}

#[derive(Debug, Default)]
struct StepMemory {
    prices: Prices,
    usage: Usage,
    towards: PriceVector,
}

impl Relaxation {
    /// The relaxation of a task with these runs before the first value; `None` if too large.
    pub fn new(task: &Task, tables: &mut Tables<'_>, starts: &[Vec<OpenId>]) -> Option<Relaxation> {
        if task.has_special_jokers() && !task.wrap {
            let runs = PerRunRelaxation::new(task, tables)?;
            return Some(Relaxation::per_run(task, tables, runs));
        }
        Relaxation::joint(task, tables, starts)
    }

    /// The relaxation over all runs of a colour together, whatever the jokers.
    fn joint(task: &Task, tables: &mut Tables<'_>, starts: &[Vec<OpenId>]) -> Option<Relaxation> {
        let groups = PricedGroups::new(task, tables);
        let runs = JointRuns::new(task, tables, &groups, starts)?;
        Some(Relaxation::of(task, groups, RunModel::Joint(runs)))
    }

    /// The relaxation of a task run by run.
    pub fn per_run(task: &Task, tables: &mut Tables<'_>, runs: PerRunRelaxation) -> Relaxation {
        Relaxation::of(
            task,
            PricedGroups::new(task, tables),
            RunModel::PerRun(runs),
        )
    }

    fn of(task: &Task, groups: PricedGroups, runs: RunModel) -> Relaxation {
        let places = task.order.len();
        let mut at = PriceVector::zero(places);
        let dearest = task.worth.iter().flatten().copied().max().unwrap_or(0);
        for (kind, price) in at.joker.iter_mut().enumerate() {
            if !task.all_must[kind] {
                *price = task.joker_worth[kind].max(0).max(dearest) as f64;
            }
        }
        let mut prices = Prices::default();
        at.round_to(&mut prices);
        Relaxation {
            task: task.clone(),
            groups,
            runs,
            prices,
            at,
            direction: PriceVector::zero(places),
            best: i64::MAX,
            step: 1.0,
            since: 0,
            memory: StepMemory::default(),
            known: false,
            work: 0,
        }
    }

    /// Begins at the prices of another task of the same rules.
    pub fn begin_at(&mut self, known: &KnownPrices) {
        for (place, value) in self.task.order.iter().enumerate() {
            let v = usize::from(*value);
            self.at.group[place] = known.group[v];
            self.at.arrival[place] = known.arrival[v];
        }
        for kind in 0..4 {
            self.at.joker[kind] = if self.task.all_must[kind] {
                known.joker[kind]
            } else {
                known.joker[kind].max(0.0)
            };
        }
        self.at.own_group = known.own_group;
        self.known = true;
    }

    /// The prices of the best bound, for another task of the same rules.
    pub fn known(&self) -> KnownPrices {
        let mut known = KnownPrices {
            group: [[0.0; MAX_COLOURS]; MAX_VALUE as usize + 1],
            joker: self.prices.joker.map(|x| x as f64),
            arrival: [0.0; MAX_VALUE as usize + 1],
            own_group: self.prices.own_group as f64,
        };
        for (place, value) in self.task.order.iter().enumerate() {
            let v = usize::from(*value);
            known.group[v] = self.prices.group[place].map(|x| x as f64);
            known.arrival[v] = self.prices.arrival[place] as f64;
        }
        known
    }

    /// Improves the prices by at most `steps` steps, and gives the best bound so far.
    ///
    /// `target`: plays worth less do not matter, so a bound below it ends the steps. `hoped`: the
    /// assumed worth of the best play. The bound is `i64::MIN` if tiles that must be used cannot
    /// be.
    pub fn improve(&mut self, target: Option<i64>, hoped: i64, steps: usize) -> i64 {
        let mut memory = std::mem::take(&mut self.memory);
        for _ in 0..steps {
            if self.improve_once(target, hoped, &mut memory) == Balance::Met {
                break;
            }
        }
        self.memory = memory;
        self.best
    }

    /// One step; [`Balance::Met`] if no further one is of use.
    fn improve_once(
        &mut self,
        target: Option<i64>,
        hoped: i64,
        memory: &mut StepMemory,
    ) -> Balance {
        let StepMemory {
            prices,
            usage,
            towards,
        } = memory;
        self.at.round_to(prices);
        if let RunModel::Joint(runs) = &self.runs {
            self.work += runs.arcs() / ARCS_OF_LOOK;
        }
        let bound = self.evaluate(prices, target, usage);
        if bound <= DEAD / 2 {
            self.best = i64::MIN;
            return Balance::Met;
        }
        let hoped = hoped.min(bound - bound.abs() / HOPED_SHARE);
        if bound < self.best {
            self.best = bound;
            std::mem::swap(&mut self.prices, prices);
            self.since = 0;
        } else {
            self.since += 1;
            if self.since >= PATIENCE {
                self.step *= SHORTER;
                self.since = 0;
            }
        }
        if target.is_some_and(|target| self.best < target) {
            return Balance::Met;
        }
        self.move_prices(usage, bound - hoped, towards)
    }

    /// Improves the prices until steps gain little, and gives the best bound so far.
    pub fn converge(&mut self, target: Option<i64>) -> i64 {
        let tile = self.task.largest_worth();
        loop {
            let before = self.best;
            let best = self.improve(target, before.saturating_sub(tile), CONVERGING_STEPS);
            let reached = target.is_some_and(|target| best < target);
            if reached || before.saturating_sub(best) <= tile / LITTLE_GAIN {
                return best;
            }
        }
    }

    /// Improves the prices until steps gain less than half a kept set, and gives the best bound.
    pub fn settle(&mut self) -> i64 {
        let tile = self.task.dearest();
        for _ in 0..MOST_SETTLING {
            let before = self.best;
            let best = self.improve(None, before.saturating_sub(tile), CONVERGING_STEPS);
            if before.saturating_sub(best) <= KeptBounds::worth_of_set(&self.task) / 2 {
                break;
            }
        }
        self.best
    }

    /// The bound of these prices, and what the best paths take.
    fn evaluate(&mut self, prices: &Prices, target: Option<i64>, usage: &mut Usage) -> i64 {
        let places = self.task.order.len();
        usage.clear(places);
        let Some(groups) = self.groups.take_best(prices, usage) else {
            return DEAD;
        };
        let kept = self.task.keepable.as_deref().map(|sets| {
            let worth = KeptBounds::worth_of_set(&self.task);
            take_best_sets(sets, worth, prices, usage)
        });
        let bound = price(&prices.joker, self.task.jokers) + groups + kept.unwrap_or(0);
        match &mut self.runs {
            RunModel::Joint(runs) => runs.add_best(&self.task, prices, bound, target, usage),
            RunModel::PerRun(runs) => bound + runs.take_best(&self.task, prices, usage),
        }
    }

    /// Raises the prices of what is taken too often and lowers the others, with some momentum.
    fn move_prices(&mut self, usage: &Usage, distance: i64, towards: &mut PriceVector) -> Balance {
        let spare = self.task.jokers.by_kind();
        towards.clear(self.task.order.len());
        for (to, usage) in towards.group.iter_mut().zip(&usage.groups) {
            for (to, n) in to.iter_mut().zip(usage) {
                *to = -n as f64;
            }
        }
        for (to, n) in towards.arrival.iter_mut().zip(&usage.leaving) {
            *to = -n as f64;
        }
        for (kind, to) in towards.joker.iter_mut().enumerate() {
            // Cheap jokers are taken too often. That must not shorten the other steps.
            let more =
                (usage.jokers[kind] - i64::from(spare[kind])).clamp(-MOST_EXCESS, MOST_EXCESS);
            let moves = more > 0 || self.at.joker[kind] > 0.0 || self.task.all_must[kind];
            *to = if moves { more as f64 } else { 0.0 };
        }
        if let Some(most) = self.groups.most_own {
            let more = usage.own_groups - i64::from(most);
            if more > 0 || self.at.own_group > 0.0 {
                towards.own_group = more as f64;
            }
        }
        let length = towards.square();
        if length == 0.0 {
            return Balance::Met;
        }
        towards.add(&self.direction, MOMENTUM);
        let step = self.step * (distance + 1).max(1) as f64 / towards.square();
        self.at.add(towards, step);
        for (kind, price) in self.at.joker.iter_mut().enumerate() {
            if !self.task.all_must[kind] {
                *price = price.max(0.0);
            }
        }
        self.at.own_group = self.at.own_group.max(0.0);
        std::mem::swap(&mut self.direction, towards);
        Balance::Off
    }

    /// By colour: the runs that may be open before the first value in a play worth at least this
    /// much.
    pub fn starts(&mut self, at_least: i64) -> Crossings {
        let bound = self.evaluate(&self.prices.clone(), None, &mut Usage::default());
        let RunModel::Joint(runs) = &self.runs else {
            return std::array::from_fn(|_| vec![0]);
        };
        let of = |colour: &ColourGraph| {
            let most = colour.starts.iter().map(|(_, value)| *value).max();
            let reaches = |(_, value): &&(OpenId, i64)| {
                most.is_some_and(|most| bound - most + value >= at_least)
            };
            let reaching = colour.starts.iter().filter(reaches);
            reaching.map(|(id, _)| *id).collect()
        };
        std::array::from_fn(|c| runs.colours.get(c).map_or_else(Vec::new, of))
    }

    /// The bounds of the best prices.
    pub fn bounds(&mut self, boundaries: &Boundaries<'_>) -> Bounds {
        let mut groups = self.groups.most_from_each(&self.prices);
        let kept = self.task.keepable.as_deref().map(|sets| {
            let worth = KeptBounds::worth_of_set(&self.task);
            bound_sets(sets, worth, &self.prices, &mut groups)
        });
        let bounds = Bounds {
            joker: self.prices.joker,
            groups,
            kept: kept.unwrap_or_default(),
            own_group: self.prices.own_group,
            most_own: self.groups.most_own.unwrap_or(0),
            ..Bounds::default()
        };
        match &mut self.runs {
            RunModel::Joint(runs) => runs.bounds(&self.task, &self.prices, boundaries, bounds),
            RunModel::PerRun(runs) => Bounds {
                runs: Some(runs.bounds(&self.task, &self.prices)),
                ..bounds
            },
        }
    }

    /// Work of the steps since the last call of this, in choices looked at.
    pub fn take_work(&mut self) -> u64 {
        std::mem::take(&mut self.work)
    }

    /// Steps that it takes before its bound is of use.
    pub fn first_steps(&self) -> usize {
        match self.runs {
            _ if self.known => FIRST_STEPS_KNOWN,
            RunModel::Joint(_) if self.task.wrap => FIRST_STEPS_ROUND,
            RunModel::Joint(_) => FIRST_STEPS,
            RunModel::PerRun(_) => FIRST_STEPS_ALONE,
        }
    }
}
