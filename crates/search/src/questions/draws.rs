//! "What if I draw?" for all kinds of tile.
//!
//! * A tile that no set of the tiles at hand can hold changes nothing.
//! * A play that is better than the best one without a draw lays every copy of the drawn tile:
//!   otherwise it could be laid without the draw. So a player who has opened asks only for a better
//!   play in which these tiles must lie, and most of these searches end soon.

use rummilab_core::{OpeningTableAccess, Tile, TileCounts};
use rummilab_solver::{
    AfterDraw, Answer, Draw, Goal, SolveError, Solver, Verified, unless_given_up, with_tile,
};

use crate::questions::{SearchSolver, TurnQuery, in_some_set};

/// The answers for every kind of tile.
pub fn after_draw(
    solver: &mut SearchSolver,
    question: TurnQuery<'_>,
    unseen: &TileCounts,
) -> Result<AfterDraw, SolveError> {
    let (rules, position, goal) = question.parts();
    let now = unless_given_up(solver.solve(rules, position, goal))?;
    let mut proven = now.as_ref().is_some_and(Answer::is_proven);
    let now = now.and_then(Answer::into_verified);
    let mut tried = solver.tried;
    let mut draws = Vec::with_capacity(unseen.kinds().count());
    for (tile, unseen) in unseen.kinds() {
        let with = with_tile(position, tile)?;
        with.check(rules).map_err(SolveError::TooManyCopies)?;
        let question = question.at(&with);
        solver.tried = 0;
        let best = match &now {
            _ if !may_be_laid(question, tile) => now.clone(),
            Some(now) if position.opened && *goal != Goal::OpeningValue => {
                let (better, is_proven) = solver.better_play(question, &now.played, tile)?;
                proven &= is_proven;
                Some(better.unwrap_or_else(|| now.clone()))
            }
            _ => {
                let answer = unless_given_up(solver.solve(rules, &with, goal))?;
                proven &= answer.as_ref().is_some_and(Answer::is_proven);
                answer.and_then(Answer::into_verified)
            }
        };
        let goes_out = whole_rack_goes(solver, question, best.as_ref())?;
        proven &= goes_out.is_some();
        let draw = Draw {
            tile,
            unseen,
            goes_out: goes_out.unwrap_or(false),
            best,
        };
        tried += std::mem::take(&mut solver.tried);
        draws.push(draw);
    }
    solver.tried = tried;
    Ok(AfterDraw { now, draws, proven })
}

/// Whether the whole rack can be played, by the best play; `None` if the search gave up.
fn whole_rack_goes(
    solver: &mut SearchSolver,
    question: TurnQuery<'_>,
    best: Option<&Verified>,
) -> Result<Option<bool>, SolveError> {
    let (rules, position, goal) = question.parts();
    let Some(best) = best else {
        return Ok(Some(false));
    };
    // The whole rack is the best play unless some tile is better kept. Own sets alone are no turn.
    match goal {
        Goal::Tiles | Goal::Value => Ok(Some(best.played == position.rack)),
        Goal::Weighted(_) if best.played == position.rack => Ok(Some(true)),
        Goal::Weighted(_) | Goal::OpeningValue => {
            let play = unless_given_up(solver.go_out(rules, position))?;
            Ok(play.map(|play| play.is_some()))
        }
    }
}

/// Whether a turn might lay this tile of the rack, by single sets and the rule on jokers.
pub fn may_be_laid(question: TurnQuery<'_>, tile: Tile) -> bool {
    let (rules, position, goal) = question.parts();
    let opening = !position.opened || *goal == Goal::OpeningValue;
    let no_jokers = opening && !rules.opening_jokers;
    let own = opening
        && (rules.opening_table_access == OpeningTableAccess::None || *goal == Goal::OpeningValue);
    if no_jokers && tile.is_joker() {
        return false;
    }
    let mut held = position.clone();
    if no_jokers {
        held.rack = held.rack.without_jokers();
    }
    if own {
        held.table = TileCounts::EMPTY;
    }
    in_some_set(rules, &held, tile)
}
