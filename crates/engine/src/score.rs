//! Scores for a player's answers to positions: how many are legal, how many of the possible tiles
//! they lay, and how often the whole rack goes if it can.

use std::collections::BTreeMap;

use rummilab_core::{RuleSet, Table, TileCounts};
use rummilab_solver::Goal;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::{Error, ScoreError};
use crate::line::{SetTexts, fields_of, id_of};
use crate::line_rules::LineRules;
use crate::position_line::{Certified, PositionLine, read_position};
use crate::question::Question;
use crate::reading::{TableText, TextSource};

/// A position with a known best play.
#[derive(Debug)]
pub struct ScoredPosition {
    pub id: String,
    /// Its grade if the line has one: the number of steps that explain the best play, at most 5;
    /// 0 if nothing can be laid.
    pub grade: Option<usize>,
    pub question: Question,
    /// The table before the turn.
    pub table: Table,
    /// Largest number of tiles that can be laid.
    pub most: usize,
    /// Whether the whole rack can be laid.
    pub goes_out: bool,
}

/// A line of `corpus --puzzles`.
#[derive(Deserialize)]
struct GradedFields<'a> {
    #[serde(borrow)]
    position: &'a RawValue,
    grade: Option<usize>,
}

impl ScoredPosition {
    /// Reads a line of a corpus, graded or not. It must have an `id`, a table of sets, and
    /// certified answers.
    ///
    /// # Errors
    /// What is wrong with the line.
    pub fn read(text: &str, rules: &mut LineRules) -> Result<ScoredPosition, Error> {
        let graded: Option<GradedFields<'_>> = serde_json::from_str(text).ok();
        let (grade, text) = match &graded {
            Some(line) => (line.grade, line.position.get()),
            None => (None, text),
        };
        let id = name_of(text)?.ok_or(ScoreError::NoId)?;
        let line = read_position(text, rules, Goal::Tiles)?;
        let grade = grade.or(line.difficulty().and_then(|difficulty| difficulty.grade));
        let PositionLine {
            question,
            certified,
            ..
        } = line;
        let Certified {
            tiles: (most, _),
            goes_out,
            ..
        } = certified.ok_or(ScoreError::NotCertified)?;
        if question.rules.has_group_owners() {
            return Err(ScoreError::GroupOwners(question.rules.name.clone()).into());
        }
        let table = question.before.clone().ok_or(ScoreError::NoSets)?;
        Ok(ScoredPosition {
            id,
            grade,
            question,
            table,
            most,
            goes_out,
        })
    }

    pub fn judge(&self, turn: &AnsweredTurn) -> TurnScore {
        match turn {
            AnsweredTurn::Nothing => TurnScore::default(),
            AnsweredTurn::Table(text) => match self.laid(text) {
                Ok(laid) => TurnScore {
                    tiles: laid.len(),
                    played: laid.to_string(),
                    goes_out: laid == self.question.position.rack,
                    illegal: None,
                },
                Err(why) => TurnScore {
                    illegal: Some(why),
                    ..TurnScore::default()
                },
            },
        }
    }

    /// The tiles that a turn lays, or why it is illegal. An unchanged table lays none.
    fn laid(&self, text: &TableText) -> Result<TileCounts, String> {
        let rules: &RuleSet = &self.question.rules;
        let read = TextSource::FIELDS.table("table", text, rules);
        let after = read.map_err(|error| error.to_string())?;
        let position = &self.question.position;
        if after.sorted_sets() == self.table.sorted_sets() {
            return Ok(TileCounts::EMPTY);
        }
        let turn = rules.judge_turn(&self.table, &position.rack, &after, position.opened);
        turn.map(|turn| turn.played)
            .map_err(|illegal| illegal.explain(rules))
    }
}

/// An answer: the table after the turn, or nothing laid.
#[derive(Debug, Clone)]
pub enum AnsweredTurn {
    /// Draws a tile, or passes.
    Nothing,
    /// The whole table after the turn.
    Table(TableText),
}

/// The line of an answer. Other fields are ignored; they belong to its author.
#[derive(Deserialize)]
struct AnswerFields {
    table: Option<SetTexts>,
    draw: Option<bool>,
}

