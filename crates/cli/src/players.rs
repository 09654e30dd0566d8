//! A judge of turns that asks the solver what an opening is worth, and nothing else.

use rummilab_core::{CouldPlay, Position, RuleSet, TileCounts, Unanswered};
use rummilab_runs::judge;
use rummilab_solver::Solver;

/// Says what tiles are worth as an opening under one rule system, the only thing that a judge of turns must ask.
pub struct OpeningJudge {
    /// The rules, but for how jokers come free: that is no matter of own sets, and solvers refuse to plan with it.
    rules: RuleSet,
    solver: Box<dyn Solver>,
}

impl OpeningJudge {
    /// A judge under these rules.
    pub fn new(rules: &RuleSet) -> OpeningJudge {
        let free = rules.with_options(&["joker_reclaim=free"]);
        OpeningJudge {
            rules: free.unwrap_or_else(|_| rules.clone()),
            solver: judge(),
        }
    }
}

impl CouldPlay for OpeningJudge {
    fn can_lay(&mut self, _: &RuleSet, position: &Position) -> Result<bool, Unanswered> {
        self.solver.can_lay(&self.rules, position)
    }

    fn best_opening(&mut self, _: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        self.solver.best_opening(&self.rules, rack)
    }
}
