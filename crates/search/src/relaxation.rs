//! Upper bounds by Lagrangian relaxation (Fisher 1981): every colour goes its own way, tiles that it gives to
//! groups have a price, and groups are made wherever the prices pay for them. Refuses to find plays.
//!
//! A way through the sweep lays tiles of value `v` and colour `c` in groups as often as the groups of `v` take them. The
//! relaxation lets the two differ and charges `group[v][c]` for each tile between them, and `joker[k]` for every joker of
//! kind `k`; runs that change their colour are charged `arrival[v]`. For any prices the best ways of the colours, the best
//! groups of the values and the price of all jokers together are no less than the best play. Prices are improved by
//! subgradient steps (Polyak 1969).

use rummilab_core::{JokerKind, MAX_COLOURS};

use crate::bound::Bounds;
use crate::choices::Place;
use crate::groups::ByColour;
use crate::open::{OpenId, RunType};
use crate::prices::{Exact, Prices, Taken, add, price};
use crate::sweep::{Edge, Tables};
use crate::task::Task;
use crate::used::Used;
use crate::ways::{Colour, DEAD, Kind, Values, steps_from};

/// A relaxation with more edges is not worth its while.
const MOST_EDGES: usize = 12_000;

/// After so many prices that are hardly better the steps become half as long.
const PATIENCE: u32 = 4;

/// How much of the direction of before goes on.
const MOMENTUM: f64 = 0.6;

/// Groups of one value.
#[derive(Debug, Clone, Copy)]
struct Group {
    tiles: ByColour,
    used: Used,
    worth: i64,
    /// Own groups among them, where they are counted.
    own: u8,
}

