//! The driver of both sweeps: the loop over the values, the states kept, and the ends of paths.
//!
//! The sweeps differ in how states are stored, expanded and compared: their [`Kernel`].

use std::ops::Range;

use rummilab_core::MAX_COLOURS;
use smallvec::SmallVec;

use crate::bounds::ByPlace;
use crate::grammar::{
    Boundaries, Closings, Jokers, Keeping, Locks, OpenId, OpenRuns, Task, each_way,
};
use crate::sweep::{
    Coverage, Effort, End, HOPELESS, KEPT_BYTES, Keyed, NONE, StateIndex, keep_promising, keepings,
    shrink,
};

/// A state of a sweep, as far as the driver looks at it.
pub trait SweepState: Keyed {
    /// Upper bound on every path through it.
    fn bound(&self) -> i64;
    /// The open runs of a colour.
    fn open_in(&self, colour: usize) -> OpenId;
    fn used(&self) -> Jokers;
    /// The kept sets that go on.
    fn locks(&self) -> Locks;
    /// Points counted, up to the cap.
    fn points(&self) -> u16;
    /// The index of the boundary of a colour that was open before the first value.
    fn from(&self, colour: usize) -> usize;
    /// The number of the state before it; [`NONE`] before the first value.
    fn parent(&self) -> u32;
}

/// The states of one run and what came of them. The memory is kept between calls.
#[derive(Debug)]
pub struct SweepMemory<S> {
    pub states: Vec<S>,
    pub index: StateIndex,
    kept: Vec<u32>,
    /// The states of a layer while they are brought together by kept sets.
    apart: Vec<S>,
    /// The endings of the last run.
    pub ends: Vec<End>,
    /// States tried since they were last taken.
    pub tried: u64,
    /// The start of the layer, and the bound that its states must reach.
    start: usize,
    pub at_least: i64,
    /// A layer is narrowed to `width` states once there are more than `full` states in all.
    width: usize,
    full: usize,
}

impl<S> Default for SweepMemory<S> {
    fn default() -> SweepMemory<S> {
        SweepMemory {
            states: Vec::new(),
            index: StateIndex::default(),
            kept: Vec::new(),
            apart: Vec::new(),
            ends: Vec::new(),
            tried: 0,
            start: 0,
            at_least: i64::MIN,
            width: usize::MAX,
            full: usize::MAX,
        }
    }
}

impl<S: SweepState> SweepMemory<S> {
    /// The runs of each colour that were open before the first value of the path to a state, and
    /// those that are open in it.
    pub fn ends_of_path(&self, node: u32, colours: usize) -> [[OpenId; MAX_COLOURS]; 2] {
        let end = &self.states[node as usize];
        let mut root = end;
        while root.parent() != NONE {
            root = &self.states[root.parent() as usize];
        }
        let open = |state: &S| {
            let in_colour = |c| if c < colours { state.open_in(c) } else { 0 };
            std::array::from_fn(in_colour)
        };
        [open(root), open(end)]
    }

    /// Releases the memory that only an unusual search needs.
    pub fn trim(&mut self) {
        shrink(&mut self.states, KEPT_BYTES);
        shrink(&mut self.apart, KEPT_BYTES / 4);
        shrink(&mut self.kept, KEPT_BYTES / 16);
        self.index.trim();
    }

    fn narrow(&mut self, start: usize, width: usize) {
        keep_promising(&mut self.states, start, width, &mut self.kept, S::bound);
    }

    /// Begins a layer that is narrowed while it grows.
    fn begin_layer(&mut self, effort: &Effort) {
        self.index.clear();
        self.start = self.states.len();
        self.at_least = effort.at_least;
        self.width = effort.too_many;
        let full = effort.too_many.saturating_mul(HOPELESS);
        self.full = self.start.saturating_add(full);
    }

    /// Adds a state, or a better path to a known one.
    #[inline]
    pub fn insert(&mut self, state: S) {
        self.tried += 1;
        self.index.insert(&mut self.states, state);
        if self.states.len() > self.full {
            self.narrow_early();
        }
    }

