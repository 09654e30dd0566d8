//! The rules of each line of a batch: those of the whole batch, or what the line says, read once
//! and kept.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;

use rummilab_core::{NamedRulesError, RuleSet, RuleSpec};

use crate::error::Error;
use crate::options::options_of;

/// The most rule sets that are kept.
const MOST_KEPT: usize = 256;

/// Gives the text of the rule file of this name; nothing if there is no such file.
pub type RuleText = fn(&str) -> io::Result<Option<String>>;

/// For callers without files: rules are those that ship.
///
/// # Errors
/// Never.
pub fn no_rule_files(_: &str) -> io::Result<Option<String>> {
    Ok(None)
}

/// The rule set of this name or file, with options `key=value` over it.
///
/// # Errors
/// If there is no such system or file, or with every fault of it.
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

/// Rule sets by what lines say.
#[derive(Debug, Clone)]
pub struct LineRules {
    name: String,
    /// Those of the batch, for rules that a line names.
    options: Vec<String>,
    /// For the names that lines give.
    file_of_line: RuleText,
    of_batch: Arc<RuleSet>,
    kept: BTreeMap<(Option<String>, Option<String>), Arc<RuleSet>>,
}

impl LineRules {
    /// With these rules for lines that say nothing: a name or file, and options `key=value`.
    ///
    /// # Errors
    /// As [`read_rules`].
    pub fn new(name: &str, options: &[String], file: RuleText) -> Result<LineRules, Error> {
        Ok(LineRules {
            options: options.to_vec(),
            file_of_line: file,
            ..LineRules::of_rules(name, read_rules(name, options, file)?)
        })
    }

    /// With this rule set for lines that say nothing; messages call it `name`. Lines name systems
    /// that ship.
    pub fn of_rules(name: &str, rules: RuleSet) -> LineRules {
        LineRules {
            name: name.to_owned(),
            options: Vec::new(),
            file_of_line: no_rule_files,
            of_batch: rules.into(),
            kept: BTreeMap::new(),
        }
    }

    /// Reads the files that lines name with `file`: lines may be somebody else's, who shall not
    /// choose what is read.
    #[must_use]
    pub fn with_files_of_lines(mut self, file: RuleText) -> LineRules {
        self.file_of_line = file;
        self
    }

    /// The rules of a line with this `rules` and these `options`, which come on top of those of the
    /// batch.
    pub(crate) fn of(
        &mut self,
        rules: Option<&str>,
        options: Option<&str>,
    ) -> Result<Arc<RuleSet>, Error> {
        if rules.is_none() && options.is_none() {
            return Ok(Arc::clone(&self.of_batch));
        }
        let key = (rules.map(str::to_owned), options.map(str::to_owned));
        if let Some(known) = self.kept.get(&key) {
            return Ok(Arc::clone(known));
        }
        let options = options.map_or(Ok(Vec::new()), options_of)?;
        let read = match rules {
            Some(name) => {
                let all = [&self.options[..], &options].concat();
                read_rules(name, &all, self.file_of_line)?
            }
            None => self.of_batch.named_with(&self.name, &options)?,
        };
        let read = Arc::new(read);
        if self.kept.len() == MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, Arc::clone(&read));
        Ok(read)
    }
}
