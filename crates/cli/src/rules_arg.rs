//! `--rules` and `--option`: from arguments to a checked rule set.

use std::io;

use rummilab::core::RuleSet;
use rummilab::engine::LineRules;
use rummilab::rule_file;

use crate::error::Error;

/// The default rules.
pub const DEFAULT_RULES: &str = "original";

/// The arguments of every command that takes rules.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RulesArgs {
    /// Rule system: a name (`rummilab rules` lists them) or a TOML file; `original` unless given
    #[arg(long, value_name = "NAME|FILE.toml", value_hint = clap::ValueHint::FilePath)]
    pub rules: Option<String>,
    /// Override one rule field, such as `jokers=0`; may be repeated, the last one counts
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,
}

impl RulesArgs {
    /// The name or file, or the default.
    pub fn name(&self) -> &str {
        self.rules.as_deref().unwrap_or(DEFAULT_RULES)
    }

    /// Whether somebody gave rules or an option.
    pub fn are_given(&self) -> bool {
        self.rules.is_some() || !self.options.is_empty()
    }

    /// The rule set.
    pub fn read(&self) -> Result<RuleSet, Error> {
        read_rules(self.name(), &self.options)
    }

    /// The rules for the lines of a batch. Lines may name files only if `allow_files` is set.
    pub fn of_lines(&self, allow_files: bool) -> Result<LineRules, Error> {
        let rules = LineRules::new(self.name(), &self.options, rule_file)?;
        Ok(if allow_files {
            rules
        } else {
            rules.with_files_of_lines(no_file_of_a_line)
        })
    }
}

/// Refuses anything that looks like a path, whether or not the file exists.
fn no_file_of_a_line(name: &str) -> io::Result<Option<String>> {
    if name.contains(['/', '\\', '.']) {
        Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "lines name files only with --allow-files",
        ))
    } else {
        Ok(None)
    }
}

/// The rule set of this name or file, with the options `key=value` applied.
pub fn read_rules(name: &str, options: &[String]) -> Result<RuleSet, Error> {
    Ok(rummilab::engine::read_rules(name, options, rule_file)?)
}

/// The rule set of this text, which messages call `name`, with the options applied.
pub fn read_rules_text(name: &str, text: &str, options: &[String]) -> Result<RuleSet, Error> {
    Ok(RuleSet::from_text(name, text, options)?)
}

/// The flags for these rules, without defaults.
pub fn rules_words(rules: &str, options: &[String]) -> Vec<String> {
    let rules = (rules != DEFAULT_RULES).then(|| format!("--rules {}", quoted(rules)));
    let options = options
        .iter()
        .map(|option| format!("--option {}", quoted(option)));
    rules.into_iter().chain(options).collect()
}

/// A word quoted for a shell.
pub fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=.:/,".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        text.to_owned()
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}
