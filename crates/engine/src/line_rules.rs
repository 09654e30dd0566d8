//! The rules of each line of a batch: those of the whole batch, or what the line says, read once and
//! kept.

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
    options: Vec<String>,
    file: RuleText,
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
            name: name.to_owned(),
            options: options.to_vec(),
            file,
            of_batch: read_rules(name, options, file)?.into(),
            kept: BTreeMap::new(),
        })
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
        let mut all = self.options.clone();
        all.extend(options.map_or(Ok(Vec::new()), options_of)?);
        let name = rules.unwrap_or(&self.name);
        let read = Arc::new(read_rules(name, &all, self.file)?);
        if self.kept.len() == MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, Arc::clone(&read));
        Ok(read)
    }
}
