//! The paths of one colour through the values, as a layered graph with prices.

use crate::bounds::{DEAD, Prices, Usage, add, price};
use crate::grammar::{Closings, Jokers, OpenId, OpenRuns, Place, RunType, Runs, Tables, Task};

/// What an arc takes of everything that has a price.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct ArcKind {
    pub worth: i64,
    pub used: Jokers,
    pub in_groups: u8,
    /// Runs that leave the colour, less those that arrive.
    pub leaving: i8,
}

/// An arc: the number of its target, and the number of its kind.
#[derive(Debug, Clone, Copy)]
struct Arc {
    to: u16,
    kind: u16,
}

/// The first numbers of one value, among the open runs and among the kinds of arcs.
#[derive(Debug, Clone, Copy)]
struct GraphLayer {
    first: u16,
    first_kind: u16,
}

/// The end of open runs after the last value.
#[derive(Debug)]
enum GraphEnd {
    /// Finished by jokers, one entry for each choice.
    Closes(Closings),
    /// The open runs that they can become at the first value.
    Joins(Vec<OpenId>),
}

/// The paths of one colour. Open runs are numbered layer by layer, and so are their arcs.
#[derive(Debug, Default)]
pub struct ColourGraph {
    layers: Vec<GraphLayer>,
    /// All open runs, those after the last value included.
    ids: Vec<OpenId>,
    /// By open runs: the start of their arcs. They end where the next ones begin.
    first_arc: Vec<u16>,
    arcs: Vec<Arc>,
    kinds: Vec<ArcKind>,
    /// The first number of the open runs after the last value.
    first_last: u16,
    /// The end of each of them.
    ends: Vec<GraphEnd>,
    /// The open runs before the first value, and the value of each.
    pub starts: Vec<(OpenId, i64)>,
}

/// At given prices: the largest worth of a path from each open run on.
pub type GraphValues = Vec<i64>;

/// At given prices: the worth of each kind of arc.
pub type KindWorths = Vec<i64>;

/// The numbers of the open runs of a layer, by id. Entries of other layers stay but do not match.
#[derive(Debug, Default)]
pub struct LayerNumbers(Vec<u16>);

impl LayerNumbers {
    /// The number of these open runs, which are added to the layer if they are new.
    fn number(&mut self, layer: usize, ids: &mut Vec<OpenId>, id: OpenId) -> u16 {
        let slot = id as usize;
        if self.0.len() <= slot {
            self.0.resize((slot + 1).next_power_of_two(), 0);
        }
        let known = usize::from(self.0[slot]);
        if known < layer || ids.get(known) != Some(&id) {
            self.0[slot] = ids.len() as u16;
            ids.push(id);
        }
        self.0[slot]
    }
}

impl ColourGraph {
    pub fn starting(starts: &[OpenId]) -> ColourGraph {
        ColourGraph {
            starts: starts.iter().map(|id| (*id, 0)).collect(),
            ids: starts.to_vec(),
            ..ColourGraph::default()
        }
    }

    /// Its number of arcs.
    pub fn arcs(&self) -> usize {
        self.arcs.len()
    }

    /// The open runs of the last layer so far.
    pub fn last(&self) -> &[OpenId] {
        &self.ids[usize::from(self.first_last)..]
    }

    /// Adds one value and returns its number of arcs; there are fewer than 2^16 in all. Open runs
    /// are numbered in the order of the arcs: their ids depend on earlier questions, and the choice
    /// among equals must not.
    pub fn add_layer(
        &mut self,
        found: &mut [(u32, OpenId, ArcKind)],
        numbers: &mut LayerNumbers,
    ) -> usize {
        found.sort_by_key(|(from, ..)| *from);
        let layer = GraphLayer {
            first: self.first_last,
            first_kind: self.kinds.len() as u16,
        };
        let next = self.ids.len();
        let froms = 0..(next - usize::from(layer.first)) as u32;
        let mut arcs = found.iter().peekable();
        for from in froms {
            self.first_arc.push(self.arcs.len() as u16);
            while let Some((_, to, kind)) = arcs.next_if(|(of, ..)| *of == from) {
                let to = numbers.number(next, &mut self.ids, *to);
                let kind = self.number(layer.first_kind, kind);
                self.arcs.push(Arc { to, kind });
            }
        }
        self.layers.push(layer);
        self.first_last = next as u16;
        found.len()
    }

    /// The number of this kind among those of a layer.
    fn number(&mut self, first: u16, kind: &ArcKind) -> u16 {
        let of_layer = &self.kinds[usize::from(first)..];
        let known = of_layer.iter().position(|known| known == kind);
        let known = known.unwrap_or_else(|| {
            self.kinds.push(*kind);
            self.kinds.len() - 1 - usize::from(first)
        });
        first + known as u16
    }

    pub fn finish(&mut self, task: &Task, open: &mut OpenRuns) {
        self.first_arc.push(self.arcs.len() as u16);
        for id in &self.ids[usize::from(self.first_last)..] {
            let end = if task.wrap {
                let starts = self.starts.iter().map(|(start, _)| *start);
                GraphEnd::Joins(starts.filter(|start| open.simulates(*id, *start)).collect())
            } else {
                GraphEnd::Closes(open.facts(*id).closings.clone())
            };
            self.ends.push(end);
        }
    }

