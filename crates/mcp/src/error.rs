//! Why a tool has no answer, in words that help a model to correct its call.

/// Why a tool has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The arguments do not match the tool.
    #[error("the arguments do not fit the tool: {0}")]
    Arguments(#[source] serde_json::Error),
    /// The engine refuses; the reason as a sentence.
    #[error("{0}")]
    Refused(String),
    /// Invalid rules or tiles.
    #[error(transparent)]
    Rules(#[from] rummilab::Error),
    /// A table that cannot be read.
    #[error("set {set}, `{text}`: {why}")]
    Set {
        /// Its number, from 1.
        set: usize,
        /// The text as given.
        text: String,
        /// The fault.
        why: rummilab::core::notation::NotationError,
    },
    /// An impossible line of a game at a real table.
    #[error("line {line}, `{text}`: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// The text as given.
        text: String,
        /// The fault, with the likeliest correction.
        why: String,
    },
    /// It is not the model's turn.
    #[error("it is not your turn: {0}")]
    NotYourTurn(&'static str),
    /// The client has cancelled the call.
    #[error("cancelled")]
    Cancelled,
    /// There is no tool of this name.
    #[error("there is no tool `{0}`; tools/list names them")]
    NoSuchTool(String),
    /// The answer could not be read: an internal fault.
    #[error("the engine's answer is no JSON: {0}")]
    Answer(#[source] serde_json::Error),
}
