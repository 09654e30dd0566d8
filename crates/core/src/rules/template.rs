//! A rule file that explains every field: its meaning and its possible values. The possible values
//! come from the error messages of the checks, so they are listed only once.

use super::{FieldInfo, RuleError, RuleProblem, RuleSet, RuleSpec};

/// The most characters of a comment line.
const WIDTH: usize = 100;

/// Values that hardly any field accepts.
const WRONG: [&str; 4] = ["?", "", "255", "0"];

impl RuleSet {
    /// The rules as a file that [`RuleSet::from_toml`] can read, with the meaning and the possible
    /// values of every field.
    pub fn template(&self) -> String {
        text(self)
    }
}

fn text(rules: &RuleSet) -> String {
    let mut text = "\
# A rule system for rummilab: use it with `--rules FILE.toml` in every command.
# Every field is here. With a line such as base = \"original\" a file may leave out what does not \
differ from that system.
"
    .to_owned();
    for (field, value) in rules.values() {
        text.push('\n');
        comment(&mut text, field.doc.trim());
        let values = field.values();
        if !values.is_empty() {
            comment(&mut text, &format!("Values: {values}."));
        }
        text += &format!("{} = {value}\n", field.key);
    }
    text
}

impl FieldInfo {
    /// The possible values, from the messages of the checks: `3 to 15`.
    pub fn values(&self) -> String {
        let mut shape: Option<String> = None;
        let mut ranges: Vec<String> = Vec::new();
        for problem in WRONG.iter().flat_map(|wrong| problems(self, wrong)) {
            match problem {
                RuleProblem::Shape { message } => {
                    shape.get_or_insert(after_expected(&message));
                }
                RuleProblem::Range { expected, .. } if !ranges.contains(&expected) => {
                    ranges.push(expected);
                }
                _ => {}
            }
        }
        // A range says more than the plain shape, such as a number or a text.
        let plain = |shape: &String| shape.starts_with("a whole number") || shape == "a text";
        let shape = shape.filter(|shape| ranges.is_empty() || !plain(shape));
        let all: Vec<String> = shape.into_iter().chain(ranges).collect();
        all.join("; ").replace('`', "\"")
    }
}

/// The faults that the checks report for this value in the original system.
fn problems(field: &FieldInfo, value: &str) -> Vec<RuleProblem> {
    let original = RuleSpec::preset("original");
    let option = format!("{}={value}", field.key);
    let spec = original.map(|spec| spec.with_options(&[option]).and_then(RuleSet::new));
    match spec {
        Some(Err(RuleError::Faults(faults))) => faults
            .into_iter()
            .filter(|fault| fault.field == field.key)
            .map(|fault| fault.problem)
            .collect(),
        _ => Vec::new(),
    }
}

/// `a boolean` of `invalid type: string "?", expected a boolean`.
fn after_expected(message: &str) -> String {
    let expected = message
        .split_once("expected ")
        .map_or(message, |(_, expected)| expected);
    match expected {
        "a boolean" => "true or false".to_owned(),
        "a string" => "a text".to_owned(),
        _ => expected.to_owned(),
    }
}

/// Appends comment lines of at most [`WIDTH`] characters.
fn comment(text: &mut String, words: &str) {
    let mut line = "#".to_owned();
    for word in words.split_whitespace() {
        if line.len() + 1 + word.len() > WIDTH {
            text.push_str(&line);
            text.push('\n');
            "#".clone_into(&mut line);
        }
        line.push(' ');
        line.push_str(word);
    }
    text.push_str(&line);
    text.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{FIELDS, PRESET_NAMES};

    #[test]
    fn every_system_comes_back_with_every_field_explained() {
        for name in PRESET_NAMES {
            let rules = RuleSet::preset(name).unwrap();
            let text = text(&rules);
            assert_eq!(RuleSet::from_toml(&text).unwrap(), rules);
            for field in FIELDS {
                assert!(
                    text.contains(&format!("\n{} = ", field.key)),
                    "{}",
                    field.key
                );
            }
        }
    }

    #[test]
    fn every_field_says_what_it_takes() {
        for field in FIELDS {
            assert_ne!(field.values(), "", "{}", field.key);
        }
    }

    #[test]
    fn values_are_those_of_the_checks() {
        let check = |key: &str, expected: &str| {
            let field = FIELDS.iter().find(|field| field.key == key).unwrap();
            assert_eq!(field.values(), expected);
        };
        check("values", &format!("3 to {}", crate::MAX_VALUE));
        check("draw_first", "true or false");
        check("redeal", "one of \"never\", \"ask\", \"always\"");
        check("must_play_when_empty", "true, false or \"opened\"");
        check("mirror_min_half", "1 or 2");
        check("name", "a word");
        check("colours", "letters of RBKOYGWP; 1 to 6 different colours");
        check("max_run_len", "3 or more, or \"none\"");
    }
}
