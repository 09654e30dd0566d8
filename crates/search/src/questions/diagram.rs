//! Every choice of rack tiles that can be laid, as a decision diagram.
//!
//! There is one layer a value, and one edge for each number of tiles of every colour.
//!
//! A node is the set of all sweep states that the tiles laid so far allow, without the dominated
//! ones. What can be laid later depends on this set alone. Choices that lead to the same set share
//! one node and all work from there on: some hundred nodes hold thousands of choices.
//!
//! If every run has room for all jokers left over, a state with a run dominates those that used
//! more jokers. Every node knows how many paths lead on to an ending, and their best score.
//!
//! If only the best choices are wanted, states whose upper bound is too low are left out. Then the
//! diagram holds every choice of at least the worth asked for, and some of the others.

use std::ops::Range;

use rummilab_core::{JokerKind, MAX_COLOURS, RuleSet, Tile, TileCounts};
use rummilab_solver::Goal;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::bounds::Bounds;
use crate::grammar::{
    ByColour, Closings, Jokers, OpenId, OpenRuns, Place, TESTS, Tables, Task, each_way,
};
use crate::questions::TooLarge;
use crate::sweep::{Expander, KEPT_BYTES, KEPT_STATES, NONE, Successor, shrink};

/// A score in the form of [`rummilab_solver::Score`]: the sum of the scores of the tiles.
pub type Points = [i64; 3];

/// The sum of two scores.
pub fn sum(a: Points, b: Points) -> Points {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// One state of the sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DiagramState {
    /// The open runs of each colour.
    open: [OpenId; MAX_COLOURS],
    used: Jokers,
    /// Points counted, up to the cap of the task.
    points: u16,
    /// Which runs were open before the first value: a number of [`DiagramTask::before`].
    before: u16,
    /// Whether a run has room for every joker left over ([`DiagramTask::runs_take_jokers`]).
    room: bool,
}

impl DiagramState {
    fn hash(&self) -> u64 {
        let mut hash = u64::from(self.used.bits()) << 32
            | u64::from(self.points) << 16
            | u64::from(self.before) << 1
            | u64::from(self.room);
        for open in self.open {
            hash = (hash.rotate_left(23) ^ u64::from(open)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        }
        hash ^ hash >> 31
    }

    /// Whether it can do all that another one can, in whatever is laid later.
    fn covers(&self, other: &DiagramState, open: &mut OpenRuns, colours: usize) -> bool {
        let jokers = if self.room {
            self.used.within(other.used)
        } else {
            self.used == other.used && !other.room
        };
        jokers
            && self.before == other.before
            && self.points >= other.points
            && (0..colours).all(|c| open.simulates(self.open[c], other.open[c]))
    }
}

/// A state of the node in the making.
#[derive(Debug, Clone, Copy)]
struct FoundState {
    /// A bit test: whatever covers the state has all of its bits (`Simulators::can`).
    can: u64,
    state: DiagramState,
}

impl FoundState {
    fn covers(&self, other: &FoundState, open: &mut OpenRuns, colours: usize) -> bool {
        self.can & other.can == other.can && self.state.covers(&other.state, open, colours)
    }
}

/// All states that the tiles laid so far allow.
#[derive(Debug, Clone)]
struct DiagramNode {
    states: Range<u32>,
    /// The next node of the layer with the same hash.
    same: u32,
    /// Its edges, in the order of the list of plays.
    edges: Range<u32>,
    /// The most that the tiles laid so far can be worth.
    most: i64,
    /// The number of choices that lead from here to an ending.
    count: u64,
    /// The best score of these.
    best: Points,
}

/// A choice of tiles of one value, or of jokers at the end.
#[derive(Debug, Clone, Copy)]
struct DiagramEdge {
    from: u32,
    option: u32,
    to: u32,
}

/// The tiles that a choice lays, and their score.
#[derive(Debug, Clone, Copy)]
struct RackOption {
    tiles: TileCounts,
    score: Points,
    /// Their worth in the task.
    worth: i64,
}

/// The limits of a diagram that need not hold all choices.
pub struct Wanted {
    /// Upper bounds on what can follow, from a relaxation of the task.
    pub bounds: Bounds,
    /// Choices of number tiles worth less are left out.
    pub at_least: i64,
}

/// The input of a diagram.
pub struct DiagramTask<'a> {
    pub rules: &'a RuleSet,
    pub goal: &'a Goal,
    /// Tiles that must be used: the table. Tiles that may be used are the rack's on top.
    pub task: &'a mut Task,
    /// The jokers that must be used.
    pub jokers: Jokers,
    /// Points that sets must reach, if the task counts them.
    pub points: u16,
    /// Whether every run has room for all jokers that nothing needs, if the sweep lays needed ones
    /// only.
    pub runs_take_jokers: bool,
    /// The combinations of runs that may be open before the first value, the empty one first.
    pub before: &'a [[OpenId; MAX_COLOURS]],
    /// The number of states that may be looked at.
    pub work: u64,
    pub best: Option<Wanted>,
}

