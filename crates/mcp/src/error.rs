//! Why a tool has no answer, in words from which a model can mend its call.

/// Why a tool has no answer.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The arguments are not those of the tool.
    #[error("the arguments do not fit the tool: {0}")]
    Arguments(#[source] serde_json::Error),
    /// The engine refuses; a sentence.
    #[error("{0}")]
    Refused(String),
    /// Rules or tiles that cannot be.
    #[error(transparent)]
    Rules(#[from] rummilab::Error),
    /// A table that cannot be read.
    #[error("set {set}, `{text}`: {why}")]
    Set {
        /// Its number, from 1.
        set: usize,
        /// As it was given.
        text: String,
        /// What is wrong.
        why: rummilab::core::notation::NotationError,
    },
    /// What cannot be said at a real table, from this line on.
    #[error("line {line}, `{text}`: {why}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// As it was given.
        text: String,
        /// What is wrong, with the likeliest correction.
        why: String,
    },
    /// It is not the model's turn.
    #[error("it is not your turn: {0}")]
    NotYourTurn(&'static str),
    /// No tool has this name.
    #[error("there is no tool `{0}`; tools/list names them")]
    NoSuchTool(String),
    /// The answer could not be read: a fault of this program.
    #[error("the engine's answer is no JSON: {0}")]
    Answer(#[source] serde_json::Error),
}
