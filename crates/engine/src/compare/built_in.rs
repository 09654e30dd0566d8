//! A solver of this program as a contestant, and the questions that are timed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use rummilab_arena::Clock;
use rummilab_core::TileCounts;
use rummilab_solver::{Answer, Goal, ListLimits, Omitted, SolveError, Solver, unless_given_up};

use super::{Attempt, Contestant, Outcome, SolverClaim};
use crate::position_line::PositionLine;
use crate::question::Question;

/// A question that is timed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimedQuestion {
    /// Most rack tiles, then the largest value.
    Tiles,
    /// The largest sum of face values, then most tiles.
    Value,
    /// Whether the whole rack can be laid.
    GoOut,
    /// The largest opening from the rack alone.
    Opening,
    /// The best plays, at most `most`.
    Plays { most: usize },
    /// For each tile that could be drawn: the best play, and whether the whole rack can be laid.
    AfterDraw,
}

/// A solver of this program. It is not ended at its time limit, but then counts as too late.
pub struct BuiltIn {
    name: String,
    solver: Box<dyn Solver>,
    limit: Duration,
    clock: Clock,
    processor: fn() -> Option<Duration>,
}

impl BuiltIn {
    /// A contestant of this name. `limit` is the time for a question by `clock`; `processor` is the
    /// processor time of this process, if known.
    pub fn new(
        name: String,
        solver: Box<dyn Solver>,
        limit: Duration,
        clock: Clock,
        processor: fn() -> Option<Duration>,
    ) -> BuiltIn {
        BuiltIn {
            name,
            solver,
            limit,
            clock,
            processor,
        }
    }

    /// Answers once.
    fn timed(&mut self, asked: TimedQuestion, question: &Question, unseen: &TileCounts) -> Attempt {
        self.solver.clear();
        // The processor clock is a call to the system: outside the wall time.
        let before = (self.processor)();
        let start = (self.clock)();
        let claim = unless_given_up(asked.ask(self.solver.as_mut(), question, unseen));
        let wall = (self.clock)().saturating_sub(start);
        let after = (self.processor)();
        let outcome = match claim {
            Err(error @ SolveError::Wrong { .. }) => Outcome::Illegal(error.to_string()),
            Err(error) => Outcome::Refused(error.to_string()),
            Ok(_) if wall > self.limit => Outcome::Timeout,
            Ok(claim) => Outcome::Claim(claim.unwrap_or(SolverClaim::Unproven)),
        };
        Attempt {
            outcome,
            wall,
            processor: after.zip(before).map(|(after, before)| after - before),
        }
    }
}

impl Contestant for BuiltIn {
    fn name(&self) -> &str {
        &self.name
    }

    fn attempt(&mut self, asked: TimedQuestion, line: &PositionLine) -> Attempt {
        let question = &line.question;
        if let Err(refusal) = self.solver.supports(&question.rules, &question.goal) {
            return Attempt::untimed(Outcome::Refused(refusal.to_string()));
        }
        let unseen = question.unseen();
        // Tables that depend only on the rule set are built before the timing starts.
        let warm_up = self.timed(asked, question, &unseen);
        match warm_up.outcome {
            Outcome::Claim(_) => self.timed(asked, question, &unseen),
            _ => warm_up,
        }
    }
}

impl TimedQuestion {
    /// The goal of the question.
    pub fn goal(self) -> Goal {
        match self {
            TimedQuestion::Value => Goal::Value,
            TimedQuestion::Opening => Goal::OpeningValue,
            _ => Goal::Tiles,
        }
    }

    /// This question, or for most tiles or value the one of them that the line asks.
    pub(super) fn of_line(self, line: &PositionLine) -> TimedQuestion {
        match (self, &line.question.goal) {
            (TimedQuestion::Tiles, Goal::Value) => TimedQuestion::Value,
            (TimedQuestion::Value, Goal::Tiles) => TimedQuestion::Tiles,
            _ => self,
        }
    }

    fn ask(
        self,
        solver: &mut dyn Solver,
        question: &Question,
        unseen: &TileCounts,
    ) -> Result<SolverClaim, SolveError> {
        let (rules, position) = (&question.rules, &question.position);
        let goal = self.goal();
        let most = match self {
            TimedQuestion::GoOut => {
                return Ok(SolverClaim::GoesOut(
                    solver.go_out(rules, position)?.is_some(),
                ));
            }
            TimedQuestion::AfterDraw => {
                let draws = solver.after_draw(rules, position, &goal, unseen)?.draws;
                let each = draws.iter().map(|draw| {
                    let score = draw.best.as_ref().map(|best| best.score.0);
                    (draw.tile.code(), score, draw.goes_out)
                });
                return Ok(SolverClaim::List(draws.len(), digest(each)));
            }
            TimedQuestion::Plays { most } => most,
            TimedQuestion::Tiles | TimedQuestion::Value | TimedQuestion::Opening => {
                return Ok(match solver.solve(rules, position, &goal)? {
                    Answer::Optimal(best) => SolverClaim::Score(best.score.0),
                    Answer::Infeasible => SolverClaim::Infeasible,
                    Answer::Feasible { .. } => SolverClaim::Unproven,
                });
            }
        };
        let list = solver.plays(rules, position, &goal, ListLimits::best(most))?;
        Ok(match list.rest {
            Omitted::Unknown => SolverClaim::Unproven,
            Omitted::Nothing | Omitted::Later => {
                let each = list.plays.iter().map(|play| play.tiles);
                SolverClaim::List(list.plays.len(), digest(each))
            }
        })
    }

    /// The certified answer of the corpus.
    pub(super) fn certified(self, line: &PositionLine) -> Option<SolverClaim> {
        let certified = line.certified?;
        let pair = |(first, second): (i64, i64)| SolverClaim::Score([first, second, 0]);
        match self {
            TimedQuestion::Tiles => Some(pair((
                certified.tiles.0 as i64,
                i64::from(certified.tiles.1),
            ))),
            TimedQuestion::Value => Some(pair((
                i64::from(certified.value.1),
                certified.value.0 as i64,
            ))),
            TimedQuestion::GoOut => Some(SolverClaim::GoesOut(certified.goes_out)),
            _ => None,
        }
    }
}

fn digest(items: impl Iterator<Item = impl Hash>) -> u64 {
    let mut hasher = DefaultHasher::new();
    items.for_each(|item| item.hash(&mut hasher));
    hasher.finish()
}
