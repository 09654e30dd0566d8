//! A solver with a second method behind it, for the referee's questions.

use rummilab_core::{Position, RuleSet, Table, TileCounts};

use crate::answer::{Answer, Verified};
use crate::draws::AfterDraw;
use crate::goal::Goal;
use crate::plays::{ListLimits, Plays};
use crate::{SolveError, Solver, Unsupported};

/// The first solver, with the other as its [second method](Solver::second).
pub struct Backed {
    first: Box<dyn Solver>,
    second: Box<dyn Solver>,
}

impl Backed {
    /// A solver that answers as `first` does, and has `second` behind it.
    pub fn new(first: Box<dyn Solver>, second: Box<dyn Solver>) -> Backed {
        Backed { first, second }
    }
}

impl Solver for Backed {
    fn name(&self) -> &str {
        self.first.name()
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.first.supports(rules, goal)
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.first.solve(rules, position, goal)
    }

    fn solve_as_good_as(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        played: &TileCounts,
    ) -> Result<Answer, SolveError> {
        self.first.solve_as_good_as(rules, position, goal, played)
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.first.go_out(rules, position)
    }

    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<Verified>, SolveError> {
        self.first.keeping_most(rules, position, goal, before, best)
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        self.first.plays(rules, position, goal, limits)
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        self.first.after_draw(rules, position, goal, unseen)
    }

    fn second(&mut self) -> Option<&mut dyn Solver> {
        Some(self.second.as_mut())
    }

    fn nodes(&self) -> u64 {
        self.first.nodes()
    }

    fn stopped(&self) -> bool {
        self.first.stopped()
    }

    fn clear(&mut self) {
        self.first.clear();
        self.second.clear();
    }
}
