//! What rules are called where several meet: a name, and the fields in which they differ from the
//! rules known by that name, such as `original jokers=4`.

use std::fmt;

use serde::Serialize;

use super::{FIELDS, RuleSpec};

/// The fields that say how a system is called, not how it is played.
const HEADING: [&str; 2] = ["name", "about"];

/// The value of one rule field, for tables and files. Numbers are in the order of numbers.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
pub enum FieldValue {
    /// A whole number; of `jokers` and the like if one number says all.
    Number(i64),
    /// Anything else, as after `--option`.
    Text(String),
}

impl fmt::Display for FieldValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldValue::Number(number) => number.fmt(f),
            FieldValue::Text(text) => f.write_str(text),
        }
    }
}

impl RuleSpec {
    /// The name, and what differs from the system that ships under it. A name that no system which
    /// ships has stands alone.
    ///
    /// ```
    /// use rummilab_core::RuleSet;
    ///
    /// let rules = RuleSet::named("original", &["hand=10", "jokers=4"]).unwrap();
    /// assert_eq!(rules.title(), "original jokers=4 hand=10");
    /// ```
    pub fn title(&self) -> String {
        titled(&self.name, &self.changes())
    }

    /// What differs from the system that ships under this name, as options `key=value`; nothing if
    /// none does.
    pub fn changes(&self) -> Vec<String> {
        let shipped = RuleSpec::preset(&self.name);
        shipped.map_or_else(Vec::new, |shipped| self.changes_from(&shipped))
    }

    /// The options `key=value` that make these rules of others: games under both are the same if
    /// there are none. Names and descriptions do not count.
    pub fn changes_from(&self, base: &RuleSpec) -> Vec<String> {
        self.in_order().changes_in_order(&base.in_order())
    }

    /// The same with the colours in their order, which is free.
    fn in_order(&self) -> RuleSpec {
        let mut spec = self.clone();
        spec.colours.0.sort_unstable();
        spec
    }

    fn changes_in_order(&self, base: &RuleSpec) -> Vec<String> {
        let fields = |spec| toml::Table::try_from(spec).unwrap_or_default();
        let (own, others): (toml::Table, toml::Table) = (fields(self), fields(base));
        let fields = FIELDS.iter().filter(|field| !HEADING.contains(&field.key));
        let differing = fields.filter(|field| own.get(field.key) != others.get(field.key));
        differing
            .flat_map(|field| self.options_for(field.key, base))
            .collect()
    }

    /// The value of a field; `None` if there is no such field.
    pub fn field(&self, key: &str) -> Option<FieldValue> {
        Some(match self.toml(key)? {
            toml::Value::Integer(number) => FieldValue::Number(number),
            toml::Value::Table(entries) => match self.one_number(key, &entries) {
                Some(number) => FieldValue::Number(number),
                None => FieldValue::Text(toml::Value::Table(entries).to_string()),
            },
            value => FieldValue::Text(typed(&value)),
        })
    }

    fn toml(&self, key: &str) -> Option<toml::Value> {
        toml::Table::try_from(self).ok()?.remove(key)
    }

    /// The options that give a field its value where the others are those of `base`.
    fn options_for(&self, key: &str, base: &RuleSpec) -> Vec<String> {
        match (self.field(key), self.toml(key), base.toml(key)) {
            (Some(FieldValue::Text(_)), Some(toml::Value::Table(own)), Some(others)) => own
                .iter()
                .filter(|(entry, value)| others.get(entry) != Some(value))
                .map(|(entry, value)| format!("{key}.{entry}={value}"))
                .collect(),
            (Some(value), ..) => vec![format!("{key}={value}")],
            _ => Vec::new(),
        }
    }

    /// The number that stands for a whole table of numbers by kind of joker, if one does.
    fn one_number(&self, key: &str, entries: &toml::Table) -> Option<i64> {
        let first = entries.get("J")?.as_integer()?;
        let read = self
            .clone()
            .with_options(&[format!("{key}={first}")])
            .ok()?;
        (read == *self).then_some(first)
    }
}

/// A value as it is typed after `--option`.
fn typed(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        toml::Value::Array(values) => values.iter().map(typed).collect::<Vec<_>>().join(","),
        value => value.to_string(),
    }
}

fn titled(name: &str, changes: &[String]) -> String {
    let words = std::iter::once(name).chain(changes.iter().map(String::as_str));
    words.collect::<Vec<_>>().join(" ")
}

