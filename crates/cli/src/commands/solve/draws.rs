//! `solve --question after-draw`: what each tile that could be drawn next would do, as text and as JSON. Refuses to guess
//! which tiles are unseen: unless they are given, every tile is that is neither on the table nor on the rack.

use std::fmt::{self, Write};
use std::time::{Duration, Instant};

use comfy_table::CellAlignment;
use rummilab_core::{Tile, TileCounts};
use rummilab_solver::{AfterDraw, Draw, Solver, Verified};
use serde::Serialize;

use super::answer::micros;
use super::human::tiles;
use super::split::splits;
use crate::error::Error;
use crate::line::Id;
use crate::question::Question;
use crate::tables::{drawn, new_table};

/// What was found.
pub struct Drawn {
    /// The answers; `None` if the tiles of the table cannot be split into sets.
    answer: Option<AfterDraw>,
    solver: String,
    time: Duration,
}

/// Asks about every tile that is unseen.
pub fn find(
    question: &Question,
    solver: &mut dyn Solver,
    unseen: Option<TileCounts>,
) -> Result<Drawn, Error> {
    let (rules, goal, position) = (&question.rules, &question.goal, &question.position);
    solver.supports(rules, goal).map_err(Error::Unsupported)?;
    let unseen = match unseen {
        None => question.unseen(),
        Some(given) => {
            let most = question.unseen();
            let too_many = given.saturating_sub(&most).kinds().next();
            if let Some((tile, _)) = too_many {
                let left = most.count(tile);
                return Err(Error::Input(format!(
                    "too many {tile} unseen: table and rack leave {left}"
                )));
            }
            given
        }
    };
    let mut answer = None;
    let mut time = Duration::ZERO;
    if splits(question, solver)? {
        let start = Instant::now();
        answer = Some(solver.after_draw(rules, position, goal, &unseen)?);
        time = start.elapsed();
    }
    Ok(Drawn {
        answer,
        solver: solver.name().to_owned(),
        time,
    })
}

/// The answers for people: the tiles that change something.
pub fn text(found: &Drawn) -> String {
    let mut text = String::new();
    // A String takes everything that is written to it.
    let _ = write_draws(&mut text, found);
    text
}

fn write_draws(out: &mut String, found: &Drawn) -> fmt::Result {
    let (solver, time) = (&found.solver, micros(found.time));
    let Some(answer) = &found.answer else {
        writeln!(
            out,
            "The tiles of the table cannot be split into legal sets."
        )?;
        return writeln!(out, "Proven: {solver}, {time} µs");
    };
    match answer.now.as_ref().filter(|now| !now.played.is_empty()) {
        Some(now) => {
            let (count, value, played) = (tiles(now.tiles), now.value, &now.played);
            writeln!(out, "Without a draw: {count} worth {value}: {played}")?;
        }
        None => writeln!(out, "Without a draw nothing can be laid.")?,
    }
    let score = |best: &Option<Verified>| best.as_ref().map(|best| best.score);
    let now = score(&answer.now);
    let changes = |draw: &&Draw| draw.goes_out || score(&draw.best) != now;
    if answer.draws.iter().any(|draw| changes(&draw)) {
        let mut table = new_table(vec!["draw", "unseen", "tiles", "value", "lay", "out"]);
        for column in 1..4 {
            if let Some(column) = table.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        for draw in answer.draws.iter().filter(changes) {
            let best = draw.best.as_ref();
            table.add_row(vec![
                draw.tile.to_string(),
                draw.unseen.to_string(),
                best.map_or(String::new(), |best| best.tiles.to_string()),
                best.map_or(String::new(), |best| best.value.to_string()),
                best.map_or(String::new(), |best| best.played.to_string()),
                if draw.goes_out { "yes" } else { "" }.to_owned(),
            ]);
        }
        writeln!(out, "\n{}\n", drawn(&table))?;
    }
    let idle = answer.draws.iter().filter(|draw| !changes(draw));
    let idle: u32 = idle.map(|draw| u32::from(draw.unseen)).sum();
    let (going, all) = answer.going_out();
    writeln!(
        out,
        "{going} of {all} unseen tiles let the whole rack go, {idle} change nothing"
    )?;
    let proven = if answer.proven {
        "Proven"
    } else {
        "Not all proven"
    };
    writeln!(out, "{proven}: {solver}, {time} µs")
}

/// The answers as a line of JSON.
#[derive(Serialize)]
pub struct Record<'a> {
    id: &'a Id,
    status: &'static str,
    question: &'static str,
    now: Option<BestRecord>,
    draws: Vec<DrawRecord>,
    unseen: u32,
    going_out: u32,
    solver: &'a str,
    micros: f64,
}

#[derive(Serialize)]
struct BestRecord {
    tiles: usize,
    value: u32,
    played: String,
}

#[derive(Serialize)]
struct DrawRecord {
    draw: Tile,
    unseen: u8,
    #[serde(flatten)]
    best: Option<BestRecord>,
    goes_out: bool,
}

fn best(found: &Verified) -> BestRecord {
    BestRecord {
        tiles: found.tiles,
        value: found.value,
        played: found.played.to_string(),
    }
}

impl<'a> Record<'a> {
    /// The record of these answers for the position of this id.
    pub fn new(id: &'a Id, found: &'a Drawn) -> Record<'a> {
        let answer = found.answer.as_ref();
        let (going_out, unseen) = answer.map_or((0, 0), AfterDraw::going_out);
        let draws = answer.iter().flat_map(|answer| &answer.draws);
        Record {
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
            solver: &found.solver,
            micros: micros(found.time),
        }
    }
}
