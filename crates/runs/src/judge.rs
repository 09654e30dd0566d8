//! The judge of the bots: it answers the questions that the referee cannot.

pub use rummilab_bots::solvers::judge;
use rummilab_core::{CouldPlay, Position, RuleSet, TileCounts, Unanswered};
use rummilab_solver::{Goal, Unsupported};

/// Checks that the solver of bots and judge supports these rules.
///
/// # Errors
/// The rule that it does not support.
pub fn check_supported(rules: &RuleSet) -> Result<(), Unsupported> {
    judge().supports(rules, &Goal::Tiles)
}

/// A judge whose missing answers are counted. The referee then decides in favour of the player.
pub(crate) struct Counted<'a> {
    judge: &'a mut dyn CouldPlay,
    /// The questions without an answer so far.
    pub(crate) unanswered: u64,
}

impl<'a> Counted<'a> {
    pub(crate) fn new(judge: &'a mut dyn CouldPlay) -> Counted<'a> {
        Counted {
            judge,
            unanswered: 0,
        }
    }

    fn noted<T>(&mut self, answer: Result<T, Unanswered>) -> Result<T, Unanswered> {
        self.unanswered += u64::from(answer.is_err());
        answer
    }
}

impl CouldPlay for Counted<'_> {
    fn can_lay(&mut self, rules: &RuleSet, position: &Position) -> Result<bool, Unanswered> {
        let answer = self.judge.can_lay(rules, position);
        self.noted(answer)
    }

    fn best_opening(&mut self, rules: &RuleSet, rack: &TileCounts) -> Result<u32, Unanswered> {
        let answer = self.judge.best_opening(rules, rack);
        self.noted(answer)
    }
}
