//! Upper bounds for a sweep by Lagrangian relaxation (Fisher 1981): every colour goes its own way, tiles that it gives to
//! groups have a price, and groups are made wherever the prices pay for them. Refuses to find plays.
//!
//! A way through the sweep lays tiles of value `v` and colour `c` in groups as often as the groups of `v` take them. The
//! relaxation lets the two differ and charges `group[v][c]` for each tile between them, and `joker[k]` for every joker of
//! kind `k`; runs that change their colour are charged `arrival[v]`. For any prices the best ways of the colours, the best
//! groups of the values and the price of all jokers together are no less than the best play. Prices are improved by
//! subgradient steps (Polyak 1969).

use std::ops::Range;

use rummilab_core::{JokerKind, MAX_COLOURS};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::choices::{Place, Runs};
use crate::groups::ByColour;
use crate::open::{OpenId, OpenRuns, RunType};
use crate::sweep::{Edge, Tables};
use crate::task::Task;
use crate::used::Used;

/// A relaxation with more edges is not worth its while.
const MOST_EDGES: usize = 12_000;

/// After so many prices that are hardly better the steps become half as long.
const PATIENCE: u32 = 4;

/// How much of the direction of before goes on.
const MOMENTUM: f64 = 0.6;

/// Worth that no way can have: nothing follows.
const DEAD: i64 = i64::MIN / 4;

/// What can follow a state of a sweep at most.
#[derive(Debug, Clone, Default)]
pub struct Bounds {
    /// What one joker of each kind costs.
    joker: [i64; 4],
    /// By place: the most that groups from there on can add.
    groups: Vec<i64>,
    /// What one own group costs, where only so many may be laid, and how many.
    own_group: i64,
    most_own: u8,
    /// By colour and place: the open runs after the value there, ascending, and what can follow at most. Empty where
    /// nothing is known.
    after: [Vec<Vec<(OpenId, i64)>>; MAX_COLOURS],
    /// By place: the runs that can arrive from other colours, and what that costs.
    arrivals: Vec<(Vec<RunType>, i64)>,
    /// The most runs that can arrive at one place.
    most_arrivals: u8,
    /// By place and colour: what open runs can come to that the relaxation took for bolder ones.
    bolder: FxHashMap<(usize, usize, OpenId), i64>,
}

impl Bounds {
    /// The bounds that hold without a look at runs and groups: every tile left is laid.
    pub fn trivial(task: &Task) -> Bounds {
        Bounds {
            joker: task.joker_worth.map(|worth| worth.max(0)),
            groups: (0..=task.order.len())
                .map(|place| task.numbers_from(place))
                .collect(),
            ..Bounds::default()
        }
    }

    /// The price of so many jokers.
    pub fn price(&self, used: Used) -> i64 {
        price(&self.joker, used)
    }

    /// The price of so many own groups.
    pub fn price_of_own(&self, groups: u8) -> i64 {
        i64::from(groups) * self.own_group
    }

    /// The price of the own groups that may still be laid after so many.
    pub fn own_left(&self, groups: u8) -> i64 {
        self.price_of_own(self.most_own - groups.min(self.most_own))
    }

    /// The most that groups from this place on can add.
    pub fn groups_from(&self, place: usize) -> i64 {
        self.groups[place]
    }

    /// What a run costs that arrives from another colour at this place, and what one that leaves for it brings.
    pub fn arrival(&self, place: usize) -> i64 {
        self.arrivals.get(place).map_or(0, |(_, cost)| *cost)
    }

    /// The most that can follow in this colour after the value at this place, with runs that may arrive there; `None` if
    /// nothing can.
    pub fn after(
        &mut self,
        place: usize,
        colour: usize,
        id: OpenId,
        open: &mut OpenRuns,
    ) -> Option<i64> {
        if self.after[colour].is_empty() {
            return Some(0);
        }
        let cost = self.arrival(place);
        let mut most = self.after_exactly(place, colour, id, open);
        let mut ids: SmallVec<[OpenId; 8]> = SmallVec::from_slice(&[id]);
        let mut first = 0;
        for arrived in 1..=self.most_arrivals {
            let last = ids.len();
            for i in first..last {
                for run in 0..self.arrivals[place].0.len() {
                    let id = open.with(ids[i], self.arrivals[place].0[run]);
                    let with = self.after_exactly(place, colour, id, open);
                    most = most.max(with.map(|worth| worth - i64::from(arrived) * cost));
                    ids.push(id);
                }
            }
            first = last;
        }
        most
    }

