//! The rules of each line of a batch: those of the flags, or what the line says, read once and kept. Refuses what
//! `--rules` and `--option` refuse.

use std::collections::BTreeMap;
use std::sync::Arc;

use rummilab_core::RuleSet;

use crate::error::Error;
use crate::options::options_of;
use crate::rules_arg::{RulesArgs, read_rules};

/// The most rule sets that are kept.
const MOST_KEPT: usize = 256;

/// Rule sets by what lines say.
#[derive(Debug, Clone)]
pub struct LineRules {
    flags: RulesArgs,
    of_flags: Arc<RuleSet>,
    kept: BTreeMap<(Option<String>, Option<String>), Arc<RuleSet>>,
}

impl LineRules {
    /// With the rules of the flags for lines that say nothing.
    pub fn new(flags: &RulesArgs) -> Result<LineRules, Error> {
        Ok(LineRules {
            flags: flags.clone(),
            of_flags: flags.read()?.into(),
            kept: BTreeMap::new(),
        })
    }

    /// The rules of a line with this `rules` and these `options`, which come on top of those of the flags.
    pub fn of(
        &mut self,
        rules: Option<&str>,
        options: Option<&str>,
    ) -> Result<Arc<RuleSet>, Error> {
        if rules.is_none() && options.is_none() {
            return Ok(Arc::clone(&self.of_flags));
        }
        let key = (rules.map(str::to_owned), options.map(str::to_owned));
        if let Some(known) = self.kept.get(&key) {
            return Ok(Arc::clone(known));
        }
        let mut all = self.flags.options.clone();
        all.extend(options.map_or(Ok(Vec::new()), options_of)?);
        let read = Arc::new(read_rules(rules.unwrap_or(&self.flags.rules), &all)?);
        if self.kept.len() == MOST_KEPT {
            self.kept.clear();
        }
        self.kept.insert(key, Arc::clone(&read));
        Ok(read)
    }
}
