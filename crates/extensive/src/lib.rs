//! Two-player zero-sum games in extensive form that fit into memory: CFR+ solves them, and best
//! responses are exact. A game is [explored](ExtensiveGame::explore) from a [`Source`], which gives
//! the successors of each state.
//!
//! States that can be reached in several ways are one node if the source says that they are equal.
//! So a source may forget the order in which a player drew tiles, and the graph is smaller than the
//! tree. This changes neither values nor best responses, as long as the forgotten order affects
//! neither later events nor their probabilities. (Such games are well formed in the sense of
//! Lanctot et al., ICML 2012. Up to a factor their regrets are those of the tree, and regret
//! matching ignores factors.)
//!
//! An internal room of the crate `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! ```
//! use rummilab_extensive::{CfrPlus, ExtensiveGame, Next, Player, Source};
//!
//! /// Matching pennies, the second coin hidden from the first.
//! struct Pennies;
//!
//! impl Source for Pennies {
//!     type State = Vec<u8>;
//!     type Info = usize;
//!     type Error = std::convert::Infallible;
//!
//!     fn begin(&mut self) -> Result<Vec<(f64, Vec<u8>)>, Self::Error> {
//!         Ok(vec![(1.0, Vec::new())])
//!     }
//!
//!     fn next(&mut self, coins: &Vec<u8>) -> Result<Next<Vec<u8>, usize>, Self::Error> {
//!         let with = |coin| [coins.as_slice(), &[coin]].concat();
//!         Ok(match coins[..] {
//!             [first, second] => Next::End(if first == second { 1.0 } else { -1.0 }),
//!             _ => Next::Decision {
//!                 player: [Player::First, Player::Second][coins.len()],
//!                 info: coins.len(), // nothing is seen of the other's coin
//!                 moves: vec![with(0), with(1)],
//!             },
//!         })
//!     }
//! }
//!
//! let (game, _) = ExtensiveGame::explore(&mut Pennies, 100)?;
//! let mut cfr = CfrPlus::new(&game);
//! (0..100).for_each(|_| cfr.iterate());
//! let found = game.exploitability(&cfr.average());
//! assert!(found.value.abs() < 0.01 && found.mean() < 0.02);
//! # Ok::<(), rummilab_extensive::ExploreError<std::convert::Infallible>>(())
//! ```

mod cfr;
mod explore;
mod response;

pub use cfr::CfrPlus;
pub use explore::{ExploreError, Next, Source};
pub use response::Exploitability;

/// One of the two players.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Player {
    /// The player whose payoffs are given.
    First,
    /// The player who wins the first player's losses.
    Second,
}

impl Player {
    /// Both players.
    pub const BOTH: [Player; 2] = [Player::First, Player::Second];

    /// The other player.
    #[must_use]
    pub const fn other(self) -> Player {
        match self {
            Player::First => Player::Second,
            Player::Second => Player::First,
        }
    }

    /// 1 for the first player, -1 for the second: the factor that turns payoffs of the first player
    /// into those of this one.
    pub const fn sign(self) -> f64 {
        match self {
            Player::First => 1.0,
            Player::Second => -1.0,
        }
    }
}

/// The kind of a node.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Kind {
    /// The game is over, with this payoff of the first player.
    End(f64),
    /// Chance decides. The index of its first entry in the list of odds.
    Chance(u32),
    /// A player decides in this information set.
    Decision(u32),
}

/// An information set: nodes that the player to move cannot tell apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InfoSet {
    /// The player who decides.
    pub player: Player,
    /// The number of moves.
    pub moves: usize,
    /// The index of its first move in a [`Strategy`].
    pub first: usize,
}

impl InfoSet {
    /// The indices of its moves in a [`Strategy`].
    pub fn slots(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.moves
    }
}

/// A game as a graph in layers. Every edge leads to a later layer, and an information set lies
/// within one layer.
#[derive(Debug, Clone, Default)]
pub struct ExtensiveGame {
    /// The kinds of the nodes, in the order of the layers.
    kinds: Vec<Kind>,
    /// The index of the first edge of each node, and the end of the last one's.
    first_edge: Vec<u32>,
    /// The node to which each edge leads.
    edges: Vec<u32>,
    /// The probabilities of the edges of chance nodes.
    odds: Vec<f64>,
    info_sets: Vec<InfoSet>,
    /// The first node and the first information set of each layer.
    layers: Vec<(usize, usize)>,
    slots: usize,
}

/// A probability for each move of each information set. Those of a set add up to 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Strategy(Vec<f64>);

impl Strategy {
    /// The probabilities of the moves in an information set.
    pub fn of(&self, info_set: &InfoSet) -> &[f64] {
        &self.0[info_set.slots()]
    }
}

impl ExtensiveGame {
    /// The number of nodes.
    pub fn nodes(&self) -> usize {
        self.kinds.len()
    }

    /// The information sets, in the order of discovery.
    pub fn info_sets(&self) -> &[InfoSet] {
        &self.info_sets
    }

    /// Every move with the same probability.
    pub fn uniform(&self) -> Strategy {
        self.strategy(|info_set, _| 1.0 / info_set.moves as f64)
    }

    /// The strategy with these weights; `weight` gets the number of a move in its information set.
    /// Weights of an information set are scaled to the sum 1; if all are 0, every move gets the
    /// same.
    pub fn strategy(&self, mut weight: impl FnMut(&InfoSet, usize) -> f64) -> Strategy {
        let mut weights = vec![0.0; self.slots];
        for info_set in &self.info_sets {
            for number in 0..info_set.moves {
                weights[info_set.first + number] = weight(info_set, number);
            }
            normalise(&mut weights[info_set.slots()]);
        }
        Strategy(weights)
    }

    fn edges_of(&self, node: usize) -> &[u32] {
        &self.edges[self.first_edge[node] as usize..self.first_edge[node + 1] as usize]
    }

    /// The nodes and the information sets of each layer, the first layer first.
    fn layers(
        &self,
    ) -> impl DoubleEndedIterator<Item = (std::ops::Range<usize>, std::ops::Range<usize>)> {
        let ends = self.layers.iter().skip(1).copied();
        let ends = ends.chain([(self.kinds.len(), self.info_sets.len())]);
        let both = self.layers.iter().zip(ends.collect::<Vec<_>>());
        both.map(|(begin, end)| (begin.0..end.0, begin.1..end.1))
    }
}

/// Scales weights to the sum 1; if all are 0, each becomes the same.
fn normalise(weights: &mut [f64]) {
    let sum: f64 = weights.iter().sum();
    let even = 1.0 / weights.len() as f64;
    for weight in weights {
        *weight = if sum > 0.0 { *weight / sum } else { even };
    }
}
