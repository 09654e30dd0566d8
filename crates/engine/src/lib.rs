//! The JSON interface: one request, one answer. The crate reads, checks, answers and writes the
//! lines of `solve --batch` and `check --batch`, and the same questions from other programs. It
//! uses no files, threads or terminals; the caller provides the solver.
//!
//! An internal crate of `rummilab`: programs depend on that one, and this one promises
//! nothing from one version to the next.
//!
//! [`SolveLines`] answers questions about a position, [`CheckLines`] judges sets and turns. For
//! answers as data, pass a [`Question`] to [`best_play`], [`all_plays`] or [`after_draw`], or judge
//! a [`CheckRequest`]. [`Engine`] answers the requests of a page: games, positions, records.
//!
//! ```
//! use rummilab_core::RuleSet;
//! use rummilab_engine::{Question, best_play};
//! use rummilab_search::SearchSolver;
//!
//! let rules = RuleSet::preset("original").unwrap();
//! let question = Question::new(&rules, "R3 R4 R5 ; K7 B7 O7", "R6 J").unwrap();
//! let best = best_play(&question, &mut SearchSolver::new()).unwrap();
//! assert_eq!(best.played().to_string(), "R6 J");
//! ```
#![allow(missing_docs, reason = "names that need no comment have none")]

mod check;
mod compare;
mod corpus;
mod difficulty;
mod error;
mod hunt;
mod line;
mod line_rules;
mod options;
mod position_line;
mod puzzles;
mod question;
mod reading;
mod requests;
mod score;
mod solve;

pub use rummilab_arena::{Clock, system_clock};

pub use check::{CheckLines, CheckRequest, TurnRequest, Verdict};
pub use compare::{
    Attempt, BuiltIn, Comparison, Contestant, Disagreement, Outcome, PlayFound, SolverClaim,
    TimeFigures, TimedAnswer, TimedQuestion, Times, ask_once, compare, judge_reply, speed_ups,
};
pub use corpus::{CertifyError, CorpusLine, CorpusPosition};
pub use difficulty::{Difficulty, StepKind, position_of, with_difficulty};
pub use error::{Error, LineError, PositionError, ScoreError, TilesError};
pub use hunt::{FaultKind, FoundPosition, Hunt, HuntSettings, Why};
pub use line::{Id, LONGEST_LINE, Refusal, json_line, refusal};
pub use line_rules::{LineRules, RuleText, no_rule_files, read_rules};
pub use options::options_of;
pub use position_line::{Certified, PositionLine, read_position, read_timed};
pub use puzzles::{PUZZLE_GRADES, PuzzleLine, puzzles};
pub use question::{EitherWay, Question, TableGiven, Written};
pub use reading::{Owners, TableText, TextSource};
pub use requests::{BOUNDS, Bound, Engine, IDLE, MOST_JOBS, Parts, RequestError};
pub use score::{AnsweredTurn, ScoreSum, ScoredPosition, Scores, TurnScore, read_answer};
pub use solve::{
    BestAnswer, BestPlay, DrawsAnswer, LineQuestion, MOST_PLAYS, PlaysAnswer, SolveLines, Status,
    after_draw, all_plays, best_play, best_play_within, micros,
};