/// The relaxation of one task.
#[derive(Debug)]
pub struct Relaxation {
    task: Task,
    colours: Vec<Colour>,
    groups: Vec<Vec<Group>>,
    /// By place: the runs that can arrive from other colours.
    arriving: Vec<Vec<RunType>>,
    /// The most own groups, where they are counted.
    most_own: Option<u8>,
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
        let places = task.order.len();
        let mut at = Exact::zero(places);
        let dearest = task.worth.iter().flatten().copied().max().unwrap_or(0);
        for (kind, price) in at.joker.iter_mut().enumerate() {
            if !task.all_must[kind] {
                *price = task.joker_worth[kind].max(0).max(dearest) as f64;
            }
        }
        let mut relaxation = Relaxation {
            task: task.clone(),
            colours: starts
                .iter()
                .map(|starts| Colour::starting(starts))
                .collect(),
            groups: Vec::with_capacity(places),
            arriving: Vec::with_capacity(places),
            most_own: tables.own.as_ref().map(|own| own.most()),
            prices: at.rounded(),
            at,
            direction: Exact::zero(places),
            best: i64::MAX,
            step: 1.0,
            since: 0,
        };
        let mut edges = 0;
        for place in 0..places {
            let at = Place::of(task, place);
            relaxation.add_groups(&at, tables);
            edges += relaxation.add_layers(&at, tables);
            if edges > MOST_EDGES {
                return None;
            }
        }
        for colour in &mut relaxation.colours {
            colour.finish(task, tables.runs.open);
        }
        Some(relaxation)
    }

    fn add_groups(&mut self, at: &Place<'_>, tables: &mut Tables<'_>) {
        let may = &self.task.may[usize::from(at.value)];
        let ways = tables.groups.ways(may, self.task.all_group_jokers);
        let group = |way| {
            let way = tables.groups.way(way);
            let own = match &mut tables.own {
                None => 0,
                Some(own) => own.fewest(at.value, way.index, way.used)?,
            };
            Some(Group {
                tiles: way.tiles,
                used: way.used,
                worth: self.task.worth_of(way.used),
                own,
            })
        };
        self.groups.push(ways.filter_map(group).collect());
    }

    /// Adds one value to every colour; how many steps that are.
    fn add_layers(&mut self, at: &Place<'_>, tables: &mut Tables<'_>) -> usize {
        let most = |colour: usize| {
            let groups = self.groups[at.place].iter();
            groups.map(|group| group.tiles[colour]).max().unwrap_or(0)
        };
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
                    most(c),
                    &mut steps,
                    &mut types,
                );
            }
            found.push(steps);
        }
        types.sort_unstable();
        types.dedup();
        let most_arrivals = self.most_arrivals();
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

    /// The most runs that can go on in another colour at one value: every one takes a joker.
    fn most_arrivals(&self) -> u8 {
        self.task.jokers.get(JokerKind::ColourChange)
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
        let mut bound = price(&prices.joker, self.task.jokers);
        bound += i64::from(self.most_own.unwrap_or(0)) * prices.own_group;
        for place in 0..places {
            let Some((most, group)) = self.best_groups(prices, place) else {
                return DEAD;
            };
            bound += most;
            add(&mut taken.jokers, group.used);
            taken.own_groups += i64::from(group.own);
            for (sum, n) in taken.groups[place].iter_mut().zip(group.tiles) {
                *sum -= i64::from(n);
            }
        }
        let wrap = self.task.wrap;
        let mut most_of = [DEAD; MAX_COLOURS];
        for (c, colour) in self.colours.iter_mut().enumerate() {
            let mut best: Option<(i64, OpenId, Values)> = None;
            for start in 0..colour.starts.len() {
                let edge = wrap.then_some(colour.starts[start].0);
                let values = colour.values(&self.task, prices, c, edge);
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

    /// The groups of a place that are worth most, and what that is; `None` if there cannot be what must be.
    fn best_groups(&self, prices: &Prices, place: usize) -> Option<(i64, Group)> {
        let of = |group: &Group| {
            let tiles = group.tiles.iter().zip(prices.group[place]);
            let tiles: i64 = tiles.map(|(n, price)| i64::from(*n) * price).sum();
            let own = i64::from(group.own) * prices.own_group;
            group.worth - price(&prices.joker, group.used) - own - tiles
        };
        let mut best: Option<(i64, &Group)> = None;
        for group in &self.groups[place] {
            let worth = of(group);
            if best.is_none_or(|(most, _)| worth > most) {
                best = Some((worth, group));
            }
        }
        best.map(|(worth, group)| (worth, *group))
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
        if let Some(most) = self.most_own {
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

    /// What may still be open before the first value in this colour.
    pub fn starts(&self, colour: usize) -> Vec<OpenId> {
        self.colours[colour]
            .starts
            .iter()
            .map(|(id, _)| *id)
            .collect()
    }

    /// The bounds of the best prices, for sweeps with these edges.
    pub fn bounds(&self, edges: &[Edge; MAX_COLOURS]) -> Bounds {
        let places = self.task.order.len();
        let mut groups = vec![0; places + 1];
        for place in (0..places).rev() {
            let most = self
                .best_groups(&self.prices, place)
                .map_or(DEAD, |(most, _)| most);
            groups[place] = (groups[place + 1] + most).max(DEAD);
        }
        let arriving = self.arriving.iter().cloned();
        let mut bounds = Bounds {
            joker: self.prices.joker,
            groups,
            own_group: self.prices.own_group,
            most_own: self.most_own.unwrap_or(0),
            arrivals: arriving.zip(self.prices.arrival.iter().copied()).collect(),
            most_arrivals: self.most_arrivals(),
            ..Bounds::default()
        };
        for (c, colour) in self.colours.iter().enumerate() {
            let ends: Vec<Option<OpenId>> = match edges[c] {
                _ if !self.task.wrap => vec![None],
                Edge::Fixed(edge) => vec![Some(edge)],
                Edge::Free => colour.starts.iter().map(|(id, _)| Some(*id)).collect(),
            };
            let mut most: Option<Values> = None;
            for edge in ends {
                let values = colour.values(&self.task, &self.prices, c, edge);
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
