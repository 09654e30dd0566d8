//! The best path with each tile that may be drawn, by packed sweeps that begin just before its
//! value.
//!
//! Up to there the sweep is the one without a draw. Behind the value its states soon are states of
//! that sweep as well. What can follow such a state is worth no more than the best path without a
//! draw, less the way to the state. So a state is dropped if that adds no more than a path already
//! found. A state on the best path itself shows such a path. Most of these sweeps end three values
//! after the drawn tile. Each also bounds what can follow its states, for those that come later.
//!
//! Price: this module. Gain: without it, in a sweep for all tiles at once, `greedy-2` takes 1.7
//! times as long and `jokers` 1.5 (`benches/trials.md`).

use std::ops::Range;

use rummilab_core::MAX_COLOURS;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bounds::{Bounds, ByPlace};
use crate::grammar::{ByColour, OpenRuns, Tables, Task, TileTable};
use crate::sweep::{
    Coverage, Effort, End, KEPT_STATES, Packed, PackedState, SweepMemory, SweepOn, Totals, Trace,
    best_end,
};

/// The memory of these sweeps, kept between calls.
#[derive(Debug, Default)]
pub struct PackedDraws {
    /// Upper bounds on what can follow a state.
    follows: FxHashMap<StateAt, i64>,
    /// By place: the start of the states after it.
    starts: Vec<usize>,
    /// By place: the state after it on the best path.
    on_path: Vec<StateAt>,
}

/// A state after a place: its open runs with the place above them, and its jokers.
type StateAt = (u64, u32);

fn state_at(place: usize, state: &PackedState) -> StateAt {
    // Where no old sets are kept, nothing stands above the open runs.
    let place = (place as u64) << (8 * MAX_COLOURS);
    (state.open | place, state.used.bits())
}

/// The bounds of these sweeps.
pub struct DrawBounds {
    /// What can follow a state before the draw, and after it.
    pub before: Bounds,
    pub after: Bounds,
    /// The least total of interest; `None` if no state is to be dropped for its bound.
    pub least: Option<i64>,
}

/// The best path with a drawn tile.
pub struct DrawnPath {
    pub value: u8,
    pub colour: usize,
    pub end: End,
    pub trace: Trace,
}

/// The path without a draw.
struct BasePath {
    total: i64,
    end: End,
    trace: Trace,
}

/// One question about draws.
pub struct DrawSweeps<'a, 't> {
    pub packed: &'a mut Packed,
    pub draws: &'a mut PackedDraws,
    pub tables: &'a mut Tables<'t>,
    pub totals: Totals<'a>,
    pub bounds: DrawBounds,
    /// Lower bounds on the jokers laid after each place without a draw.
    pub needed_after: ByPlace,
    /// The tiles at hand with one more of each that may be drawn.
    pub with_a_draw: &'a TileTable,
    /// The sweeps give up after this many states.
    pub states: u64,
}

/// The gain of a state on the best path without a draw.
#[derive(Debug, Clone, Copy)]
struct Gain {
    gain: i64,
    place: usize,
    state: usize,
}

impl DrawSweeps<'_, '_> {
    /// The best path with each tile with which it is better than without a draw. `total`: the
    /// largest total without a draw. `None` if a sweep gave up, or if it finds another total.
    pub fn best_paths(mut self, task: &mut Task, total: i64) -> Option<Vec<DrawnPath>> {
        // A drawn tile helps one tile that is short of a joker, as a joker would.
        for needed in &mut self.needed_after {
            *needed = needed.saturating_sub(1);
        }
        let base = self.without_draw(task).filter(|base| base.total == total)?;
        let mut paths = Vec::new();
        for place in (0..task.order.len()).rev() {
            let value = task.order[place];
            let v = usize::from(value);
            let drawn = (0..task.colours).filter(|c| self.with_a_draw[v][*c] > task.may[v][*c]);
            let drawn: SmallVec<[usize; MAX_COLOURS]> = drawn.collect();
            if drawn.is_empty() {
                continue;
            }
            let layer = self.before(task, place)?;
            for colour in drawn {
                paths.extend(self.with_tile(task, place, colour, layer.clone(), &base)?);
            }
        }
        Some(paths)
    }

