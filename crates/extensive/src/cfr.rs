//! CFR+ (Tammelin, arXiv:1407.5042): regrets never fall below zero, players update alternately, and
//! the average weights later strategies more.

use crate::{ExtensiveGame, Kind, Player, Strategy, normalise};

/// A run of CFR+ on a game. Its [average](CfrPlus::average) approaches an equilibrium.
#[derive(Debug, Clone)]
pub struct CfrPlus<'g> {
    game: &'g ExtensiveGame,
    iterations: u32,
    /// How much more each move would have won than the strategy, never below 0.
    regrets: Vec<f64>,
    /// The strategy that follows from the regrets.
    current: Strategy,
    /// The weighted sum of the strategies of all iterations.
    sums: Vec<f64>,
}

impl<'g> CfrPlus<'g> {
    /// Starts with the uniform strategy.
    pub fn new(game: &'g ExtensiveGame) -> CfrPlus<'g> {
        CfrPlus {
            game,
            iterations: 0,
            regrets: vec![0.0; game.slots],
            current: game.uniform(),
            sums: vec![0.0; game.slots],
        }
    }

    /// The number of iterations so far.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// One iteration: each player in turn updates against the other's last strategy.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for player in Player::BOTH {
            self.average_in(player);
            self.learn(player);
        }
    }

    /// The average of all strategies. Each is weighted by the number of its iteration, and by how
    /// often the player's own moves lead to the information set.
    pub fn average(&self) -> Strategy {
        self.game
            .strategy(|info_set, number| self.sums[info_set.first + number])
    }

    /// Adds a player's current strategy to the average.
    fn average_in(&mut self, player: Player) {
        let own = self.game.reach(&self.current, player);
        let weight = f64::from(self.iterations);
        for (node, kind) in self.game.kinds.iter().enumerate() {
            let Kind::Decision(info_set) = kind else {
                continue;
            };
            let info_set = &self.game.info_sets[*info_set as usize];
            if info_set.player == player {
                for slot in info_set.slots() {
                    self.sums[slot] += weight * own[node] * self.current.0[slot];
                }
            }
        }
    }

    /// Updates a player's regrets, and the strategy that follows from them.
    fn learn(&mut self, player: Player) {
        let game = self.game;
        let counterfactual = game.reach(&self.current, player.other());
        let values = game.values(&self.current);
        let mut gained = vec![0.0; game.slots];
        for (node, kind) in game.kinds.iter().enumerate() {
            let Kind::Decision(info_set) = kind else {
                continue;
            };
            let info_set = &game.info_sets[*info_set as usize];
            if info_set.player == player {
                let weight = player.sign() * counterfactual[node];
                for (slot, after) in info_set.slots().zip(game.edges_of(node)) {
                    gained[slot] += weight * (values[*after as usize] - values[node]);
                }
            }
        }
        for info_set in game.info_sets.iter().filter(|set| set.player == player) {
            for slot in info_set.slots() {
                self.regrets[slot] = (self.regrets[slot] + gained[slot]).max(0.0);
                self.current.0[slot] = self.regrets[slot];
            }
            normalise(&mut self.current.0[info_set.slots()]);
        }
    }
}
