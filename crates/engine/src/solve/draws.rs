//! The effect of each tile that could be drawn next, as data and as a line of JSON. By default
//! every tile that is neither on the table nor on the rack counts as unseen.

use std::time::Duration;

use rummilab_arena::{Clock, system_clock};
use rummilab_core::{Tile, TileCounts};
use rummilab_solver::{AfterDraw, Solver, Verified};
use serde::Serialize;

use super::micros;
use super::plays::PlayRecord;
use crate::error::{Error, PositionError};
use crate::line::{Id, json_line};
use crate::question::Question;

/// The answer to the question about draws.
#[derive(Debug)]
pub struct DrawsAnswer {
    /// The answers; `None` if the tiles of the table cannot be split into sets.
    pub answer: Option<AfterDraw>,
    /// The name of the solver.
    pub solver: String,
    /// The time of the solver.
    pub time: Duration,
}

/// Asks about every unseen tile.
///
/// # Errors
/// If the solver cannot answer, or more tiles are unseen than table and rack leave.
pub fn after_draw(
    question: &Question,
    solver: &mut dyn Solver,
    unseen: Option<TileCounts>,
) -> Result<DrawsAnswer, Error> {
    after_draw_timed(question, solver, unseen, system_clock)
}

/// The same, timed by this clock.
pub(super) fn after_draw_timed(
    question: &Question,
    solver: &mut dyn Solver,
    unseen: Option<TileCounts>,
    clock: Clock,
) -> Result<DrawsAnswer, Error> {
    let (rules, goal, position) = (&question.rules, &question.goal, &question.position);
    solver.supports(rules, goal)?;
    let most = question.unseen();
    let unseen = unseen.unwrap_or(most);
    if let Some((tile, _)) = unseen.saturating_sub(&most).kinds().next() {
        let left = most.count(tile);
        return Err(PositionError::TooManyUnseen(tile, left).into());
    }
    let mut answer = None;
    let mut time = Duration::ZERO;
    if question.has_table(solver)? {
        let start = clock();
        answer = Some(solver.after_draw(rules, position, goal, &unseen)?);
        time = clock().saturating_sub(start);
    }
    Ok(DrawsAnswer {
        answer,
        solver: solver.name().to_owned(),
        time,
    })
}

impl DrawsAnswer {
    /// The answer to the request with this id, as a line of JSON.
    pub fn to_json(&self, id: &Id) -> String {
        let answer = self.answer.as_ref();
        let (going_out, unseen) = answer.map_or((0, 0), AfterDraw::going_out);
        let draws = answer.iter().flat_map(|answer| &answer.draws);
        json_line(&DrawsLine {
            id,
            status: match answer {
                Some(answer) if answer.proven => "optimal",
                Some(_) => "feasible",
                None => "infeasible",
            },
            question: "after-draw",
            now: answer.and_then(|answer| answer.now.as_ref()).map(best),
            draws: draws
                .map(|draw| DrawRecord {
                    draw: draw.tile,
                    unseen: draw.unseen,
                    best: draw.best.as_ref().map(best),
                    goes_out: draw.goes_out,
                })
                .collect(),
            unseen,
            going_out,
            solver: &self.solver,
            micros: micros(self.time),
        })
    }
}

/// The answers as a line of JSON.
#[derive(Serialize)]
struct DrawsLine<'a> {
    id: &'a Id,
    status: &'static str,
    question: &'static str,
    now: Option<PlayRecord>,
    draws: Vec<DrawRecord>,
    unseen: u32,
    going_out: u32,
    solver: &'a str,
    micros: f64,
}

#[derive(Serialize)]
struct DrawRecord {
    draw: Tile,
    unseen: u8,
    #[serde(flatten)]
    best: Option<PlayRecord>,
    goes_out: bool,
}

fn best(found: &Verified) -> PlayRecord {
    PlayRecord::of(&found.played)
}
