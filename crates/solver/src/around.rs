//! A solver around another one, which has all abilities of that one. They are handed on here and
//! nowhere else.

use rummilab_core::{Position, RuleSet, Table, Tile, TileCounts};

use crate::answer::{Answer, Verified};
use crate::draws::AfterDraw;
use crate::goal::Goal;
use crate::plays::{ListLimits, Plays};
use crate::{KeptMost, SolveError, Solver, Unsupported};

/// What a solver around another one says itself. By this it is a [`Solver`] that hands every
/// question on.
pub trait AroundSolver: Send {
    /// The name by which commands refer to it.
    fn name(&self) -> &str;

    /// Does this with the solver within.
    fn with<T>(&self, what: impl FnOnce(&mut dyn Solver) -> T) -> T;

    /// Lets the solver within answer a question, or gives up where it is not to be asked.
    ///
    /// # Errors
    /// Those of the question, and [`SolveError::GaveUp`].
    fn ask<T>(
        &mut self,
        question: impl FnOnce(&mut dyn Solver) -> Result<T, SolveError>,
    ) -> Result<T, SolveError> {
        self.with(question)
    }

    /// As [`Solver::nodes`].
    fn nodes(&self) -> u64 {
        self.with(|solver| solver.nodes())
    }

    /// As [`Solver::stopped`].
    fn stopped(&self) -> bool {
        self.with(|solver| solver.stopped())
    }

    /// As [`Solver::of_pair`].
    fn of_pair(&mut self, number: usize, question: &mut dyn FnMut(&mut dyn Solver)) {
        self.with(|solver| solver.of_pair(number, question));
    }
}

/// A method of [`Solver`] that is missing here would be answered by its default.
#[deny(clippy::missing_trait_methods)]
impl<S: AroundSolver> Solver for S {
    fn name(&self) -> &str {
        AroundSolver::name(self)
    }

    fn supports(&self, rules: &RuleSet, goal: &Goal) -> Result<(), Unsupported> {
        self.with(|solver| solver.supports(rules, goal))
    }

    fn solve(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
    ) -> Result<Answer, SolveError> {
        self.ask(|solver| solver.solve(rules, position, goal))
    }

    fn solve_as_good_as(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        played: &TileCounts,
    ) -> Result<Answer, SolveError> {
        self.ask(|solver| solver.solve_as_good_as(rules, position, goal, played))
    }

    fn solve_laying(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        drawn: Option<Tile>,
    ) -> Result<Answer, SolveError> {
        self.ask(|solver| solver.solve_laying(rules, position, goal, drawn))
    }

    fn go_out(
        &mut self,
        rules: &RuleSet,
        position: &Position,
    ) -> Result<Option<Verified>, SolveError> {
        self.ask(|solver| solver.go_out(rules, position))
    }

    fn keeping_most(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        before: &Table,
        best: &Verified,
    ) -> Result<Option<KeptMost>, SolveError> {
        self.ask(|solver| solver.keeping_most(rules, position, goal, before, best))
    }

    fn limit_work(&mut self, most: Option<u64>) {
        self.with(|solver| solver.limit_work(most));
    }

    fn plays(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        limits: ListLimits,
    ) -> Result<Plays, SolveError> {
        Plays::or_unknown(self.ask(|solver| solver.plays(rules, position, goal, limits)))
    }

    fn after_draw(
        &mut self,
        rules: &RuleSet,
        position: &Position,
        goal: &Goal,
        unseen: &TileCounts,
    ) -> Result<AfterDraw, SolveError> {
        self.ask(|solver| solver.after_draw(rules, position, goal, unseen))
    }

    fn of_pair(&mut self, number: usize, question: &mut dyn FnMut(&mut dyn Solver)) {
        AroundSolver::of_pair(self, number, question);
    }

    fn nodes(&self) -> u64 {
        AroundSolver::nodes(self)
    }

    fn stopped(&self) -> bool {
        AroundSolver::stopped(self)
    }