    /// Narrows a layer that still grows. Later states must have a larger bound than the worst one
    /// kept.
    #[cold]
    fn narrow_early(&mut self) {
        let start = self.start;
        self.narrow(start, self.width);
        self.index.clear();
        self.index.index(&self.states, start);
        let bounds = self.states[start..].iter().map(S::bound);
        self.at_least = bounds.min().map_or(i64::MAX, |least| least + 1);
    }

    /// Takes the states from `start` on out of the layer. `groups`: their kept sets, and which of
    /// the states taken have them. They keep their order, and so do the groups.
    fn take_apart(&mut self, start: usize, groups: &mut LockGroups) {
        groups.clear();
        let mut group = 0;
        // By state: the number of its group.
        let of_each = &mut self.kept;
        of_each.clear();
        for state in &self.states[start..] {
            let locks = state.locks();
            // Most states have the same as the one before.
            if groups.get(group).is_none_or(|of| of.locks != locks) {
                let known = groups.iter().position(|of| of.locks == locks);
                group = known.unwrap_or(groups.len());
                if known.is_none() {
                    groups.push(LockGroup {
                        locks,
                        states: 0..0,
                    });
                }
            }
            groups[group].states.end += 1;
            of_each.push(group as u32);
        }
        let mut end = 0;
        for group in groups.iter_mut() {
            let begin = end;
            end += group.states.end;
            group.states = begin..begin;
        }
        self.apart.clear();
        self.apart.extend_from_slice(&self.states[start..]);
        for (state, group) in self.states[start..].iter().zip(of_each) {
            let to = &mut groups[*group as usize].states.end;
            self.apart[*to] = *state;
            *to += 1;
        }
        self.states.truncate(start);
    }

    /// Adds the endings of a state after the last value.
    fn close(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        beginning: &Beginning<'_, S>,
        node: usize,
    ) {
        let state = self.states[node];
        let mut closings = Closings::from_elem(state.used(), 1);
        for (colour, starts) in beginning.boundaries.iter().enumerate().take(task.colours) {
            let id = state.open_in(colour);
            if task.wrap {
                let may_end = if beginning.forgotten {
                    starts.iter().any(|start| open.simulates(id, *start))
                } else {
                    open.simulates(id, starts[state.from(colour)])
                };
                if !may_end {
                    return;
                }
                continue;
            }
            closings = each_way(&closings, &open.facts(id).closings, task.jokers);
        }
        self.ends.extend(closings.into_iter().map(|used| End {
            node: node as u32,
            worth: state.worth() + task.worth_of(used - state.used()),
            used,
            points: state.points(),
        }));
    }
}

/// States of a layer whose kept sets that go on are the same. Others never meet them.
#[derive(Debug, Clone)]
struct LockGroup {
    locks: Locks,
    states: Range<usize>,
}

type LockGroups = SmallVec<[LockGroup; 1]>;

/// One value of a sweep with what is kept there.
pub struct Step<'a> {
    /// The task without the tiles of sets that are kept.
    pub task: &'a Task,
    pub place: usize,
    pub keeping: &'a Keeping,
    /// Jokers that later values need, at least.
    pub needed_later: u8,
    /// The states before the value whose kept sets are those of `keeping`.
    pub layer: Range<usize>,
    /// States that are worth more are dropped.
    pub at_most: i64,
    /// The sweep gives up once it has tried more states than this.
    pub stop: u64,
}

/// The parts in which the two sweeps differ.
pub trait Kernel {
    type State: SweepState;

    /// The states, and the runs that are open in them.
    fn memory(&mut self) -> (&mut SweepMemory<Self::State>, &mut OpenRuns);

