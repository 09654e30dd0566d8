//! Upper bounds by Lagrangian relaxation (Fisher 1981): every colour goes its own way, tiles that it gives to
//! groups have a price, and groups are made wherever the prices pay for them. Refuses to find plays.
//!
//! A way through the sweep lays tiles of value `v` and colour `c` in groups as often as the groups of `v` take them. The
//! relaxation lets the two differ and charges `group[v][c]` for each tile between them, and `joker[k]` for every joker of
//! kind `k`; runs that change their colour are charged `arrival[v]`. For any prices the best ways of the colours, the best
//! groups of the values and the price of all jokers together are no less than the best play. Prices are improved by
//! subgradient steps (Polyak 1969).
//!
//! With special jokers a colour has thousands of multisets of open runs. There every run goes its own way, and every tile has a
//! price: see [`lone`](crate::lone).

use rummilab_core::{JokerKind, MAX_COLOURS};

use crate::bounds::{
    Bounds, ColourGraph, DEAD, LoneRuns, PriceVector, PricedGroups, Prices, Together, Usage, price,
};
use crate::grammar::{Boundary, OpenId, Tables, Task};

/// Steps before the first sweep, where the runs of a colour are looked at together, and where each is by itself, which takes
/// less time a step and more steps.
const FIRST_STEPS: usize = 16;

const FIRST_STEPS_ALONE: usize = 100;

/// After so many prices that are hardly better the steps become half as long.
const PATIENCE: u32 = 4;

/// How much of the direction of before goes on.
const MOMENTUM: f64 = 0.6;

/// The runs of a task.
#[derive(Debug)]
enum RunModel {
    /// All of a colour together, colour by colour.
    Together(Together),
    /// Each by itself.
    Alone(LoneRuns),
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
    /// The prices now, and where they moved last.
    at: PriceVector,
    direction: PriceVector,
    step: f64,
    since: u32,
}

impl Relaxation {
    /// The relaxation of a task, with what may be open before the first value by colour; `None` if it is too large.
    pub fn new(task: &Task, tables: &mut Tables<'_>, starts: &[Vec<OpenId>]) -> Option<Relaxation> {
        if special_jokers(task) && !task.wrap {
            let runs = LoneRuns::new(task, tables)?;
            return Some(Relaxation::alone(task, tables, runs));
        }
        let groups = PricedGroups::new(task, tables);
        let runs = Together::new(task, tables, &groups, starts)?;
        Some(Relaxation::of(task, groups, RunModel::Together(runs)))
    }

    /// The relaxation of a task in which every run goes its own way.
    pub fn alone(task: &Task, tables: &mut Tables<'_>, runs: LoneRuns) -> Relaxation {
        Relaxation::of(task, PricedGroups::new(task, tables), RunModel::Alone(runs))
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
        Relaxation {
            task: task.clone(),
            groups,
            runs,
            prices: at.rounded(),
            at,
            direction: PriceVector::zero(places),
            best: i64::MAX,
            step: 1.0,
            since: 0,
        }
    }

    /// Improves the prices by so many steps. `target`: what a play must be worth to be of interest; `hoped`: what the best
    /// is thought to be worth. The best bound so far, or less than the target if nothing can be worth that much;
    /// `i64::MIN` if the tiles that must be used cannot be.
    pub fn improve(&mut self, target: Option<i64>, hoped: i64, steps: usize) -> i64 {
        for _ in 0..steps {
            let prices = self.at.rounded();
            let mut taken = Usage::default();
            let bound = self.evaluate(&prices, target, &mut taken);
            if bound <= DEAD / 2 {
                self.best = i64::MIN;
                return self.best;
            }
            let hoped = hoped.min(bound - bound.abs() / 12);
            if bound < self.best {
                self.best = bound;
                self.prices = prices;
                self.since = 0;
            } else {
                self.since += 1;
                if self.since >= PATIENCE {
                    self.step *= 0.6;
                    self.since = 0;
                }
            }
            if target.is_some_and(|target| self.best < target) {
                break;
            }
            if !self.move_prices(&taken, bound - hoped) {
                break;
            }
        }
        self.best
    }