    /// The same where no other run arrives.
    fn after_exactly(
        &mut self,
        place: usize,
        colour: usize,
        id: OpenId,
        open: &mut OpenRuns,
    ) -> Option<i64> {
        let layer = &self.after[colour][place];
        let worth = match layer.binary_search_by_key(&id, |(id, _)| *id) {
            Ok(found) => layer[found].1,
            Err(_) => *self.bolder.entry((place, colour, id)).or_insert_with(|| {
                // Any that imitates it can do no worse.
                let bolder = layer.iter().filter(|(other, _)| open.imitates(*other, id));
                bolder
                    .map(|(_, worth)| *worth)
                    .min()
                    .unwrap_or(i64::MAX / 8)
            }),
        };
        (worth > DEAD / 2).then_some(worth)
    }
}

fn price(joker: &[i64; 4], used: Used) -> i64 {
    if used == Used::NONE {
        return 0;
    }
    let by_kind = used.by_kind();
    (0..4)
        .map(|kind| i64::from(by_kind[kind]) * joker[kind])
        .sum()
}

fn add(sum: &mut [i64; 4], used: Used) {
    for (sum, n) in sum.iter_mut().zip(used.by_kind()) {
        *sum += i64::from(n);
    }
}

/// What one step of a colour takes, as far as prices tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Kind {
    worth: i64,
    used: Used,
    in_groups: u8,
    /// Runs that leave the colour, less those that arrive.
    leaving: i8,
}

#[derive(Debug, Clone, Copy)]
struct Step {
    to: u32,
    kind: u32,
}

/// One colour at one value.
#[derive(Debug, Default)]
struct Layer {
    /// Where the values of its open runs begin.
    first: usize,
    /// The open runs before the value, ascending.
    ids: Vec<OpenId>,
    /// Of each: its steps.
    steps_of: Vec<Range<u32>>,
    steps: Vec<Step>,
    kinds: Vec<Kind>,
}

/// What becomes of open runs after the last value.
#[derive(Debug)]
enum End {
    /// The jokers that finish them, each way.
    Closes(Vec<Used>),
    /// What they can go on as at the first value.
    Joins(Vec<OpenId>),
}

/// The ways of one colour.
#[derive(Debug, Default)]
struct Colour {
    layers: Vec<Layer>,
    /// The open runs after the last value, ascending.
    last: Vec<OpenId>,
    /// Where the values of these begin.
    first: usize,
    /// What becomes of each of them.
    ends: Vec<End>,
    /// What may be open before the first value, and what each can still come to.
    starts: Vec<(OpenId, i64)>,
}

/// Groups of one value.
#[derive(Debug, Clone, Copy)]
struct Group {
    tiles: ByColour,
    used: Used,
    worth: i64,
    /// Own groups among them, where they are counted.
    own: u8,
}

#[derive(Debug, Clone)]
struct Prices {
    /// By place and colour.
    group: Vec<[i64; MAX_COLOURS]>,
    joker: [i64; 4],
    /// By place.
    arrival: Vec<i64>,
    own_group: i64,
}

/// Prices before rounding, or a direction in which they move.
#[derive(Debug, Clone)]
struct Exact {
    group: Vec<[f64; MAX_COLOURS]>,
    joker: [f64; 4],
    arrival: Vec<f64>,
    own_group: f64,
}

impl Exact {
    fn zero(places: usize) -> Exact {
        Exact {
            group: vec![[0.0; MAX_COLOURS]; places],
            joker: [0.0; 4],
            arrival: vec![0.0; places],
            own_group: 0.0,
        }
    }

    fn numbers(&self) -> impl Iterator<Item = f64> {
        let groups = self.group.iter().flatten();
        let others = self.joker.iter().chain(&self.arrival);
        groups.chain(others).chain([&self.own_group]).copied()
    }

    fn square(&self) -> f64 {
        self.numbers().map(|x| x * x).sum()
    }

