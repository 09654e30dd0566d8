//! Positions as JSON lines for `solve --batch` and `bench`. Unknown fields and a table that is
//! given twice are errors.

use rummilab_core::TileCounts;
use rummilab_solver::Goal;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::difficulty::Difficulty;
use crate::error::{Error, PositionError};
use crate::line::{SetTexts, fields_of};
use crate::line_rules::LineRules;
use crate::question::{Question, TableGiven, Written};
use crate::reading::{Owners, TableText, TextSource};

/// A position before its checks. A null field counts as absent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Fields<'a> {
    /// Read separately, so that it is known even if the rest of the line is wrong.
    #[serde(borrow, rename = "id")]
    _id: Option<&'a RawValue>,
    rules: Option<String>,
    #[serde(borrow)]
    options: Option<&'a RawValue>,
    table: Option<SetTexts>,
    table_tiles: Option<String>,
    rack: String,
    opened: Option<bool>,
    as_laid: Option<bool>,
    owners: Option<Vec<Option<u64>>>,
    me: Option<u64>,
    unseen: Option<String>,
    certified: Option<Certified>,
    #[serde(borrow)]
    difficulty: Option<&'a RawValue>,
    question: Option<AskedQuestion>,
    objective: Option<AskedGoal>,
    most: Option<usize>,
    explain: Option<bool>,
    /// Why somebody kept the position; not read.
    #[serde(rename = "why")]
    _why: Option<IgnoredAny>,
}

/// What a line asks, by the names that `solve --question` has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum AskedQuestion {
    Best,
    Plays,
    AfterDraw,
}

/// What is best for a line, by the names that `solve --objective` has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum AskedGoal {
    Tiles,
    Value,
}

impl AskedGoal {
    fn goal(self) -> Goal {
        match self {
            AskedGoal::Tiles => Goal::Tiles,
            AskedGoal::Value => Goal::Value,
        }
    }
}

/// The question of a line, where it has one of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asked {
    pub question: Option<AskedQuestion>,
    /// How many plays are listed at most.
    pub most: Option<usize>,
    /// Whether to include the steps of the turn.
    pub explain: Option<bool>,
}

/// Answers on which several solvers agreed when the corpus was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certified {
    /// Tiles and value of the best play for most tiles.
    pub tiles: (usize, u32),
    /// Tiles and value of the best play for most value.
    pub value: (usize, u32),
    /// Whether the whole rack can be laid.
    pub goes_out: bool,
}

/// A checked position, with the known answers.
#[derive(Debug)]
pub struct PositionLine {
    pub question: Question,
    /// Certified answers, if the line has any.
    pub certified: Option<Certified>,
    /// The difficulty that the line gives, as JSON.
    difficulty: Option<String>,
    /// The tiles that could be drawn, if the line gives them.
    pub unseen: Option<TileCounts>,
    /// The options of the line, as JSON.
    pub options: Option<String>,
    /// The name or file of the rules that the line gives.
    pub rules: Option<String>,
}

impl PositionLine {
    /// The difficulty that the line gives; nothing checks it.
    pub fn difficulty(&self) -> Option<Difficulty> {
        serde_json::from_str(self.difficulty.as_deref()?).ok()
    }
}

/// Reads and checks a line whose question is known: it may have none of its own.
///
/// # Errors
/// What is wrong with the line.
pub fn read_position(text: &str, rules: &mut LineRules, goal: Goal) -> Result<PositionLine, Error> {
    let line: Fields<'_> = fields_of(text)?;
    match line.objective {
        Some(_) => Err(PositionError::NothingToAsk("objective").into()),
        None => known_question(line, rules, goal),
    }
}

/// Like [`read_position`], but a line may have an objective of its own. It takes the place of
/// `goal`, where that is one of the objectives.
///
/// # Errors
/// What is wrong with the line.
pub fn read_timed(text: &str, rules: &mut LineRules, goal: Goal) -> Result<PositionLine, Error> {
    let line: Fields<'_> = fields_of(text)?;
    let goal = match (line.objective, goal) {
        (Some(own), Goal::Tiles | Goal::Value) => own.goal(),
        (_, goal) => goal,
    };
    known_question(line, rules, goal)
}

fn known_question(
    line: Fields<'_>,
    rules: &mut LineRules,
    goal: Goal,
) -> Result<PositionLine, Error> {
    for (field, given) in [
        ("question", line.question.is_some()),
        ("most", line.most.is_some()),
        ("explain", line.explain.is_some()),
    ] {
        if given {
            return Err(PositionError::NothingToAsk(field).into());
        }
    }
    checked(line, rules, goal)
}

/// Reads and checks a line, and its own question; `goal` is that of lines without one.
pub(crate) fn read_question(
    text: &str,
    rules: &mut LineRules,
    goal: Goal,
) -> Result<(PositionLine, Asked), Error> {
    let line: Fields<'_> = fields_of(text)?;
    let goal = line.objective.map_or(goal, AskedGoal::goal);
    let asked = Asked {
        question: line.question,
        most: line.most,
        explain: line.explain,
    };
    Ok((checked(line, rules, goal)?, asked))
}

fn checked(line: Fields<'_>, rules: &mut LineRules, goal: Goal) -> Result<PositionLine, Error> {
    let options = line.options.map(RawValue::get);
    let rule_set = rules.of(line.rules.as_deref(), options)?;
    let table = match (line.table, line.table_tiles) {
        (Some(_), Some(_)) => {
            return Err(PositionError::TableTwice.into());
        }
        (sets, None) => TableGiven::Sets(TableText::Sets(sets.unwrap_or_default().0)),
        (None, Some(tiles)) => TableGiven::Tiles(tiles),
    };
    let unseen = match &line.unseen {
        Some(tiles) => Some(TextSource::FIELDS.counts("unseen", tiles, &rule_set)?),
        None => None,
    };
    let written = Written {
        source: TextSource::FIELDS,
        table,
        rack: &line.rack,
        opened: line.opened.unwrap_or(true),
        as_laid: line.as_laid.unwrap_or(false),
        owners: Owners {
            of_sets: line.owners,
            me: line.me,
        },
    };
    Ok(PositionLine {
        options: line.options.map(|options| options.get().to_owned()),
        rules: line.rules,
        question: written.question(rule_set, goal)?,
        certified: line.certified,
        difficulty: line.difficulty.map(|json| json.get().to_owned()),
        unseen,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line_rules::no_rule_files;

    #[test]
    fn a_line_whose_question_is_known_has_none_of_its_own() {
        let mut rules = LineRules::new("original", &[], no_rule_files).unwrap();
        for field in [
            r#""question":"plays""#,
            r#""objective":"value""#,
            r#""most":2"#,
            r#""explain":false"#,
        ] {
            let line = format!(r#"{{"rack":"R1 R2 R3",{field}}}"#);
            let error = read_position(&line, &mut rules, Goal::Tiles).unwrap_err();
            assert!(error.to_string().contains("has no meaning here"), "{error}");
        }
        assert!(read_position(r#"{"rack":"R1 R2 R3"}"#, &mut rules, Goal::Tiles).is_ok());
    }
}
