//! Solvers side by side on the same positions: how long they take, and whether they agree.

use std::hash::{DefaultHasher, Hash, Hasher};

use rummilab_arena::Clock;
use rummilab_core::TileCounts;
use rummilab_solver::{Answer, Goal, ListLimits, Omitted, SolveError, Solver};
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
    /// Whether the whole rack can go.
    GoOut,
    /// The largest opening from the rack alone.
    Opening,
    /// The best plays, at most `most`.
    Plays {
        /// The most plays listed.
        most: usize,
    },
    /// The best play, and whether the rack goes, after each tile that could be drawn.
    AfterDraw,
}

/// What a solver said, as far as answers must agree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolverClaim {
    /// The score of the best play.
    Score([i64; 3]),
    /// Whether the rack goes.
    GoesOut(bool),
    /// The number of plays or draws, and a digest of them.
    List(usize, u64),
    /// The tiles of the table cannot be split into sets.
    Infeasible,
    /// Stopped early; agrees with everything.
    Unproven,
}

/// The times of one solver.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Times {
    /// Who it is.
    pub name: String,
    /// The median over positions, in microseconds.
    pub median_us: f64,
    /// The mean.
    pub mean_us: f64,
    /// The 95th percentile.
    pub p95_us: f64,
    /// The 99th percentile.
    pub p99_us: f64,
    /// The longest.
    pub max_us: f64,
    /// Positions with a proven answer.
    pub optimal: usize,
}

/// What a comparison found.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Comparison {
    /// How many positions.
    pub positions: usize,
    /// The times of each solver.
    pub solvers: Vec<Times>,
    /// The positions on which answers differ; how many, as JSON.
    #[serde(serialize_with = "how_many")]
    pub disagreements: Vec<Disagreement>,
}

/// Different proven answers to one position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// Which position.
    pub position: usize,
    /// What each solver said.
    pub said: Vec<SolverClaim>,
    /// What the corpus says.
    pub certified: Option<SolverClaim>,
}

fn how_many<S: serde::Serializer>(all: &[Disagreement], to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(all.len() as u64)
}

/// Has every solver answer all positions, each `repeat` times; its time is their median. What a
/// solver learnt from one position is forgotten before the next.
///
/// # Errors
/// If a solver cannot answer. Different answers are no error.
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
    /// What is best.
    pub fn goal(self) -> Goal {
        match self {
            TimedQuestion::Value => Goal::Value,
            TimedQuestion::Opening => Goal::OpeningValue,
            _ => Goal::Tiles,
        }
    }

    /// For each position the median of its times in microseconds, and what the solver said.
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
            // Tables that depend on the rule set alone are made before the clock runs.
            let unseen = question.unseen();
            let mut said = self.ask(solver, question, &unseen)?;
            for run in &mut runs {
                solver.clear();
                let start = clock();
                said = self.ask(solver, question, &unseen)?;
                *run = clock().saturating_sub(start).as_secs_f64() * 1e6;
            }
            runs.sort_by(f64::total_cmp);
            times.push(middle(&runs));
            answers.push(said);
        }
        Ok((times, answers))
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
                    Answer::Feasible { .. } | Answer::Unknown(_) => SolverClaim::Unproven,
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

    /// What the corpus says.
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

/// Nanoseconds are enough.
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
