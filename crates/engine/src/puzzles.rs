//! Exercises out of positions that were played, graded by how many steps their explanation takes.

use rummilab_core::RuleSet;
use rummilab_play::{Puzzle, PuzzleError};
use rummilab_solver::Solver;
use serde::Serialize;

use crate::corpus::{CorpusLine, CorpusPosition};

/// Grades of exercises. An exercise has as many steps as its grade, those of the last at least as
/// many.
pub const PUZZLE_GRADES: usize = 5;

/// The most sets on the table of an exercise, so that it can be overlooked.
const MOST_SETS: usize = 14;

/// The most tiles on its rack.
const MOST_TILES: usize = 14;

/// An exercise.
#[derive(Debug, Clone, Serialize)]
pub struct PuzzleLine<'a> {
    /// The position.
    pub position: CorpusLine<'a>,
    /// The most tiles that can be laid.
    pub tiles: usize,
    /// Whether that is the whole rack.
    pub goes_out: bool,
    /// Steps of the shortest explanation that was found.
    pub steps: usize,
    /// From 1 to [`PUZZLE_GRADES`].
    pub grade: usize,
}

/// Exercises of these positions, as many of each grade, by grade and then in the order of the
/// positions. Of a game each grade takes one. From grade 2 on, laying own sets and adding single
/// tiles is not enough.
///
/// # Errors
/// If the solver has no answer, or a position cannot be.
pub fn puzzles<'a>(
    rules: &RuleSet,
    name: &'a str,
    positions: &'a [CorpusPosition],
    number: usize,
    solver: &mut dyn Solver,
) -> Result<Vec<PuzzleLine<'a>>, PuzzleError> {
    let each = number.div_ceil(PUZZLE_GRADES);
    let mut grades: Vec<Vec<(PuzzleLine<'a>, &str)>> = vec![Vec::new(); PUZZLE_GRADES];
    for one in positions {
        if grades.iter().all(|found| found.len() >= each) {
            break;
        }
        let (table, position) = (&one.table, &one.position);
        if table.sets().len() > MOST_SETS || position.rack.len() > MOST_TILES {
            continue;
        }
        let found = Puzzle::new(
            rules.clone(),
            table.clone(),
            position.rack,
            position.opened,
            None,
            solver,
        );
        let puzzle = match found {
            Ok(puzzle) => puzzle,
            // Nothing can be laid.
            Err(PuzzleError::TooFew(_)) => continue,
            Err(error) => return Err(error),
        };
        let steps = puzzle.advice().steps.len();
        let grade = steps.clamp(1, PUZZLE_GRADES);
        let game = one.id.split('t').next().unwrap_or_default();
        let kept = &mut grades[grade - 1];
        let full = kept.len() >= each || kept.iter().any(|(_, other)| *other == game);
        if full || steps == 0 || (grade > 1 && !one.beats_hand(rules, solver)?) {
            continue;
        }
        let line = PuzzleLine {
            position: one.line(rules, name, None),
            tiles: puzzle.wanted(),
            goes_out: puzzle.wanted() == position.rack.len(),
            steps,
            grade,
        };
        kept.push((line, game));
    }
    let lines = grades.into_iter().flatten().map(|(line, _)| line);
    Ok(lines.take(number).collect())
}
