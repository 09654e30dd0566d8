//! Why a request has no answer. Every error fits in one line and says what was expected.

use std::io;
use std::ops::Range;

use rummilab_core::notation::NotationError;
use rummilab_core::{Illegal, NamedRulesError, Set, SetFault, Tile, Unanswered};
use rummilab_solver::{SolveError, Unsupported};

/// Why a request has no answer.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Rules that cannot be used.
    #[error(transparent)]
    Rules(#[from] NamedRulesError),
    /// A file of rules that cannot be read.
    #[error("cannot read {0}: {1}")]
    Unreadable(String, #[source] io::Error),
    /// A text that does not consist of tiles.
    #[error(transparent)]
    Tiles(#[from] TilesError),
    /// An impossible position or turn.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A line that is not a request.
    #[error(transparent)]
    Line(#[from] LineError),
    /// A position or an answer that cannot be scored.
    #[error(transparent)]
    Score(#[from] ScoreError),
    /// The solver refuses a rule or goal.
    #[error(transparent)]
    Unsupported(#[from] Unsupported),
    /// The checker refused what the solver found.
    #[error("a bug in rummilab, please report it: {0}")]
    WrongAnswer(SolveError),
    /// The solver has no answer for another reason.
    #[error(transparent)]
    Solve(SolveError),
    /// The legality of a turn could not be determined.
    #[error("the solver could not tell whether the opening is worth enough: {0}")]
    NotJudged(#[source] Unanswered),
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Error {
        match error {
            SolveError::Unsupported(refusal) => Error::Unsupported(refusal),
            SolveError::Wrong { .. } => Error::WrongAnswer(error),
            SolveError::TooManyCopies(_) | SolveError::GaveUp { .. } => Error::Solve(error),
        }
    }
}

/// A token that is not a tile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}, {error}")]
pub struct TilesError {
    pub name: String,
    pub text: String,
    /// The token and what is wrong with it.
    pub error: NotationError,
}

impl TilesError {
    /// The place of the token, in bytes of the text.
    pub fn span(&self) -> Range<usize> {
        let before = self.text.chars().take(self.error.column - 1);
        let start: usize = before.map(char::len_utf8).sum();
        start..start + self.error.token.len()
    }
}

/// A position or turn that is impossible or written incorrectly. Fields have the names that
/// [`TextSource`] gives them.
///
/// [`TextSource`]: crate::TextSource
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    #[error("{0} is empty; expected tiles")]
    EmptySet(String),
    /// Several sets instead of one.
    #[error("{0} holds {1} sets; expected one")]
    SeveralSets(String, usize),
    /// An illegal set on the old table.
    #[error("{name}, set {number}: `{set}` {fault}")]
    NotASet {
        name: String,
        /// The number of the set in the field, from 1.
        number: usize,
        set: Set,
        fault: SetFault,
    },
    #[error("{0}: {1}")]
    Table(String, Illegal),
    /// More copies of a tile in one field than the game has.
    #[error("{0} holds too many {1}: the game has {2}")]
    TooMany(String, Tile, u8),
    /// More copies of a tile on table and rack than the game has.
    #[error("table and rack hold too many {0} together: the game has {1}")]
    TooManyTogether(Tile, u8),
    /// More unseen copies of a tile than table and rack leave.
    #[error("too many {0} unseen: table and rack leave {1}")]
    TooManyUnseen(Tile, u8),
    /// A question in a line of a file whose question is known.
    #[error("`{0}` has no meaning here, where every line is asked the same")]
    NothingToAsk(&'static str),
    /// A field that does not belong to the question of the line.
    #[error("`{0}` belongs to the question {1}")]
    OfQuestion(&'static str, &'static str),
    /// A list of no plays, or of more than a line may ask for; the largest number comes last.
    #[error("`most` is {0}; expected 1 to {1}")]
    Most(usize, usize),
    /// The table is given both as sets and as tiles.
    #[error("`table` and `table_tiles` are both given; expected one of them")]
    TableTwice,
    /// A table without sets, under rules with group owners or bound jokers.
    #[error(
        "{heap} cannot be used with the rules `{rules}`, where it matters which sets lie there \
         ({option}); expected {table}"
    )]
    NoHeaps {
        /// The field of the tiles.
        heap: String,
        /// The field of the sets.
        table: String,
        rules: String,
        /// The option that gives groups owners.
        option: String,
    },
    /// A seat that no game has; the last field is the largest seat.
    #[error("{0} names seat {1}; seats are 0 to {2}")]
    NoSuchSeat(String, u64, usize),
    /// The numbers of owners and sets differ.
    #[error("{0} has {1} entries for a table of {2} sets; expected one a set")]
    OwnerCount(String, usize, usize),
    /// A run with an owner.
    #[error(
        "{name}, set {number}: `{set}` is a run, which belongs to nobody; expected {nobody}, not \
         seat {seat}"
    )]
    OwnedRun {
        name: String,
        /// The number of the set, from 1.
        number: usize,
        set: Set,
        nobody: &'static str,
        seat: u8,
    },
    /// A group without an owner.
    #[error(
        "{name}, set {number}: `{set}` is a group; expected the seat that owns it, not {nobody}"
    )]
    OwnerlessGroup {
        name: String,
        /// The number of the set, from 1.
        number: usize,
        set: Set,
        nobody: &'static str,
    },
    /// A seat with more groups than the rules allow.
    #[error("{name} gives seat {seat} {groups} groups; group_cap_per_player allows {most}")]
    TooManyGroups {
        name: String,
        seat: u8,
        groups: usize,
        most: u8,
    },
    /// Owners after a turn are given, but not the owners before it or the player's seat; the names
    /// of the three fields.
    #[error("{0} needs {1} and {2}, which say whose the groups were and who plays")]
    OwnersAfter(String, String, String),
}

