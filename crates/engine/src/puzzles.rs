//! Exercises from recorded positions, graded by the number of steps of their explanation.

use rummilab_core::RuleSet;
use rummilab_play::{Puzzle, PuzzleError, Target};
use rummilab_solver::Solver;
use serde::Serialize;

use crate::corpus::{CorpusLine, CorpusPosition};
use crate::difficulty::grade_of;

/// Number of grades of exercises. The grade of an exercise is its number of steps; the last grade
/// also holds those with more steps.
pub const PUZZLE_GRADES: usize = 5;

/// Most sets on the table of an exercise, so that people keep the overview.
const MOST_SETS: usize = 14;

/// Most tiles on its rack.
const MOST_TILES: usize = 14;

/// In one of this many exercises of a grade the whole rack can be laid, if there are enough of
/// them.
const ONE_GOES_OUT_OF: usize = 5;

#[derive(Debug, Clone, Serialize)]
pub struct PuzzleLine<'a> {
    pub position: CorpusLine<'a>,
    /// The origin of the position.
    #[serde(skip)]
    pub source: &'a CorpusPosition,
    /// Largest number of tiles that can be laid.
    pub tiles: usize,
    /// Whether these are the whole rack.
    pub goes_out: bool,
    /// Number of steps of the shortest explanation found.
    pub steps: usize,
    pub grade: usize,
}

/// Exercises from these positions, the same number for each grade, ordered by grade and then by
/// position. A grade takes one exercise of a deal, because games of one deal begin alike. From
/// grade 2 on, own sets and single tiles added by hand are not enough. In a fifth of each grade the
/// whole rack can be laid.
///
/// # Errors
/// If the solver has no answer, or a position is impossible.
pub fn puzzles<'a>(
    rules: &RuleSet,
    name: &'a str,
    positions: &'a [CorpusPosition],
    number: usize,
    solver: &mut Box<dyn Solver + '_>,
) -> Result<Vec<PuzzleLine<'a>>, PuzzleError> {
    let each = number.div_ceil(PUZZLE_GRADES);
    let mut grades: Vec<Grade<'a>> = (0..PUZZLE_GRADES).map(|_| Grade::new(each)).collect();
    for one in positions {
        if grades.iter().all(Grade::is_full) {
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
            Target::Most,
            solver,
        );
        let puzzle = match found {
            Ok(puzzle) => puzzle,
            // Nothing can be laid.
            Err(PuzzleError::TooFew(_)) => continue,
            Err(error) => return Err(error),
        };
        let steps = puzzle.advice().steps.len();
        let grade = grade_of(steps).max(1);
        let line = PuzzleLine {
            position: one.line(rules, name, None),
            source: one,
            tiles: puzzle.wanted(),
            goes_out: puzzle.wanted() == position.rack.len(),
            steps,
            grade,
        };
        let kept = &mut grades[grade - 1];
        if steps > 0
            && kept.has_room(&line)
            && (grade == 1 || one.beats_hand(rules, solver.as_mut())?)
        {
            kept.of(line.goes_out).push(line);
        }
    }
    let lines = grades.into_iter().flat_map(Grade::lines);
    Ok(lines.take(number).collect())
}

/// The exercises found for one grade, in the order of the positions.
struct Grade<'a> {
    most: usize,
    /// The exercises in which the whole rack can be laid.
    going_out: Vec<PuzzleLine<'a>>,
    others: Vec<PuzzleLine<'a>>,
}

impl<'a> Grade<'a> {
    fn new(most: usize) -> Grade<'a> {
        Grade {
            most,
            going_out: Vec::new(),
            others: Vec::new(),
        }
    }

    fn of(&mut self, goes_out: bool) -> &mut Vec<PuzzleLine<'a>> {
        if goes_out {
            &mut self.going_out
        } else {
            &mut self.others
        }
    }

    /// Largest number of exercises in which the whole rack can be laid.
    fn most_going_out(&self) -> usize {
        self.most / ONE_GOES_OUT_OF
    }

    fn is_full(&self) -> bool {
        self.going_out.len() >= self.most_going_out() && self.others.len() >= self.most
    }

    /// Whether there is room and no exercise from the same deal.
    fn has_room(&self, line: &PuzzleLine<'_>) -> bool {
        let (kept, most) = if line.goes_out {
            (&self.going_out, self.most_going_out())
        } else {
            (&self.others, self.most)
        };
        let deal = line.source.deal();
        kept.len() < most && kept.iter().all(|other| other.source.deal() != deal)
    }

    /// The exercises in which the whole rack can be laid, filled up with others of other deals, in
    /// the order of the positions.
    fn lines(self) -> Vec<PuzzleLine<'a>> {
        let deals: Vec<&str> = self
            .going_out
            .iter()
            .map(|line| line.source.deal())
            .collect();
        let others = self.others.into_iter();
        let others = others.filter(|line| !deals.contains(&line.source.deal()));
        let room = self.most - self.going_out.len();
        let mut lines: Vec<_> = self
            .going_out
            .into_iter()
            .chain(others.take(room))
            .collect();
        lines.sort_by_key(|line| line.source.order());
        lines
    }
}
