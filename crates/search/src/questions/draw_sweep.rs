//! One sweep for every tile that may be drawn.

use std::ops::Range;

use rummilab_core::{MAX_COLOURS, RuleSet, Tile, TileCounts};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bounds::DEAD;
use crate::grammar::{ByColour, Closings, Jokers, NOTHING, OpenId, Place, Tables, Task, each_way};
use crate::questions::{LaidJokers, SharedPlays, TooLarge};
use crate::sweep::{
    Dominance, DrawBounds, Expander, KEPT_BYTES, KEPT_STATES, Node, PackedDraws, StateIndex,
    StateKey, Successor, Trace, attach_jokers, build_sets, shrink,
};

/// States and arcs after draws: a larger graph costs more than plain repetition. Set
/// by hand, not tuned.
const MOST_STATES_AND_ARCS: usize = 60_000;

/// The memory for draws, kept between calls.
#[derive(Debug, Default)]
pub struct DrawsMemory {
    expander: Expander,
    successors: Vec<Successor>,
    /// The states without a draw.
    nodes: Vec<Node>,
    index: StateIndex,
    dominance: Dominance,
    /// The states after a draw, value by value.
    tails: Vec<Tail>,
    arcs: Vec<TailArc>,
    starts: Vec<DrawStart>,
    /// The states after a draw behind one value.
    numbers: FxHashMap<StateKey, u32>,
    pub(super) packed: PackedDraws,
    pub(super) tried: u64,
}

impl DrawsMemory {
    /// Gives back what only unusual draws need.
    pub fn rest(&mut self) {
        shrink(&mut self.nodes, KEPT_BYTES / 4);
        shrink(&mut self.tails, KEPT_BYTES / 4);
        shrink(&mut self.arcs, KEPT_BYTES / 4);
        shrink(&mut self.starts, KEPT_BYTES / 8);
        shrink(&mut self.successors, KEPT_BYTES / 8);
        self.index.rest();
        self.dominance.rest();
        if self.numbers.capacity() > KEPT_STATES {
            self.numbers = FxHashMap::default();
        }
        self.expander.rest();
        self.packed.rest();
    }
}

/// A state after a draw.
#[derive(Debug, Clone)]
struct Tail {
    state: StateKey,
    /// The largest worth of a path to it.
    most: i64,
    arcs: Range<u32>,
    /// The largest worth of a path from it on, and its first arc.
    value: i64,
    best: u32,
    /// Behind the last value: the jokers used in the end.
    used: Jokers,
}

/// An arc from one state after a draw to the next.
#[derive(Debug, Clone, Copy)]
struct TailArc {
    worth: i64,
    to: u32,
    choices: [u32; MAX_COLOURS],
    group_index: u16,
    group_jokers: Jokers,
}

/// An arc that draws a tile: from a state without a draw to one with it.
#[derive(Debug, Clone, Copy)]
struct DrawStart {
    colour: u8,
    value: u8,
    node: u32,
    arc: TailArc,
}

/// The sweep with draws.
pub struct DrawSweep<'a> {
    pub(super) memory: &'a mut DrawsMemory,
    pub(super) rules: &'a RuleSet,
    pub(super) jokers: LaidJokers,
    /// The least worth at which a play with a drawn tile is of interest.
    pub(super) least: i64,
    pub(super) unseen: &'a TileCounts,
    pub(super) tables: Tables<'a>,
    pub(super) bounds: DrawBounds,
}