/// A diagram, and the memory to make the next one.
#[derive(Debug, Default)]
pub struct Diagram {
    nodes: Vec<DiagramNode>,
    states: Vec<DiagramState>,
    edges: Vec<DiagramEdge>,
    laid: Vec<RackOption>,
    expander: Expander,
    /// The states after one state and value.
    successors: Vec<Successor>,
    /// The nodes of the next layer by the hash of their states.
    numbers: FxHashMap<u64, u32>,
    /// The states of the node in the making.
    found: Vec<FoundState>,
    /// Whether the bits of [`FoundState`] are known: there are few multisets of open runs.
    tests: bool,
    /// By place: nodes whose states are between the values there.
    layers: Vec<Range<u32>>,
    tried: u64,
    /// The diagram is too large once more states than this were tried.
    stop: u64,
    /// Choices worth less are left out.
    at_least: i64,
}

impl Diagram {
    /// Gives back what only an unusual list needs.
    pub fn rest(&mut self) {
        shrink(&mut self.nodes, KEPT_BYTES / 4);
        shrink(&mut self.states, KEPT_BYTES / 4);
        shrink(&mut self.edges, KEPT_BYTES / 4);
        shrink(&mut self.laid, KEPT_BYTES / 8);
        shrink(&mut self.successors, KEPT_BYTES / 8);
        if self.numbers.capacity() > KEPT_STATES {
            self.numbers = FxHashMap::default();
        }
        self.expander.rest();
    }

    /// States looked at since the last call of this.
    pub fn take_tried(&mut self) -> u64 {
        std::mem::take(&mut self.tried)
    }

    /// Makes the diagram of a task.
    pub fn make(
        &mut self,
        wanted: &mut DiagramTask<'_>,
        tables: &mut Tables<'_>,
    ) -> Result<(), TooLarge> {
        self.nodes.clear();
        self.states.clear();
        self.edges.clear();
        self.laid.clear();
        self.layers.clear();
        self.stop = self.tried.saturating_add(wanted.work);
        for (i, open) in wanted.before.iter().enumerate() {
            self.states.push(DiagramState {
                open: *open,
                used: Jokers::NONE,
                points: 0,
                before: i as u16,
                room: false,
            });
        }
        self.nodes
            .push(DiagramNode::new(0..self.states.len() as u32));
        self.layers.push(0..1);
        let (mut bounds, at_least) = match wanted.best.take() {
            Some(best) => (best.bounds, best.at_least),
            None => (Bounds::none(), i64::MIN),
        };
        self.at_least = at_least;
        self.tests = tables.runs.open.fit_a_byte();
        for place in 0..wanted.task.order.len() {
            self.add_layer(wanted, tables, &mut bounds, place)?;
        }
        self.add_jokers(wanted, tables.runs.open);
        self.count();
        Ok(())
    }

    /// The number of choices of tiles; laying nothing counts if it is one.
    pub fn choices(&self) -> u64 {
        self.nodes[0].count
    }