    /// The effort of a sweep in which states must reach the least total, less `apart`.
    fn effort(&self, apart: i64) -> Effort {
        let least = self.bounds.least.zip(self.totals.above_worth);
        let at_least = least.map_or(i64::MIN, |(least, above)| least - above - apart);
        Effort::FULL.at_least(at_least).limited(self.states)
    }

    /// The sweep without a draw, and its best path.
    fn without_draw(&mut self, task: &Task) -> Option<BasePath> {
        let effort = self.effort(self.bounds.before.draw);
        let draws = &mut *self.draws;
        draws.follows.clear();
        draws.starts.clear();
        draws.on_path.clear();
        self.packed.begin();
        let on = SweepOn {
            places: 0..task.order.len(),
            layer: 0..1,
            needed_after: self.needed_after,
        };
        let mut look = |memory: &mut SweepMemory<PackedState>, place: usize, start: usize| {
            draws.starts.push(start);
            for state in &memory.states[start..] {
                draws.follows.insert(state_at(place, state), -state.worth);
            }
            start
        };
        let bounds = &mut self.bounds.before;
        let coverage = self
            .packed
            .go_on(task, self.tables, bounds, on, effort, &mut look);
        if coverage != Coverage::Complete {
            return None;
        }
        let (total, end) = best_end(&self.packed.memory.ends, self.totals.of)?;
        let mut state = &self.packed.memory.states[end.node as usize];
        for place in (0..task.order.len()).rev() {
            draws.on_path.push(state_at(place, state));
            state = &self.packed.memory.states[state.parent as usize];
        }
        draws.on_path.reverse();
        for follows in draws.follows.values_mut() {
            *follows += end.worth;
        }
        let trace = self.trace(task, &end);
        Some(BasePath { total, end, trace })
    }

    /// The states before a place at which a tile may be drawn.
    fn before(&mut self, task: &mut Task, place: usize) -> Option<Range<usize>> {
        let Some(last) = place.checked_sub(1) else {
            self.packed.back_to(0, 1);
            return Some(0..1);
        };
        let start = |place: usize| match place.checked_sub(1) {
            None => 0,
            Some(before) => self.draws.starts[before],
        };
        let layer = start(last)..self.draws.starts[last];
        self.packed.back_to(last, layer.end);
        let v = usize::from(task.order[place]);
        let may = task.may[v];
        task.may[v] = self.with_a_draw[v];
        let on = SweepOn {
            places: last..place,
            layer: layer.clone(),
            needed_after: self.needed_after,
        };
        let effort = self.effort(self.bounds.before.draw);
        let bounds = &mut self.bounds.before;
        let mut look = |_: &mut SweepMemory<PackedState>, _: usize, start: usize| start;
        let coverage = self
            .packed
            .go_on(task, self.tables, bounds, on, effort, &mut look);
        task.may[v] = may;
        let open = &*self.tables.runs.open;
        self.packed
            .drop_states(layer.end, |state| enough_with_one(task, open, state, &may));
        let end = self.packed.memory.states.len();
        (coverage == Coverage::Complete).then_some(layer.end..end)
    }