impl DrawSweep<'_> {
    pub(super) fn run(&mut self, task: &mut Task) -> Result<(), TooLarge> {
        let memory = &mut *self.memory;
        memory.expander.clear();
        memory.nodes.clear();
        memory.tails.clear();
        memory.arcs.clear();
        memory.starts.clear();
        memory.nodes.push(Node::root([0; MAX_COLOURS]));
        let (mut layer, mut tails) = (0..1, 0..0);
        for place in 0..task.order.len() {
            self.memory.numbers.clear();
            let first_tail = self.memory.tails.len();
            self.begin(task, place);
            self.follow(task, place, tails);
            self.draw(task, place, layer.clone());
            layer = self.go_on(task, place, layer);
            tails = first_tail..self.memory.tails.len();
            let memory = &*self.memory;
            if memory.arcs.len() + memory.starts.len() + memory.nodes.len() > MOST_STATES_AND_ARCS {
                return Err(TooLarge);
            }
        }
        self.close(task, tails);
        self.look_back();
        Ok(())
    }

    /// The kinds of this value that may be drawn, by colour index.
    fn drawn(&self, value: u8) -> SmallVec<[usize; MAX_COLOURS]> {
        let colours = self.rules.colours().iter().enumerate();
        let unseen = colours.filter(|(_, colour)| self.unseen.number_count(**colour, value) > 0);
        unseen.map(|(c, _)| c).collect()
    }

    /// Gets ready for the value at this place, of which a tile may be drawn.
    fn begin(&mut self, task: &Task, place: usize) {
        let at = Place::of(task, place);
        let most = self.with_a_draw(task, at.value);
        self.memory.expander.begin(&at, self.tables.groups, &most);
    }

    /// The tiles of a value, and one more of each that may be drawn.
    fn with_a_draw(&self, task: &Task, value: u8) -> ByColour {
        let mut tiles = task.may[usize::from(value)];
        for colour in self.drawn(value) {
            tiles[colour] = (tiles[colour] + 1).min(self.rules.copies);
        }
        tiles
    }

    /// Draws every tile of the value at this place in turn, and lays all copies of it.
    fn draw(&mut self, task: &mut Task, place: usize, layer: Range<usize>) {
        let value = task.order[place];
        let v = usize::from(value);
        for colour in self.drawn(value) {
            let (must, may) = (task.must[v][colour], task.may[v][colour]);
            if may >= self.rules.copies {
                continue;
            }
            // The worth of all copies. The task does not count those that must lie.
            let worth = i64::from(may + 1 - must) * task.worth[v][colour];
            (task.must[v][colour], task.may[v][colour]) = (may + 1, may + 1);
            let at = Place::of(task, place);
            let groups = &mut *self.tables.groups;
            self.memory.expander.lay(&at, groups, &self.bounds.after);
            for node in layer.clone() {
                let Node { key, .. } = self.memory.nodes[node];
                let before = self.memory.nodes[node].worth + worth;
                self.expand(&at, &key, before, |memory, arc| {
                    memory.starts.push(DrawStart {
                        colour: colour as u8,
                        value,
                        node: node as u32,
                        arc: TailArc {
                            worth: before + arc.worth,
                            ..arc
                        },
                    });
                });
            }
            (task.must[v][colour], task.may[v][colour]) = (must, may);
        }
    }

    /// Goes on from the states that were reached with a draw.
    fn follow(&mut self, task: &Task, place: usize, tails: Range<usize>) {
        let at = Place::of(task, place);
        let groups = &mut *self.tables.groups;
        self.memory.expander.lay(&at, groups, &self.bounds.after);
        for tail in tails {
            let Tail { state, most, .. } = self.memory.tails[tail];
            let first = self.memory.arcs.len() as u32;
            self.expand(&at, &state, most, |memory, arc| {
                memory.arcs.push(arc);
            });
            self.memory.tails[tail].arcs = first..self.memory.arcs.len() as u32;
        }
    }

    /// Every successor that may be of interest. `before`: the best worth of the state.
    fn expand(
        &mut self,
        at: &Place<'_>,
        state: &StateKey,
        before: i64,
        mut push: impl FnMut(&mut DrawsMemory, TailArc),
    ) {
        let task = at.task;
        let left = task.jokers - state.used;
        let (tables, bounds) = (&mut self.tables, &mut self.bounds.after);
        let others = bounds.groups_from(at.place + 1) + bounds.price(left) + self.jokers.most();
        let memory = &mut *self.memory;
        let mut successors = std::mem::take(&mut memory.successors);
        successors.clear();
        let (open, least) = (&state.open, self.least - before - others);
        memory
            .expander
            .expand(at, tables, bounds, (open, left), least, &mut successors);
        memory.tried += successors.len() as u64;
        for one in &successors {
            let used = state.used + one.used;
            let most = before + one.worth;
            let points = state.points.saturating_add(one.points);
            let to = memory.tail(StateKey {
                open: one.open,
                used,
                locks: 0,
                points: points.min(task.points_cap),
                own_groups: 0,
                from: [0; MAX_COLOURS],
            });
            let best = &mut memory.tails[to as usize].most;
            *best = (*best).max(most);
            let arc = TailArc {
                worth: one.worth,
                to,
                choices: one.choices,
                group_index: one.group_index,
                group_jokers: one.group_jokers,
            };
            push(memory, arc);
        }
        memory.successors = successors;
    }

    /// The sweep without a draw, which knows that the next value may have more tiles.
    fn go_on(&mut self, task: &mut Task, place: usize, layer: Range<usize>) -> Range<usize> {
        let Some(next) = task.order.get(place + 1).copied() else {
            return 0..0;
        };
        let may = task.may[usize::from(next)];
        task.may[usize::from(next)] = self.with_a_draw(task, next);
        let memory = &mut *self.memory;
        memory.index.clear();
        let bounds = &mut self.bounds.before;
        let later = bounds.groups_from(place + 1) + bounds.draw + self.jokers.most();
        let start = memory.nodes.len();
        let at = Place::of(task, place);
        let tiles = &task.may[usize::from(at.value)];
        memory.expander.begin(&at, self.tables.groups, tiles);
        memory.expander.lay(&at, self.tables.groups, bounds);
        for parent in layer {
            let Node { key, worth, .. } = memory.nodes[parent];
            let left = task.jokers - key.used;
            memory.successors.clear();
            let (open, successors) = (&key.open, &mut memory.successors);
            let tables = &mut self.tables;
            let least = self.least - worth - later - bounds.price(left);
            memory
                .expander
                .expand(&at, tables, bounds, (open, left), least, successors);
            memory.tried += memory.successors.len() as u64;
            for one in &memory.successors {
                // A tile that is drawn and jokers must do for all that is missing.
                let open = &*self.tables.runs.open;
                let runs = one.open.iter().zip(may).take(task.colours);
                let missing =
                    |(id, tiles): (&OpenId, u8)| open.facts(*id).demand.saturating_sub(tiles);
                let missing: u8 = runs.map(missing).sum();
                if missing > (left - one.used).total() + 1 {
                    continue;
                }
                let points = key.points.saturating_add(one.points);
                let node = Node {
                    key: StateKey {
                        open: one.open,
                        used: key.used + one.used,
                        locks: 0,
                        points: points.min(task.points_cap),
                        own_groups: 0,
                        from: [0; MAX_COLOURS],
                    },
                    worth: worth + one.worth,
                    bound: 0,
                    parent: parent as u32,
                    choices: one.choices,
                    group_index: one.group_index,
                    group_jokers: one.group_jokers,
                    kept: 0,
                };
                memory.index.insert(&mut memory.nodes, node);
            }
        }
        let nodes = &mut memory.nodes;
        let open = &mut *self.tables.runs.open;
        memory.dominance.drop(task, open, &NOTHING, nodes, start);
        task.may[usize::from(next)] = may;
        start..memory.nodes.len()
    }

    /// The worth of the states after the last value.
    fn close(&mut self, task: &Task, tails: Range<usize>) {
        let open = &*self.tables.runs.open;
        for tail in tails {
            let StateKey {
                open: runs,
                used,
                points,
                ..
            } = self.memory.tails[tail].state;
            let mut sums = Closings::from_elem(used, 1);
            for id in &runs[..task.colours] {
                sums = each_way(&sums, &open.facts(*id).closings, task.jokers);
            }
            // Among equals the fewest jokers come first, so that the others find room.
            sums.sort_unstable_by_key(|sum| (sum.total(), *sum));
            for sum in sums {
                let Some(more) = self.jokers.ending(sum, points) else {
                    continue;
                };
                let value = more + task.worth_of(sum - used);
                let tail = &mut self.memory.tails[tail];
                if value > tail.value {
                    (tail.value, tail.used) = (value, sum);
                }
            }
        }
    }

    /// The worth of a path from every state with a draw on, from the last value to the first.
    fn look_back(&mut self) {
        let DrawsMemory { tails, arcs, .. } = &mut *self.memory;
        for tail in (0..tails.len()).rev() {
            for i in tails[tail].arcs.clone() {
                let arc = &arcs[i as usize];
                let to = &tails[arc.to as usize];
                let (value, used) = (arc.worth + to.value, to.used);
                let better = value > tails[tail].value;
                if to.value > DEAD / 2 && better {
                    let tail = &mut tails[tail];
                    (tail.value, tail.best, tail.used) = (value, i, used);
                }
            }
        }
    }

    /// The sets of the best path with each tile that makes a better play.
    pub(super) fn best_plays(&mut self, task: &Task) -> SharedPlays {
        let mut best: Vec<(Tile, i64, DrawStart)> = Vec::new();
        for start in &self.memory.starts {
            let to = &self.memory.tails[start.arc.to as usize];
            let total = start.arc.worth + to.value;
            if to.value <= DEAD / 2 || total < self.least {
                continue;
            }
            let colour = self.rules.colours()[usize::from(start.colour)];
            let Some(tile) = Tile::number(colour, start.value) else {
                continue;
            };
            // The starts of one tile are side by side.
            match best.last_mut() {
                Some((of, most, best_start)) if *of == tile => {
                    if total > *most {
                        (*most, *best_start) = (total, *start);
                    }
                }
                _ => best.push((tile, total, *start)),
            }
        }
        let sets = best.into_iter().map(|(tile, _, start)| {
            let (trace, used) = self.trace(task, &start);
            let (open, groups) = (&*self.tables.runs.open, &mut *self.tables.groups);
            let sets = build_sets(self.rules, task, open, groups, None, &trace);
            let spare = self.jokers.laid(used) - used;
            let sets = sets.and_then(|sets| attach_jokers(self.rules, sets, spare));
            (tile, sets)
        });
        SharedPlays(sets.collect())
    }

    /// The best path that draws a tile here, and the jokers used in the end.
    fn trace(&self, task: &Task, start: &DrawStart) -> (Trace, Jokers) {
        let memory = &*self.memory;
        let mut values = Vec::with_capacity(task.order.len());
        let traced = |place: usize, choices: &[u32; MAX_COLOURS], groups| {
            let value = task.order[place];
            memory.expander.trace(task.colours, value, choices, groups)
        };
        let drawn = task.order.iter().position(|value| *value == start.value);
        let mut place = drawn.unwrap_or(0);
        let mut node = &memory.nodes[start.node as usize];
        for before in (0..place).rev() {
            let groups = (node.group_index, node.group_jokers);
            values.push(traced(before, &node.choices, groups));
            node = &memory.nodes[node.parent as usize];
        }
        values.reverse();
        let mut arc = &start.arc;
        loop {
            let groups = (arc.group_index, arc.group_jokers);
            values.push(traced(place, &arc.choices, groups));
            place += 1;
            let tail = &memory.tails[arc.to as usize];
            if place == task.order.len() {
                let trace = Trace {
                    values,
                    before: [0; MAX_COLOURS],
                    in_front: tail.used - tail.state.used,
                    kept: Vec::new(),
                };
                return (trace, tail.used);
            }
            arc = &memory.arcs[tail.best as usize];
        }
    }
}

impl DrawsMemory {
    /// The number of a state after a draw.
    fn tail(&mut self, state: StateKey) -> u32 {
        let tails = &mut self.tails;
        *self.numbers.entry(state).or_insert_with(|| {
            tails.push(Tail {
                state,
                most: DEAD,
                arcs: 0..0,
                value: DEAD,
                best: 0,
                used: state.used,
            });
            tails.len() as u32 - 1
        })
    }
}
