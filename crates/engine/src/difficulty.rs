//! How hard a position is for people and for solvers: the field `difficulty` of a line of a corpus.

use rummilab_solver::Step;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::LineError;
use crate::line::{fields_of, written};
use crate::puzzles::PUZZLE_GRADES;
use crate::solve::{BestAnswer, Status};

/// How hard a position is. What is `None` is not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difficulty {
    /// The steps that explain the best play, [`PUZZLE_GRADES`] for as many and more; 0 if nothing
    /// can be laid.
    pub grade: Option<usize>,
    /// Number of these steps: the fewest from the old table to the new one, not over all best
    /// plays.
    pub steps: Option<usize>,
    /// The hardest kind among them.
    pub hardest: Option<StepKind>,
    /// Work of the search until it proves the best play, in states; [`Difficulty::MOST_STATES`] if
    /// it gives up.
    pub states: u64,
    /// Work of the integer program until it proves the best play, in what takes as long as a state
    /// of the search; [`Difficulty::MOST_WORK`] if it gives up.
    pub ilp_work: Option<u64>,
}

/// Kinds of steps, the easiest first. The order is a convention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepKind {
    Lay,
    Take,
    Split,
    Join,
}

impl Difficulty {
    /// States after which the search gives up, which take some seconds.
    pub const MOST_STATES: u64 = 1_000_000;

    /// Work after which the integer program gives up, and the search for the play that is
    /// explained. Every position from games in `data/positions` is proven within it.
    pub const MOST_WORK: u64 = 100_000;

    /// The difficulty for people after this answer with its steps, and this work of solvers.
    pub fn new(answer: &BestAnswer, states: u64, ilp_work: Option<u64>) -> Difficulty {
        let proven = answer.status == Status::Optimal;
        let play = answer.play.as_ref().filter(|_| proven);
        let steps = play.and_then(|play| play.steps.as_ref()?.as_ref().ok());
        Difficulty {
            grade: steps.map(|steps| grade_of(steps.len())),
            steps: steps.map(Vec::len),
            hardest: steps.and_then(|steps| steps.iter().map(StepKind::of).max()),
            states,
            ilp_work,
        }
    }
}

impl StepKind {
    fn of(step: &Step) -> StepKind {
        match step {
            Step::Lay { .. } => StepKind::Lay,
            Step::Take { .. } => StepKind::Take,
            Step::Split { .. } => StepKind::Split,
            Step::Join { .. } => StepKind::Join,
        }
    }
}

/// The grade of a play with this many steps.
pub(crate) fn grade_of(steps: usize) -> usize {
    steps.min(PUZZLE_GRADES)
}

/// The places of a line that matter here. An exercise holds its position in a field.
#[derive(Deserialize)]
struct Places<'a> {
    #[serde(borrow)]
    position: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "written")]
    difficulty: Option<&'a RawValue>,
}

/// The position of a line: the whole line, or its field `position` if it is an exercise.
pub fn position_of(line: &str) -> &str {
    let places: Option<Places<'_>> = serde_json::from_str(line).ok();
    let position = places.and_then(|places| places.position);
    position.map_or(line, RawValue::get)
}

/// The line with this difficulty in its position. All other bytes stay as they are.
///
/// # Errors
/// If the line or its position is no JSON object.
pub fn with_difficulty(line: &str, difficulty: &Difficulty) -> Result<String, LineError> {
    let position = position_of(line);
    let known = fields_of::<Places<'_>>(position)?.difficulty;
    let field = serde_json::to_string(difficulty).unwrap_or_default();
    let start = |part: &str| part.as_ptr().addr() - line.as_ptr().addr();
    let (from, to, text) = match known.map(RawValue::get) {
        Some(known) => (start(known), start(known) + known.len(), field),
        None => {
            let end = start(position) + position.trim_end().len() - 1;
            (end, end, format!(r#","difficulty":{field}"#))
        }
    };
    Ok(format!("{}{text}{}", &line[..from], &line[to..]))
}
