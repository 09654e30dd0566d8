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

use crate::bound::Bounds;
use crate::choices::Place;
use crate::lone::LoneRuns;
use crate::open::{OpenId, RunType};
use crate::priced_groups::PricedGroups;
use crate::prices::{Exact, Prices, Taken, price};
use crate::sweep::{Edge, Tables};
use crate::task::Task;
use crate::ways::{Colour, DEAD, Kind, Values, steps_from};

/// A relaxation with more edges is not worth its while.
const MOST_EDGES: usize = 12_000;

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
enum Runs {
    /// All of a colour together, colour by colour.
    Together(Together),
    /// Each by itself.
    Alone(LoneRuns),
}

/// Multisets of open runs.
#[derive(Debug)]
struct Together {
    colours: Vec<Colour>,
    /// By place: the runs that can arrive from other colours.
    arriving: Vec<Vec<RunType>>,
}

/// The relaxation of one task.
#[derive(Debug)]
pub struct Relaxation {
    task: Task,
    groups: PricedGroups,
    runs: Runs,
    /// The prices of the best bound.
    prices: Prices,
    best: i64,
    /// The prices now, and where they moved last.
    at: Exact,
    direction: Exact,
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
        Some(Relaxation::of(task, groups, Runs::Together(runs)))
    }

    /// The relaxation of a task in which every run goes its own way.
    pub fn alone(task: &Task, tables: &mut Tables<'_>, runs: LoneRuns) -> Relaxation {
        Relaxation::of(task, PricedGroups::new(task, tables), Runs::Alone(runs))
    }

    fn of(task: &Task, groups: PricedGroups, runs: Runs) -> Relaxation {
        let places = task.order.len();
        let mut at = Exact::zero(places);
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
            direction: Exact::zero(places),
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
            let mut taken = Taken::default();
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
    fn evaluate(&mut self, prices: &Prices, target: Option<i64>, taken: &mut Taken) -> i64 {
        let places = self.task.order.len();
        taken.groups.resize(places, [0; MAX_COLOURS]);
        taken.leaving.resize(places, 0);
        let Some(groups) = self.groups.take_best(prices, taken) else {
            return DEAD;
        };
        let bound = price(&prices.joker, self.task.jokers) + groups;
        match &mut self.runs {
            Runs::Together(runs) => runs.add_best(&self.task, prices, bound, target, taken),
            Runs::Alone(runs) => bound + runs.take_best(&self.task, prices, taken),
        }
    }

    /// Moves the prices against what is taken too often, and on in the direction of before; `false` if nothing is.
    fn move_prices(&mut self, taken: &Taken, distance: i64) -> bool {
        let spare = self.task.jokers.by_kind();
        let mut towards = Exact::zero(self.task.order.len());
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
        let bound = self.evaluate(&self.prices.clone(), None, &mut Taken::default());
        let Runs::Together(runs) = &self.runs else {
            return std::array::from_fn(|_| vec![0]);
        };
        let of = |colour: &Colour| {
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
        edges: &[Edge; MAX_COLOURS],
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
            Runs::Together(runs) => {
                runs.bounds(&self.task, &self.prices, (edges, crossings), bounds)
            }
            Runs::Alone(runs) => Bounds {
                runs: Some(runs.bounds(&self.task, &self.prices)),
                ..bounds
            },
        }
    }

    /// How many steps it takes before its bound is of use.
    pub fn first_steps(&self) -> usize {
        match self.runs {
            Runs::Together(_) => FIRST_STEPS,
            Runs::Alone(_) => FIRST_STEPS_ALONE,
        }
    }
}

/// Whether there are jokers other than the classic one.
fn special_jokers(task: &Task) -> bool {
    task.jokers.total() > task.jokers.get(JokerKind::Classic)
}

/// The most runs of a task that can go on in another colour at one value: every one takes a joker.
fn most_arrivals(task: &Task) -> u8 {
    task.jokers.get(JokerKind::ColourChange)
}

impl Together {
    /// `None` if there are too many.
    fn new(
        task: &Task,
        tables: &mut Tables<'_>,
        groups: &PricedGroups,
        starts: &[Vec<OpenId>],
    ) -> Option<Together> {
        let mut runs = Together {
            colours: starts.iter().map(|ids| Colour::starting(ids)).collect(),
            arriving: Vec::with_capacity(task.order.len()),
        };
        let mut edges = 0;
        for place in 0..task.order.len() {
            edges += runs.add_layers(&Place::of(task, place), tables, groups);
            if edges > MOST_EDGES {
                return None;
            }
        }
        for colour in &mut runs.colours {
            colour.finish(task, tables.runs.open);
        }
        Some(runs)
    }

