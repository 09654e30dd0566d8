//! What a player of an equilibrium does on each turn.

use rummilab_bot_api::View;
use rummilab_core::{RuleSet, TileCounts};
use rummilab_extensive::{CfrPlus, ExploreError, ExtensiveGame};
use rustc_hash::FxHashMap;

use super::game::{DeckGame, Ends};
use super::public::{Move, PublicId, PublicTree};
use super::{GameError, fits};

/// The most likely turn of an equilibrium, wherever a player has a choice before the pool is empty.
/// Without chance it can be a little exploitable where the equilibrium mixes:
/// experiments/small-decks has the figures.
#[derive(Debug)]
pub struct Policy {
    public: PublicTree,
    turns: FxHashMap<(PublicId, TileCounts), Move>,
}

impl Policy {
    /// Iterations of CFR+. In the five largest decks of experiments/small-decks the turns after 50
    /// give away as much as those after 200.
    const ITERATIONS: u32 = 100;
    /// The most tiles of a deck that is tried at all.
    const MOST_TILES: usize = 12;

    /// Whether it is worth trying to solve games of this many players under these rules.
    pub fn may_exist(rules: &RuleSet, players: usize) -> bool {
        players == 2 && rules.tile_count() <= Policy::MOST_TILES && fits(rules).is_ok()
    }

    /// Solves the game of two under these rules.
    ///
    /// # Errors
    /// If the game has more than `most_nodes` nodes, or a rack too many plays.
    pub fn of(rules: &RuleSet, most_nodes: usize) -> Result<Policy, ExploreError<GameError>> {
        let mut game = DeckGame::new(rules, Ends::Solved);
        let (graph, infos) = ExtensiveGame::explore(&mut game, most_nodes)?;
        let mut cfr = CfrPlus::new(&graph);
        (0..Policy::ITERATIONS).for_each(|_| cfr.iterate());
        let average = cfr.average();
        let mut turns = FxHashMap::default();
        for ((id, rack), info_set) in infos.into_iter().zip(graph.info_sets()) {
            let place = game.public.place(id).clone();
            let mut choices = game.turns(&place, &rack)?;
            turns.insert(
                (id, rack),
                choices.swap_remove(most_likely(average.of(info_set))),
            );
        }
        let public = game.public;
        Ok(Policy { public, turns })
    }

    /// The turn of this player. `None` where it has no choice to make, as it can go out, or the
    /// pool is empty.
    pub fn turn(&self, view: &View<'_>) -> Option<&Move> {
        let id = self.public.reached(view.history)?;
        self.turns.get(&(id, view.rack))
    }
}

/// The index of the first of the largest probabilities.
fn most_likely(odds: &[f64]) -> usize {
    let mut best = 0;
    for (at, chance) in odds.iter().enumerate() {
        if *chance > odds[best] {
            best = at;
        }
    }
    best
}