    /// Adds every successor of the layer to the states; false if the sweep gives up.
    fn expand(&mut self, step: &Step<'_>) -> bool;

    /// Drops the states from `start` on that another one dominates.
    fn drop_dominated(&mut self, task: &Task, start: usize);
}

/// Where a sweep begins.
pub struct Beginning<'a, S> {
    /// The states before the first value.
    pub roots: &'a [S],
    /// By colour: the runs that may be open there. If runs wrap, a path must end with those that it
    /// began with.
    pub boundaries: &'a Boundaries<'a>,
    /// Whether states forget with which runs they began. Then a path may end with any of them.
    pub forgotten: bool,
}

/// Sweeps over the task from these states on. Afterwards the endings are those that are best for
/// their number of jokers and points, among those that are worth enough. `needed`: lower bounds on
/// the jokers laid after each place, and in all.
pub fn sweep<K: Kernel>(
    kernel: &mut K,
    beginning: &Beginning<'_, K::State>,
    task: &Task,
    (needed_after, needed): (ByPlace, u8),
    effort: Effort,
) -> Coverage {
    let (memory, _) = kernel.memory();
    memory.states.clear();
    memory.ends.clear();
    memory.states.extend_from_slice(beginning.roots);
    let no_start = beginning.boundaries[..task.colours]
        .iter()
        .any(|starts| starts.is_empty());
    if no_start || needed > task.jokers.total() {
        return Coverage::Complete;
    }
    let mut layer = 0..beginning.roots.len();
    let stop = memory.tried.saturating_add(effort.max_states);
    let mut without_kept = task.keepable.is_some().then(|| task.clone());
    let first = LockGroup {
        locks: 0,
        states: layer.clone(),
    };
    let mut groups = LockGroups::from_elem(first, 1);
    let mut coverage = Coverage::Complete;
    for (place, needed_later) in needed_after.iter().take(task.order.len()).enumerate() {
        let (memory, _) = kernel.memory();
        memory.begin_layer(&effort);
        let start = memory.start;
        let several = task.keepable.as_ref().map(|sets| {
            let states = &memory.states;
            let groups = groups
                .iter()
                .map(|group| (group.locks, &states[group.states.clone()]));
            keepings(sets, place, groups, effort.most_changed)
        });
        let ways = several.as_deref().unwrap_or(&[Keeping::NOTHING]);
        for keeping in ways {
            let task = match &mut without_kept {
                Some(copy) => {
                    keeping.take_from(task, place, copy);
                    copy
                }
                None => task,
            };
            let step = Step {
                task,
                place,
                keeping,
                needed_later: *needed_later,
                layer: groups[keeping.group].states.clone(),
                at_most: effort.at_most,
                stop,
            };
            if !kernel.expand(&step) {
                return Coverage::GaveUp;
            }
        }
        let (memory, _) = kernel.memory();
        if memory.at_least > effort.at_least {
            coverage = Coverage::Narrowed;
        }
        match &task.keepable {
            None => kernel.drop_dominated(task, start),
            Some(_) => drop_dominated_apart(kernel, task, start, &mut groups),
        }
        let (memory, _) = kernel.memory();
        if memory.states.len() - start > effort.too_many {
            memory.narrow(start, effort.width);
            coverage = Coverage::Narrowed;
        }
        layer = start..memory.states.len();
        if task.keepable.is_none() {
            groups[0].states = layer.clone();
        }
        if layer.is_empty() {
            return coverage;
        }
    }
    let (memory, open) = kernel.memory();
    for node in layer {
        memory.close(task, open, beginning, node);
    }
    coverage
}

/// Brings the states from `start` on together by their kept sets, and drops those that another one
/// dominates.
fn drop_dominated_apart<K: Kernel>(
    kernel: &mut K,
    task: &Task,
    start: usize,
    groups: &mut LockGroups,
) {
    let (memory, _) = kernel.memory();
    memory.take_apart(start, groups);
    for group in groups {
        let (memory, _) = kernel.memory();
        let begin = memory.states.len();
        let states = group.states.clone();
        memory.states.extend_from_slice(&memory.apart[states]);
        kernel.drop_dominated(task, begin);
        let (memory, _) = kernel.memory();
        group.states = begin..memory.states.len();
    }
}
