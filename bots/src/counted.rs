//! A solver that adds up its nodes, so that a bot can say what a turn cost it. Refuses to answer anything itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::{
    AfterDraw, Answer, Goal, Limits, Plays, SolveError, Solver, Unsupported, Verified,
};

/// A sum of nodes, read by the bot and written by its solver, whoever holds that at the time.
#[derive(Debug, Clone, Default)]
pub struct Nodes(Arc<AtomicU64>);

impl Nodes {
    /// All nodes so far.
    pub fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The solver whose nodes are added up.
pub struct Counted {
    solver: Box<dyn Solver>,
    nodes: Nodes,
}

impl Counted {
    /// Adds the nodes of the solver's calls to these.
    pub fn new(solver: Box<dyn Solver>, nodes: Nodes) -> Counted {
        Counted { solver, nodes }
    }

    fn counted<T>(&mut self, ask: impl FnOnce(&mut dyn Solver) -> T) -> T {
        let answer = ask(self.solver.as_mut());
        self.nodes
            .0
            .fetch_add(self.solver.nodes(), Ordering::Relaxed);
        answer
    }
}

impl Solver for Counted {
    fn name(&self) -> &str {
        self.solver.name()
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.solver.supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.counted(|solver| solver.solve(rules, position, goal))
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.counted(|solver| solver.go_out(rules, position))
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: Limits,
    ) -> Result<Plays, SolveError> {
        self.counted(|solver| solver.plays(rules, position, goal, limits))
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        self.counted(|solver| solver.after_draw(rules, position, goal, unseen))
    }

    fn nodes(&self) -> u64 {
        self.solver.nodes()
    }

    fn clear(&mut self) {
        self.solver.clear();
    }
}
