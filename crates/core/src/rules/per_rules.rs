//! [`PerRules`]: what was worked out from rules, kept for the next question about the same rules.

use super::RuleSet;

/// What a caller worked out from the rules of the last question. Rules seldom change between two
/// questions, and a handle is compared at once with itself.
///
/// ```
/// use rummilab_core::{PerRules, RuleSet};
///
/// let rules = RuleSet::preset("original").unwrap();
/// let mut kinds = PerRules::default();
/// assert_eq!(*kinds.of(&rules, |rules| rules.kinds().count()), 53);
/// assert_eq!(*kinds.of(&rules, |_| unreachable!()), 53);
/// ```
#[derive(Debug, Clone)]
pub struct PerRules<T>(Option<(RuleSet, T)>);

impl<T> Default for PerRules<T> {
    fn default() -> PerRules<T> {
        PerRules(None)
    }
}

impl<T> PerRules<T> {
    /// What belongs to these rules; `work_out` makes it if the last rules were others.
    pub fn of(&mut self, rules: &RuleSet, work_out: impl FnOnce(&RuleSet) -> T) -> &mut T {
        let known = self.0.take().filter(|(known, _)| known == rules);
        let known = known.unwrap_or_else(|| (rules.clone(), work_out(rules)));
        &mut self.0.insert(known).1
    }
}