    /// Adds so much of another.
    fn add(&mut self, other: &Exact, much: f64) {
        let all = self.group.iter_mut().flatten();
        let others = self.joker.iter_mut().chain(&mut self.arrival);
        let all = all.chain(others).chain([&mut self.own_group]);
        for (x, y) in all.zip(other.numbers()) {
            *x += much * y;
        }
    }

    fn rounded(&self) -> Prices {
        let round = |x: f64| x.round() as i64;
        Prices {
            group: self.group.iter().map(|of| of.map(round)).collect(),
            joker: self.joker.map(round),
            arrival: self.arrival.iter().copied().map(round).collect(),
            own_group: round(self.own_group),
        }
    }
}

/// What the best ways for given prices take.
#[derive(Debug, Default)]
struct Taken {
    /// By place and colour: tiles that runs leave to groups, less those that groups take.
    groups: Vec<[i64; MAX_COLOURS]>,
    jokers: [i64; 4],
    /// By place: runs that leave a colour, less those that arrive.
    leaving: Vec<i64>,
    own_groups: i64,
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

/// What each open run of a colour can come to, by layer.
#[derive(Debug, Clone)]
struct Values(Vec<i64>);

impl Values {
    /// The larger of both everywhere.
    fn raise(&mut self, others: &Values) {
        for (value, other) in self.0.iter_mut().zip(&others.0) {
            *value = (*value).max(*other);
        }
    }
}

impl Colour {
    fn starting(starts: &[OpenId]) -> Colour {
        let mut last = starts.to_vec();
        last.sort_unstable();
        last.dedup();
        Colour {
            layers: Vec::new(),
            starts: last.iter().map(|id| (*id, 0)).collect(),
            first: 0,
            last,
            ends: Vec::new(),
        }
    }

    /// Adds one value; how many steps it has.
    fn add_layer(&mut self, mut found: Vec<(u32, OpenId, Kind)>) -> usize {
        found.sort_unstable();
        found.dedup();
        let mut next: Vec<OpenId> = found.iter().map(|(_, to, _)| *to).collect();
        next.sort_unstable();
        next.dedup();
        let ids = std::mem::replace(&mut self.last, next);
        let mut layer = Layer {
            first: self.first,
            steps_of: Vec::with_capacity(ids.len()),
            steps: Vec::with_capacity(found.len()),
            kinds: Vec::new(),
            ids,
        };
        self.first += layer.ids.len();
        let mut steps = found.into_iter().peekable();
        for from in 0..layer.ids.len() as u32 {
            let start = layer.steps.len() as u32;
            while let Some((_, to, kind)) = steps.next_if(|(of, ..)| *of == from) {
                let to = self.last.partition_point(|id| *id < to) as u32;
                let kind = layer.number(kind);
                layer.steps.push(Step { to, kind });
            }
            layer.steps_of.push(start..layer.steps.len() as u32);
        }
        self.layers.push(layer);
        self.layers.last().map_or(0, |layer| layer.steps.len())
    }

    fn finish(&mut self, task: &Task, open: &mut OpenRuns) {
        for id in &self.last {
            let end = if task.wrap {
                let starts = self.starts.iter().map(|(start, _)| *start);
                End::Joins(starts.filter(|start| open.imitates(*id, *start)).collect())
            } else {
                End::Closes(open.facts(*id).closings.to_vec())
            };
            self.ends.push(end);
        }
    }

    /// What all open runs can come to, for runs that go on as `edge` from the last value to the first.
    fn values(&self, task: &Task, prices: &Prices, colour: usize, edge: Option<OpenId>) -> Values {
        let mut values = vec![DEAD; self.first + self.last.len()];
        for (i, end) in self.ends.iter().enumerate() {
            values[self.first + i] = match (edge, end) {
                (Some(edge), End::Joins(edges)) if edges.contains(&edge) => 0,
                (None, End::Closes(ways)) => ways
                    .iter()
                    .map(|used| task.worth_of(*used) - price(&prices.joker, *used))
                    .max()
                    .unwrap_or(DEAD),
                _ => DEAD,
            };
        }
        let mut costs = Vec::new();
        for (place, layer) in self.layers.iter().enumerate().rev() {
            costs.clear();
            let cost = |kind: &Kind| kind.worth(prices, place, colour);
            costs.extend(layer.kinds.iter().map(cost));
            let (before, after) = values.split_at_mut(layer.first + layer.ids.len());
            for (value, steps) in before[layer.first..].iter_mut().zip(&layer.steps_of) {
                let steps = &layer.steps[steps.start as usize..steps.end as usize];
                let of = |step: &Step| costs[step.kind as usize] + after[step.to as usize];
                *value = steps.iter().map(of).max().unwrap_or(DEAD).max(DEAD);
            }
        }
        Values(values)
    }