    /// Adds one value to every colour; how many steps that are.
    fn add_layers(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        groups: &PricedGroups,
    ) -> usize {
        let mut found: Vec<Vec<(u32, OpenId, Kind)>> = Vec::new();
        let mut types = Vec::new();
        for (c, colour) in self.colours.iter().enumerate() {
            let mut steps = Vec::new();
            for (from, id) in colour.last.iter().enumerate() {
                if steps.len() > MOST_EDGES {
                    return steps.len();
                }
                steps_from(
                    at,
                    tables,
                    c,
                    (from as u32, *id),
                    groups.most_tiles(at.place, c),
                    &mut steps,
                    &mut types,
                );
            }
            found.push(steps);
        }
        types.sort_unstable();
        types.dedup();
        let most_arrivals = most_arrivals(at.task);
        let mut edges = 0;
        for (colour, mut steps) in self.colours.iter_mut().zip(found) {
            // Runs may arrive from other colours, as many as there are jokers for it.
            let mut first = 0;
            for _ in 0..most_arrivals {
                let last = steps.len();
                for i in first..last {
                    let (from, to, kind) = steps[i];
                    for run in &types {
                        let kind = Kind {
                            leaving: kind.leaving - 1,
                            ..kind
                        };
                        steps.push((from, tables.runs.open.with(to, *run), kind));
                    }
                }
                first = last;
                if steps.len() > MOST_EDGES {
                    return steps.len();
                }
            }
            edges += colour.add_layer(steps);
        }
        self.arriving.push(types);
        edges
    }

    /// Adds the best ways of all colours to the bound of the groups, and up what they take.
    fn add_best(
        &mut self,
        task: &Task,
        prices: &Prices,
        mut bound: i64,
        target: Option<i64>,
        taken: &mut Taken,
    ) -> i64 {
        let mut most_of = [DEAD; MAX_COLOURS];
        for (c, colour) in self.colours.iter_mut().enumerate() {
            let mut best: Option<(i64, OpenId, Values)> = None;
            for start in 0..colour.starts.len() {
                let edge = task.wrap.then_some(colour.starts[start].0);
                let values = colour.values(task, prices, c, edge);
                let value = colour.value_of(&values, colour.starts[start].0);
                colour.starts[start].1 = value;
                if best.as_ref().is_none_or(|(most, ..)| value > *most) {
                    best = Some((value, colour.starts[start].0, values));
                }
            }
            let Some((value, start, values)) = best.filter(|(value, ..)| *value > DEAD / 2) else {
                return DEAD;
            };
            most_of[c] = value;
            bound += value;
            colour.follow(prices, c, start, &values, taken);
        }
        // What may be open before the first value is no more than what could still reach the target.
        if let Some(target) = target {
            for (colour, most) in self.colours.iter_mut().zip(most_of) {
                let reaches = |(_, value): &(OpenId, i64)| bound - most + value >= target;
                colour.starts.retain(reaches);
            }
        }
        bound
    }

    /// These bounds with what follows the open runs of each colour.
    fn bounds(
        &self,
        task: &Task,
        prices: &Prices,
        (edges, crossings): (&[Edge; MAX_COLOURS], &[Vec<OpenId>; MAX_COLOURS]),
        mut bounds: Bounds,
    ) -> Bounds {
        let arriving = self.arriving.iter().cloned();
        bounds.arrivals = arriving.zip(prices.arrival.iter().copied()).collect();
        bounds.most_arrivals = most_arrivals(task);
        for (c, colour) in self.colours.iter().enumerate() {
            let ends: Vec<Option<OpenId>> = match edges[c] {
                _ if !task.wrap => vec![None],
                Edge::Fixed(edge) => vec![Some(edge)],
                Edge::Free => crossings[c].iter().copied().map(Some).collect(),
            };
            let mut most: Option<Values> = None;
            for edge in ends {
                let values = colour.values(task, prices, c, edge);
                match &mut most {
                    None => most = Some(values),
                    Some(most) => most.raise(&values),
                }
            }
            if let Some(values) = most {
                bounds.after[c] = colour.after(&values);
            }
        }
        bounds
    }
}
