//! Builds the graph of a game, layer by layer, from a source of successor states.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::{ExtensiveGame, InfoSet, Kind, Player};

/// What follows a state.
#[derive(Debug, Clone, PartialEq)]
pub enum Next<S, I> {
    /// The game ends, with this payoff of the first player.
    End(f64),
    /// A chance node: states with their probabilities.
    Chance(Vec<(f64, S)>),
    /// A decision of the player to move.
    Decision {
        /// The player to move.
        player: Player,
        /// The information of this player.
        info: I,
        /// The state after each move. All states of an information set list their moves in the same
        /// order.
        moves: Vec<S>,
    },
}

impl<S, I> Next<S, I> {
    /// The same with states of another kind.
    pub fn map<T>(self, mut to: impl FnMut(S) -> T) -> Next<T, I> {
        match self {
            Next::End(payoff) => Next::End(payoff),
            Next::Chance(outcomes) => {
                let mapped = outcomes.into_iter().map(|(odds, state)| (odds, to(state)));
                Next::Chance(mapped.collect())
            }
            Next::Decision {
                player,
                info,
                moves,
            } => Next::Decision {
                player,
                info,
                moves: moves.into_iter().map(to).collect(),
            },
        }
    }
}

/// A game, described state by state.
pub trait Source {
    /// A state of the game. Equal states become one node.
    type State: Clone + Eq + Hash;
    /// The information of the player to move. It must determine how many steps the game has had.
    type Info: Clone + Eq + Hash;
    /// Why the game cannot be described.
    type Error;

    /// The states in which the game may begin, with their probabilities.
    ///
    /// # Errors
    /// If the game cannot be described.
    fn begin(&mut self) -> Result<Vec<(f64, Self::State)>, Self::Error>;

    /// What follows a state.
    ///
    /// # Errors
    /// If the game cannot be described.
    fn next(&mut self, state: &Self::State) -> Result<Next<Self::State, Self::Info>, Self::Error>;
}

/// Why there is no graph.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ExploreError<E> {
    /// The source failed.
    #[error(transparent)]
    Source(#[from] E),
    /// The game has more nodes than the given number.
    #[error("the game has more than {0} nodes")]
    TooLarge(usize),
    /// A decision without moves, or a chance node without outcomes.
    #[error("node {0} has nothing to go on with")]
    NoMove(usize),
    /// Nodes of one information set differ in their number of moves or in their player.
    #[error("node {0} is in an information set with another player or other moves")]
    Uneven(usize),
}

/// The most nodes of any game: numbers of nodes, and of the more numerous edges, have 32 bits.
const MOST_NODES: usize = 1 << 28;

impl ExtensiveGame {
    /// The graph of the game, and the player's information in each information set.
    ///
    /// # Errors
    /// [`ExploreError`]: an error of the source, or more than `most` nodes.
    #[allow(
        clippy::type_complexity,
        reason = "both parts are named in the first line"
    )]
    pub fn explore<S: Source>(
        source: &mut S,
        most: usize,
    ) -> Result<(ExtensiveGame, Vec<S::Info>), ExploreError<S::Error>> {
        let mut exploration = Exploration::<S>::new(most.min(MOST_NODES));
        let begin = source.begin()?;
        exploration.open_layer();
        exploration.add(Next::Chance(begin))?;
        while !exploration.coming.is_empty() {
            let layer = exploration.open_layer();
            for state in layer {
                let next = source.next(&state)?;
                exploration.add(next)?;
            }
        }
        let mut game = exploration.game;
        game.first_edge.push(game.edges.len() as u32);
        Ok((game, exploration.infos))
    }
}

/// A graph under construction.
struct Exploration<S: Source> {
    most: usize,
    game: ExtensiveGame,
    infos: Vec<S::Info>,
    /// States of the next layer, in the order of discovery.
    coming: Vec<S::State>,
    /// Node numbers of these states.
    nodes: FxHashMap<S::State, u32>,
    /// First node of the next layer.
    next_layer: usize,
    /// Numbers of the information sets of this layer.
    info_sets: FxHashMap<S::Info, u32>,
}

impl<S: Source> Exploration<S> {
    fn new(most: usize) -> Exploration<S> {
        Exploration {
            most,
            game: ExtensiveGame::default(),
            infos: Vec::new(),
            coming: Vec::new(),
            nodes: FxHashMap::default(),
            next_layer: 0,
            info_sets: FxHashMap::default(),
        }
    }

    /// Moves on to the next layer, and returns its states.
    fn open_layer(&mut self) -> Vec<S::State> {
        let begin = (self.game.kinds.len(), self.game.info_sets.len());
        self.game.layers.push(begin);
        self.nodes.clear();
        self.info_sets.clear();
        let states = std::mem::take(&mut self.coming);
        self.next_layer = begin.0 + states.len().max(1);
        states
    }

    /// Adds the next node of the layer.
    fn add(&mut self, next: Next<S::State, S::Info>) -> Result<(), ExploreError<S::Error>> {
        let node = self.game.kinds.len();
        if node >= self.most {
            return Err(ExploreError::TooLarge(self.most));
        }
        self.game.first_edge.push(self.game.edges.len() as u32);
        let kind = match next {
            Next::End(payoff) => Kind::End(payoff),
            Next::Chance(outcomes) if !outcomes.is_empty() => {
                let first = self.game.odds.len() as u32;
                for (odds, state) in outcomes {
                    self.game.odds.push(odds);
                    self.edge(state);
                }
                Kind::Chance(first)
            }
            Next::Decision {
                player,
                info,
                moves,
            } if !moves.is_empty() => {
                let number = self.info_set(player, info, moves.len());
                let number = number.ok_or(ExploreError::Uneven(node))?;
                moves.into_iter().for_each(|state| self.edge(state));
                Kind::Decision(number)
            }
            _ => return Err(ExploreError::NoMove(node)),
        };
        self.game.kinds.push(kind);
        Ok(())
    }

    /// An edge to this state of the next layer.
    fn edge(&mut self, state: S::State) {
        let new = (self.next_layer + self.coming.len()) as u32;
        let node = match self.nodes.get(&state) {
            Some(node) => *node,
            None => {
                self.coming.push(state.clone());
                self.nodes.insert(state, new);
                new
            }
        };
        self.game.edges.push(node);
    }

    /// The number of this information set; `None` if it is known with another player or number of
    /// moves.
    fn info_set(&mut self, player: Player, info: S::Info, moves: usize) -> Option<u32> {
        if let Some(number) = self.info_sets.get(&info) {
            let known = &self.game.info_sets[*number as usize];
            return ((known.player, known.moves) == (player, moves)).then_some(*number);
        }
        let number = self.game.info_sets.len() as u32;
        self.game.info_sets.push(InfoSet {
            player,
            moves,
            first: self.game.slots,
        });
        self.game.slots += moves;
        self.infos.push(info.clone());
        self.info_sets.insert(info, number);
        Some(number)
    }
}