/// Rule systems that meet in one table. Each has a title of its own, and two that play alike are
/// one.
#[derive(Debug, Clone, Default)]
pub struct RuleTitles(Vec<(RuleSpec, String)>);

impl RuleTitles {
    /// The title of these rules. Of two systems of one name that does not ship, the second is
    /// called by what differs from the first.
    ///
    /// ```
    /// use rummilab_core::{RuleSpec, RuleTitles};
    ///
    /// let mine = RuleSpec { name: "mine".to_owned(), ..RuleSpec::preset("original").unwrap() };
    /// let longer = RuleSpec { hand: 16, ..mine.clone() };
    /// let mut titles = RuleTitles::default();
    /// assert_eq!(titles.of(&mine), "mine");
    /// assert_eq!(titles.of(&longer), "mine hand=16");
    /// ```
    pub fn of(&mut self, rules: &RuleSpec) -> &str {
        let mut known = self.0.iter();
        let known = known.position(|(known, _)| rules.changes_from(known).is_empty());
        let place = known.unwrap_or_else(|| {
            let mut title = rules.title();
            if let Some((first, _)) = self.0.iter().find(|(_, known)| *known == title) {
                title = titled(&title, &rules.changes_from(first));
            }
            self.0.push((rules.clone(), title));
            self.0.len() - 1
        });
        &self.0[place].1
    }

    /// The systems so far, in the order in which they came.
    pub fn systems(&self) -> impl Iterator<Item = &RuleSpec> {
        self.0.iter().map(|(rules, _)| rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PRESET_NAMES, RuleSet};

    #[test]
    fn a_title_says_what_differs_in_the_words_of_options() {
        let check = |options: &[&str], title: &str| {
            let rules = RuleSet::named("original", options).unwrap();
            assert_eq!(rules.title(), title);
            assert_eq!(RuleSet::named("original", &rules.changes()).unwrap(), rules);
        };
        check(&[], "original");
        check(&["jokers=2"], "original");
        check(&["jokers=4"], "original jokers=4");
        check(&["jokers.D=1"], "original jokers.D=1");
        check(&["rack_penalty=25"], "original rack_penalty=25");
        check(&["rack_penalty.C=7"], "original rack_penalty.C=7");
        check(&["colours=RBK"], "original colours=RBK");
        check(&["max_run_len=5"], "original max_run_len=5");
        check(&["must_play=opened"], "original must_play=opened");
        check(
            &["wrap=true", "step2=true"],
            "original wrap=true step2=true",
        );
        check(
            &["unopened_penalty=10,20"],
            "original unopened_penalty=10,20",
        );
    }

    #[test]
    fn a_system_that_ships_is_called_by_its_name_alone() {
        for name in PRESET_NAMES {
            assert_eq!(RuleSet::preset(name).unwrap().title(), name);
            assert_eq!(RuleSpec::preset(name).unwrap().title(), name);
        }
    }

    #[test]
    fn changes_make_any_system_of_any_other() {
        for from in PRESET_NAMES {
            for to in PRESET_NAMES {
                let base = RuleSet::preset(from).unwrap();
                let wanted = RuleSet::preset(to).unwrap();
                let changes = wanted.changes_from(&base);
                assert_eq!(changes.is_empty(), from == to, "{from} {to}");
                let made = base.with_options(&changes).unwrap();
                assert!(
                    made.changes_from(&wanted).is_empty(),
                    "{from} {to}: {changes:?}"
                );
            }
        }
    }

    #[test]
    fn fields_are_numbers_where_they_can_be() {
        let rules = RuleSet::named("original", &["jokers=10"]);
        assert!(rules.is_err());
        let original = RuleSet::preset("original").unwrap();
        assert_eq!(original.field("jokers"), Some(FieldValue::Number(2)));
        assert!(FieldValue::Number(2) < FieldValue::Number(10));
        let wrap = Some(FieldValue::Text("false".to_owned()));
        assert_eq!(original.field("wrap"), wrap);
        assert_eq!(original.field("jokersss"), None);
    }

    #[test]
    fn a_name_does_not_tell_rules_apart() {
        let original = RuleSpec::preset("original").unwrap();
        let renamed = RuleSpec {
            name: "mine".to_owned(),
            ..original.clone()
        };
        let mut titles = RuleTitles::default();
        assert_eq!(titles.of(&original), "original");
        assert_eq!(titles.of(&renamed), "original");
        assert_eq!(titles.systems().count(), 1);
    }
}