    /// Adds the value at one place: all choices of its rack tiles from every node.
    fn add_layer(
        &mut self,
        wanted: &mut DiagramTask<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        place: usize,
    ) -> Result<(), TooLarge> {
        let value = wanted.task.order[place];
        let v = usize::from(value);
        let (must, may) = (wanted.task.must[v], wanted.task.may[v]);
        let from = self.layers[place].clone();
        let first_node = self.nodes.len() as u32;
        let first_edge = self.edges.len();
        self.numbers.clear();
        self.expander.clear();
        let at = Place::of(wanted.task, place);
        self.expander.begin(&at, tables.groups, &may);
        // The most of the first colour first.
        let mut chosen = may;
        loop {
            wanted.task.must[v] = chosen;
            wanted.task.may[v] = chosen;
            let option = self.add_option(wanted, value, &must, &chosen);
            self.lay(wanted, tables, bounds, place, option, from.clone());
            if self.tried > self.stop {
                break;
            }
            let Some(last) = (0..wanted.task.colours).rposition(|c| chosen[c] > must[c]) else {
                break;
            };
            chosen[last] -= 1;
            chosen[last + 1..].copy_from_slice(&may[last + 1..]);
        }
        (wanted.task.must[v], wanted.task.may[v]) = (must, may);
        let edges = &mut self.edges[first_edge..];
        // Options are numbered in the order of the list, and so are a node's edges.
        edges.sort_unstable_by_key(|edge| (edge.from, edge.option));
        self.link(first_edge);
        self.layers.push(first_node..self.nodes.len() as u32);
        if self.tried > self.stop {
            return Err(TooLarge);
        }
        Ok(())
    }

    /// Gives the nodes their edges, which begin at this one.
    fn link(&mut self, first: usize) {
        let mut start = first;
        for bucket in self.edges[first..].chunk_by(|a, b| a.from == b.from) {
            let end = start + bucket.len();
            self.nodes[bucket[0].from as usize].edges = start as u32..end as u32;
            start = end;
        }
    }

    fn add_option(
        &mut self,
        wanted: &DiagramTask<'_>,
        value: u8,
        table: &ByColour,
        chosen: &ByColour,
    ) -> u32 {
        let colours = wanted.rules.colours().iter();
        let tiles = colours
            .zip(chosen.iter().zip(table))
            .flat_map(|(colour, (n, must))| {
                let tile = Tile::number(*colour, value).into_iter();
                tile.flat_map(move |tile| std::iter::repeat_n(tile, usize::from(n - must)))
            });
        let each = wanted.task.worth[usize::from(value)].iter();
        let more = chosen
            .iter()
            .zip(table)
            .map(|(n, must)| i64::from(n - must));
        let worth = each.zip(more).map(|(worth, n)| worth * n).sum();
        self.push_option(wanted.goal, tiles.collect(), worth)
    }

    fn push_option(&mut self, goal: &Goal, tiles: TileCounts, worth: i64) -> u32 {
        self.laid.push(RackOption {
            tiles,
            score: goal.score(&tiles, 0).0,
            worth,
        });
        self.laid.len() as u32 - 1
    }

    /// Lays exactly the tiles of the task at this place from each of these nodes.
    fn lay(
        &mut self,
        wanted: &DiagramTask<'_>,
        tables: &mut Tables<'_>,
        bounds: &mut Bounds,
        place: usize,
        option: u32,
        from: Range<u32>,
    ) {
        let task = &*wanted.task;
        let at = Place::of(task, place);
        self.expander.lay(&at, tables.groups, bounds);
        let later = bounds.groups_from(place + 1);
        for node in from {
            if self.tried > self.stop {
                return;
            }
            let before = &self.nodes[node as usize];
            let most = before.most + self.laid[option as usize].worth;
            self.found.clear();
            for state in before.states.clone() {
                let state = self.states[state as usize];
                let left = task.jokers - state.used;
                let mut successors = std::mem::take(&mut self.successors);
                successors.clear();
                let least = match self.at_least {
                    i64::MIN => i64::MIN,
                    at_least => at_least - most - later - bounds.price(left),
                };
                let before = (&state.open, left);
                self.expander
                    .expand(&at, tables, bounds, before, least, &mut successors);
                for one in &successors {
                    self.add_state(wanted, tables.runs.open, &state, one);
                    // A single node may have enough states to take seconds.
                    if self.tried > self.stop {
                        break;
                    }
                }
                self.successors = successors;
                if self.tried > self.stop {
                    return;
                }
            }
            if !self.found.is_empty() {
                let to = self.node_of_found(most);
                self.edges.push(DiagramEdge {
                    from: node,
                    option,
                    to,
                });
            }
        }
    }