    /// Finds the worths of all kinds of arcs.
    pub fn find_worths(&self, prices: &Prices, colour: usize, worths: &mut KindWorths) {
        worths.clear();
        let ends = self.layers.iter().skip(1).map(|next| next.first_kind);
        let ends = ends.chain([self.kinds.len() as u16]);
        for (place, (layer, end)) in self.layers.iter().zip(ends).enumerate() {
            let kinds = &self.kinds[usize::from(layer.first_kind)..usize::from(end)];
            worths.extend(kinds.iter().map(|kind| kind.worth(prices, place, colour)));
        }
    }

    /// Finds the values of all open runs. `boundary`: the runs open at both ends of the sweep.
    pub fn find_values(
        &self,
        task: &Task,
        prices: &Prices,
        worths: &KindWorths,
        boundary: Option<OpenId>,
        values: &mut GraphValues,
    ) {
        values.clear();
        values.resize(self.ids.len(), DEAD);
        let first_last = usize::from(self.first_last);
        for (value, end) in values[first_last..].iter_mut().zip(&self.ends) {
            *value = match (boundary, end) {
                (Some(boundary), GraphEnd::Joins(starts)) if starts.contains(&boundary) => 0,
                (None, GraphEnd::Closes(closings)) => closings
                    .iter()
                    .map(|used| task.worth_of(*used) - price(&prices.joker, *used))
                    .max()
                    .unwrap_or(DEAD),
                _ => DEAD,
            };
        }
        let mut end = self.arcs.len();
        for at in (0..first_last).rev() {
            let start = usize::from(self.first_arc[at]);
            let mut most = DEAD;
            for arc in &self.arcs[start..end] {
                most = most.max(worths[usize::from(arc.kind)] + values[usize::from(arc.to)]);
            }
            values[at] = most;
            end = start;
        }
    }

    fn arcs_of(&self, at: usize) -> &[Arc] {
        &self.arcs[usize::from(self.first_arc[at])..usize::from(self.first_arc[at + 1])]
    }

    /// The index of these runs among those open before the first value.
    fn start(&self, start: OpenId) -> Option<usize> {
        self.starting_ids().iter().position(|id| *id == start)
    }

    fn starting_ids(&self) -> &[OpenId] {
        let next = self
            .layers
            .get(1)
            .map_or(self.first_last, |next| next.first);
        &self.ids[..usize::from(next)]
    }

    /// The value of these runs, open before the first value.
    pub fn value_of(&self, values: &GraphValues, start: OpenId) -> i64 {
        self.start(start).map_or(DEAD, |at| values[at])
    }

    /// Adds up what the best path from this start takes.
    pub fn follow(
        &self,
        prices: &Prices,
        colour: usize,
        start: OpenId,
        (worths, values): (&KindWorths, &GraphValues),
        usage: &mut Usage,
    ) {
        let Some(mut at) = self.start(start) else {
            return;
        };
        for place in 0..self.layers.len() {
            let worth = |arc: &&Arc| worths[usize::from(arc.kind)] + values[usize::from(arc.to)];
            let Some(arc) = self.arcs_of(at).iter().max_by_key(worth) else {
                return;
            };
            let kind = self.kinds[usize::from(arc.kind)];
            usage.groups[place][colour] += i64::from(kind.in_groups);
            usage.leaving[place] += i64::from(kind.leaving);
            add(&mut usage.jokers, kind.used);
            at = usize::from(arc.to);
        }
        let end = at.checked_sub(usize::from(self.first_last));
        if let Some(GraphEnd::Closes(closings)) = end.and_then(|end| self.ends.get(end))
            && let Some(used) = closings
                .iter()
                .min_by_key(|used| price(&prices.joker, **used))
        {
            add(&mut usage.jokers, *used);
        }
    }

    /// By place: the open runs after it and their values.
    pub fn after(&self, values: &GraphValues) -> Vec<Vec<(OpenId, i64)>> {
        let firsts = self.layers.iter().skip(1).map(|layer| layer.first);
        let firsts = firsts.chain([self.first_last]);
        let ends = self.layers.iter().skip(2).map(|layer| layer.first);
        let ends = ends.chain([self.first_last, self.ids.len() as u16]);
        let of = |(first, end): (u16, u16)| {
            let all = usize::from(first)..usize::from(end);
            let values = values[all.clone()].iter().copied();
            let mut of: Vec<(OpenId, i64)> = self.ids[all].iter().copied().zip(values).collect();
            of.sort_unstable();
            of
        };
        firsts.zip(ends).map(of).collect()
    }
}

impl ArcKind {
    fn worth(&self, prices: &Prices, place: usize, colour: usize) -> i64 {
        self.worth - price(&prices.joker, self.used)
            + i64::from(self.in_groups) * prices.group[place][colour]
            + i64::from(self.leaving) * prices.arrival[place]
    }
}

/// Adds every arc from these open runs; `None` if listing them is more work than is allowed.
pub fn arcs_from(
    at: &Place<'_>,
    tables: &mut Tables<'_>,
    colour: usize,
    (from, id): (u32, OpenId),
    most_in_groups: u8,
    found: &mut Vec<(u32, OpenId, ArcKind)>,
    types: &mut Vec<RunType>,
) -> Option<()> {
    let task = at.task;
    let tile = task.worth[usize::from(at.value)][colour];
    let Runs {
        open,
        continuations,
    } = &mut tables.runs;
    let listing = continuations.of(open, at.case(colour, id))?;
    for in_groups in 0..=most_in_groups {
        for index in listing.range(usize::from(in_groups)) {
            let continuation = continuations.get(index);
            if continuation.leaving > 0 {
                let leaves = open.leaves(open.transition(continuation.transition));
                types.extend(leaves.iter().map(|run| open.boldest(*run)));
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
    Some(())
}
