//! Solve requests, one position a line.

use rummilab_arena::{Clock, system_clock};
use rummilab_solver::{Goal, Solver};
use rummilab_words::Language;

use super::MOST_PLAYS;
use super::best::{MAX_SOLVES, best_play_timed};
use super::draws::after_draw_timed;
use super::plays::all_plays_timed;
use crate::error::{Error, PositionError};
use crate::line::{Id, Refusal, answer_line};
use crate::line_rules::LineRules;
use crate::position_line::{Asked, AskedQuestion, read_question};

/// The question about a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineQuestion {
    /// The best play and the new table.
    Best {
        /// Whether to include the steps of the turn.
        explain: bool,
    },
    /// All plays, or the best of them.
    Plays { most: usize },
    /// The effect of each tile that could be drawn.
    AfterDraw,
}

/// Most plays that a line may ask for.
const MOST_OF_LINE: usize = 1000;

impl LineQuestion {
    /// The question of a line, which may have one of its own.
    fn with(self, asked: Asked) -> Result<LineQuestion, PositionError> {
        let question = match (asked.question, self) {
            (None, known) => known,
            (Some(AskedQuestion::Best), known @ LineQuestion::Best { .. }) => known,
            (Some(AskedQuestion::Best), _) => LineQuestion::Best { explain: false },
            (Some(AskedQuestion::Plays), known @ LineQuestion::Plays { .. }) => known,
            (Some(AskedQuestion::Plays), _) => LineQuestion::Plays { most: MOST_PLAYS },
            (Some(AskedQuestion::AfterDraw), _) => LineQuestion::AfterDraw,
        };
        let question = match (question, asked.explain) {
            (question, None) => question,
            (LineQuestion::Best { .. }, Some(explain)) => LineQuestion::Best { explain },
            (_, Some(_)) => return Err(PositionError::OfQuestion("explain", "best")),
        };
        match (question, asked.most) {
            (question, None) => Ok(question),
            (LineQuestion::Plays { .. }, Some(most @ 1..=MOST_OF_LINE)) => {
                Ok(LineQuestion::Plays { most })
            }
            (LineQuestion::Plays { .. }, Some(most)) => {
                Err(PositionError::Most(most, MOST_OF_LINE))
            }
            (_, Some(_)) => Err(PositionError::OfQuestion("most", "plays")),
        }
    }
}

/// Answers lines of JSON, each a position, with lines of JSON. A line may have a question and a
/// goal of its own.
///
/// ```
/// use rummilab_engine::{LineQuestion, LineRules, SolveLines, no_rule_files};
/// use rummilab_search::SearchSolver;
/// use rummilab_solver::Goal;
///
/// let rules = LineRules::new("original", &[], no_rule_files).unwrap();
/// let ask = LineQuestion::Best { explain: false };
/// let mut lines = SolveLines::new(rules, Goal::Tiles, ask);
/// let request = br#"{"id":"x","table":["R3 R4 R5","K7 B7 O7"],"rack":"R6 J"}"#;
/// let answer = lines.answer(&mut SearchSolver::new(), request).unwrap();
/// assert!(answer.starts_with(r#"{"id":"x","status":"optimal","tiles":2,"value":6,"#));
///
/// let refusal = lines.answer(&mut SearchSolver::new(), br#"{"rack":"R66"}"#).unwrap_err();
/// let answer = refusal.to_json(Some(7));
/// assert!(answer.starts_with(r#"{"id":null,"status":"error","error":"line 7: "#));
/// ```
#[derive(Debug, Clone)]
pub struct SolveLines {
    rules: LineRules,
    goal: Goal,
    ask: LineQuestion,
    clock: Clock,
    max_solves: usize,
    language: Language,
}

impl SolveLines {
    /// A solver of lines; `goal` and `ask` are those of lines without their own.
    pub fn new(rules: LineRules, goal: Goal, ask: LineQuestion) -> SolveLines {
        SolveLines {
            rules,
            goal,
            ask,
            clock: system_clock,
            max_solves: MAX_SOLVES,
            language: Language::English,
        }
    }

    /// Times the solver by this clock, for callers without a system clock.
    #[must_use]
    pub fn with_clock(mut self, clock: Clock) -> SolveLines {
        self.clock = clock;
        self
    }

    /// Tells steps and hints in this language.
    #[must_use]
    pub fn speaking(mut self, language: Language) -> SolveLines {
        self.language = language;
        self
    }

    /// Limits the further solver calls for the fewest changes to this number, instead of 2000.
    #[must_use]
    pub fn with_max_solves(mut self, max_solves: usize) -> SolveLines {
        self.max_solves = max_solves;
        self
    }

    /// The answer to a line, ending with a line break.
    ///
    /// # Errors
    /// What is wrong with the line, or why the solver cannot answer.
    pub fn answer(&mut self, solver: &mut dyn Solver, line: &[u8]) -> Result<String, Refusal> {
        answer_line(line, |id, text| self.answer_text(solver, id, text))
    }

    fn answer_text(
        &mut self,
        solver: &mut dyn Solver,
        id: &Id,
        text: &str,
    ) -> Result<String, Error> {
        let (line, asked) = read_question(text, &mut self.rules, self.goal.clone())?;
        match self.ask.with(asked)? {
            LineQuestion::Best { explain } => {
                let (question, solves) = (&line.question, self.max_solves);
                let mut answer = best_play_timed(question, solver, solves, self.clock)?;
                if explain {
                    answer.add_steps(&line.question);
                }
                answer.language = self.language;
                Ok(answer.to_json(id))
            }
            LineQuestion::Plays { most } => {
                Ok(all_plays_timed(&line.question, solver, most, self.clock)?.to_json(id))
            }
            LineQuestion::AfterDraw => {
                let (question, unseen) = (&line.question, line.unseen);
                Ok(after_draw_timed(question, solver, unseen, self.clock)?.to_json(id))
            }
        }
    }
}
