//! `--rules` and `--option`: from what was written to a checked rule set. Refuses unknown systems by listing the known
//! ones, and reports every fault of a file at once, each with its line and column.

use std::path::Path;

use miette::NamedSource;
use rummilab_core::{PRESET_NAMES, RuleError, RuleProblem, RuleSet, RuleSpec, distance};

use crate::error::{Error, FaultAt, line_and_column};

/// The arguments of every command that takes rules.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RulesArgs {
    /// Rule system: a name (`rummilab rules` lists them) or a TOML file
    #[arg(
        long,
        value_name = "NAME|FILE.toml",
        default_value = "original",
        value_hint = clap::ValueHint::FilePath
    )]
    pub rules: String,
    /// Override one rule field, such as `jokers=0`; may be repeated, the last one counts
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
}

impl RulesArgs {
    /// The rule set.
    pub fn read(&self) -> Result<RuleSet, Error> {
        read_rules(&self.rules, &self.options)
    }
}

/// The rule set of this name or file, with options `key=value` over it.
pub fn read_rules(name: &str, options: &[String]) -> Result<RuleSet, Error> {
    if let Some(spec) = RuleSpec::preset(name) {
        return checked(Ok(spec), options).map_err(|error| faults(name, None, options, error));
    }
    let path = Path::new(name);
    let looks_like_a_file = name.contains(['/', '\\']) || name.ends_with(".toml");
    if !looks_like_a_file && !path.is_file() {
        return Err(unknown(name));
    }
    let text = std::fs::read_to_string(path).map_err(|cause| Error::Read {
        name: name.to_owned(),
        cause,
    })?;
    read_rules_text(name, &text, options)
}

/// The rule set of this text, which messages call `name`, with options over it.
pub fn read_rules_text(name: &str, text: &str, options: &[String]) -> Result<RuleSet, Error> {
    checked(RuleSpec::from_toml(text), options)
        .map_err(|error| faults(name, Some(text), options, error.located(text)))
}

/// A word as a shell takes it.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.:/,".contains(c);
    match !text.is_empty() && text.chars().all(plain) {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "'\\''")),
    }
}

fn checked(spec: Result<RuleSpec, RuleError>, options: &[String]) -> Result<RuleSet, RuleError> {
    RuleSet::new(spec?.with_options(options)?)
}

fn unknown(name: &str) -> Error {
    let nearest = PRESET_NAMES
        .into_iter()
        .min_by_key(|known| distance(known, name));
    let hint = nearest.filter(|known| distance(known, name) <= 3);
    Error::UnknownRules {
        name: name.to_owned(),
        hint: hint
            .map(|known| format!("; did you mean `{known}`?"))
            .unwrap_or_default(),
        expected: format!("one of {}, or a TOML file", PRESET_NAMES.join(", ")),
    }
}

/// Every fault of the rules, in the order in which they are written. Fields that are missing are one fault together.
fn faults(name: &str, text: Option<&str>, options: &[String], error: RuleError) -> Error {
    let mut found = Vec::new();
    let mut missing = Vec::new();
    match error {
        RuleError::Syntax { message, span } => {
            found.push((format!("not a TOML file: {}", message.trim_end()), span));
        }
        RuleError::Faults(faults) => {
            for fault in faults {
                // A value given as an option is not the one that the file holds. The last one counts.
                let of_field = |option: &&String| key_of(option) == key_of(&fault.field);
                let option = options.iter().rev().find(of_field);
                let span = fault.span.clone().filter(|_| option.is_none());
                match fault.problem {
                    RuleProblem::Missing => missing.push(format!("`{}`", fault.field)),
                    _ => {
                        let typed = option.map(|option| format!("option `{option}`: "));
                        found.push((format!("{}{fault}", typed.unwrap_or_default()), span));
                    }
                }
            }
        }
    }
    found.sort_by_key(|(_, span)| span.as_ref().map_or(usize::MAX, |span| span.start));
    if !missing.is_empty() {
        let message = format!(
            "missing: {}; write them, or name a `base` to take them from, such as base = \"original\"",
            missing.join(", ")
        );
        found.push((message, None));
    }
    Error::Rules {
        name: name.to_owned(),
        faults: found
            .into_iter()
            .map(|(message, span)| {
                let at = text.zip(span);
                let place = at.as_ref().map(|(text, span)| {
                    let (line, column) = line_and_column(text, span);
                    format!("{name}:{line}:{column}: ")
                });
                FaultAt {
                    place: place.unwrap_or_default(),
                    message,
                    source_text: at
                        .as_ref()
                        .map(|(text, _)| NamedSource::new(name, (*text).to_owned())),
                    span: at.map(|(_, span)| span.into()),
                }
            })
            .collect(),
    }
}

/// The field that `key=value` or `key.part=value` sets.
fn key_of(option: &str) -> &str {
    let key = option.split_once('=').map_or(option, |(key, _)| key);
    key.split_once('.').map_or(key, |(key, _)| key).trim()
}
