//! Check requests, one set or turn a line. Lines with unknown fields, with both or with neither are
//! refused.

use rummilab_core::CouldPlay;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::judge::{CheckRequest, TurnRequest};
use crate::error::{Error, LineError};
use crate::line::{Id, Refusal, answer_line, fields_of};
use crate::line_rules::LineRules;
use crate::reading::{Owners, TableText, TextSource};

/// A set or a turn in a line. A null field counts as absent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    /// Read separately, so that it is known even if the rest of the line is wrong.
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

/// Answers lines of JSON, each a set or a turn, with lines of JSON.
///
/// ```
/// use rummilab_engine::{CheckLines, LineRules, no_rule_files};
/// use rummilab_search::SearchSolver;
/// use rummilab_solver::Solver;
///
/// let mut lines = CheckLines::new(LineRules::new("original", &[], no_rule_files).unwrap());
/// let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
/// let answer = lines.answer(&mut solver, br#"{"id":1,"set":"R9 J J"}"#).unwrap();
/// assert!(answer.starts_with(r#"{"id":1,"legal":true,"#));
/// ```
#[derive(Debug, Clone)]
pub struct CheckLines {
    rules: LineRules,
}

impl CheckLines {
    /// A checker of lines; the rules apply to lines that name none.
    pub fn new(rules: LineRules) -> CheckLines {
        CheckLines { rules }
    }

    /// The verdict on a line, ending with a line break. `judge` values tiles as an opening.
    ///
    /// # Errors
    /// What is wrong with the line. An illegal set or turn is not an error.
    pub fn answer(&mut self, judge: &mut dyn CouldPlay, line: &[u8]) -> Result<String, Refusal> {
        answer_line(line, |id, text| self.answer_text(judge, id, text))
    }

    fn answer_text(
        &mut self,
        judge: &mut dyn CouldPlay,
        id: &Id,
        text: &str,
    ) -> Result<String, Error> {
        let line: Line<'_> = fields_of(text)?;
        let options = line.options.map(RawValue::get);
        let rules = self.rules.of(line.rules.as_deref(), options)?;
        let as_laid = line.as_laid.unwrap_or(false);
        let verdict = request(line)?.judge(TextSource::FIELDS, &rules, as_laid, judge)?;
        Ok(verdict.to_json(id))
    }
}

fn request(line: Line<'_>) -> Result<CheckRequest, LineError> {
    match (line.set, line.played, line.after) {
        (Some(set), None, None) if line.before.is_none() => Ok(CheckRequest::Set(set)),
        (None, Some(played), Some(after)) => Ok(CheckRequest::Turn(TurnRequest {
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
        _ => Err(LineError::SetOrTurn),
    }
}
