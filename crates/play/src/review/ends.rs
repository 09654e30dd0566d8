//! Turns of an end that are judged by solving the rest of the game.

use std::collections::VecDeque;

use rummilab_bot_api::{PublicTurn, View};
use rummilab_bots::endgame::{EndJudge, JudgedTurn};
use rummilab_core::{Position, Seat, TileCounts};
use rummilab_solver::{Solver, go_out_on};

use super::ReviewError;
use super::playouts::{DecisionPlayouts, is_known};
use super::turn::ActionRecord;

/// So many turns may be left unsolved; then no earlier one is tried, since those have more tiles.
const UNSOLVED: usize = 2;

/// A solved turn.
#[derive(Debug, Clone)]
pub(super) struct SolvedTurn {
    pub judged: JudgedTurn,
    /// A turn that is worth more than what was done.
    pub better: Option<ActionRecord>,
}

/// The turns without hidden tiles, the last first: what comes before is harder.
pub(super) struct Ends {
    judge: EndJudge,
    /// Indices of the cases.
    cases: VecDeque<usize>,
    unsolved: usize,
}

impl Ends {
    pub fn of(cases: &[DecisionPlayouts]) -> Ends {
        let known = (0..cases.len())
            .rev()
            .filter(|case| is_known(&cases[*case].game));
        Ends {
            judge: EndJudge::default(),
            cases: known.collect(),
            unsolved: 0,
        }
    }

    /// Solves the next turn; returns whether there was one.
    ///
    /// # Errors
    /// If the solver has no answer.
    pub fn solve_next(
        &mut self,
        cases: &mut [DecisionPlayouts],
        history: &[PublicTurn],
        starter: Seat,
        solver: &mut Box<dyn Solver>,
    ) -> Result<bool, ReviewError> {
        let Some(case) = self.cases.pop_front().filter(|_| self.unsolved < UNSOLVED) else {
            return Ok(false);
        };
        let case = &mut cases[case];
        let view = View::of(&case.game, case.seat, &history[..case.turn]);
        let judged = self.judge.judge(&view, starter, &case.laid, solver)?;
        let Some(judged) = judged else {
            self.unsolved += 1;
            return Ok(true);
        };
        let better = if judged.best > judged.done {
            Some(action(case, &judged.laid, solver)?)
        } else {
            None
        };
        case.solved = Some(SolvedTurn { judged, better });
        Ok(true)
    }
}

/// The turn that lays these tiles, or nothing.
fn action(
    case: &DecisionPlayouts,
    laid: &TileCounts,
    solver: &mut Box<dyn Solver>,
) -> Result<ActionRecord, ReviewError> {
    let (rules, before) = (case.game.rules(), case.game.table());
    if laid.is_empty() {
        return Ok(ActionRecord::new("passes", String::new(), None));
    }
    let position = Position {
        rack: *laid,
        ..case.game.position(case.seat)
    };
    let play = go_out_on(solver.as_mut(), rules, before, &position)?;
    let table = play.map(|play| play.table(before).to_string());
    Ok(ActionRecord::new("lays", laid.to_string(), table))
}
