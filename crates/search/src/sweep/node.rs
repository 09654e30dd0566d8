//! The states of the general sweep, and the hash table that finds them. The order of states comes
//! from their list alone: nothing iterates over the table.

use rummilab_core::MAX_COLOURS;

use crate::grammar::{Jokers, OpenId};

/// No node, no choice.
pub const NONE: u32 = u32::MAX;

/// A state. Of two paths to it only the better one is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StateKey {
    /// The open runs of each colour.
    pub open: [OpenId; MAX_COLOURS],
    /// Jokers used.
    pub used: Jokers,
    /// Points counted, up to the cap of the task.
    pub points: u16,
    /// Own groups laid, where they are counted.
    pub own_groups: u8,
}

impl StateKey {
    fn hash(self) -> usize {
        let [a, b, c, d, e, f] = self.open.map(u64::from);
        // Most rule sets have fewer than 65 536 multisets of open runs. Where there are more, bits
        // overlap.
        let low = a ^ b << 16 ^ c << 32 ^ d << 48;
        let high = e ^ f << 16 ^ u64::from(self.points) << 32 ^ u64::from(self.own_groups) << 60;
        let high = high ^ u64::from(self.used.bits()).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        let mixed = (low ^ high.rotate_left(29)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed ^ mixed >> 29) as usize
    }
}

/// A state with the best path to it.
#[derive(Debug, Clone, Copy)]
pub struct Node {
    pub key: StateKey,
    pub worth: i64,
    /// Upper bound on every path through it.
    pub bound: i64,
    pub parent: u32,
    pub choices: [u32; MAX_COLOURS],
    pub group_index: u16,
    pub group_jokers: Jokers,
}

impl Node {
    /// Before the first value.
    pub fn root(open: [OpenId; MAX_COLOURS]) -> Node {
        Node {
            key: StateKey {
                open,
                used: Jokers::NONE,
                points: 0,
                own_groups: 0,
            },
            worth: 0,
            bound: i64::MAX,
            parent: NONE,
            choices: [NONE; MAX_COLOURS],
            group_index: 0,
            group_jokers: Jokers::NONE,
        }
    }
}

/// Finds the node of a state among those of one value.
#[derive(Debug, Default)]
pub struct Frontier {
    /// Index into the nodes, or [`NONE`]; the length is a power of two.
    slots: Vec<u32>,
    used: Vec<u32>,
}

impl Frontier {
    /// Forgets the last value.
    pub fn clear(&mut self) {
        for slot in self.used.drain(..) {
            self.slots[slot as usize] = NONE;
        }
    }

    /// Adds a state, or a better path to a known one.
    pub fn insert(&mut self, nodes: &mut Vec<Node>, node: Node) {
        if self.used.len() * 2 >= self.slots.len() {
            self.grow(nodes);
        }
        let mask = self.slots.len() - 1;
        let mut slot = node.key.hash() & mask;
        loop {
            match self.slots[slot] {
                NONE => {
                    self.slots[slot] = nodes.len() as u32;
                    self.used.push(slot as u32);
                    nodes.push(node);
                    return;
                }
                known => {
                    let known = &mut nodes[known as usize];
                    if known.key == node.key {
                        if node.worth > known.worth {
                            *known = node;
                        }
                        return;
                    }
                }
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self, nodes: &[Node]) {
        let live: Vec<u32> = self
            .used
            .drain(..)
            .map(|slot| self.slots[slot as usize])
            .collect();
        let len = (self.slots.len() * 2).max(64);
        self.slots.clear();
        self.slots.resize(len, NONE);
        for node in live {
            let mut slot = nodes[node as usize].key.hash() & (len - 1);
            while self.slots[slot] != NONE {
                slot = (slot + 1) & (len - 1);
            }
            self.slots[slot] = node;
            self.used.push(slot as u32);
        }
    }
}