    /// The bound of these prices, and what the ways take that reach it.
    fn evaluate(&mut self, prices: &Prices, target: Option<i64>, taken: &mut Usage) -> i64 {
        let places = self.task.order.len();
        taken.groups.resize(places, [0; MAX_COLOURS]);
        taken.leaving.resize(places, 0);
        let Some(groups) = self.groups.take_best(prices, taken) else {
            return DEAD;
        };
        let bound = price(&prices.joker, self.task.jokers) + groups;
        match &mut self.runs {
            RunModel::Together(runs) => runs.add_best(&self.task, prices, bound, target, taken),
            RunModel::Alone(runs) => bound + runs.take_best(&self.task, prices, taken),
        }
    }

    /// Moves the prices against what is taken too often, and on in the direction of before; `false` if nothing is.
    fn move_prices(&mut self, taken: &Usage, distance: i64) -> bool {
        let spare = self.task.jokers.by_kind();
        let mut towards = PriceVector::zero(self.task.order.len());
        for (to, taken) in towards.group.iter_mut().zip(&taken.groups) {
            for (to, n) in to.iter_mut().zip(taken) {
                *to = -n as f64;
            }
        }
        for (to, n) in towards.arrival.iter_mut().zip(&taken.leaving) {
            *to = -n as f64;
        }
        for (kind, to) in towards.joker.iter_mut().enumerate() {
            // Where jokers are cheap, far too many are taken: that must not shorten the steps of all other prices.
            let more = (taken.jokers[kind] - i64::from(spare[kind])).clamp(-3, 3);
            let moves = more > 0 || self.at.joker[kind] > 0.0 || self.task.all_must[kind];
            *to = if moves { more as f64 } else { 0.0 };
        }
        if let Some(most) = self.groups.most_own {
            let more = taken.own_groups - i64::from(most);
            if more > 0 || self.at.own_group > 0.0 {
                towards.own_group = more as f64;
            }
        }
        let length = towards.square();
        if length == 0.0 {
            return false;
        }
        towards.add(&self.direction, MOMENTUM);
        let step = self.step * (distance + 1).max(1) as f64 / towards.square();
        self.at.add(&towards, step);
        for (kind, price) in self.at.joker.iter_mut().enumerate() {
            if !self.task.all_must[kind] {
                *price = price.max(0.0);
            }
        }
        self.at.own_group = self.at.own_group.max(0.0);
        self.direction = towards;
        true
    }

    /// By colour: what may be open before the first value in a play that is worth so much at least.
    pub fn starts(&mut self, at_least: i64) -> [Vec<OpenId>; MAX_COLOURS] {
        let bound = self.evaluate(&self.prices.clone(), None, &mut Usage::default());
        let RunModel::Together(runs) = &self.runs else {
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

    /// The bounds of the best prices, for sweeps with these edges; where they are free, any of these runs may cross.
    pub fn bounds(
        &mut self,
        edges: &[Boundary; MAX_COLOURS],
        crossings: &[Vec<OpenId>; MAX_COLOURS],
    ) -> Bounds {
        let bounds = Bounds {
            joker: self.prices.joker,
            groups: self.groups.most_from_each(&self.prices),
            own_group: self.prices.own_group,
            most_own: self.groups.most_own.unwrap_or(0),
            ..Bounds::default()
        };
        match &mut self.runs {
            RunModel::Together(runs) => {
                runs.bounds(&self.task, &self.prices, (edges, crossings), bounds)
            }
            RunModel::Alone(runs) => Bounds {
                runs: Some(runs.bounds(&self.task, &self.prices)),
                ..bounds
            },
        }
    }

    /// How many steps it takes before its bound is of use.
    pub fn first_steps(&self) -> usize {
        match self.runs {
            RunModel::Together(_) => FIRST_STEPS,
            RunModel::Alone(_) => FIRST_STEPS_ALONE,
        }
    }
}

/// Whether there are jokers other than the classic one.
fn special_jokers(task: &Task) -> bool {
    task.jokers.total() > task.jokers.get(JokerKind::Classic)
}