/// Reads the line of an answer: the name of its position, and the turn.
///
/// ```
/// use rummilab_engine::{AnsweredTurn, read_answer};
///
/// let (id, turn) = read_answer(r#"{"id":"b0g0t29","table":["R3 R4 R5 R6"]}"#).unwrap();
/// assert!(id == "b0g0t29" && matches!(turn, AnsweredTurn::Table(_)));
/// let (_, turn) = read_answer(r#"{"id":"b0g0t31","draw":true}"#).unwrap();
/// assert!(matches!(turn, AnsweredTurn::Nothing));
/// ```
///
/// # Errors
/// If it is not a JSON object, has no `id`, or has both or neither of table and draw.
pub fn read_answer(text: &str) -> Result<(String, AnsweredTurn), Error> {
    let fields: AnswerFields = fields_of(text)?;
    let id = name_of(text)?.ok_or(ScoreError::NoId)?;
    match (fields.table, fields.draw.unwrap_or(false)) {
        (Some(SetTexts(sets)), false) => Ok((id, AnsweredTurn::Table(TableText::Sets(sets)))),
        (None, true) => Ok((id, AnsweredTurn::Nothing)),
        _ => Err(ScoreError::TableOrDraw.into()),
    }
}

/// The `id` of a line as text.
fn name_of(text: &str) -> Result<Option<String>, Error> {
    let id = id_of(text)?;
    Ok(id.map(|id| serde_json::from_str(id.get()).unwrap_or_else(|_| id.get().to_owned())))
}

/// The score of a turn.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct TurnScore {
    /// Number of tiles laid; 0 for an illegal turn.
    pub tiles: usize,
    pub played: String,
    /// Whether these are the whole rack.
    pub goes_out: bool,
    /// Why the turn is illegal; `None` if it is legal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub illegal: Option<String>,
}

/// The sum of scores over some positions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScoreSum {
    pub positions: u64,
    /// Number of positions with an answer.
    pub answered: u64,
    /// Number of legal answers; laying nothing is legal.
    pub legal: u64,
    /// Number of tiles laid by legal answers.
    pub tiles: u64,
    /// Number of tiles that could be laid in all positions.
    pub most_tiles: u64,
    /// Number of answers that lay as many tiles as possible.
    pub best: u64,
    /// Number of answers that lay the whole rack.
    pub went_out: u64,
    /// Number of positions in which the whole rack can be laid.
    pub could_go_out: u64,
}

impl ScoreSum {
    fn add(&mut self, position: &ScoredPosition, turn: Option<&TurnScore>) {
        self.positions += 1;
        self.most_tiles += position.most as u64;
        self.could_go_out += u64::from(position.goes_out);
        let Some(turn) = turn else { return };
        self.answered += 1;
        self.legal += u64::from(turn.illegal.is_none());
        self.tiles += turn.tiles as u64;
        self.best += u64::from(turn.illegal.is_none() && turn.tiles >= position.most);
        self.went_out += u64::from(turn.goes_out);
    }
}

/// The answers to a list of positions, scored as they come.
#[derive(Debug)]
pub struct Scores<'a> {
    positions: &'a [ScoredPosition],
    places: BTreeMap<&'a str, usize>,
    turns: Vec<Option<TurnScore>>,
}

impl<'a> Scores<'a> {
    /// Scores without answers.
    ///
    /// # Errors
    /// If two positions have the same name.
    pub fn new(positions: &'a [ScoredPosition]) -> Result<Scores<'a>, ScoreError> {
        let mut places = BTreeMap::new();
        for (place, position) in positions.iter().enumerate() {
            if places.insert(position.id.as_str(), place).is_some() {
                return Err(ScoreError::SamePosition(position.id.clone()));
            }
        }
        Ok(Scores {
            positions,
            places,
            turns: vec![None; positions.len()],
        })
    }

    /// Judges the answer to the position of this name.
    ///
    /// # Errors
    /// If there is no such position, or it already has an answer.
    pub fn add(&mut self, id: &str, turn: &AnsweredTurn) -> Result<&TurnScore, ScoreError> {
        let place = self.places.get(id);
        let place = *place.ok_or_else(|| ScoreError::UnknownPosition(id.to_owned()))?;
        if self.turns[place].is_some() {
            return Err(ScoreError::AnsweredTwice(id.to_owned()));
        }
        Ok(self.turns[place].insert(self.positions[place].judge(turn)))
    }

    /// Each position, and the score of its answer.
    pub fn turns(&self) -> impl Iterator<Item = (&'a ScoredPosition, Option<&TurnScore>)> {
        let turns = self.turns.iter().map(Option::as_ref);
        self.positions.iter().zip(turns)
    }

    /// The sum over all positions.
    pub fn all(&self) -> ScoreSum {
        let mut sum = ScoreSum::default();
        for (position, turn) in self.turns() {
            sum.add(position, turn);
        }
        sum
    }

    /// The sum over the positions of each grade; positions without a grade are left out.
    pub fn by_grade(&self) -> BTreeMap<usize, ScoreSum> {
        let mut sums: BTreeMap<usize, ScoreSum> = BTreeMap::new();
        for (position, turn) in self.turns() {
            if let Some(grade) = position.grade {
                sums.entry(grade).or_default().add(position, turn);
            }
        }
        sums
    }
}
