//! The rules of each line of a batch: those of the batch or those that the line names. Each rule
//! set is read once and kept.

use std::collections::BTreeMap;
use std::io;

use rummilab_core::{NamedRulesError, RuleSet, RuleSpec};

use crate::error::Error;
use crate::options::options_of;

/// Most rule sets that are kept.
const MOST_KEPT: usize = 256;

/// Returns the text of the rule file with this name, or `None` if there is no such file.
pub type RuleText = fn(&str) -> io::Result<Option<String>>;

/// For callers without files: only rules that ship can be used.
///
/// # Errors
/// Never.
pub fn no_rule_files(_: &str) -> io::Result<Option<String>> {
    Ok(None)
}

/// The rule set of this name or file, with the options `key=value` applied.
///
/// # Errors
/// If there is no such system or file; all its faults.
pub fn read_rules(name: &str, options: &[String], file: RuleText) -> Result<RuleSet, Error> {
    if RuleSpec::preset(name).is_some() {
        return Ok(RuleSet::named(name, options)?);
    }
    match file(name) {
        Ok(Some(text)) => Ok(RuleSet::from_text(name, &text, options)?),
        Ok(None) => Err(NamedRulesError::unknown(name).into()),
        Err(cause) => Err(Error::Unreadable(name.to_owned(), cause)),
    }
}

/// Rule sets by the names and options of lines.
#[derive(Debug, Clone)]
pub struct LineRules {
    name: String,
    /// The options of the batch, which also apply to rules that a line names.
    options: Vec<String>,
    /// Reads the files that lines name.
    file_of_line: RuleText,
    of_batch: RuleSet,
    kept: BTreeMap<(Option<String>, Option<String>), RuleSet>,
}

impl LineRules {
    /// Uses these rules, a name or file with options `key=value`, for lines that name none.
    ///
    /// # Errors
    /// Those of [`read_rules`].
    pub fn new(name: &str, options: &[String], file: RuleText) -> Result<LineRules, Error> {
        Ok(LineRules {
            options: options.to_vec(),
            file_of_line: file,
            ..LineRules::of_rules(name, read_rules(name, options, file)?)
        })
    }

    /// Uses this rule set, which messages call `name`, for lines that name none. Lines can name
    /// only systems that ship.
    pub fn of_rules(name: &str, rules: RuleSet) -> LineRules {
        LineRules {
            name: name.to_owned(),
            options: Vec::new(),
            file_of_line: no_rule_files,
            of_batch: rules,
            kept: BTreeMap::new(),
        }
    }

    /// Reads the files that lines name with `file`. The lines may come from a stranger, who must
    /// not choose which files are read.
    #[must_use]
    pub fn with_files_of_lines(mut self, file: RuleText) -> LineRules {
        self.file_of_line = file;
        self
    }

    /// The rules of a line with this `rules` and these `options`, which are applied after those of
    /// the batch.
    pub(crate) fn of(
        &mut self,
        rules: Option<&str>,
        options: Option<&str>,
    ) -> Result<RuleSet, Error> {
        if rules.is_none() && options.is_none() {
            return Ok(self.of_batch.clone());
        }
        let key = (rules.map(str::to_owned), options.map(str::to_owned));
        if let Some(known) = self.kept.get(&key) {
            return Ok(known.clone());
        }
        let options = options.map_or(Ok(Vec::new()), options_of)?;
        let read = match rules {
            Some(name) => {
                let all = [&self.options[..], &options].concat();
                read_rules(name, &all, self.file_of_line)?
            }
            None => self.of_batch.named_with(&self.name, &options)?,
        };
        if self.kept.len() == MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, read.clone());
        Ok(read)
    }
}
