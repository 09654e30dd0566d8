//! The difference between two runs in words, field by field where their plans differ.

use rummilab_core::count;
use rummilab_record::Difference;
use toml::{Table, Value};

/// `another seed`, or for a plan the fields: `60 deals, not 80`.
pub(crate) fn difference_text(difference: &Difference) -> String {
    let fields = match difference {
        Difference::Plan { found, wanted } | Difference::Deals { found, wanted } => {
            plan_fields(found, wanted)
        }
        Difference::Program { bot, found, wanted } => Some(format!(
            "the bot `{bot}` has changed: {found}, not {wanted}"
        )),
        _ => None,
    };
    fields.unwrap_or_else(|| format!("another {difference}"))
}

/// The fields in which two plans differ; `None` if there are none, or if one cannot be read.
pub(crate) fn plan_fields(found: &str, wanted: &str) -> Option<String> {
    let (found, wanted): (Table, Table) = (found.parse().ok()?, wanted.parse().ok()?);
    let added = wanted.keys().filter(|key| !found.contains_key(*key));
    let keys = found.keys().chain(added);
    let differing = keys.filter(|key| found.get(*key) != wanted.get(*key));
    let fields: Vec<String> = differing
        .map(|key| field_text(key, found.get(key), wanted.get(key)))
        .collect();
    (!fields.is_empty()).then(|| fields.join("; "))
}

fn field_text(key: &str, found: Option<&Value>, wanted: Option<&Value>) -> String {
    let number = |value: Option<&Value>| u64::try_from(value?.as_integer()?).ok();
    if let ("deals" | "rounds", Some(found), Some(wanted)) = (key, number(found), number(wanted)) {
        let found = count(found, key.trim_end_matches('s'));
        return format!("{found}, not {wanted}");
    }
    let text = |value: Option<&Value>| value.map_or("none".to_owned(), Value::to_string);
    format!("`{key}` {}, not {}", text(found), text(wanted))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_differ_in_fields() {
        let check = |found: &str, wanted: &str, expected: &str| {
            let (found, wanted) = (found.to_owned(), wanted.to_owned());
            let difference = Difference::Plan { found, wanted };
            assert_eq!(difference_text(&difference), expected);
        };
        check("deals = 60", "deals = 80", "60 deals, not 80");
        check("rounds = 1", "rounds = 3", "1 round, not 3");
        check(
            "draws = \"shared\"\nseed = 1",
            "draws = \"per-seat\"\nseed = 1",
            "`draws` \"shared\", not \"per-seat\"",
        );
        check(
            "deals = 60",
            "deals = 80\n[stop]\nuntil_width = 2.0",
            "60 deals, not 80; `stop` none, not { until_width = 2.0 }",
        );
        check("deals = 60", "deals = 60", "another plan");
        assert_eq!(difference_text(&Difference::Seed), "another seed");
    }
}
