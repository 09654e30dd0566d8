//! `solve --question plays`: every choice of rack tiles that makes a legal turn, or the best of them, as text and as JSON.
//! Refuses to show tables: `solve` with the tiles of a play as the rack does.

use std::fmt::{self, Write};
use std::time::{Duration, Instant};

use rummilab_solver::{Limits, Play, Plays, Rest, Solver};
use serde::Serialize;

use super::answer::micros;
use super::split::splits;
use crate::error::Error;
use crate::line::Id;
use crate::question::Question;

/// The list that was found.
pub struct Listed {
    /// The plays; `None` if the tiles of the table cannot be split into sets.
    list: Option<Plays>,
    solver: String,
    time: Duration,
}

/// Asks for the list.
pub fn find(question: &Question, solver: &mut dyn Solver, most: usize) -> Result<Listed, Error> {
    let (rules, goal) = (&question.rules, &question.goal);
    solver.supports(rules, goal).map_err(Error::Unsupported)?;
    let mut list = None;
    let mut time = Duration::ZERO;
    if splits(question, solver)? {
        let start = Instant::now();
        let limits = Limits::best(most);
        list = Some(solver.plays(rules, &question.position, goal, limits)?);
        time = start.elapsed();
    }
    Ok(Listed {
        list,
        solver: solver.name().to_owned(),
        time,
    })
}

/// The list for people.
pub fn text(listed: &Listed) -> String {
    let mut text = String::new();
    // A String takes everything that is written to it.
    let _ = write_list(&mut text, listed);
    text
}

fn write_list(out: &mut String, listed: &Listed) -> fmt::Result {
    let (solver, time) = (&listed.solver, micros(listed.time));
    let Some(Plays { plays, rest }) = &listed.list else {
        writeln!(
            out,
            "The tiles of the table cannot be split into legal sets."
        )?;
        return writeln!(out, "Proven: {solver}, {time} µs");
    };
    match (plays.len(), rest) {
        (0, Rest::Nothing) => writeln!(out, "Nothing can be laid.")?,
        (1, Rest::Nothing) => writeln!(out, "One play:")?,
        (n, Rest::Nothing) => writeln!(out, "All {n} plays, the best first:")?,
        (0, _) => writeln!(out, "There are plays.")?,
        (1, Rest::Later) => writeln!(out, "The best play of several:")?,
        (n, Rest::Later) => writeln!(out, "The best {n} plays of more:")?,
        (_, Rest::Unknown) => writeln!(out, "The best play; a list would take too much work:")?,
    }
    if !plays.is_empty() {
        writeln!(out, "\n tiles   value   lay")?;
    }
    for Play { tiles, .. } in plays {
        writeln!(out, "{:6}  {:6}   {tiles}", tiles.len(), tiles.face_sum())?;
    }
    let sure = match rest {
        Rest::Nothing => "Proven complete",
        Rest::Later => "Proven best",
        Rest::Unknown => "Not complete",
    };
    writeln!(out, "\n{sure}: {solver}, {time} µs")
}

/// The list as a line of JSON.
#[derive(Serialize)]
pub struct Record<'a> {
    id: &'a Id,
    status: &'static str,
    question: &'static str,
    plays: Vec<PlayRecord>,
    rest: &'static str,
    solver: &'a str,
    micros: f64,
}

#[derive(Serialize)]
struct PlayRecord {
    tiles: usize,
    value: u32,
    played: String,
}

impl<'a> Record<'a> {
    /// The record of this list for the position of this id.
    pub fn new(id: &'a Id, listed: &'a Listed) -> Record<'a> {
        let (status, rest) = match listed.list.as_ref().map(|list| list.rest) {
            None => ("infeasible", "none"),
            Some(Rest::Nothing) => ("optimal", "none"),
            Some(Rest::Later) => ("optimal", "later"),
            Some(Rest::Unknown) => ("feasible", "unknown"),
        };
        let plays = listed.list.iter().flat_map(|list| &list.plays);
        Record {
            id,
            status,
            question: "plays",
            plays: plays
                .map(|play| PlayRecord {
                    tiles: play.tiles.len(),
                    value: play.tiles.face_sum(),
                    played: play.tiles.to_string(),
                })
                .collect(),
            rest,
            solver: &listed.solver,
            micros: micros(listed.time),
        }
    }
}
