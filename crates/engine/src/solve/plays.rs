//! Every choice of rack tiles that makes a legal turn, or the best of them, as data and as a line
//! of JSON. Tables are not included: ask for the best play with the tiles of a play as the rack.

use std::time::Duration;

use rummilab_arena::{Clock, system_clock};
use rummilab_core::TileCounts;
use rummilab_solver::{ListLimits, Omitted, Plays, Solver, unless_given_up};
use serde::Serialize;

use super::micros;
use crate::error::Error;
use crate::line::{Id, json_line};
use crate::question::Question;

/// The answer to the question for all plays.
#[derive(Debug)]
pub struct PlaysAnswer {
    /// The plays; `None` if the tiles of the table cannot be split into sets.
    pub list: Option<Plays>,
    /// The name of the solver.
    pub solver: String,
    /// The time of the solver.
    pub time: Duration,
}

/// Asks for the best `most` plays.
///
/// # Errors
/// If the solver cannot answer.
pub fn all_plays(
    question: &Question,
    solver: &mut dyn Solver,
    most: usize,
) -> Result<PlaysAnswer, Error> {
    all_plays_timed(question, solver, most, system_clock)
}

/// The same, timed by this clock.
pub(super) fn all_plays_timed(
    question: &Question,
    solver: &mut dyn Solver,
    most: usize,
    clock: Clock,
) -> Result<PlaysAnswer, Error> {
    let (rules, goal) = (&question.rules, &question.goal);
    solver.supports(rules, goal)?;
    let has_table = unless_given_up(question.has_table(solver))?;
    let start = clock();
    let limits = ListLimits::best(most);
    let list = match has_table {
        Some(true) => Some(solver.plays(rules, &question.position, goal, limits)?),
        Some(false) => None,
        None => Some(Plays::unknown()),
    };
    Ok(PlaysAnswer {
        list,
        solver: solver.name().to_owned(),
        time: clock().saturating_sub(start),
    })
}

impl PlaysAnswer {
    /// The answer to the request with this id, as a line of JSON.
    pub fn to_json(&self, id: &Id) -> String {
        let (status, rest) = match self.list.as_ref().map(|list| list.rest) {
            None => ("infeasible", "none"),
            Some(Omitted::Nothing) => ("optimal", "none"),
            Some(Omitted::Later) => ("optimal", "later"),
            Some(Omitted::Unknown) => ("feasible", "unknown"),
        };
        let plays = self.list.iter().flat_map(|list| &list.plays);
        json_line(&PlaysLine {
            id,
            status,
            question: "plays",
            plays: plays.map(|play| PlayRecord::of(&play.tiles)).collect(),
            rest,
            solver: &self.solver,
            micros: micros(self.time),
        })
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

/// The rack tiles of a play.
#[derive(Serialize)]
pub struct PlayRecord {
    tiles: usize,
    value: u32,
    played: String,
}

impl PlayRecord {
    /// The record of a play that lays these tiles.
    pub fn of(laid: &TileCounts) -> PlayRecord {
        PlayRecord {
            tiles: laid.len(),
            value: laid.face_sum(),
            played: laid.to_string(),
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use rummilab_search::SearchSolver;
    use rummilab_solver::Goal;

    use crate::{LineQuestion, LineRules, SolveLines, no_rule_files};

    /// It said "infeasible", as if it were proven that the tiles are no table.
    #[test]
    fn a_table_of_tiles_that_is_too_hard_is_not_called_infeasible() {
        let answer = |ask, mut solver: SearchSolver| {
            let rules = LineRules::new("original", &[], no_rule_files).unwrap();
            let line = br#"{"table_tiles":"R3 R4 R5 B3 B4 B5 K3 K4 K5","rack":"R6"}"#;
            SolveLines::new(rules, Goal::Tiles, ask).answer(&mut solver, line)
        };
        let plays = LineQuestion::Plays { most: 10 };
        let gives_up = || {
            let solver = SearchSolver::new().give_up_after(0);
            solver.give_up_going_out_after(0)
        };
        let says = |status: &str, text: String| {
            let status = format!(r#""status":"{status}""#);
            assert!(text.contains(&status), "{text}");
        };
        says("optimal", answer(plays, SearchSolver::new()).unwrap());
        says("feasible", answer(plays, gives_up()).unwrap());
        let refusal = answer(LineQuestion::AfterDraw, gives_up()).unwrap_err();
        assert!(
            refusal.error.to_string().contains("gave up"),
            "{}",
            refusal.error
        );
    }
}
