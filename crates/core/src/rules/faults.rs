//! Faults of a rule system as written.

use std::ops::Range;

use toml::de::DeTable;

/// A rule system that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleError {
    /// The text is not TOML.
    #[error("not a TOML file: {message}")]
    Syntax {
        /// What the parser said.
        message: String,
        /// Its place, in bytes of the text.
        span: Option<Range<usize>>,
    },
    /// Every fault that was found.
    #[error("{}", list(.0))]
    Faults(Vec<RuleFault>),
}

impl RuleError {
    pub(super) fn syntax(error: &toml::de::Error) -> RuleError {
        RuleError::Syntax {
            message: error.message().to_owned(),
            span: error.span(),
        }
    }

    /// Adds the place of every fault whose field occurs in `text`, the text that was read.
    pub fn located(mut self, text: &str) -> RuleError {
        let Ok(table) = DeTable::parse(text) else {
            return self;
        };
        if let RuleError::Faults(faults) = &mut self {
            for fault in faults.iter_mut().filter(|fault| fault.span.is_none()) {
                let value = table.get_ref().get(fault.field.as_str());
                fault.span = value.map(toml::Spanned::span);
            }
        }
        self
    }

    /// Every fault with its place; a syntax error is one of them.
    pub fn faults(&self) -> Vec<(String, Option<Range<usize>>)> {
        match self {
            RuleError::Syntax { message, span } => {
                vec![(format!("not a TOML file: {message}"), span.clone())]
            }
            RuleError::Faults(faults) => faults
                .iter()
                .map(|fault| (fault.to_string(), fault.span.clone()))
                .collect(),
        }
    }
}

fn list(faults: &[RuleFault]) -> String {
    faults
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

/// One fault of one field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{field}` {problem}")]
pub struct RuleFault {
    /// The key.
    pub field: String,
    /// What is wrong.
    pub problem: RuleProblem,
    /// Its place, in bytes of the text that was read.
    pub span: Option<Range<usize>>,
}

impl RuleFault {
    pub(super) fn new(field: &str, problem: RuleProblem) -> RuleFault {
        RuleFault {
            field: field.to_owned(),
            problem,
            span: None,
        }
    }

    pub(super) fn unknown(field: &str) -> RuleFault {
        let hint = match nearest(field, super::FIELDS.iter().map(|info| info.key)) {
            Some(key) => format!("; did you mean `{key}`?"),
            None => "; `rummilab rules original` lists the fields".to_owned(),
        };
        RuleFault::new(field, RuleProblem::Unknown { hint })
    }

    pub(super) fn at(mut self, span: Range<usize>) -> RuleFault {
        self.span = Some(span);
        self
    }
}

/// What is wrong with a field.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RuleProblem {
    /// No field has this name.
    #[error("is no field of a rule system{hint}")]
    Unknown {
        /// `; did you mean …?`, or where the fields are listed.
        hint: String,
    },
    /// The field is not written and no `base` fills it.
    #[error("is missing; write it, or name a `base` to take it from")]
    Missing,
    /// An option without `=`.
    #[error("has no value; expected key=value")]
    NoValue,
    /// The value has the wrong shape.
    #[error("has a value of the wrong kind: {message}")]
    Shape {
        /// What was expected.
        message: String,
    },
    /// The value is outside its range.
    #[error("is {found}; expected {expected}")]
    Range {
        /// The value.
        found: String,
        /// The range.
        expected: String,
    },
    /// No preset has this name.
    #[error("names no rule system; expected one of {known}")]
    UnknownSystem {
        /// The names.
        known: String,
    },
}

/// The known word that a mistyped one may stand for: the nearest by edit distance, if at most a
/// third of the letters and one more are wrong.
///
/// ```
/// use rummilab_core::nearest;
/// assert_eq!(nearest("twits", ["house", "twist"]), Some("twist"));
/// assert_eq!(nearest("rack", ["name", "hand"]), None);
/// ```
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|name| (distance(name, word), name))
        .min_by_key(|&(distance, _)| distance)
        .filter(|&(distance, _)| distance <= 1 + word.chars().count() / 3)
        .map(|(_, name)| name)
}

/// Edit distance (Levenshtein).
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.chars().enumerate() {
            let change = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(corner + 1);
        }
    }
    row[row.len() - 1]
}