    /// The best path with this tile, if it is better than the one without a draw; `None` if the
    /// sweep gave up.
    fn with_tile(
        &mut self,
        task: &mut Task,
        place: usize,
        colour: usize,
        layer: Range<usize>,
        base: &BasePath,
    ) -> Option<Option<DrawnPath>> {
        let value = task.order[place];
        let v = usize::from(value);
        let (must, may) = (task.must[v][colour], task.may[v][colour]);
        // All copies are laid. The sweep does not count those that must be.
        let counted = i64::from(may + 1 - must) * task.worth[v][colour];
        (task.must[v][colour], task.may[v][colour]) = (may + 1, may + 1);
        self.packed.back_to(place, layer.end);
        let on = SweepOn {
            places: place..task.order.len(),
            layer,
            needed_after: self.needed_after,
        };
        let effort = self.effort(counted);
        let draws = &*self.draws;
        let first = on.layer.end;
        let mut best: Option<Gain> = None;
        let mut look = |memory: &mut SweepMemory<PackedState>, place: usize, start: usize| {
            draws.look(
                &mut memory.states,
                (place, start),
                base.end.worth - counted,
                &mut best,
            )
        };
        let bounds = &mut self.bounds.after;
        let coverage = self
            .packed
            .go_on(task, self.tables, bounds, on, effort, &mut look);
        let found = best_end(&self.packed.memory.ends, self.totals.of);
        let gain_found = found.map_or(0, |(total, _)| total + counted - base.total);
        let gain_on_path = best.map_or(0, |best| best.gain);
        let path = match (best, found) {
            (_, Some((_, end))) if gain_found > gain_on_path => Some((end, self.trace(task, &end))),
            (Some(Gain { place, state, .. }), _) => {
                let mut trace = self.trace_to(task, place, state);
                let rest = &base.trace.values[place + 1..];
                trace.values.extend_from_slice(rest);
                trace.in_front = base.trace.in_front;
                Some((base.end, trace))
            }
            _ => None,
        };
        (task.must[v][colour], task.may[v][colour]) = (must, may);
        if coverage != Coverage::Complete {
            return None;
        }
        let most = base.end.worth + gain_found.max(gain_on_path) - counted;
        self.draws.learn(&self.packed.memory.states[first..], most);
        Some(path.map(|(end, trace)| DrawnPath {
            value,
            colour,
            end,
            trace,
        }))
    }

    fn trace(&self, task: &Task, end: &End) -> Trace {
        let Tables {
            runs, rows, groups, ..
        } = &*self.tables;
        self.packed
            .trace(task, runs.continuations, rows, groups, end)
    }

    /// The path to a state after a place.
    fn trace_to(&self, task: &Task, place: usize, state: usize) -> Trace {
        let Tables {
            runs, rows, groups, ..
        } = &*self.tables;
        let tables = (&*runs.continuations, &**rows, &**groups);
        self.packed.trace_to(task, tables, place, state)
    }
}

impl PackedDraws {
    /// Gives back what only unusual draws need.
    pub fn rest(&mut self) {
        if self.follows.capacity() > KEPT_STATES {
            self.follows = FxHashMap::default();
        }
    }

    /// Learns what can follow these states of a sweep, none of which leads to more worth than this.
    fn learn(&mut self, states: &[PackedState], most: i64) {
        for state in states {
            let follows = most - state.worth;
            // Nothing is kept of the old table, so ways are numbered by place.
            let known = self
                .follows
                .entry(state_at(usize::from(state.keeping), state));
            let known = known.or_insert(follows);
            *known = follows.min(*known);
        }
    }

    /// Drops the states of a layer after a draw that add no more to the best path without a draw
    /// than is known. Returns the start of the others. A state on that path stays before them.
    /// `less`: the worth of that path, less what the sweep does not count.
    fn look(
        &self,
        states: &mut Vec<PackedState>,
        (place, start): (usize, usize),
        less: i64,
        best: &mut Option<Gain>,
    ) -> usize {
        let gain = |state: &PackedState| {
            let follows = self.follows.get(&state_at(place, state))?;
            Some(state.worth + follows - less)
        };
        let mut most = best.map_or(0, |best| best.gain);
        let mut first = start;
        let on_path = self.on_path[place];
        let found = states[start..]
            .iter()
            .position(|state| state_at(place, state) == on_path);
        if let Some(at) = found
            && let Some(gain) = gain(&states[start + at])
            && gain > most
        {
            states[start..=start + at].rotate_right(1);
            most = gain;
            *best = Some(Gain {
                gain,
                place,
                state: start,
            });
            first += 1;
        }
        let mut kept = first;
        for i in first..states.len() {
            if gain(&states[i]).is_none_or(|gain| gain > most) {
                states[kept] = states[i];
                kept += 1;
            }
        }
        states.truncate(kept);
        first
    }
}

/// Whether jokers and one drawn tile do for all that open runs need of a value with these tiles.
fn enough_with_one(task: &Task, open: &OpenRuns, state: &PackedState, may: &ByColour) -> bool {
    let missing = |c: usize| {
        let demand = open.facts(state.open_in(c)).demand;
        demand.saturating_sub(may[c])
    };
    let missing: u8 = (0..task.colours).map(missing).sum();
    missing <= (task.jokers - state.used).total() + 1
}