    fn clear(&mut self) {
        self.with(|solver| solver.clear());
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::sync::{Arc, Mutex};

    use super::*;
    use crate::plays::Omitted;
    use crate::verify;

    /// The names of the methods that were called.
    type Called = Arc<Mutex<Vec<&'static str>>>;

    /// A solver that has an answer of its own to every question.
    struct Able(Called);

    impl Able {
        fn called<T>(&self, name: &'static str, answer: T) -> T {
            self.0.lock().expect("not poisoned").push(name);
            answer
        }
    }

    const ANSWER: Result<Answer, SolveError> = Ok(Answer::Infeasible);

    #[deny(clippy::missing_trait_methods)]
    impl Solver for Able {
        fn name(&self) -> &str {
            "able"
        }

        fn supports(&self, _: &RuleSet, _: &Goal) -> Result<(), Unsupported> {
            self.called("supports", Ok(()))
        }

        fn solve(&mut self, _: &RuleSet, _: &Position, _: &Goal) -> Result<Answer, SolveError> {
            self.called("solve", ANSWER)
        }

        fn solve_as_good_as(
            &mut self,
            _: &RuleSet,
            _: &Position,
            _: &Goal,
            _: &TileCounts,
        ) -> Result<Answer, SolveError> {
            self.called("solve_as_good_as", ANSWER)
        }

        fn solve_laying(
            &mut self,
            _: &RuleSet,
            _: &Position,
            _: &Goal,
            _: Option<Tile>,
        ) -> Result<Answer, SolveError> {
            self.called("solve_laying", ANSWER)
        }

        fn go_out(&mut self, _: &RuleSet, _: &Position) -> Result<Option<Verified>, SolveError> {
            self.called("go_out", Ok(None))
        }

        fn keeping_most(
            &mut self,
            _: &RuleSet,
            _: &Position,
            _: &Goal,
            _: &Table,
            _: &Verified,
        ) -> Result<Option<KeptMost>, SolveError> {
            self.called("keeping_most", Ok(None))
        }

        fn limit_work(&mut self, _: Option<u64>) {
            self.called("limit_work", ());
        }

        fn plays(
            &mut self,
            _: &RuleSet,
            _: &Position,
            _: &Goal,
            _: ListLimits,
        ) -> Result<Plays, SolveError> {
            let (plays, rest) = (Vec::new(), Omitted::Nothing);
            self.called("plays", Ok(Plays { plays, rest }))
        }

        fn after_draw(
            &mut self,
            _: &RuleSet,
            _: &Position,
            _: &Goal,
            _: &TileCounts,
        ) -> Result<AfterDraw, SolveError> {
            let (now, draws, proven) = (None, Vec::new(), true);
            self.called("after_draw", Ok(AfterDraw { now, draws, proven }))
        }

        fn of_pair(&mut self, _: usize, _: &mut dyn FnMut(&mut dyn Solver)) {
            self.called("of_pair", ());
        }

        fn nodes(&self) -> u64 {
            self.called("nodes", 0)
        }

        fn stopped(&self) -> bool {
            self.called("stopped", true)
        }

        fn clear(&mut self) {
            self.called("clear", ());
        }
    }

    struct Around(RefCell<Able>);

    impl AroundSolver for Around {
        fn name(&self) -> &str {
            "around"
        }

        fn with<T>(&self, what: impl FnOnce(&mut dyn Solver) -> T) -> T {
            what(&mut *self.0.borrow_mut())
        }
    }

    #[test]
    fn every_ability_is_handed_on() {
        let called = Called::default();
        let mut around = Around(RefCell::new(Able(called.clone())));
        let solver: &mut dyn Solver = &mut around;
        let rules = RuleSet::preset("original").expect("a preset");
        let position = Position::default();
        let (goal, none, table) = (&Goal::Tiles, &TileCounts::EMPTY, &Table::default());
        let nothing = verify(&rules, &position, goal, crate::Arrangement::default());
        let nothing = nothing.expect("nothing is laid");
        assert_eq!(solver.name(), "around");
        assert!(solver.supports(&rules, goal).is_ok());
        assert_eq!(solver.solve(&rules, &position, goal), ANSWER);
        let as_good = solver.solve_as_good_as(&rules, &position, goal, none);
        assert_eq!(as_good, ANSWER);
        let laying = solver.solve_laying(&rules, &position, goal, None);
        assert_eq!(laying, ANSWER);
        assert_eq!(solver.go_out(&rules, &position), Ok(None));
        let kept = solver.keeping_most(&rules, &position, goal, table, &nothing);
        assert!(kept.is_ok());
        solver.limit_work(None);
        let plays = solver.plays(&rules, &position, goal, ListLimits::best(1));
        assert!(plays.is_ok());
        assert!(solver.after_draw(&rules, &position, goal, none).is_ok());
        solver.of_pair(0, &mut |_| ());
        assert!(solver.nodes() == 0 && solver.stopped());
        solver.clear();
        let expected = [
            "supports",
            "solve",
            "solve_as_good_as",
            "solve_laying",
            "go_out",
            "keeping_most",
            "limit_work",
            "plays",
            "after_draw",
            "of_pair",
            "nodes",
            "stopped",
            "clear",
        ];
        assert_eq!(*called.lock().expect("not poisoned"), expected);
    }
}
