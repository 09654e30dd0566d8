//! Every choice of rack tiles that can be laid, as a decision diagram.
//!
//! There is one layer a value, and one edge for each number of tiles of every colour.
//!
//! A node is the set of all sweep states that the tiles laid so far allow, without the dominated
//! ones. What can be laid later depends on this set alone. Choices that lead to the same set share
//! one node and all work from there on: some hundred nodes hold thousands of choices. Every node
//! knows how many paths lead on to an ending, and their best score.

use std::ops::Range;

use rummilab_core::{MAX_COLOURS, TileCounts};
use rummilab_solver::Goal;
use rustc_hash::FxHashMap;

use crate::grammar::{Jokers, OpenId, OpenRuns};
use crate::sweep::{KEPT_BYTES, KEPT_STATES, NONE, shrink};

/// A score in the form of [`rummilab_solver::Score`]: the sum of the scores of the tiles.
pub type Points = [i64; 3];

/// The sum of two scores.
pub fn sum(a: Points, b: Points) -> Points {
    [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/// One state of the sweep.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DiagramState {
    /// The open runs of each colour.
    pub open: [OpenId; MAX_COLOURS],
    pub used: Jokers,
    /// Points counted, up to the cap of the task.
    pub points: u16,
    /// Which runs were open before the first value: a number of
    /// [`DiagramTask::before`](super::DiagramTask::before).
    pub before: u16,
    /// Whether a run has room for every joker left over: see
    /// [`runs_take_jokers`](super::DiagramTask::runs_take_jokers).
    pub room: bool,
}

impl DiagramState {
    fn hash(self) -> u64 {
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
    pub fn covers(&self, other: &DiagramState, open: &mut OpenRuns, colours: usize) -> bool {
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

/// The nodes and edges of a diagram.
#[derive(Debug, Default)]
pub struct Diagram {
    nodes: Vec<DiagramNode>,
    states: Vec<DiagramState>,
    edges: Vec<DiagramEdge>,
    options: Vec<RackOption>,
    /// The nodes of the layer in the making by the hash of their states.
    numbers: FxHashMap<u64, u32>,
}

impl Diagram {
    /// Gives back what only an unusual list needs.
    pub fn rest(&mut self) {
        shrink(&mut self.nodes, KEPT_BYTES / 4);
        shrink(&mut self.states, KEPT_BYTES / 4);
        shrink(&mut self.edges, KEPT_BYTES / 4);
        shrink(&mut self.options, KEPT_BYTES / 8);
        if self.numbers.capacity() > KEPT_STATES {
            self.numbers = FxHashMap::default();
        }
    }

    /// Forgets all, and adds the first node, with these states.
    pub fn begin(&mut self, states: impl Iterator<Item = DiagramState>) {
        self.nodes.clear();
        self.states.clear();
        self.edges.clear();
        self.options.clear();
        self.states.extend(states);
        let all = 0..self.states.len() as u32;
        self.nodes.push(DiagramNode::new(all));
    }

    /// Begins the nodes of a layer, and returns the number of the first.
    pub fn begin_layer(&mut self) -> u32 {
        self.numbers.clear();
        self.nodes.len() as u32
    }

    /// Ends a layer: gives its edges, from this one on, to the nodes of the layer before. Returns
    /// the number after its last node.
    pub fn end_layer(&mut self, first_edge: usize) -> u32 {
        // Options are numbered in the order of the list, and so are a node's edges.
        self.edges[first_edge..].sort_unstable_by_key(|edge| (edge.from, edge.option));
        self.link(first_edge);
        self.nodes.len() as u32
    }

    pub fn edges_so_far(&self) -> usize {
        self.edges.len()
    }

    pub fn add_edge(&mut self, from: u32, option: u32, to: u32) {
        self.edges.push(DiagramEdge { from, option, to });
    }

    /// The states of a node.
    pub fn states(&self, node: u32) -> &[DiagramState] {
        let states = &self.nodes[node as usize].states;
        &self.states[states.start as usize..states.end as usize]
    }

    /// The most that the tiles laid until a node and by an option can be worth.
    pub fn most_after(&self, node: u32, option: u32) -> i64 {
        self.nodes[node as usize].most + self.options[option as usize].worth
    }

    /// Adds tiles that edges may lay, and returns their number.
    pub fn push_option(&mut self, goal: &Goal, tiles: TileCounts, worth: i64) -> u32 {
        self.options.push(RackOption {
            tiles,
            score: goal.score(&tiles, 0).0,
            worth,
        });
        self.options.len() as u32 - 1
    }

    /// The node of the layer in the making that has exactly these states, none of them twice.
    /// `most`: the worth of what was laid until there.
    pub fn node_of(&mut self, found: impl Iterator<Item = DiagramState> + Clone, most: i64) -> u32 {
        let hash = found.clone().map(DiagramState::hash);
        let hash = hash.fold(0, u64::wrapping_add);
        let first = self.numbers.get(&hash).copied().unwrap_or(NONE);
        let mut node = first;
        while node != NONE {
            let states = self.states(node);
            let all = states.len() == found.clone().count()
                && found.clone().all(|state| states.contains(&state));
            let of = &mut self.nodes[node as usize];
            if all {
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

    /// Adds the ending, to which the edges from this one on lead. It is the last node.
    pub fn end(&mut self, first_edge: usize) {
        let mut node = DiagramNode::new(0..0);
        node.count = 1;
        node.best = [0; 3];
        self.nodes.push(node);
        self.link(first_edge);
        self.count();
    }

    /// The number that the ending will have.
    pub fn ending(&self) -> u32 {
        self.nodes.len() as u32
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

    /// The number of choices of tiles; laying nothing counts if it is one.
    pub fn choices(&self) -> u64 {
        self.nodes[0].count
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
                    best = best.max(sum(self.options[edge.option as usize].score, to.best));
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
                &self.options[edge.option as usize],
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