    /// What the runs that are open before the first value can come to.
    fn value_of(&self, values: &Values, start: OpenId) -> i64 {
        let ids = self.layers.first().map_or(&self.last, |layer| &layer.ids);
        values.0[ids.partition_point(|id| *id < start)]
    }

    /// Adds up what the best way from this start takes.
    fn follow(
        &self,
        prices: &Prices,
        colour: usize,
        start: OpenId,
        values: &Values,
        taken: &mut Taken,
    ) {
        let Some(first) = self.layers.first() else {
            return;
        };
        let mut at = first.ids.partition_point(|id| *id < start);
        for (place, layer) in self.layers.iter().enumerate() {
            let steps = layer.steps_of[at].clone();
            let steps = &layer.steps[steps.start as usize..steps.end as usize];
            let after = &values.0[layer.first + layer.ids.len()..];
            let worth = |step: &&Step| {
                layer.kinds[step.kind as usize].worth(prices, place, colour)
                    + after[step.to as usize]
            };
            let Some(step) = steps.iter().max_by_key(worth) else {
                return;
            };
            let kind = layer.kinds[step.kind as usize];
            taken.groups[place][colour] += i64::from(kind.in_groups);
            taken.leaving[place] += i64::from(kind.leaving);
            add(&mut taken.jokers, kind.used);
            at = step.to as usize;
        }
        if let Some(End::Closes(ways)) = self.ends.get(at)
            && let Some(used) = ways.iter().min_by_key(|used| price(&prices.joker, **used))
        {
            add(&mut taken.jokers, *used);
        }
    }

    /// By place: the open runs after it and what they can come to.
    fn after(&self, values: &Values) -> Vec<Vec<(OpenId, i64)>> {
        let next = self
            .layers
            .iter()
            .skip(1)
            .map(|layer| (layer.first, &layer.ids));
        let all = next.chain([(self.first, &self.last)]);
        let of = |(first, ids): (usize, &Vec<OpenId>)| {
            let values = values.0[first..].iter().copied();
            ids.iter().copied().zip(values).collect()
        };
        all.map(of).collect()
    }
}

impl Layer {
    fn number(&mut self, kind: Kind) -> u32 {
        let known = self.kinds.iter().position(|known| *known == kind);
        known.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        }) as u32
    }
}

impl Kind {
    fn worth(&self, prices: &Prices, place: usize, colour: usize) -> i64 {
        self.worth - price(&prices.joker, self.used)
            + i64::from(self.in_groups) * prices.group[place][colour]
            + i64::from(self.leaving) * prices.arrival[place]
    }
}

/// Every step of these open runs.
fn steps_from(
    at: &Place<'_>,
    tables: &mut Tables<'_>,
    colour: usize,
    (from, id): (u32, OpenId),
    most_in_groups: u8,
    found: &mut Vec<(u32, OpenId, Kind)>,
    types: &mut Vec<RunType>,
) {
    let task = at.task;
    let tile = task.worth[usize::from(at.value)][colour];
    let Runs {
        open,
        continuations,
    } = &mut tables.runs;
    let listing = continuations.of(open, at.case(colour, id));
    for in_groups in 0..=most_in_groups {
        for index in listing.range(usize::from(in_groups)) {
            let step = continuations.get(index);
            if step.leaving > 0 {
                let leaves = open.step(step.step).leaves.iter();
                types.extend(leaves.map(|run| open.boldest(*run)));
            }
            let kind = Kind {
                worth: i64::from(step.more) * tile + task.worth_of(step.used),
                used: step.used,
                in_groups,
                leaving: step.leaving as i8,
            };
            found.push((from, step.next, kind));
        }
    }
}
