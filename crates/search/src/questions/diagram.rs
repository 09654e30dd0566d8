//! Every choice of rack tiles that can be laid, as a decision diagram.
//!
//! Each layer is a value; each edge lays some number of rack tiles of that value in every colour.
//! The last edges lay jokers and lead to the terminal.
//!
//! A node is the set of sweep states that the tiles laid so far can reach, without dominated ones:
//! the subset construction. What can be laid later depends on this set alone. Choices that lead to
//! the same set share one node and all later work: some hundred nodes hold thousands of choices.
//! Every node knows the number of paths from it to the terminal, and their best score.

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
    /// The runs assumed open before the first value: an index into
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

    /// Whether it dominates `other`: it can lay whatever `other` can lay later.
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

/// The states that the tiles laid so far can reach, without dominated ones.
#[derive(Debug, Clone)]
struct DiagramNode {
    states: Range<u32>,
    /// The next node of the layer with the same hash.
    next_in_bucket: u32,
    /// Its edges, in the order of the list of plays.
    edges: Range<u32>,
    /// The largest worth of a path to this node.
    most: i64,
    /// The number of paths from here to the terminal.
    count: u64,
    /// The best score of these paths.
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
    /// For the layer under construction: the latest node with each hash of its states.
    buckets: FxHashMap<u64, u32>,
}

impl Diagram {
    /// Releases the memory that only an unusual list needs.
    pub fn trim(&mut self) {
        shrink(&mut self.nodes, KEPT_BYTES / 4);
        shrink(&mut self.states, KEPT_BYTES / 4);
        shrink(&mut self.edges, KEPT_BYTES / 4);
        shrink(&mut self.options, KEPT_BYTES / 8);
        if self.buckets.capacity() > KEPT_STATES {
            self.buckets = FxHashMap::default();
        }
    }

    /// Clears the diagram and adds the root, with these states.
    pub fn begin(&mut self, states: impl Iterator<Item = DiagramState>) {
        self.nodes.clear();
        self.states.clear();
        self.edges.clear();
        self.options.clear();
        self.states.extend(states);
        let all = 0..self.states.len() as u32;
        self.nodes.push(DiagramNode::new(all));
    }

    /// Begins a layer, and returns the number of its first node.
    pub fn begin_layer(&mut self) -> u32 {
        self.buckets.clear();
        self.nodes.len() as u32
    }

    /// Ends a layer: assigns its edges, from `first_edge` on, to the nodes of the layer before.
    /// Returns the number after its last node.
    pub fn end_layer(&mut self, first_edge: usize) -> u32 {
        // Options are numbered in the order of the list of plays, which edges need, too.
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

    /// The largest worth of a path to a node and one edge of this option.
    pub fn most_after(&self, node: u32, option: u32) -> i64 {
        self.nodes[node as usize].most + self.options[option as usize].worth
    }

    /// Adds an option for edges to lay these tiles, and returns its number.
    pub fn push_option(&mut self, goal: &Goal, tiles: TileCounts, worth: i64) -> u32 {
        self.options.push(RackOption {
            tiles,
            score: goal.score(&tiles, 0).0,
            worth,
        });
        self.options.len() as u32 - 1
    }

    /// Finds or adds the node of this layer with exactly these states, all different. `most` is the
    /// worth of a path to it.
    pub fn node_of(&mut self, found: impl Iterator<Item = DiagramState> + Clone, most: i64) -> u32 {
        let hash = found.clone().map(DiagramState::hash);
        let hash = hash.fold(0, u64::wrapping_add);
        let first = self.buckets.get(&hash).copied().unwrap_or(NONE);
        let mut node = first;
        while node != NONE {
            let states = self.states(node);
            let same = states.len() == found.clone().count()
                && found.clone().all(|state| states.contains(&state));
            let known = &mut self.nodes[node as usize];
            if same {
                known.most = known.most.max(most);
                return node;
            }
            node = known.next_in_bucket;
        }
        let start = self.states.len() as u32;
        self.states.extend(found);
        let mut node = DiagramNode::new(start..self.states.len() as u32);
        node.next_in_bucket = first;
        node.most = most;
        let number = self.nodes.len() as u32;
        self.nodes.push(node);
        self.buckets.insert(hash, number);
        number
    }

    /// Adds the terminal as the last node, to which the edges from `first_edge` on lead.
    pub fn add_terminal(&mut self, first_edge: usize) {
        let mut node = DiagramNode::new(0..0);
        node.count = 1;
        node.best = [0; 3];
        self.nodes.push(node);
        self.link(first_edge);
        self.count();
    }

    /// The number that the terminal will have.
    pub fn terminal(&self) -> u32 {
        self.nodes.len() as u32
    }

    /// Assigns the edges from `first` on, which are sorted by node, to the nodes that they leave.
    fn link(&mut self, first: usize) {
        let mut start = first;
        for bucket in self.edges[first..].chunk_by(|a, b| a.from == b.from) {
            let end = start + bucket.len();
            self.nodes[bucket[0].from as usize].edges = start as u32..end as u32;
            start = end;
        }
    }

    /// The number of choices, with the empty one if it is legal.
    pub fn choices(&self) -> u64 {
        self.nodes[0].count
    }

    /// Counts the paths from every node to the terminal, and finds their best score.
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

    /// Whether a node is the terminal.
    pub fn is_terminal(&self, node: u32) -> bool {
        node as usize + 1 == self.nodes.len()
    }

    /// The edges of a node that can reach the terminal, in the order of the list of plays: tiles,
    /// their score, the next node, and the best score from there on.
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
            next_in_bucket: NONE,
            edges: 0..0,
            most: 0,
            count: 0,
            best: [i64::MIN; 3],
        }
    }
}
