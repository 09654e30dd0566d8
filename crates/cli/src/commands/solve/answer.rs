//! The answer to a position: solved, laid out for reading, and as a record. Refuses to solve by itself: it asks a
//! solver and times it.

use std::time::{Duration, Instant};

use rummilab_core::{Position, Set, Table, TileCounts};
use rummilab_solver::{Answer, Goal, Solver, Step, Stuck, Verified, fewest_changes, stuck_tiles};
use serde::Serialize;

use super::layout::{Laid, in_old_order};
use super::steps::StepRecord;
use crate::error::Error;
use crate::line::Id;
use crate::question::Question;

/// How often the solver may be asked again for the fewest changes to the table.
const MAX_SOLVES: usize = 2000;

/// What was found.
pub struct Found {
    /// How sure it is.
    pub status: Status,
    /// The play, if any was found.
    pub play: Option<Play>,
    /// The largest total of own sets, in points, of a player who has not opened.
    pub opening_value: Option<u32>,
    /// Of a heap that is no table: which tiles are in the way.
    pub hint: Option<String>,
    /// Who found it.
    pub solver: String,
    /// The solver's work.
    pub nodes: u64,
    /// Its time.
    pub time: Duration,
}

/// The ending of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// Nothing is better.
    Optimal,
    /// Perhaps something is better, but not than this bound.
    Feasible(i64),
    /// The table tiles cannot be split into sets.
    Infeasible,
    /// Nothing was found in time.
    Unknown,
}

/// A play.
pub struct Play {
    /// Rack tiles laid.
    pub played: TileCounts,
    /// The new table.
    pub table: Vec<Laid>,
    /// Old sets left as they were, and whether no best play leaves more; `None` if the old sets are not known.
    pub untouched: Option<(usize, bool)>,
    /// How to get there from the old sets, where that was asked for and they are known.
    pub steps: Option<Vec<Step>>,
}

/// Asks the solver.
pub fn find(question: &Question, solver: &mut dyn Solver) -> Result<Found, Error> {
    solver
        .supports(&question.rules, &question.goal)
        .map_err(Error::Unsupported)?;
    let mut asked = Asked {
        question,
        solver,
        nodes: 0,
        time: Duration::ZERO,
    };
    let (answer, opening_value) = asked.answers()?;
    let (nodes, time) = (asked.nodes, asked.time);
    let status = match &answer {
        Answer::Optimal(_) => Status::Optimal,
        Answer::Feasible { bound, .. } => Status::Feasible(*bound),
        Answer::Infeasible => Status::Infeasible,
        Answer::Unknown(_) => Status::Unknown,
    };
    let hint = match status {
        Status::Infeasible => hint(question, asked.solver)?,
        _ => None,
    };
    let play = match answer.into_verified() {
        Some(best) => Some(asked.play(best, status == Status::Optimal)?),
        None => None,
    };
    Ok(Found {
        status,
        play,
        opening_value,
        hint,
        solver: asked.solver.name().to_owned(),
        nodes,
        time,
    })
}

/// The smallest hint that helps whoever typed a heap of tiles that is no table.
fn hint(question: &Question, solver: &mut dyn Solver) -> Result<Option<String>, Error> {
    let stuck = stuck_tiles(solver, &question.rules, &question.position.table)?;
    Ok(stuck.map(|stuck| match stuck {
        Stuck::Alone(tiles) => format!("no set of these tiles can hold {tiles}"),
        Stuck::Together(tiles) => format!("{tiles} cannot all be in sets at the same time"),
    }))
}

/// A solver at work on a question.
struct Asked<'a> {
    question: &'a Question,
    solver: &'a mut dyn Solver,
    nodes: u64,
    time: Duration,
}