/// A line that is not a request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// A line above the size limit.
    #[error("longer than {0} bytes")]
    TooLong(usize),
    /// Bytes that are not UTF-8.
    #[error("not UTF-8 from byte {0} on")]
    NotUtf8(usize),
    /// An `id` that is neither text nor number.
    #[error("`id` is {0}; expected a text or a number")]
    Id(String),
    /// The line is not a JSON object.
    #[error("`{0}` is no JSON object; expected one such as {{\"id\":1,…}}")]
    NotAnObject(String),
    /// The column, and the message of the parser.
    #[error("column {0}: {1}")]
    Json(usize, String),
    /// `options` is not an object.
    #[error("`options` is {0}; expected an object such as {{\"jokers\":0}}")]
    Options(String),
    /// A value of the wrong type for an option.
    #[error(
        "option `{0}` is {1}; expected a number, true or false, a text, a list or an object of them"
    )]
    OptionValue(String, String),
    /// A line to check with both a set and a turn, or with neither.
    #[error("expected either `set`, or `played` and `after` with the table `before`")]
    SetOrTurn,
}

/// A position or an answer that cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// A line without an `id`.
    #[error("there is no `id`; expected the name of a position")]
    NoId,
    /// A position without a certified best play.
    #[error("the position has no `certified` answers; `rummilab corpus` makes positions with them")]
    NotCertified,
    /// A table without sets; a turn is judged by its sets.
    #[error("the position has a heap of tiles for a table; expected `table` with its sets")]
    NoSets,
    /// Group owners, which answers do not contain.
    #[error("under the rules `{0}` groups have owners, which answers do not give")]
    GroupOwners(String),
    /// An answer with neither table nor draw, or with both.
    #[error("expected either `table`, the whole table after the turn, or `draw` with true")]
    TableOrDraw,
    /// Two positions with the same name.
    #[error("two positions are called `{0}`")]
    SamePosition(String),
    /// An answer to an unknown position.
    #[error("no position is called `{0}`")]
    UnknownPosition(String),
    /// A second answer to a position.
    #[error("`{0}` has an answer already")]
    AnsweredTwice(String),
}
