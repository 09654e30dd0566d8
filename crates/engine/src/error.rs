//! Why a request has no answer. Every error says in one line what is wrong and what was expected.

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
    /// A text that does not hold tiles.
    #[error(transparent)]
    Tiles(#[from] TilesError),
    /// A position or turn that cannot be.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A line that is no request.
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
    /// Whether a turn is legal was not found out.
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

/// A token that is no tile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{name}, {error}")]
pub struct TilesError {
    /// The flag or field.
    pub name: String,
    /// The whole text.
    pub text: String,
    /// The token and what is wrong with it.
    pub error: NotationError,
}

impl TilesError {
    /// Where the token lies, in bytes of the text.
    pub fn span(&self) -> Range<usize> {
        let before = self.text.chars().take(self.error.column - 1);
        let start: usize = before.map(char::len_utf8).sum();
        start..start + self.error.token.len()
    }
}

/// A position or turn that was written wrongly or cannot be. Fields are named as [`TextSource`]
/// names them.
///
/// [`TextSource`]: crate::TextSource
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// A set without tiles.
    #[error("{0} is empty; expected tiles")]
    EmptySet(String),
    /// Several sets where one is judged.
    #[error("{0} holds {1} sets; expected one")]
    SeveralSets(String, usize),
    /// A set of the old table that is none.
    #[error("{name}, set {number}: `{set}` {fault}")]
    NotASet {
        /// The field.
        name: String,
        /// Which set of it, from 1.
        number: usize,
        /// The set.
        set: Set,
        /// Why not.
        fault: SetFault,
    },
    /// An old table that no table can be.
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
    /// The table is given as sets and as tiles.
    #[error("`table` and `table_tiles` are both given; expected one of them")]
    TableTwice,
    /// A table of mere tiles where groups have owners.
    #[error(
        "{heap} cannot be used with the rules `{rules}`, where groups have owners ({option}); \
         expected {table}"
    )]
    NoHeaps {
        /// The field of the tiles.
        heap: String,
        /// The field of the sets.
        table: String,
        /// The rules.
        rules: String,
        /// The option that gives groups owners.
        option: String,
    },
    /// A seat that no game has; the last seat comes last.
    #[error("{0} names seat {1}; seats are 0 to {2}")]
    NoSuchSeat(String, u64, usize),
    /// More or fewer owners than sets: how many owners are given, and how many sets there are.
    #[error("{0} has {1} entries for a table of {2} sets; expected one a set")]
    OwnerCount(String, usize, usize),
    /// A seat for a run.
    #[error(
        "{name}, set {number}: `{set}` is a run, which belongs to nobody; expected {nobody}, not \
         seat {seat}"
    )]
    OwnedRun {
        /// The field.
        name: String,
        /// Which set, from 1.
        number: usize,
        /// The set.
        set: Set,
        /// How "nobody" is written.
        nobody: &'static str,
        /// The seat.
        seat: u8,
    },
    /// A group without a seat.
    #[error(
        "{name}, set {number}: `{set}` is a group; expected the seat that owns it, not {nobody}"
    )]
    OwnerlessGroup {
        /// The field.
        name: String,
        /// Which set, from 1.
        number: usize,
        /// The set.
        set: Set,
        /// How "nobody" is written.
        nobody: &'static str,
    },
    /// A seat with more groups than the rules allow.
    #[error("{name} gives seat {seat} {groups} groups; group_cap_per_player allows {most}")]
    TooManyGroups {
        /// The field.
        name: String,
        /// The seat.
        seat: u8,
        /// Its groups.
        groups: usize,
        /// How many are allowed.
        most: u8,
    },
    /// Owners after a turn, without those before it or the seat that plays: how the three fields
    /// are called.
    #[error("{0} needs {1} and {2}, which say whose the groups were and who plays")]
    OwnersAfter(String, String, String),
}

/// A line that is no request.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LineError {
    /// More bytes than are read.
    #[error("longer than {0} bytes")]
    TooLong(usize),
    /// Bytes that are no text.
    #[error("not UTF-8 from byte {0} on")]
    NotUtf8(usize),
    /// An `id` that is neither text nor number.
    #[error("`id` is {0}; expected a text or a number")]
    Id(String),
    /// No JSON object.
    #[error("`{0}` is no JSON object; expected one such as {{\"id\":1,…}}")]
    NotAnObject(String),
    /// What the parser said.
    #[error("column {0}: {1}")]
    Json(usize, String),
    /// `options` is something else than an object.
    #[error("`options` is {0}; expected an object such as {{\"jokers\":0}}")]
    Options(String),
    /// A value that no option can have.
    #[error(
        "option `{0}` is {1}; expected a number, true or false, a text, a list or an object of them"
    )]
    OptionValue(String, String),
    /// A line to check that is neither a set nor a turn, or both.
    #[error("expected either `set`, or `played` and `after` with the table `before`")]
    SetOrTurn,
}

/// A position or an answer that cannot be scored.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScoreError {
    /// A line without a name.
    #[error("there is no `id`; expected the name of a position")]
    NoId,
    /// A position whose best play nobody certified.
    #[error("the position has no `certified` answers; `rummilab corpus` makes positions with them")]
    NotCertified,
    /// A table of mere tiles: a turn is judged by its sets.
    #[error("the position has a heap of tiles for a table; expected `table` with its sets")]
    NoSets,
    /// Groups with owners, which answers do not give.
    #[error("under the rules `{0}` groups have owners, which answers do not give")]
    GroupOwners(String),
    /// An answer without a turn, or with two.
    #[error("expected either `table`, the whole table after the turn, or `draw` with true")]
    TableOrDraw,
    /// Two positions of one name.
    #[error("two positions are called `{0}`")]
    SamePosition(String),
    /// An answer to none of the positions.
    #[error("no position is called `{0}`")]
    UnknownPosition(String),
    /// A second answer.
    #[error("`{0}` has an answer already")]
    AnsweredTwice(String),
}
