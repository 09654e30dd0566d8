//! Every choice of rack tiles that makes a legal turn, or the best of them, as data and as a line of
//! JSON. Tables are not shown: the best play with the tiles of a play as the rack has one.

use std::time::Duration;

use rummilab_solver::{ListLimits, Omitted, Plays, Solver};
use serde::Serialize;

use super::micros;
use super::split::splits;
use crate::clock::Clock;
use crate::error::Error;
use crate::line::{Id, json_line};
use crate::question::Question;

/// The answer to the question for all plays.
#[derive(Debug)]
pub struct PlaysAnswer {
    /// The plays; `None` if the tiles of the table cannot be split into sets.
    pub list: Option<Plays>,
    /// Who found them.
    pub solver: String,
    /// Its time.
    pub time: Duration,
}

/// Asks for at most `most` plays, the best first.
///
/// # Errors
/// If the solver cannot answer.
pub fn all_plays(
    question: &Question,
    solver: &mut dyn Solver,
    most: usize,
    clock: Clock,
) -> Result<PlaysAnswer, Error> {
    let (rules, goal) = (&question.rules, &question.goal);
    solver.supports(rules, goal)?;
    let mut list = None;
    let mut time = Duration::ZERO;
    if splits(question, solver)? {
        let start = clock();
        let limits = ListLimits::best(most);
        list = Some(solver.plays(rules, &question.position, goal, limits)?);
        time = clock().saturating_sub(start);
    }
    Ok(PlaysAnswer {
        list,
        solver: solver.name().to_owned(),
        time,
    })
}

impl PlaysAnswer {
    /// The answer to the request of this id, as a line of JSON.
    ///
    /// # Errors
    /// Never in fact: everything in it is JSON's.
    pub fn to_json(&self, id: &Id) -> Result<String, Error> {
        json_line(&PlaysLine::new(id, self))
    }
}

/// The list as a line of JSON.
#[derive(Serialize)]
struct PlaysLine<'a> {
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

impl<'a> PlaysLine<'a> {
    fn new(id: &'a Id, listed: &'a PlaysAnswer) -> PlaysLine<'a> {
        let (status, rest) = match listed.list.as_ref().map(|list| list.rest) {
            None => ("infeasible", "none"),
            Some(Omitted::Nothing) => ("optimal", "none"),
            Some(Omitted::Later) => ("optimal", "later"),
            Some(Omitted::Unknown) => ("feasible", "unknown"),
        };
        let plays = listed.list.iter().flat_map(|list| &list.plays);
        PlaysLine {
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