    /// Adds a state to the node in the making, unless another one can do all that it can.
    fn add_state(
        &mut self,
        wanted: &DiagramTask<'_>,
        open: &mut OpenRuns,
        before: &DiagramState,
        successors: &Successor,
    ) {
        let task = &*wanted.task;
        let points = before.points.saturating_add(successors.points);
        let after = DiagramState {
            open: successors.open,
            used: before.used + successors.used,
            points: points.min(task.points_cap),
            before: before.before,
            room: before.room || (wanted.runs_take_jokers && successors.open != [0; MAX_COLOURS]),
        };
        if self.tests && open.learn_simulators() {
            // Only bits of the same tests can be compared.
            for known in &mut self.found {
                known.can = can(open, &known.state.open[..task.colours]);
            }
        }
        let after = FoundState {
            can: if self.tests {
                can(open, &after.open[..task.colours])
            } else {
                0
            },
            state: after,
        };
        let found = &mut self.found;
        // Comparing with many is more work than finding a state.
        self.tried += 1 + found.len() as u64 / 16;
        if found
            .iter()
            .any(|known| known.covers(&after, open, task.colours))
        {
            return;
        }
        found.retain(|known| !after.covers(known, open, task.colours));
        found.push(after);
    }

    /// The node of the next layer that has exactly the states found. `most`: the worth of what was
    /// laid until there.
    fn node_of_found(&mut self, most: i64) -> u32 {
        let found = self.found.iter().map(|found| &found.state);
        let hashes = found.clone().map(DiagramState::hash);
        let hash = hashes.fold(self.found.len() as u64, u64::wrapping_add);
        let first = self.numbers.get(&hash).copied().unwrap_or(NONE);
        let mut node = first;
        while node != NONE {
            let of = &self.nodes[node as usize];
            let states = &self.states[of.states.start as usize..of.states.end as usize];
            // Neither holds a state twice.
            let all = states.len() == self.found.len()
                && found.clone().all(|state| states.contains(state));
            if all {
                let of = &mut self.nodes[node as usize];
                of.most = of.most.max(most);
                return node;
            }
            node = of.same;
        }
        let start = self.states.len() as u32;
        self.states.extend(found);
        let mut node = DiagramNode::new(start..self.states.len() as u32);
        node.same = first;
        node.most = most;
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.numbers.insert(hash, number);
        number
    }

    /// Adds the edges from the last layer to the ending: which jokers of the rack are laid.
    fn add_jokers(&mut self, wanted: &DiagramTask<'_>, open: &mut OpenRuns) {
        let Some(last) = self.layers.last().cloned() else {
            return;
        };
        let end = self.nodes.len() as u32;
        let first_edge = self.edges.len();
        let mut options: SmallVec<[(Jokers, u32); 8]> = SmallVec::new();
        for node in last {
            let mut closings: SmallVec<[Jokers; 8]> = SmallVec::new();
            for state in self.nodes[node as usize].states.clone() {
                let state = self.states[state as usize];
                if state.points >= wanted.points {
                    close(wanted, open, &state, &mut closings);
                }
            }
            closings.retain(|used| wanted.jokers.within(*used));
            // The most jokers of the first kind first.
            closings.sort_unstable_by_key(|used| std::cmp::Reverse(used.by_kind()));
            closings.dedup();
            for used in closings {
                let jokers = used - wanted.jokers;
                let numbers = options.iter().find(|(of, _)| *of == jokers);
                let option = match numbers {
                    Some((_, option)) => *option,
                    None => {
                        let tiles = jokers.kinds().map(Tile::joker).collect();
                        let option = self.push_option(wanted.goal, tiles, 0);
                        options.push((jokers, option));
                        option
                    }
                };
                self.edges.push(DiagramEdge {
                    from: node,
                    option,
                    to: end,
                });
            }
        }
        let mut node = DiagramNode::new(0..0);
        node.count = 1;
        node.best = [0; 3];
        self.nodes.push(node);
        self.link(first_edge);
    }

