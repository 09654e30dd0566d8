//! `solve --batch`: one position a line. Refuses unknown fields and a table that is given twice.

use rummilab_solver::Solver;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::answer::{Record, find};
use super::question::{TableGiven, Written};
use super::steps::add_steps;
use super::{Args, Objective};
use crate::error::{Error, Exit};
use crate::line::{Id, fields_of};
use crate::line_rules::LineRules;
use crate::output::json_line;
use crate::reading::{Owners, Source, TableText};
use crate::solvers::make_solver;

/// A position as a line gives it. A field that is null counts as absent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line<'a> {
    /// Read apart, so that it is known even where the line is wrong.
    #[serde(borrow, rename = "id")]
    _id: Option<&'a RawValue>,
    rules: Option<String>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    table: Option<Vec<String>>,
    table_tiles: Option<String>,
    rack: String,
    opened: Option<bool>,
    as_laid: Option<bool>,
    owners: Option<Vec<Option<u64>>>,
    me: Option<u64>,
}

/// What a thread keeps from line to line.
struct Worker {
    rules: LineRules,
    solver: Box<dyn Solver>,
    objective: Objective,
    explain: bool,
}

/// Answers every line of the file.
pub fn run(args: &Args, file: &str) -> Result<Exit, Error> {
    let rules = LineRules::new(&args.rules)?;
    let worker = || Worker {
        rules: rules.clone(),
        solver: make_solver(args.solver),
        objective: args.objective,
        explain: args.explain,
    };
    args.batch.run(file, worker, Worker::answer)
}

impl Worker {
    fn answer(&mut self, id: &Id, text: &str) -> Result<Vec<u8>, Error> {
        let line: Line<'_> = fields_of(text)?;
        let options = line.options.map(RawValue::get);
        let rules = self.rules.of(line.rules.as_deref(), options)?;
        let table = match (line.table, line.table_tiles) {
            (Some(_), Some(_)) => {
                let message = "`table` and `table_tiles` are both given; expected one of them";
                return Err(Error::Input(message.to_owned()));
            }
            (sets, None) => TableGiven::Sets(TableText::Sets(sets.unwrap_or_default())),
            (None, Some(tiles)) => TableGiven::Tiles(tiles),
        };
        let written = Written {
            source: Source::Fields,
            table,
            rack: &line.rack,
            opened: line.opened.unwrap_or(true),
            as_laid: line.as_laid.unwrap_or(false),
            owners: Owners {
                of_sets: line.owners,
                me: line.me,
            },
        };
        let question = written.question(rules, self.objective.goal())?;
        let mut found = find(&question, self.solver.as_mut())?;
        if self.explain {
            add_steps(&question, &mut found)?;
        }
        json_line(&Record::new(id, &found, self.explain))
    }
}
