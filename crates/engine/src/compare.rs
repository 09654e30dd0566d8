//! Comparison of solvers on the same positions: their times, and whether they agree.

use std::hash::{DefaultHasher, Hash, Hasher};

use rummilab_arena::Clock;
use rummilab_core::TileCounts;
use rummilab_solver::{Answer, Goal, ListLimits, Omitted, SolveError, Solver, unless_given_up};
use serde::Serialize;

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

/// The part of an answer on which solvers must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverClaim {
    /// The score of the best play.
    Score([i64; 3]),
    /// Whether the whole rack can be laid.
    GoesOut(bool),
    /// The number of plays or draws, and a digest of them.
    List(usize, u64),
    /// The tiles of the table cannot be split into sets.
    Infeasible,
    /// Stopped early; agrees with every answer.
    Unproven,
}

/// The times of one solver.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Times {
    /// The name of the solver.
    pub name: String,
    /// The median over positions, in microseconds.
    pub median_us: f64,
    /// The mean over positions, in microseconds.
    pub mean_us: f64,
    /// The 95th percentile, in microseconds.
    pub p95_us: f64,
    /// The 99th percentile, in microseconds.
    pub p99_us: f64,
    /// The longest time, in microseconds.
    pub max_us: f64,
    /// Number of positions with a proven answer.
    pub optimal: usize,
}

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    pub positions: usize,
    /// The times of each solver.
    pub solvers: Vec<Times>,
    /// The positions with different answers; in JSON only their number.
    #[serde(serialize_with = "how_many")]
    pub disagreements: Vec<Disagreement>,
}

/// Different proven answers for one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The index of the position.
    pub position: usize,
    /// The answer of each solver.
    pub said: Vec<SolverClaim>,
    /// The certified answer of the corpus.
    pub certified: Option<SolverClaim>,
}

fn how_many<S: serde::Serializer>(all: &[Disagreement], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(all.len() as u64)
}

/// Lets every solver answer all positions, each `repeat` times; the time of a position is the
/// median. Solvers forget what they learnt from one position before the next.
///
/// # Errors
/// If a solver cannot answer. Different answers are not an error.
pub fn compare(
    question: TimedQuestion,
    positions: &[PositionLine],
    solvers: impl Iterator<Item = (String, Box<dyn Solver>)>,
    repeat: usize,
    clock: Clock,
) -> Result<Comparison, SolveError> {
    let mut said: Vec<Vec<SolverClaim>> = Vec::new();
    let mut all_times = Vec::new();
    for (name, mut solver) in solvers {
        let (times, answers) = question.time_all(positions, solver.as_mut(), repeat, clock)?;
        all_times.push(summarise(name, times, &answers));
        said.push(answers);
    }
    let mut disagreements = Vec::new();
    for (position, line) in positions.iter().enumerate() {
        let said: Vec<SolverClaim> = said.iter().map(|answers| answers[position]).collect();
        let certified = question.certified(line);
        let all = said.iter().copied().chain(certified);
        let mut proven: Vec<SolverClaim> =
            all.filter(|said| *said != SolverClaim::Unproven).collect();
        proven.dedup();
        if proven.len() > 1 {
            disagreements.push(Disagreement {
                position,
                said,
                certified,
            });
        }
    }
    Ok(Comparison {
        positions: positions.len(),
        solvers: all_times,
        disagreements,
    })
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

    /// For each position, the median of its times in microseconds, and the answer.
    fn time_all(
        self,
        positions: &[PositionLine],
        solver: &mut dyn Solver,
        repeat: usize,
        clock: Clock,
    ) -> Result<(Vec<f64>, Vec<SolverClaim>), SolveError> {
        let mut times = Vec::with_capacity(positions.len());
        let mut answers = Vec::with_capacity(positions.len());
        let mut runs = vec![0.0; repeat];
        for line in positions {
            let question = &line.question;
            solver.supports(&question.rules, &question.goal)?;
            // Tables that depend only on the rule set are built before the timing starts.
            let unseen = question.unseen();
            let mut said = self.claim(solver, question, &unseen)?;
            for run in &mut runs {
                solver.clear();
                let start = clock();
                said = self.claim(solver, question, &unseen)?;
                *run = clock().saturating_sub(start).as_secs_f64() * 1e6;
            }
            runs.sort_by(f64::total_cmp);
            times.push(middle(&runs));
            answers.push(said);
        }
        Ok((times, answers))
    }

    fn claim(
        self,
        solver: &mut dyn Solver,
        question: &Question,
        unseen: &TileCounts,
    ) -> Result<SolverClaim, SolveError> {
        let claim = unless_given_up(self.ask(solver, question, unseen))?;
        Ok(claim.unwrap_or(SolverClaim::Unproven))
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
    fn certified(self, line: &PositionLine) -> Option<SolverClaim> {
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

fn summarise(name: String, mut times: Vec<f64>, answers: &[SolverClaim]) -> Times {
    times.sort_by(f64::total_cmp);
    Times {
        name,
        median_us: round(middle(&times)),
        mean_us: round(times.iter().sum::<f64>() / times.len() as f64),
        p95_us: round(percentile(&times, 95)),
        p99_us: round(percentile(&times, 99)),
        max_us: round(percentile(&times, 100)),
        optimal: answers
            .iter()
            .filter(|said| **said != SolverClaim::Unproven)
            .count(),
    }
}

fn round(micros: f64) -> f64 {
    (micros * 1000.0).round() / 1000.0
}

/// The median of sorted numbers.
fn middle(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 {
        sorted[half]
    } else {
        (sorted[half - 1] + sorted[half]) / 2.0
    }
}

/// The nearest-rank percentile of sorted numbers.
fn percentile(sorted: &[f64], percent: usize) -> f64 {
    let rank = (percent * sorted.len()).div_ceil(100).max(1);
    sorted[rank - 1]
}
