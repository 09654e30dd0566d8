//! Rules by name or from a text, with options, and all their faults with places.

use std::ops::Range;

use super::{PRESET_NAMES, RuleError, RuleFault, RuleProblem, RuleSet, RuleSpec, nearest};

/// Why rules given by name or text cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NamedRulesError {
    /// No rule system has this name.
    #[error("there is no rule system `{name}`; expected one of {}, or a TOML \
        file{hint}", PRESET_NAMES.join(", "))]
    Unknown {
        /// What was asked for.
        name: String,
        /// `; did you mean …?`, or empty.
        hint: String,
    },
    /// Every fault of the rules.
    #[error("the rules `{name}` cannot be used: {}", listed(.faults))]
    Faults {
        /// The name or the file.
        name: String,
        /// The text that was read; `None` for a system that ships.
        text: Option<String>,
        /// The faults, in the order of the text.
        faults: Vec<PlacedFault>,
    },
}

/// A fault with its place in the text, if it has one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}{message}")]
pub struct PlacedFault {
    /// `file:line:column: `, or empty.
    pub place: String,
    /// What is wrong and what was expected.
    pub message: String,
    /// The fault of a single field of rules, if it is one.
    pub fault: Option<RuleFault>,
    /// The option that has the fault, if it does not stand in the text.
    pub option: Option<String>,
    /// Where, in bytes of the text.
    pub span: Option<Range<usize>>,
}

impl NamedRulesError {
    /// The error for an unknown name, with the nearest known name.
    pub fn unknown(name: &str) -> NamedRulesError {
        NamedRulesError::Unknown {
            name: name.to_owned(),
            hint: rules_hint(name),
        }
    }

    fn faults(
        name: &str,
        text: Option<&str>,
        options: &[impl AsRef<str>],
        error: RuleError,
    ) -> NamedRulesError {
        NamedRulesError::Faults {
            name: name.to_owned(),
            text: text.map(str::to_owned),
            faults: placed(messages(error, options), name, text),
        }
    }
}

/// `; did you mean …?` with the rule system that this unknown name may stand for, or empty.
///
/// ```
/// use rummilab_core::rules_hint;
///
/// assert_eq!(rules_hint("Club"), "; did you mean `tournament`, the club rules?");
/// assert_eq!(rules_hint("twists"), "; did you mean `twist`?");
/// assert_eq!(rules_hint("quite-different"), "");
/// ```
pub fn rules_hint(name: &str) -> String {
    // The club rules are no closer to `tournament` by their letters than to any other name.
    let known = if name.to_ascii_lowercase().starts_with("club") {
        Some("`tournament`, the club rules".to_owned())
    } else {
        nearest(name, PRESET_NAMES).map(|known| format!("`{known}`"))
    };
    known.map_or_else(String::new, |known| format!("; did you mean {known}?"))
}

impl RuleSet {
    /// The rule system that ships under this name, with the options `key=value` applied.
    ///
    /// ```
    /// use rummilab_core::RuleSet;
    ///
    /// assert_eq!(RuleSet::named("original", &["jokers=0"]).unwrap().tile_count(), 104);
    /// let error = RuleSet::named("orignal", &["jokers=0"]).unwrap_err();
    /// assert!(error.to_string().ends_with("did you mean `original`?"));
    /// ```
    ///
    /// # Errors
    /// If there is no such system, or all faults of the options.
    pub fn named<S: AsRef<str>>(name: &str, options: &[S]) -> Result<RuleSet, NamedRulesError> {
        let spec = RuleSpec::preset(name).ok_or_else(|| NamedRulesError::unknown(name))?;
        checked(Ok(spec), options)
            .map_err(|error| NamedRulesError::faults(name, None, options, error))
    }

    /// The rule set of a TOML text, with the options `key=value` applied. Messages call it `name`.
    ///
    /// # Errors
    /// All faults, each with its line and column.
    pub fn from_text<S: AsRef<str>>(
        name: &str,
        text: &str,
        options: &[S],
    ) -> Result<RuleSet, NamedRulesError> {
        checked(RuleSpec::from_toml(text), options).map_err(|error| {
            NamedRulesError::faults(name, Some(text), options, error.located(text))
        })
    }

