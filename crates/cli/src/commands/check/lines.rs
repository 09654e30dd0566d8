//! `check --batch`: one set or turn a line. Refuses unknown fields, and a line that is both or neither.

use std::sync::Arc;

use rummilab_core::RuleSet;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::Args;
use super::judge::{Asked, Record, Turn};
use crate::error::{Error, Exit};
use crate::line::{Id, fields_of};
use crate::line_rules::LineRules;
use crate::output::json_line;
use crate::players::OpeningJudge;
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
    owners_after: Option<Vec<Option<u64>>>,
    me: Option<u64>,
}

/// What a thread keeps from line to line: rules, and who judges openings by the rules of that line.
struct Worker {
    rules: LineRules,
    judge: Option<(Arc<RuleSet>, OpeningJudge)>,
}

/// Answers every line of the file.
pub fn run(args: &Args, file: &str) -> Result<Exit, Error> {
    let rules = LineRules::new(&args.rules)?;
    let worker = || Worker {
        rules: rules.clone(),
        judge: None,
    };
    args.batch.run(file, worker, Worker::answer)
}

impl Worker {
    fn answer(&mut self, id: &Id, text: &str) -> Result<Vec<u8>, Error> {
        let line: Line<'_> = fields_of(text)?;
        let options = line.options.map(RawValue::get);
        let rules = self.rules.of(line.rules.as_deref(), options)?;
        let as_laid = line.as_laid.unwrap_or(false);
        let asked = asked(line)?;
        let known = self.judge.take();
        let known = known.filter(|(known, _)| Arc::ptr_eq(known, &rules));
        let (_, judge) = self
            .judge
            .insert(known.unwrap_or_else(|| (Arc::clone(&rules), OpeningJudge::new(&rules))));
        let verdict = asked.judge(Source::Fields, &rules, as_laid, judge)?;
        json_line(&Record::new(id, &verdict))
    }
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
            owners_after: line.owners_after,
        })),
        _ => Err(Error::Input(
            "expected either `set`, or `played` and `after` with the table `before`".to_owned(),
        )),
    }
}