impl Asked<'_> {
    /// The answer, and the largest opening of a player who has not opened.
    fn answers(&mut self) -> Result<(Answer, Option<u32>), Error> {
        let position = self.question.position.clone();
        // A heap that cannot lie alone is no table, even where the rack could mend it (as the command line contract says).
        if self.question.before.is_none()
            && let no_table @ (Answer::Infeasible | Answer::Unknown(_)) = self.table_alone()?
        {
            return Ok((no_table, None));
        }
        if position.opened {
            return Ok((self.ask(&position, &self.question.goal)?, None));
        }
        let answer = self.ask(&position, &self.question.goal)?;
        let largest = self.ask(&position, &Goal::OpeningValue)?.into_verified();
        Ok((answer, largest.and_then(|best| best.opening_value)))
    }

    /// Whether and how the table tiles alone can be split into sets.
    fn table_alone(&mut self) -> Result<Answer, Error> {
        let position = Position {
            rack: TileCounts::EMPTY,
            opened: true,
            ..self.question.position.clone()
        };
        self.ask(&position, &Goal::Tiles)
    }

    fn ask(&mut self, position: &Position, goal: &Goal) -> Result<Answer, Error> {
        let start = Instant::now();
        let answer = self.solver.solve(&self.question.rules, position, goal);
        self.time += start.elapsed();
        self.nodes += self.solver.nodes();
        Ok(answer?)
    }

    /// The whole new table; with the fewest changes where the answer is proven.
    fn play(&mut self, best: Verified, proven: bool) -> Result<Play, Error> {
        let Question {
            rules,
            before,
            position,
            goal,
        } = self.question;
        let Some(before) = before else {
            return self.play_on_heap(&best);
        };
        if !proven {
            let table = best.table(before);
            return Ok(Play {
                played: best.played,
                untouched: Some((before.untouched_in(&table), false)),
                table: in_old_order(rules, before, &table, &best.played),
                steps: None,
            });
        }
        let solver = &mut *self.solver;
        let found = fewest_changes(solver, rules, before, position, goal, best, MAX_SOLVES)?;
        Ok(Play {
            played: found.play.played,
            table: in_old_order(rules, before, &found.table, &found.play.played),
            untouched: Some((found.untouched, found.proven)),
            steps: None,
        })
    }

    /// Where only the tiles of the table are known: one way to split them, laid anew.
    fn play_on_heap(&mut self, best: &Verified) -> Result<Play, Error> {
        let mut sets = best.sets().to_vec();
        if !self.question.position.opened
            && let Some(table) = self.table_alone()?.into_verified()
        {
            sets.splice(0..0, table.sets().iter().cloned());
        }
        let nothing = Table::default();
        let table = in_old_order(
            &self.question.rules,
            &nothing,
            &Table::new(sets),
            &best.played,
        );
        Ok(Play {
            played: best.played,
            table,
            untouched: None,
            steps: None,
        })
    }
}

/// The answer as a line of JSON.
#[derive(Serialize)]
pub struct Record<'a> {
    id: &'a Id,
    status: &'static str,
    tiles: Option<usize>,
    value: Option<u32>,
    played: Option<String>,
    table: Option<Vec<Set>>,
    opening_value: Option<u32>,
    solver: &'a str,
    nodes: u64,
    micros: f64,
    untouched: Option<usize>,
    untouched_optimal: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
    /// Absent unless asked for; null where there is no play, or no old set is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Option<Vec<StepRecord<'a>>>>,
}

impl<'a> Record<'a> {
    /// The record of this answer to the position of this id, with the steps if they are asked for.
    pub fn new(id: &'a Id, found: &'a Found, explain: bool) -> Record<'a> {
        let play = found.play.as_ref();
        let untouched = play.and_then(|play| play.untouched);
        let (status, bound) = match found.status {
            Status::Optimal => ("optimal", None),
            Status::Feasible(bound) => ("feasible", Some(bound)),
            Status::Infeasible => ("infeasible", None),
            Status::Unknown => ("unknown", None),
        };
        Record {
            id,
            status,
            tiles: play.map(|play| play.played.len()),
            value: play.map(|play| play.played.face_sum()),
            played: play.map(|play| play.played.to_string()),
            table: play.map(|play| play.table.iter().map(|laid| laid.set.clone()).collect()),
            opening_value: found.opening_value,
            solver: &found.solver,
            nodes: found.nodes,
            micros: micros(found.time),
            untouched: untouched.map(|(sets, _)| sets),
            untouched_optimal: untouched.map(|(_, proven)| proven),
            bound,
            hint: found.hint.as_deref(),
            steps: explain.then(|| {
                let steps = play.and_then(|play| play.steps.as_ref());
                steps.map(|steps| steps.iter().map(StepRecord::new).collect())
            }),
        }
    }
}

/// Microseconds, to a tenth.
pub fn micros(time: Duration) -> f64 {
    (time.as_secs_f64() * 1e7).round() / 10.0
}
