//! CFR+ (Tammelin, arXiv:1407.5042): regrets that never fall below zero, one player after the
//! other, and the mean of the strategies with weights that grow.

use super::{ExtensiveGame, Kind, Player, Strategy, normalise};

/// A run of CFR+ on a game. The [average](CfrPlus::average) comes close to an equilibrium.
#[derive(Debug, Clone)]
pub struct CfrPlus<'g> {
    game: &'g ExtensiveGame,
    iterations: u32,
    /// What each move would have won more than the strategy, never below 0.
    regrets: Vec<f64>,
    /// The strategy that follows from the regrets.
    current: Strategy,
    /// The strategies of all iterations by their weights.
    sums: Vec<f64>,
}

impl<'g> CfrPlus<'g> {
    /// Begins with the uniform strategy.
    pub fn new(game: &'g ExtensiveGame) -> CfrPlus<'g> {
        CfrPlus {
            game,
            iterations: 0,
            regrets: vec![0.0; game.slots],
            current: game.uniform(),
            sums: vec![0.0; game.slots],
        }
    }

    /// How many iterations there were.
    pub fn iterations(&self) -> u32 {
        self.iterations
    }

    /// One iteration: both players in turn learn against the other's last strategy.
    pub fn iterate(&mut self) {
        self.iterations += 1;
        for player in Player::BOTH {
            self.average_in(player);
            self.learn(player);
        }
    }

    /// The mean of all strategies, by the number of their iteration and by how often the player's
    /// own moves lead to the information set.
    pub fn average(&self) -> Strategy {
        self.game
            .strategy(|info_set, number| self.sums[info_set.first + number])
    }

    /// Adds a player's current strategy to the mean.
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

    /// Adds up a player's regrets, and follows them.
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
