//! The open runs of a colour taken together, at the prices of a relaxation.

use rummilab_core::{JokerKind, MAX_COLOURS};

use crate::bounds::{
    ArcKind, Bounds, ColourGraph, DEAD, GraphValues, PricedGroups, Prices, Usage, arcs_from,
};
use crate::grammar::{Boundaries, Boundary, Crossings, OpenId, Place, RunType, Tables, Task};

/// Multisets of open runs.
#[derive(Debug)]
pub struct JointRuns {
    pub(super) colours: Vec<ColourGraph>,
    /// By place: the runs that can arrive from other colours.
    pub(super) arriving: Vec<Vec<RunType>>,
}

/// Arcs of a relaxation, all colours together: a larger one costs more than it saves. Tuned on the
/// mean time of `twist-2`, where 100 000 doubled it.
const MOST_ARCS: usize = 12_000;

/// The most runs of a task that can go on in another colour at one value: every one takes a joker.
fn most_arrivals(task: &Task) -> u8 {
    task.jokers.get(JokerKind::ColourChange)
}

impl JointRuns {
    /// `None` if there are too many.
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
        };
        let mut count = 0;
        for place in 0..task.order.len() {
            count += runs.add_layers(&Place::of(task, place), tables, groups);
            if count > MOST_ARCS {
                return None;
            }
        }
        for colour in &mut runs.colours {
            colour.finish(task, tables.runs.open);
        }
        Some(runs)
    }

    /// Adds one value to every colour, and says how many arcs that are.
    fn add_layers(
        &mut self,
        at: &Place<'_>,
        tables: &mut Tables<'_>,
        groups: &PricedGroups,
    ) -> usize {
        let mut found: Vec<Vec<(u32, OpenId, ArcKind)>> = Vec::new();
        let mut types = Vec::new();
        for (c, colour) in self.colours.iter().enumerate() {
            let mut arcs = Vec::new();
            for (from, id) in colour.last.iter().enumerate() {
                if arcs.len() > MOST_ARCS {
                    return arcs.len();
                }
                let (from, most) = ((from as u32, *id), groups.most_tiles(at.place, c));
                arcs_from(at, tables, c, from, most, &mut arcs, &mut types);
            }
            found.push(arcs);
        }
        types.sort_unstable();
        types.dedup();
        let most_arrivals = most_arrivals(at.task);
        let mut count = 0;
        for (colour, mut arcs) in self.colours.iter_mut().zip(found) {
            // Runs may arrive from other colours, as many as there are jokers for it.
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
                    return arcs.len();
                }
            }
            count += colour.add_layer(arcs);
        }
        self.arriving.push(types);
        count
    }

    /// Adds the best paths of all colours to the bound, and what they take to `usage`.
    pub(super) fn add_best(
        &mut self,
        task: &Task,
        prices: &Prices,
        mut bound: i64,
        target: Option<i64>,
        usage: &mut Usage,
    ) -> i64 {
        let mut most_of = [DEAD; MAX_COLOURS];
        for (c, colour) in self.colours.iter_mut().enumerate() {
            let mut best: Option<(i64, OpenId, GraphValues)> = None;
            for start in 0..colour.starts.len() {
                let boundary = task.wrap.then_some(colour.starts[start].0);
                let values = colour.values(task, prices, c, boundary);
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
            colour.follow(prices, c, start, &values, usage);
        }
        // What cannot reach the target before the first value is dropped for good.
        if let Some(target) = target {
            for (colour, most) in self.colours.iter_mut().zip(most_of) {
                let reaches = |(_, value): &(OpenId, i64)| bound - most + value >= target;
                colour.starts.retain(reaches);
            }
        }
        bound
    }

    /// These bounds with what follows the open runs of each colour.
    pub(super) fn bounds(
        &self,
        task: &Task,
        prices: &Prices,
        (boundaries, crossings): (&Boundaries, &Crossings),
        mut bounds: Bounds,
    ) -> Bounds {
        let arriving = self.arriving.iter().cloned();
        bounds.arrivals = arriving.zip(prices.arrival.iter().copied()).collect();
        bounds.most_arrivals = most_arrivals(task);
        for (c, colour) in self.colours.iter().enumerate() {
            let ends: Vec<Option<OpenId>> = match boundaries[c] {
                _ if !task.wrap => vec![None],
                Boundary::Fixed(boundary) => vec![Some(boundary)],
                Boundary::Free => crossings[c].iter().copied().map(Some).collect(),
            };
            let mut most: Option<GraphValues> = None;
            for boundary in ends {
                let values = colour.values(task, prices, c, boundary);
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
