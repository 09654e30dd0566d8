//! What can be wrong with an answer.

use crate::position::{Position, shell};
use crate::rules::Rules;
use crate::tile::{Tile, print_tiles};
use crate::truth::Objective;

/// A question to the command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Question {
    Best(Objective),
    Plays,
    /// What each tile that could be drawn would do.
    Draws,
}

impl Question {
    /// The arguments of `solve` that ask it.
    pub fn arguments(self) -> Vec<&'static str> {
        match self {
            Question::Best(Objective::Tiles) => vec![],
            Question::Best(Objective::Value) => vec!["--objective", "value"],
            Question::Plays => vec!["--question", "plays", "--most", "3000"],
            Question::Draws => vec!["--question", "after-draw"],
        }
    }
}

/// The solvers that are compared: what the command takes by itself, the integer program and, where
/// jokers are bound, the search.
pub const SOLVERS: [&str; 3] = [BY_ITSELF, "ilp", "search"];

/// How many of them are asked about a position: elsewhere the search is what the command takes.
pub fn solvers_for(position: &Position) -> usize {
    if position.is_bound() { 3 } else { 2 }
}

/// The solver that is asked if none is named.
const BY_ITSELF: &str = "default";

/// The arguments that name a solver.
pub fn solver_arguments(solver: &str) -> Vec<&str> {
    match solver {
        BY_ITSELF => Vec::new(),
        named => vec!["--solver", named],
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// Proven, but fewer tiles than can be laid.
    Tiles,
    /// Proven, but less value than can be laid.
    Value,
    /// Proven, but the tie-break is not the best.
    TieBreak,
    /// A proven opening that is not the best one.
    Opening,
    /// A wrong largest opening value.
    OpeningValue,
    /// Fewest changes, said to be proven, that are not the fewest.
    Changes,
    /// A wrong list of plays.
    Plays,
    /// A wrong best play after a draw.
    AfterDraw,
    /// A wrong answer whether the whole rack goes after a draw.
    GoesOut,
    /// A wrong verdict on a set.
    SetVerdict,
    /// The answer is not a legal play, or does not count it right.
    Illegal,
    /// A bound that the best play exceeds.
    Bound,
    /// The command reports a bug of its own.
    Bug,
    /// An error for a question that is in order.
    Error,
    /// A rule system refused that has no unusual rule in play.
    Refused,
    /// The process ended without an answer.
    Dead,
    /// Not proven, and the whole rack could go.
    WholeRack,
    Unproven,
    /// The fewest changes are not proven.
    ChangesUnproven,
    /// No answer within the time limit.
    Slow,
}

impl Kind {
    /// Whether an answer of this kind is wrong; the others are only counted.
    pub fn is_wrong(self) -> bool {
        !matches!(self, Kind::Unproven | Kind::ChangesUnproven | Kind::Slow)
    }

    pub fn word(self) -> &'static str {
        match self {
            Kind::Tiles => "main/tiles",
            Kind::Value => "main/value",
            Kind::TieBreak => "tie-break",
            Kind::Opening => "opening",
            Kind::OpeningValue => "opening-value",
            Kind::Changes => "fewest-changes",
            Kind::Plays => "plays",
            Kind::AfterDraw => "after-draw",
            Kind::GoesOut => "goes-out",
            Kind::SetVerdict => "set-verdict",
            Kind::Illegal => "illegal-answer",
            Kind::Bound => "bound",
            Kind::Bug => "bug-reported",
            Kind::Error => "error",
            Kind::Refused => "refused",
            Kind::Dead => "dead",
            Kind::WholeRack => "whole-rack-missed",
            Kind::Unproven => "unproven",
            Kind::ChangesUnproven => "changes-unproven",
            Kind::Slow => "slow",
        }
    }
}

/// One answer that differs from what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    pub kind: Kind,
    /// Who answered; empty for `check`.
    pub solver: &'static str,
    pub expected: String,
    pub found: String,
}

/// What was asked, so that a finding can be asked again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Case {
    /// A question about a position.
    Position(Question, Position),
    /// A verdict on a set.
    Set(Rules, Vec<Tile>),
}

impl Case {
    /// A command line that shows the finding.
    pub fn command(&self, solver: &str) -> String {
        match self {
            Case::Position(question, position) => {
                let asked = question.arguments().join(" ");
                let blank = if asked.is_empty() { "" } else { " " };
                let arguments = position.arguments();
                let named: String = solver_arguments(solver)
                    .iter()
                    .flat_map(|word| [" ", word])
                    .collect();
                format!("rummilab solve --json{named}{blank}{asked}{arguments}")
            }
            Case::Set(rules, tiles) => {
                let (rules, tiles) = (shell(&rules.words()), print_tiles(tiles));
                format!("rummilab check --json{rules} --set \"{tiles}\"")
            }
        }
    }
}
