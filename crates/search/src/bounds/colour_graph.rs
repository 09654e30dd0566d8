//! The paths of one colour through the values, as a layered graph with prices.

use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::bounds::{DEAD, Prices, Usage, add, price};
use crate::grammar::{Jokers, OpenId, OpenRuns, Place, RunType, Runs, Tables, Task};

/// What an arc takes, as far as prices tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArcKind {
    pub worth: i64,
    pub used: Jokers,
    pub in_groups: u8,
    /// Runs that leave the colour, less those that arrive.
    pub leaving: i8,
}

#[derive(Debug, Clone, Copy)]
struct Arc {
    to: u32,
    kind: u32,
}

/// One colour at one value.
#[derive(Debug, Default)]
struct GraphLayer {
    /// Where the values of its open runs begin.
    first: usize,
    /// Where the costs of its kinds begin.
    first_kind: usize,
    /// The open runs before the value.
    ids: Vec<OpenId>,
    /// Of each: its arcs.
    arcs_of: Vec<Range<u32>>,
    arcs: Vec<Arc>,
    kinds: Vec<ArcKind>,
}

/// How open runs end after the last value.
#[derive(Debug)]
enum GraphEnd {
    /// Finished by jokers, one entry for each choice.
    Closes(Vec<Jokers>),
    /// What they can go on as at the first value.
    Joins(Vec<OpenId>),
}

/// The paths of one colour.
#[derive(Debug, Default)]
pub struct ColourGraph {
    layers: Vec<GraphLayer>,
    /// The open runs after the last value.
    pub last: Vec<OpenId>,
    /// Where the values of these begin.
    first: usize,
    /// Number of kinds of arcs, all layers together.
    kinds: usize,
    /// How each of them ends.
    ends: Vec<GraphEnd>,
    /// The open runs before the first value, and the value of each.
    pub starts: Vec<(OpenId, i64)>,
}

/// The largest worth of a path from each open run on, by layer.
#[derive(Debug, Clone)]
pub struct GraphValues {
    of: Vec<i64>,
    /// The worth of each kind of arc at the prices, by layer.
    costs: Vec<i64>,
}

impl GraphValues {
    /// The larger of both everywhere.
    pub fn raise(&mut self, others: &GraphValues) {
        for (value, other) in self.of.iter_mut().zip(&others.of) {
            *value = (*value).max(*other);
        }
    }
}

impl ColourGraph {
    pub fn starting(starts: &[OpenId]) -> ColourGraph {
        let last = starts.to_vec();
        ColourGraph {
            layers: Vec::new(),
            starts: last.iter().map(|id| (*id, 0)).collect(),
            first: 0,
            kinds: 0,
            last,
            ends: Vec::new(),
        }
    }

    /// Adds one value, and says how many arcs it has. Open runs are numbered in the order of the
    /// arcs: their ids depend on earlier questions, and the choice among equals must not.
    pub fn add_layer(&mut self, mut found: Vec<(u32, OpenId, ArcKind)>) -> usize {
        found.sort_by_key(|(from, ..)| *from);
        let mut numbers: FxHashMap<OpenId, u32> = FxHashMap::default();
        let mut next = Vec::new();
        for (_, to, _) in &found {
            numbers.entry(*to).or_insert_with(|| {
                next.push(*to);
                next.len() as u32 - 1
            });
        }
        let ids = std::mem::replace(&mut self.last, next);
        let mut layer = GraphLayer {
            first: self.first,
            first_kind: self.kinds,
            arcs_of: Vec::with_capacity(ids.len()),
            arcs: Vec::with_capacity(found.len()),
            kinds: Vec::new(),
            ids,
        };
        self.first += layer.ids.len();
        let mut arcs = found.into_iter().peekable();
        for from in 0..layer.ids.len() as u32 {
            let start = layer.arcs.len() as u32;
            while let Some((_, to, kind)) = arcs.next_if(|(of, ..)| *of == from) {
                let to = numbers[&to];
                let kind = layer.number(kind);
                layer.arcs.push(Arc { to, kind });
            }
            layer.arcs_of.push(start..layer.arcs.len() as u32);
        }
        self.kinds += layer.kinds.len();
        self.layers.push(layer);
        self.layers.last().map_or(0, |layer| layer.arcs.len())
    }

    pub fn finish(&mut self, task: &Task, open: &mut OpenRuns) {
        for id in &self.last {
            let end = if task.wrap {
                let starts = self.starts.iter().map(|(start, _)| *start);
                GraphEnd::Joins(starts.filter(|start| open.imitates(*id, *start)).collect())
            } else {
                GraphEnd::Closes(open.facts(*id).closings.to_vec())
            };
            self.ends.push(end);
        }
    }

