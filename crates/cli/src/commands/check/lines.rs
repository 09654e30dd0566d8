//! `check --batch`: one set or turn a line. Refuses unknown fields, and a line that is both or neither.

use serde::Deserialize;
use serde_json::value::RawValue;

use super::Args;
use super::judge::{Asked, Record, Turn};
use crate::error::{Error, Exit};
use crate::line::{Id, fields_of};
use crate::line_rules::LineRules;
use crate::output::json_line;
use crate::reading::{Owners, Source, TableText};

/// A set or a turn as a line gives it. A field that is null counts as absent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    /// Read apart, so that it is known even where the line is wrong.
    #[serde(borrow, rename = "id")]
    _id: Option<&'a RawValue>,
    rules: Option<String>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    set: Option<String>,
    as_laid: Option<bool>,
    before: Option<Vec<String>>,
    played: Option<String>,
    after: Option<Vec<String>>,
    opened: Option<bool>,
    owners: Option<Vec<Option<u64>>>,
    me: Option<u64>,
}

/// Answers every line of the file.
pub fn run(args: &Args, file: &str) -> Result<Exit, Error> {
    let rules = LineRules::new(&args.rules)?;
    args.batch.run(file, || rules.clone(), answer)
}

fn answer(rules: &mut LineRules, id: &Id, text: &str) -> Result<Vec<u8>, Error> {
    let line: Line<'_> = fields_of(text)?;
    let rules = rules.of(line.rules.as_deref(), line.options.map(RawValue::get))?;
    let as_laid = line.as_laid.unwrap_or(false);
    let verdict = asked(line)?.judge(Source::Fields, &rules, as_laid)?;
    json_line(&Record::new(id, &verdict))
}

fn asked(line: Line<'_>) -> Result<Asked, Error> {
    match (line.set, line.played, line.after) {
        (Some(set), None, None) if line.before.is_none() => Ok(Asked::Set(set)),
        (None, Some(played), Some(after)) => Ok(Asked::Turn(Turn {
            before: TableText::Sets(line.before.unwrap_or_default()),
            played,
            after: TableText::Sets(after),
            opened: line.opened.unwrap_or(true),
            owners: Owners {
                of_sets: line.owners,
                me: line.me,
            },
        })),
        _ => Err(Error::Input(
            "expected either `set`, or `played` and `after` with the table `before`".to_owned(),
        )),
    }
}
