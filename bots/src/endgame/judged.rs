//! Judges a turn of an end by solving the game: what the turn is worth, and the best turn.

use rummilab_bot_api::View;
use rummilab_core::{Seat, TileCounts};
use rummilab_solver::{SolveError, Solver, go_out_on};

use super::search::Endgame;
use super::state::{State, WON};
use crate::plan::{End, EndValues};
use crate::standoff::NoAnswer;

/// Lists of plays for one turn, before small plays alone are searched.
const LISTS: u64 = 1_000;
/// Questions about each small play.
const QUESTIONS: u64 = 100_000;

/// A turn of an end and the best turn there, in shares of the win: 1 won, 0 lost, between them
/// shared. Both sides play without faults afterwards.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct JudgedTurn {
    pub done: f64,
    pub best: f64,
    /// The tiles that a best turn lays; none for a pass.
    pub laid: TileCounts,
    /// Whether all plays were searched. Otherwise both sides lay single tiles, or pairs and own
    /// sets where no single tile is safe.
    pub all_plays: bool,
}

/// Judges turns of ends: two players, an empty pool, nothing hidden.
#[derive(Debug)]
pub struct EndJudge {
    lists: u64,
    small: EndValues,
}

impl Default for EndJudge {
    fn default() -> EndJudge {
        EndJudge::new(LISTS, QUESTIONS)
    }
}

impl EndJudge {
    /// Searches all plays with at most so many lists of plays for a turn, then small plays with at
    /// most so many questions about each.
    pub fn new(lists: u64, questions: u64) -> EndJudge {
        EndJudge {
            lists,
            small: EndValues::new(questions),
        }
    }

    /// Judges a turn that lays these tiles, none for a pass. `None` if this is no end, or one that
    /// is not solved.
    ///
    /// # Errors
    /// If the solver has no answer.
    pub fn judge(
        &mut self,
        view: &View<'_>,
        starter: Seat,
        laid: &TileCounts,
        solver: &mut Box<dyn Solver>,
    ) -> Result<Option<JudgedTurn>, SolveError> {
        let Some(state) = State::of(view) else {
            return Ok(None);
        };
        let mut endgame = Endgame::new(view.rules, starter, solver, self.lists);
        if let Some(best) = endgame.best(&state)?
            && let Some(done) = endgame.worth_after(&state, laid)?
        {
            return Ok(Some(JudgedTurn {
                done: share(done),
                best: share(best.worth),
                laid: best.laid,
                all_plays: true,
            }));
        }
        let both_opened = state.opened == [true; 2] && state.left.is_none();
        if laid.is_empty() || !both_opened {
            return Ok(None);
        }
        let mut judged = match self.by_small_plays(view, laid, solver.as_mut()) {
            Ok(judged) => judged,
            Err(NoAnswer::BudgetExhausted) => None,
            Err(NoAnswer::Solver(error)) => return Err(error),
        };
        // Going out is no small play.
        if let Some(turn) = judged.as_mut().filter(|turn| turn.best < 1.0) {
            let position = state.position(view.rules);
            if go_out_on(solver.as_mut(), view.rules, view.table, &position)?.is_some() {
                (turn.best, turn.laid) = (1.0, view.rack);
            }
        }
        Ok(judged)
    }

    fn by_small_plays(
        &mut self,
        view: &View<'_>,
        laid: &TileCounts,
        solver: &mut dyn Solver,
    ) -> Result<Option<JudgedTurn>, NoAnswer> {
        let (rules, values) = (view.rules, &mut self.small);
        let table = view.table.counts().ok();
        let Some(end) = table.and_then(|table| End::of(rules, view.rack, table)) else {
            return Ok(None);
        };
        let Some(wins) = values.wins_by(rules, &end, *laid, solver)? else {
            return Ok(None);
        };
        let judged = |laid: TileCounts, best: bool| JudgedTurn {
            done: f64::from(u8::from(wins)),
            best: f64::from(u8::from(best)),
            laid,
            all_plays: false,
        };
        if wins {
            return Ok(Some(judged(*laid, true)));
        }
        let plays = values.plays(rules, &end, solver)?;
        Ok(plays.map(|plays| {
            let winning = plays.iter().find(|(_, wins)| *wins);
            winning.map_or(judged(*laid, false), |(best, _)| judged(*best, true))
        }))
    }
}

/// The share of the win in the worth of a game: joint winners share it.
fn share(worth: i64) -> f64 {
    if worth.abs() < WON / 2 {
        0.5
    } else {
        f64::from(u8::from(worth > 0))
    }
}