    /// The values of all open runs. `boundary`: the runs open at both ends of the sweep.
    pub fn values(
        &self,
        task: &Task,
        prices: &Prices,
        colour: usize,
        boundary: Option<OpenId>,
    ) -> GraphValues {
        let mut values = vec![DEAD; self.first + self.last.len()];
        for (i, end) in self.ends.iter().enumerate() {
            values[self.first + i] = match (boundary, end) {
                (Some(boundary), GraphEnd::Joins(starts)) if starts.contains(&boundary) => 0,
                (None, GraphEnd::Closes(closings)) => closings
                    .iter()
                    .map(|used| task.worth_of(*used) - price(&prices.joker, *used))
                    .max()
                    .unwrap_or(DEAD),
                _ => DEAD,
            };
        }
        let mut costs = Vec::with_capacity(self.kinds);
        for (place, layer) in self.layers.iter().enumerate() {
            let cost = |kind: &ArcKind| kind.worth(prices, place, colour);
            costs.extend(layer.kinds.iter().map(cost));
        }
        for layer in self.layers.iter().rev() {
            let costs = &costs[layer.first_kind..];
            let (before, after) = values.split_at_mut(layer.first + layer.ids.len());
            for (value, arcs) in before[layer.first..].iter_mut().zip(&layer.arcs_of) {
                let arcs = &layer.arcs[arcs.start as usize..arcs.end as usize];
                let of = |arc: &Arc| costs[arc.kind as usize] + after[arc.to as usize];
                *value = arcs.iter().map(of).max().unwrap_or(DEAD).max(DEAD);
            }
        }
        GraphValues { of: values, costs }
    }

    /// The value of these runs, open before the first value.
    pub fn value_of(&self, values: &GraphValues, start: OpenId) -> i64 {
        let ids = self.layers.first().map_or(&self.last, |layer| &layer.ids);
        let place = ids.iter().position(|id| *id == start);
        place.map_or(DEAD, |place| values.of[place])
    }

    /// Adds up what the best path from this start takes.
    pub fn follow(
        &self,
        prices: &Prices,
        colour: usize,
        start: OpenId,
        values: &GraphValues,
        usage: &mut Usage,
    ) {
        let Some(first) = self.layers.first() else {
            return;
        };
        let Some(mut at) = first.ids.iter().position(|id| *id == start) else {
            return;
        };
        for (place, layer) in self.layers.iter().enumerate() {
            let arcs = layer.arcs_of[at].clone();
            let arcs = &layer.arcs[arcs.start as usize..arcs.end as usize];
            let after = &values.of[layer.first + layer.ids.len()..];
            let costs = &values.costs[layer.first_kind..];
            let worth = |arc: &&Arc| costs[arc.kind as usize] + after[arc.to as usize];
            let Some(arc) = arcs.iter().max_by_key(worth) else {
                return;
            };
            let kind = layer.kinds[arc.kind as usize];
            usage.groups[place][colour] += i64::from(kind.in_groups);
            usage.leaving[place] += i64::from(kind.leaving);
            add(&mut usage.jokers, kind.used);
            at = arc.to as usize;
        }
        if let Some(GraphEnd::Closes(closings)) = self.ends.get(at)
            && let Some(used) = closings
                .iter()
                .min_by_key(|used| price(&prices.joker, **used))
        {
            add(&mut usage.jokers, *used);
        }
    }

    /// By place: the open runs after it and their values.
    pub fn after(&self, values: &GraphValues) -> Vec<Vec<(OpenId, i64)>> {
        let next = self.layers.iter().skip(1);
        let next = next.map(|layer| (layer.first, &layer.ids));
        let all = next.chain([(self.first, &self.last)]);
        let of = |(first, ids): (usize, &Vec<OpenId>)| {
            let values = values.of[first..].iter().copied();
            let mut of: Vec<(OpenId, i64)> = ids.iter().copied().zip(values).collect();
            of.sort_unstable();
            of
        };
        all.map(of).collect()
    }
}

impl GraphLayer {
    fn number(&mut self, kind: ArcKind) -> u32 {
        let known = self.kinds.iter().position(|known| *known == kind);
        known.unwrap_or_else(|| {
            self.kinds.push(kind);
            self.kinds.len() - 1
        }) as u32
    }
}

impl ArcKind {
    fn worth(&self, prices: &Prices, place: usize, colour: usize) -> i64 {
        self.worth - price(&prices.joker, self.used)
            + i64::from(self.in_groups) * prices.group[place][colour]
            + i64::from(self.leaving) * prices.arrival[place]
    }
}

/// Adds every arc from these open runs.
pub fn arcs_from(
    at: &Place<'_>,
    tables: &mut Tables<'_>,
    colour: usize,
    (from, id): (u32, OpenId),
    most_in_groups: u8,
    found: &mut Vec<(u32, OpenId, ArcKind)>,
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
            let continuation = continuations.get(index);
            if continuation.leaving > 0 {
                let leaves = open.transition(continuation.transition).leaves.iter();
                types.extend(leaves.map(|run| open.boldest(*run)));
            }
            let kind = ArcKind {
                worth: i64::from(continuation.more) * tile + task.worth_of(continuation.used),
                used: continuation.used,
                in_groups,
                leaving: continuation.leaving as i8,
            };
            found.push((from, continuation.next, kind));
        }
    }
}
