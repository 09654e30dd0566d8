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
        if self.0.as_ref().is_some_and(|(known, _)| known != rules) {
            self.0 = None;
        }
        let known = self
            .0
            .get_or_insert_with(|| (rules.clone(), work_out(rules)));
        &mut known.1
    }
}