    /// This rule set with the options `key=value` applied. Messages call it `name`.
    ///
    /// # Errors
    /// All faults of the options.
    pub fn named_with<S: AsRef<str>>(
        &self,
        name: &str,
        options: &[S],
    ) -> Result<RuleSet, NamedRulesError> {
        self.with_options(options)
            .map_err(|error| NamedRulesError::faults(name, None, options, error))
    }
}

fn checked<S: AsRef<str>>(
    spec: Result<RuleSpec, RuleError>,
    options: &[S],
) -> Result<RuleSet, RuleError> {
    RuleSet::new(spec?.with_options(options)?)
}

/// Most missing fields that a message names.
const MOST_MISSING: usize = 5;

/// All faults as messages with places. Missing fields together are one fault.
fn messages(error: RuleError, options: &[impl AsRef<str>]) -> Vec<PlacedFault> {
    let of_text = |message: String, span| PlacedFault {
        place: String::new(),
        message,
        fault: None,
        option: None,
        span,
    };
    let mut messages = Vec::new();
    let mut missing = Vec::new();
    match error {
        RuleError::Syntax { message, span } => {
            let message = format!("not a TOML file: {}", message.trim_end());
            messages.push(of_text(message, span));
        }
        RuleError::Faults(faults) => {
            for fault in faults {
                // A value from an option is not the one in the text. Of several options for a field
                // the last one counts.
                let options = options.iter().rev().map(AsRef::as_ref);
                let option = options
                    .into_iter()
                    .find(|option| key_of(option) == key_of(&fault.field));
                let span = fault.span.clone().filter(|_| option.is_none());
                match fault.problem {
                    RuleProblem::Missing => missing.push(format!("`{}`", fault.field)),
                    _ => {
                        let typed = option.map(|option| format!("option `{option}`: "));
                        messages.push(PlacedFault {
                            option: option.map(str::to_owned),
                            fault: Some(fault.clone()),
                            ..of_text(format!("{}{fault}", typed.unwrap_or_default()), span)
                        });
                    }
                }
            }
        }
    }
    let start = |fault: &PlacedFault| fault.span.as_ref().map_or(usize::MAX, |span| span.start);
    messages.sort_by_key(start);
    if !missing.is_empty() {
        const BASE: &str = "base = \"original\"";
        let message = match missing.as_slice() {
            few if few.len() <= MOST_MISSING => {
                let few = few.join(", ");
                format!(
                    "missing: {few}; write them, or name a `base` to take them from, such as {BASE}"
                )
            }
            many => format!(
                "there is no `base` to take fields from, such as {BASE}; without one {} fields are \
                 missing: {}, …",
                many.len(),
                many[..MOST_MISSING].join(", ")
            ),
        };
        messages.push(of_text(message, None));
    }
    messages
}

/// Messages with the line and column of each in the text of this name.
fn placed(mut messages: Vec<PlacedFault>, name: &str, text: Option<&str>) -> Vec<PlacedFault> {
    for fault in &mut messages {
        fault.span = fault.span.take().filter(|_| text.is_some());
        if let Some((text, span)) = text.zip(fault.span.as_ref()) {
            let (line, column) = line_and_column(text, span);
            fault.place = format!("{name}:{line}:{column}: ");
        }
    }
    messages
}

/// The field that `key=value` or `key.part=value` sets.
fn key_of(option: &str) -> &str {
    let key = option.split_once('=').map_or(option, |(key, _)| key);
    key.split_once('.').map_or(key, |(key, _)| key).trim()
}

fn listed(faults: &[PlacedFault]) -> String {
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    faults.join("; ")
}

/// Line and column, both from 1 and in characters, of a place in a text.
pub fn line_and_column(text: &str, at: &Range<usize>) -> (usize, usize) {
    let before = text.get(..at.start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |i| i + 1);
    let line = before.matches('\n').count() + 1;
    (line, before[line_start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_characters_not_bytes() {
        let text = "# é\nvälues = 3\n";
        let at = text.find('3').unwrap();
        assert_eq!(line_and_column(text, &(at..at + 1)), (2, 10));
        assert_eq!(line_and_column(text, &(0..1)), (1, 1));
    }
}
