//! A solver of this program as a contestant, and the questions that are timed.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::time::Duration;

use rummilab_arena::Clock;
use rummilab_core::TileCounts;
use rummilab_solver::{
    Answer, Goal, ListLimits, Omitted, SolveError, Solver, Verified, unless_given_up,
};

use super::{Attempt, Contestant, Outcome, PlayFound, SolverClaim};
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
        let (outcome, play) = match claim {
            Err(error @ SolveError::Wrong { .. }) => (Outcome::Illegal(error.to_string()), None),
            Err(error) => (Outcome::Refused(error.to_string()), None),
            Ok(_) if wall > self.limit => (Outcome::Timeout, None),
            Ok(answer) => {
                let (claim, play) = answer.unwrap_or((SolverClaim::Unproven, None));
                (Outcome::Claim(claim), play)
            }
        };
        Attempt {
            outcome,
            wall,
            processor: after.zip(before).map(|(after, before)| after - before),
            play,
            nodes: Some(self.solver.nodes()),
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
    pub fn of_line(self, line: &PositionLine) -> TimedQuestion {
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
    ) -> Result<(SolverClaim, Option<PlayFound>), SolveError> {
        let (rules, position) = (&question.rules, &question.position);
        let goal = self.goal();
        let most = match self {
            TimedQuestion::GoOut => {
                let best = solver.go_out(rules, position)?;
                let play = best.as_ref().map(|best| self.play(best, None));
                return Ok((SolverClaim::GoesOut(best.is_some()), play));
            }
            TimedQuestion::AfterDraw => {
                let draws = solver.after_draw(rules, position, &goal, unseen)?.draws;
                let each = draws.iter().map(|draw| {
                    let score = draw.best.as_ref().map(|best| best.score.0);
                    (draw.tile, score, draw.goes_out)
                });
                return Ok((SolverClaim::List(draws.len(), digest(each)), None));
            }
            TimedQuestion::Plays { most } => most,
            TimedQuestion::Tiles | TimedQuestion::Value | TimedQuestion::Opening => {
                return Ok(match solver.solve(rules, position, &goal)? {
                    Answer::Optimal(best) => {
                        let play = self.play(&best, None);
                        (SolverClaim::Score(best.score.0), Some(play))
                    }
                    Answer::Infeasible => (SolverClaim::Infeasible, None),
                    Answer::Feasible { best, bound, .. } => {
                        let play = self.play(&best, Some(bound));
                        (SolverClaim::Unproven, Some(play))
                    }
                });
            }
        };
        let list = solver.plays(rules, position, &goal, ListLimits::best(most))?;
        Ok(match list.rest {
            Omitted::Unknown => (SolverClaim::Unproven, None),
            Omitted::Nothing | Omitted::Later => {
                let each = list.plays.iter().map(|play| play.tiles);
                (SolverClaim::List(list.plays.len(), digest(each)), None)
            }
        })
    }

    fn play(self, best: &Verified, bound: Option<i64>) -> PlayFound {
        PlayFound {
            tiles: best.tiles,
            value: match self {
                TimedQuestion::Opening => best.score.main(),
                _ => i64::from(best.value),
            },
            bound,
        }
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
