//! The open runs of a colour taken together, at the prices of a relaxation.

use rummilab_core::{JokerKind, MAX_COLOURS};

use crate::bounds::{
    ArcKind, Bounds, ColourGraph, DEAD, GraphValues, KindWorths, LayerNumbers, PricedGroups,
    Prices, Usage, arcs_from,
};
use crate::grammar::{Boundaries, OpenId, Place, RunType, Tables, Task};

#[derive(Debug)]
pub struct JointRuns {
    pub(super) colours: Vec<ColourGraph>,
    /// By place: the runs that can arrive from other colours.
    pub(super) arriving: Vec<Vec<RunType>>,
    memory: JointMemory,
}

/// Memory for building and evaluating.
#[derive(Debug, Default)]
struct JointMemory {
    /// By colour: the arcs of a value.
    found: [Vec<(u32, OpenId, ArcKind)>; MAX_COLOURS],
    numbers: LayerNumbers,
    worths: KindWorths,
    values: GraphValues,
    best: GraphValues,
}

/// Most arcs of a relaxation, all colours together; a larger one costs more than it saves. Tuned on
/// the mean time of `twist-2`, which 100 000 doubled.
const MOST_ARCS: usize = 12_000;

/// The most runs of a task that can change their colour at one value: each takes a joker.
fn most_arrivals(task: &Task) -> u8 {
    task.jokers.get(JokerKind::ColourChange)
}

impl JointRuns {
    /// `None` if there are too many, or listing them is more work than is allowed.
    pub(super) fn new(
        task: &Task,
        tables: &mut Tables<'_>,
        groups: &PricedGroups,
        starts: &[Vec<OpenId>],
    ) -> Option<JointRuns> {
        let mut runs = JointRuns {
            colours: starts
                .iter()
                .map(|ids| ColourGraph::starting(ids))
                .collect(),
            arriving: Vec::with_capacity(task.order.len()),
            memory: JointMemory::default(),
        };
        let mut count = 0;
        for place in 0..task.order.len() {
            count += runs.add_layers(&Place::of(task, place), tables, groups)?;
            if count > MOST_ARCS {
                return None;
            }
        }
        for colour in &mut runs.colours {
            colour.finish(task, tables.runs.open);
        }
        Some(runs)
    }

    /// Adds one value to every colour, and returns the number of arcs; `None` if listing them is
    /// more work than is allowed.
    fn add_layers(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        groups: &PricedGroups,
    ) -> Option<usize> {
        let JointMemory { found, numbers, .. } = &mut self.memory;
        let mut types = Vec::new();
        for (c, (colour, arcs)) in self.colours.iter().zip(found.iter_mut()).enumerate() {
            arcs.clear();
            for (from, id) in colour.last().iter().enumerate() {
                if arcs.len() > MOST_ARCS {
                    return Some(arcs.len());
                }
                let kept = at.task.keepable.as_ref();
                let kept = kept.map_or(0, |sets| sets.copies(at.place, c));
                let most = groups.most_tiles(at.place, c) + kept;
                let most = most.min(at.task.may[usize::from(at.value)][c]);
                let from = (from as u32, *id);
                arcs_from(at, tables, c, from, most, arcs, &mut types)?;
            }
        }
        types.sort_unstable();
        types.dedup();
        let most_arrivals = most_arrivals(at.task);
        let mut count = 0;
        for (colour, arcs) in self.colours.iter_mut().zip(found) {
            // Each arrival from another colour takes a joker, which limits their number.
            let mut first = 0;
            for _ in 0..most_arrivals {
                let last = arcs.len();
                for i in first..last {
                    let (from, to, kind) = arcs[i];
                    for run in &types {
                        let kind = ArcKind {
                            leaving: kind.leaving - 1,
                            ..kind
                        };
                        arcs.push((from, tables.runs.open.with(to, *run), kind));
                    }
                }
                first = last;
                if arcs.len() > MOST_ARCS {
                    return Some(arcs.len());
                }
            }
            count += colour.add_layer(arcs, numbers);
            if count > MOST_ARCS {
                return Some(count);
            }
        }
        self.arriving.push(types);
        Some(count)
    }

    /// Arcs that one step of the relaxation looks at.
    pub(super) fn arcs(&self) -> u64 {
        let of = |colour: &ColourGraph| colour.arcs() * colour.starts.len();
        self.colours.iter().map(of).sum::<usize>() as u64
    }

    /// Adds the best paths of all colours to the bound, and adds what they take to `usage`.
    pub(super) fn add_best(
        &mut self,
        task: &Task,
        prices: &Prices,
        mut bound: i64,
        target: Option<i64>,
        usage: &mut Usage,
    ) -> i64 {
        let mut most_of = [DEAD; MAX_COLOURS];
        let JointMemory {
            worths,
            values,
            best,
            ..
        } = &mut self.memory;
        for (c, colour) in self.colours.iter_mut().enumerate() {
            let mut found: Option<(i64, OpenId)> = None;
            colour.find_worths(prices, c, worths);
            for start in 0..colour.starts.len() {
                let id = colour.starts[start].0;
                let boundary = task.wrap.then_some(id);
                colour.find_values(task, prices, worths, boundary, values);
                let value = colour.value_of(values, id);
                colour.starts[start].1 = value;
                if found.is_none_or(|(most, _)| value > most) {
                    found = Some((value, id));
                    std::mem::swap(values, best);
                }
            }
            let Some((value, start)) = found.filter(|(value, _)| *value > DEAD / 2) else {
                return DEAD;
            };
            most_of[c] = value;
            bound += value;
            colour.follow(prices, c, start, (worths, best), usage);
        }
        // Open runs before the first value that cannot reach the target are dropped for good.
        if let Some(target) = target {
            for (colour, most) in self.colours.iter_mut().zip(most_of) {
                let reaches = |(_, value): &(OpenId, i64)| bound - most + value >= target;
                colour.starts.retain(reaches);
            }
        }
        bound
    }

    /// These bounds, completed by what follows the open runs of each colour.
    pub(super) fn bounds(
        &self,
        task: &Task,
        prices: &Prices,
        boundaries: &Boundaries<'_>,
        mut bounds: Bounds,
    ) -> Bounds {
        let arriving = self.arriving.iter().cloned();
        bounds.arrivals = arriving.zip(prices.arrival.iter().copied()).collect();
        bounds.most_arrivals = most_arrivals(task);
        for (c, colour) in self.colours.iter().enumerate() {
            let (mut worths, mut values) = (KindWorths::new(), GraphValues::new());
            colour.find_worths(prices, c, &mut worths);
            for start in boundaries[c] {
                let boundary = task.wrap.then_some(*start);
                colour.find_values(task, prices, &worths, boundary, &mut values);
                bounds.after[c].push(colour.after(&values));
            }
        }
        bounds
    }
}
