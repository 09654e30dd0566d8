//! Values of strategies, and exact best responses to them.

use crate::{ExtensiveGame, Kind, Player, Strategy};

/// How far a pair of strategies is from an equilibrium.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Exploitability {
    /// The first player's payoff if both follow their strategy.
    pub value: f64,
    /// For each player, the payoff of a best response against the other's strategy.
    pub responses: [f64; 2],
}

impl Exploitability {
    /// The total gain of both players by best responses (OpenSpiel's `nash_conv`): 0 in an
    /// equilibrium.
    pub fn sum(&self) -> f64 {
        self.responses.iter().sum()
    }

    /// The mean gain of the two players (OpenSpiel's `exploitability`).
    pub fn mean(&self) -> f64 {
        self.sum() / 2.0
    }

    /// Lower and upper bound on the value of the game: the payoff that the first player can
    /// guarantee, and the payoff to which the second can limit it.
    pub fn bounds(&self) -> [f64; 2] {
        [-self.responses[1], self.responses[0]]
    }
}

impl ExtensiveGame {
    /// The first player's payoff if both follow this strategy.
    pub fn value(&self, strategy: &Strategy) -> f64 {
        self.values(strategy)[0]
    }

    /// How far this strategy of both players is from an equilibrium, measured by exact best
    /// responses.
    pub fn exploitability(&self, strategy: &Strategy) -> Exploitability {
        Exploitability {
            value: self.value(strategy),
            responses: Player::BOTH.map(|player| self.best_response(strategy, player)),
        }
    }

    /// The largest payoff of this player if the other follows the strategy.
    pub fn best_response(&self, strategy: &Strategy, player: Player) -> f64 {
        let reach = self.reach(strategy, player.other());
        let mut values = vec![0.0; self.nodes()];
        let mut totals = vec![0.0; self.slots];
        for (nodes, info_sets) in self.layers().rev() {
            for node in nodes.clone() {
                let own = match self.kinds[node] {
                    Kind::Decision(info_set) => {
                        let info_set = &self.info_sets[info_set as usize];
                        (info_set.player == player).then_some(info_set)
                    }
                    _ => None,
                };
                match own {
                    None => values[node] = self.value_of(node, strategy, &values),
                    Some(info_set) => {
                        for (slot, after) in info_set.slots().zip(self.edges_of(node)) {
                            totals[slot] += player.sign() * reach[node] * values[*after as usize];
                        }
                    }
                }
            }
            let best: Vec<usize> = self.info_sets[info_sets.clone()]
                .iter()
                .map(|info_set| first_of_most(&totals[info_set.slots()]))
                .collect();
            for node in nodes {
                if let Kind::Decision(info_set) = self.kinds[node]
                    && self.info_sets[info_set as usize].player == player
                {
                    let chosen = best[info_set as usize - info_sets.start];
                    values[node] = values[self.edges_of(node)[chosen] as usize];
                }
            }
        }
        player.sign() * values[0]
    }

    /// The value of each node to the first player if both follow this strategy.
    pub(super) fn values(&self, strategy: &Strategy) -> Vec<f64> {
        let mut values = vec![0.0; self.nodes()];
        for node in (0..self.nodes()).rev() {
            values[node] = self.value_of(node, strategy, &values);
        }
        values
    }

    fn value_of(&self, node: usize, strategy: &Strategy, values: &[f64]) -> f64 {
        let edges = self.edges_of(node);
        let weights = match self.kinds[node] {
            Kind::End(payoff) => return payoff,
            Kind::Chance(first) => &self.odds[first as usize..],
            Kind::Decision(info_set) => strategy.of(&self.info_sets[info_set as usize]),
        };
        let parts = edges.iter().zip(weights);
        parts
            .map(|(after, weight)| weight * values[*after as usize])
            .sum()
    }

    /// The reach of each node if chance and this player follow the strategy and every move of the
    /// other has probability 1.
    pub(super) fn reach(&self, strategy: &Strategy, player: Player) -> Vec<f64> {
        let mut reach = vec![0.0; self.nodes()];
        reach[0] = 1.0;
        for node in 0..self.nodes() {
            let (here, edges) = (reach[node], self.edges_of(node));
            if here == 0.0 {
                continue;
            }
            let weights = match self.kinds[node] {
                Kind::End(_) => continue,
                Kind::Chance(first) => Some(&self.odds[first as usize..]),
                Kind::Decision(info_set) => {
                    let info_set = &self.info_sets[info_set as usize];
                    (info_set.player == player).then(|| strategy.of(info_set))
                }
            };
            for (at, after) in edges.iter().enumerate() {
                let weight = weights.map_or(1.0, |weights| weights[at]);
                reach[*after as usize] += here * weight;
            }
        }
        reach
    }
}

/// The index of the first of the largest numbers.
fn first_of_most(totals: &[f64]) -> usize {
    let mut best = 0;
    for (at, total) in totals.iter().enumerate() {
        if *total > totals[best] {
            best = at;
        }
    }
    best
}
