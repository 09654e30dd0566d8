//! Faults of a rule system, and the possible values of a field. The checks of `core` write what
//! they expect in English; it is found in the English catalogue and said in another language.

use rummilab_core::{FieldInfo, PlacedFault, RuleFault, RuleProblem};

use crate::{Language, Say, say};

/// The messages of what a value must be, with places `a` and `b`; the more special ones first.
const EXPECTED: [&str; 27] = [
    "expected-colours",
    "expected-racks",
    "expected-each-kind",
    "expected-dealt-jokers",
    "expected-reachable",
    "expected-whole-number",
    "expected-number-or-none",
    "expected-number-or-text",
    "expected-limit",
    "expected-range",
    "expected-word",
    "expected-one-or-two",
    "expected-no-redraw",
    "expected-no-drawing",
    "expected-pairs",
    "expected-length-of-colours",
    "expected-length",
    "expected-free",
    "expected-where-free",
    "expected-most-colours",
    "expected-letters",
    "expected-numbers-of-jokers",
    "expected-penalty",
    "expected-must-play",
    "expected-wrap",
    "expected-one-of",
    "expected-two",
];

/// Messages of what the TOML reader calls otherwise.
const OF_READER: [(&str, &[&str]); 3] = [
    ("expected-smaller", &["any value"]),
    ("expected-switch", &["a boolean", "true or false"]),
    ("expected-text", &["a string", "a text"]),
];

/// The texts of a text that has this pattern, in which `\u{1}` and `\u{2}` are places.
fn places<'t>(pattern: &str, text: &'t str) -> Option<[&'t str; 2]> {
    let (before, rest) = pattern.split_once('\u{1}').unwrap_or((pattern, ""));
    if !pattern.contains('\u{1}') {
        return (pattern == text).then_some([""; 2]);
    }
    let text = text.strip_prefix(before)?;
    let Some((between, after)) = rest.split_once('\u{2}') else {
        return Some([text.strip_suffix(rest)?, ""]);
    };
    let (a, text) = text.split_once(between)?;
    Some([a, text.strip_suffix(after)?])
}

/// What a value must be, as a check of `core` wrote it; as it is if no catalogue has it.
fn expected(language: Language, text: &str) -> String {
    if let Some((id, _)) = OF_READER.iter().find(|(_, texts)| texts.contains(&text)) {
        return language.say(id, &[]);
    }
    let found = EXPECTED.iter().find_map(|id| {
        let holes = [("a", "\u{1}".into()), ("b", "\u{2}".into())];
        let pattern = Language::English.say(id, &holes);
        let [a, b] = places(&pattern, text)?;
        Some(language.say(id, &[("a", a.into()), ("b", b.into())]))
    });
    found.unwrap_or_else(|| text.to_owned())
}

/// The possible values of a field in words, `3 to 15`.
pub fn possible_values(language: Language, field: &FieldInfo) -> String {
    let values = field.values();
    let values = values.split("; ").map(|text| expected(language, text));
    values.collect::<Vec<_>>().join("; ")
}

impl Say for PlacedFault {
    fn say(&self, language: Language) -> String {
        let Some(fault) = &self.fault else {
            return self.to_string();
        };
        let (place, why) = (self.place.as_str(), fault.say(language));
        let option = self.option.as_deref().unwrap_or_default();
        say!(
            language,
            "rule-fault-placed",
            place = place,
            typed = self.option.is_some(),
            option = option,
            why = why
        )
    }
}

impl Say for RuleFault {
    fn say(&self, language: Language) -> String {
        let field = self.field.as_str();
        match &self.problem {
            RuleProblem::Unknown { hint } => {
                let near = hint.split('`').nth(1).filter(|_| hint.contains("mean"));
                let near = near.unwrap_or_default();
                let known = !near.is_empty();
                say!(
                    language,
                    "rule-fault-unknown",
                    field = field,
                    known = known,
                    near = near
                )
            }
            RuleProblem::Missing => say!(language, "rule-fault-missing", field = field),
            RuleProblem::NoValue => say!(language, "rule-fault-no-value", field = field),
            RuleProblem::Shape { message } => {
                let wanted = message.split_once("expected ");
                let wanted = wanted.map_or(message.as_str(), |(_, wanted)| wanted);
                let wanted = expected(language, &wanted.replace('`', "\""));
                say!(
                    language,
                    "rule-fault-shape",
                    field = field,
                    expected = wanted
                )
            }
            RuleProblem::Range {
                found,
                expected: wanted,
            } => {
                let wanted = expected(language, wanted);
                let found = found.as_str();
                say!(
                    language,
                    "rule-fault-range",
                    field = field,
                    found = found,
                    expected = wanted
                )
            }
            RuleProblem::UnknownSystem { known } => {
                let known = known.as_str();
                say!(language, "rule-fault-system", field = field, known = known)
            }
        }
    }
}