    /// Counts the paths from every node to the ending, and finds the best score.
    fn count(&mut self) {
        for node in (0..self.nodes.len() - 1).rev() {
            let (mut count, mut best) = (0_u64, [i64::MIN; 3]);
            for edge in self.nodes[node].edges.clone() {
                let edge = self.edges[edge as usize];
                let to = &self.nodes[edge.to as usize];
                if to.count > 0 {
                    count = count.saturating_add(to.count);
                    best = best.max(sum(self.laid[edge.option as usize].score, to.best));
                }
            }
            (self.nodes[node].count, self.nodes[node].best) = (count, best);
        }
    }

    /// The node before the first value.
    pub const ROOT: u32 = 0;

    /// Whether a node is the ending.
    pub fn is_end(&self, node: u32) -> bool {
        node as usize + 1 == self.nodes.len()
    }

    /// The edges of a node that reach the ending, in the order of the list of plays. Each has its
    /// tiles and score, where it leads, and the best score from there on.
    pub fn edges(&self, node: u32) -> impl Iterator<Item = (&TileCounts, Points, u32, Points)> {
        let edges = self.nodes[node as usize].edges.clone();
        let edges = self.edges[edges.start as usize..edges.end as usize].iter();
        edges.filter_map(|edge| {
            let (laid, to) = (
                &self.laid[edge.option as usize],
                &self.nodes[edge.to as usize],
            );
            (to.count > 0).then_some((&laid.tiles, laid.score, edge.to, to.best))
        })
    }
}

impl DiagramNode {
    fn new(states: Range<u32>) -> DiagramNode {
        DiagramNode {
            states,
            same: NONE,
            edges: 0..0,
            most: 0,
            count: 0,
            best: [i64::MIN; 3],
        }
    }
}

/// What these open runs simulate, colour by colour, as far as it fits.
#[inline]
fn can(open: &OpenRuns, ids: &[OpenId]) -> u64 {
    let bits = (64 / ids.len()).min(TESTS);
    let of = |(c, id): (usize, &OpenId)| {
        (u64::from(open.simulators(*id).can) & ((1 << bits) - 1)) << (bits * c)
    };
    ids.iter().enumerate().map(of).sum()
}

/// Every number of jokers with which all runs of a state are finished after the last value.
fn close(
    wanted: &DiagramTask<'_>,
    open: &mut OpenRuns,
    state: &DiagramState,
    closings: &mut SmallVec<[Jokers; 8]>,
) {
    let colours = wanted.task.colours;
    if wanted.task.wrap {
        let before = &wanted.before[usize::from(state.before)];
        if (0..colours).all(|c| open.simulates(state.open[c], before[c])) {
            closings.push(state.used);
        }
        return;
    }
    let mut sums = Closings::from_elem(state.used, 1);
    for id in &state.open[..colours] {
        sums = each_way(&sums, &open.facts(*id).closings, wanted.task.jokers);
    }
    for used in sums {
        closings.push(used);
        if state.room {
            let spare = (wanted.task.jokers - used).get(JokerKind::Classic);
            let classic = Jokers::one(JokerKind::Classic);
            let mut more = used;
            for _ in 0..spare {
                more = more + classic;
                closings.push(more);
            }
        }
    }
}
