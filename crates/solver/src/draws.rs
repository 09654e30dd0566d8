//! The question "what if I draw?": for every kind of tile that could be drawn next, the best play
//! with it, and whether the whole rack could then go. The answer here is by plain repetition, for
//! any solver. The caller passes the unseen tiles.

use rummilab_core::{Position, RuleSet, Tile, TileCounts};

use crate::answer::{Answer, Verified};
use crate::goal::Goal;
use crate::{SolveError, Solver, unless_given_up};

/// The effect of drawing one tile and then playing on the same table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// The tile.
    pub tile: Tile,
    /// Number of unseen copies.
    pub unseen: u8,
    /// The best play with it; `None` if table and rack cannot lie, whatever is laid.
    pub best: Option<Verified>,
    /// Whether the whole rack could go, this tile included.
    pub goes_out: bool,
}

/// The answers for every kind of tile that could be drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AfterDraw {
    /// The best play without a draw; `None` as in [`Draw::best`].
    pub now: Option<Verified>,
    /// One for each kind of tile unseen, in the order of [`TileCounts::kinds`].
    pub draws: Vec<Draw>,
    /// Whether all these plays are proven to be best. Otherwise the solver stopped early on some.
    pub proven: bool,
}

impl AfterDraw {
    /// Number of unseen tiles with which the whole rack could go, and of all unseen tiles.
    pub fn going_out(&self) -> (u32, u32) {
        let count = |draws: &mut dyn Iterator<Item = &Draw>| {
            draws.map(|draw| u32::from(draw.unseen)).sum::<u32>()
        };
        (
            count(&mut self.draws.iter().filter(|draw| draw.goes_out)),
            count(&mut self.draws.iter()),
        )
    }
}

/// The answers for every kind of tile, one question after the other.
pub fn draws_by_repetition<S: Solver + ?Sized>(
    solver: &mut S,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    unseen: &TileCounts,
) -> Result<AfterDraw, SolveError> {
    let now = unless_given_up(solver.solve(rules, position, goal))?;
    let mut proven = now.as_ref().is_some_and(Answer::is_proven);
    let mut draws = Vec::new();
    for (tile, unseen) in unseen.kinds() {
        let (draw, is_proven) = draw_of(solver, rules, position, goal, (tile, unseen))?;
        draws.push(draw);
        proven &= is_proven;
    }
    Ok(AfterDraw {
        now: now.and_then(Answer::into_verified),
        draws,
        proven,
    })
}

/// The answer for one kind of tile with `unseen` copies, and whether it is proven.
pub fn draw_of<S: Solver + ?Sized>(
    solver: &mut S,
    rules: &RuleSet,
    position: &Position,
    goal: &Goal,
    (tile, unseen): (Tile, u8),
) -> Result<(Draw, bool), SolveError> {
    let position = with_tile(position, tile)?;
    let answer = unless_given_up(solver.solve(rules, &position, goal))?;
    let proven = answer.as_ref().is_some_and(Answer::is_proven);
    let goes_out = match &answer {
        // No play lays more tiles, so this decides whether the rack goes.
        Some(Answer::Optimal(best)) if *goal == Goal::Tiles => Some(best.played == position.rack),
        Some(Answer::Infeasible) => Some(false),
        _ => unless_given_up(solver.go_out(rules, &position))?.map(|play| play.is_some()),
    };
    let draw = Draw {
        tile,
        unseen,
        best: answer.and_then(Answer::into_verified),
        goes_out: goes_out.unwrap_or(false),
    };
    Ok((draw, proven && goes_out.is_some()))
}

/// The position with one more tile on the rack.
pub fn with_tile(position: &Position, tile: Tile) -> Result<Position, SolveError> {
    let mut position = position.clone();
    if position.rack.insert(tile) {
        Ok(position)
    } else {
        Err(SolveError::TooManyCopies(tile))
    }
}
