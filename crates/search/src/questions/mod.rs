//! The questions of [`rummilab_solver::Solver`], answered by sweeps.

mod blocks;
mod diagram;
mod diagram_builder;
mod draws;
mod laid_jokers;
mod nearby;
mod opening;
mod play_list;
mod plays;
mod rearrange;
mod rule_tables;
mod solver;
mod worth;

pub use diagram::{Diagram, Points, sum};
pub use diagram_builder::{DiagramBuilder, DiagramTask, Wanted};
pub use draws::{after_draw, may_be_laid};
pub use laid_jokers::LaidJokers;
pub use nearby::worth_of_several;
pub use play_list::PlayLister;
pub use plays::{PlaysMemory, in_some_set, plays};
pub use rearrange::{MostKept, Settled, stacks_kept};
pub use rule_tables::{KeepingQuery, RuleKey, RunGrammar, TableCache, TaskPath};
pub use solver::{SearchSolver, given_up, played_tiles};
pub use worth::{Worth, task_of};

use rummilab_core::{Position, RuleSet, TileCounts};
use rummilab_solver::Goal;

use crate::grammar::Task;

/// A question: the best play in a position by a goal.
#[derive(Clone, Copy)]
pub struct TurnQuery<'a> {
    rules: &'a RuleSet,
    position: &'a Position,
    goal: &'a Goal,
    /// If an opened player asks: only a play that is better than laying these tiles is of interest,
    /// or only one that is as good.
    rival: Option<Rival<'a>>,
    /// Whether a play that lays nothing need not be built.
    lays: bool,
}

/// A play that is known.
#[derive(Clone, Copy)]
enum Rival<'a> {
    /// Only better plays are of interest than laying the first tiles, among those that lay the
    /// second. The sweep does not count tiles that must lie.
    Beat(&'a TileCounts, &'a TileCounts),
    /// And plays that are as good.
    Equal(&'a TileCounts),
}

impl<'a> TurnQuery<'a> {
    fn of(rules: &'a RuleSet, position: &'a Position, goal: &'a Goal) -> TurnQuery<'a> {
        TurnQuery {
            rules,
            position,
            goal,
            rival: None,
            lays: false,
        }
    }

    /// The same question, but a player who has opened asks for a play that lays something.
    fn laying(self) -> TurnQuery<'a> {
        TurnQuery {
            lays: self.position.opened,
            ..self
        }
    }

    /// The total of laying nothing, where such a play need not be built. An opening lays its own
    /// sets in any case, and sweeps do not count them.
    fn laying_nothing(self, task: &Task, jokers: &LaidJokers, worth: &Worth<'_>) -> Option<i64> {
        let asked = self.lays && !task.wrap && self.position.blocks.is_empty();
        asked.then(|| jokers.total(worth, &TileCounts::EMPTY))
    }

    /// The same question for a better play than laying these tiles, among those in which the number
    /// tiles `must` lie.
    fn better_than(self, played: &'a TileCounts, must: &'a TileCounts) -> TurnQuery<'a> {
        TurnQuery {
            rival: Some(Rival::Beat(played, must)),
            ..self
        }
    }

    /// The same question for a play as good as laying these tiles.
    fn as_good_as(self, played: &'a TileCounts) -> TurnQuery<'a> {
        TurnQuery {
            rival: Some(Rival::Equal(played)),
            ..self
        }
    }

    /// The same question for the best play, whatever is known.
    fn without_rival(self) -> TurnQuery<'a> {
        TurnQuery {
            rival: None,
            ..self
        }
    }

    /// The total that plays must exceed.
    fn to_exceed(self, jokers: &LaidJokers, worth: &Worth<'_>) -> Option<i64> {
        self.rival.map(|rival| match rival {
            Rival::Beat(played, must) => jokers.total(worth, played) - worth.total(must),
            Rival::Equal(played) => jokers.total(worth, played) - 1,
        })
    }

    fn parts(self) -> (&'a RuleSet, &'a Position, &'a Goal) {
        (self.rules, self.position, self.goal)
    }

    /// The same question in another position.
    fn at<'p>(self, position: &'p Position) -> TurnQuery<'p>
    where
        'a: 'p,
    {
        TurnQuery { position, ..self }
    }
}

/// More work than was allowed.
#[derive(Debug)]
pub struct TooLarge;
