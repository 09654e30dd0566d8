//! Which states of one value are kept: not those that another one can imitate at no loss. Refuses to add states.

use std::cmp::Reverse;

use crate::layer::{Key, Node};
use crate::open::OpenRuns;
use crate::task::Task;

/// So many states of a value are not worth comparing.
const FEW: usize = 3;
/// More states than this are first compared with those that differ in one colour, which is quicker.
const SOME: usize = 256;
/// More states than this that are left are not compared each with each.
const MANY: usize = 1500;

/// The memory for comparing.
#[derive(Debug, Default)]
pub struct Dominance {
    /// States of a value by worth, and those that are kept.
    order: Vec<u32>,
    kept: Vec<u32>,
    ranks: Vec<(Reverse<i64>, u8, u32)>,
    /// What those that are kept are known by, in the order of comparing.
    keys: Vec<(u8, Key)>,
}

impl Dominance {
    /// Drops the nodes from `start` on that another one can imitate at no loss.
    pub fn drop(&mut self, task: &Task, open: &mut OpenRuns, nodes: &mut Vec<Node>, start: usize) {
        if nodes.len() - start <= FEW {
            return;
        }
        if nodes.len() - start > SOME {
            self.drop_neighbours(task, open, nodes, start);
        }
        if nodes.len() - start > MANY {
            return;
        }
        let layer = &nodes[start..];
        let rank =
            |(i, node): (usize, &Node)| (Reverse(node.worth), node.key.used.total(), i as u32);
        self.ranks.clear();
        self.ranks.extend(layer.iter().enumerate().map(rank));
        self.ranks.sort_unstable();
        self.kept.clear();
        self.keys.clear();
        for (.., i) in &self.ranks {
            let key = &layer[*i as usize].key;
            let open_runs = key.open[..task.colours].iter();
            let runs: u8 = open_runs.map(|id| open.facts(*id).runs).sum();
            let dominated = self.keys.iter().any(|(others, other)| {
                // Every run needs an imitator of its own.
                *others >= runs
                    && task.spares(other.used, key.used)
                    && other.points >= key.points
                    && other.own_groups <= key.own_groups
                    && (0..task.colours).all(|c| open.imitates(other.open[c], key.open[c]))
            });
            if !dominated {
                self.kept.push(*i);
                self.keys.push((runs, *key));
            }
        }
        self.keep_only(nodes, start);
    }

    /// Drops nodes that another one can imitate at no loss and that differs from them in one colour at most: where there
    /// are too many to compare each with each.
    fn drop_neighbours(
        &mut self,
        task: &Task,
        open: &mut OpenRuns,
        nodes: &mut Vec<Node>,
        start: usize,
    ) {
        for colour in 0..task.colours {
            let layer = &nodes[start..];
            let others = |i: &u32| {
                let mut open = layer[*i as usize].key.open;
                open[colour] = 0;
                open
            };
            self.order.clear();
            self.order.extend(0..layer.len() as u32);
            let rank = |i: &u32| {
                let node = &layer[*i as usize];
                (others(i), Reverse(node.worth), node.key.used.total(), *i)
            };
            self.order.sort_unstable_by_key(rank);
            self.kept.clear();
            for bucket in self.order.chunk_by(|a, b| others(a) == others(b)) {
                let first = self.kept.len();
                for i in bucket {
                    let key = &layer[*i as usize].key;
                    let dominated = self.kept[first..].iter().any(|k| {
                        let other = &layer[*k as usize].key;
                        task.spares(other.used, key.used)
                            && other.points >= key.points
                            && other.own_groups <= key.own_groups
                            && open.imitates(other.open[colour], key.open[colour])
                    });
                    if !dominated {
                        self.kept.push(*i);
                    }
                }
            }
            self.keep_only(nodes, start);
        }
    }

    /// Keeps the nodes from `start` on that promise most.
    pub fn keep_promising(&mut self, nodes: &mut Vec<Node>, start: usize, width: usize) {
        let layer = &nodes[start..];
        let promise = |i: &u32| (Reverse(layer[*i as usize].bound), *i);
        self.kept.clear();
        self.kept.extend(0..layer.len() as u32);
        self.kept.sort_unstable_by_key(promise);
        self.kept.truncate(width);
        self.keep_only(nodes, start);
    }

    /// Keeps the nodes from `start` on that are listed as kept.
    fn keep_only(&mut self, nodes: &mut Vec<Node>, start: usize) {
        self.kept.sort_unstable();
        for (to, from) in self.kept.iter().enumerate() {
            nodes[start + to] = nodes[start + *from as usize];
        }
        nodes.truncate(start + self.kept.len());
    }
}
