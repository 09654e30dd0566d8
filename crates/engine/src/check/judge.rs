//! Sets and turns as written, and the verdict of the referee.

use std::fmt;

use rummilab_core::{Claim, CouldPlay, Illegal, Readings, RuleSet, Seat, Set, Table, TileCounts};
use serde::Serialize;

use crate::error::{Error, PositionError};
use crate::line::{Id, json_line};
use crate::reading::{Owners, TableText, TextSource};

/// The set or turn to judge.
///
/// ```
/// use rummilab_core::RuleSet;
/// use rummilab_engine::{CheckRequest, TableText, TextSource, TurnRequest, Verdict};
/// use rummilab_search::SearchSolver;
/// use rummilab_solver::Solver;
///
/// let rules = RuleSet::preset("original").unwrap();
/// let mut solver: Box<dyn Solver> = Box::new(SearchSolver::new());
/// let mut judge = |request: CheckRequest| {
///     request.judge(TextSource::FIELDS, &rules, false, &mut solver).unwrap()
/// };
/// let set = judge(CheckRequest::Set("R9 J J".to_owned()));
/// assert!(matches!(set, Verdict::Set(_)));
///
/// let turn = judge(CheckRequest::Turn(TurnRequest {
///     before: TableText::Line("R3 R4 R5".to_owned()),
///     played: "R7".to_owned(),
///     after: TableText::Line("R3 R4 R5 R7".to_owned()),
///     opened: true,
///     ..TurnRequest::default()
/// }));
/// assert_eq!(
///     turn.to_string(),
///     "Not legal: `R3 R4 R5 R7` has a gap; the values of a run are in a row."
/// );
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CheckRequest {
    Set(String),
    Turn(TurnRequest),
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TurnRequest {
    pub before: TableText,
    /// The tiles that left the rack.
    pub played: String,
    pub after: TableText,
    /// Whether the player had opened before.
    pub opened: bool,
    pub owners: Owners,
    /// Claimed group owners after the turn, if any.
    pub owners_after: Option<Vec<Option<u64>>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// A legal set, with its readings.
    Set(Readings),
    /// A legal turn; the value of its opening, if it was one.
    Turn(Option<u32>),
    Illegal {
        /// Whether it was a set; otherwise it was a turn.
        set: bool,
        reason: String,
    },
}

impl CheckRequest {
    /// Judges. `as_laid` says whether the order of the tiles in a set counts. `judge` values tiles
    /// as an opening.
    ///
    /// # Errors
    /// If the request or the table before cannot be read. An illegal set or turn is not an error.
    pub fn judge(
        self,
        source: TextSource,
        rules: &RuleSet,
        as_laid: bool,
        judge: &mut dyn CouldPlay,
    ) -> Result<Verdict, Error> {
        match self {
            CheckRequest::Set(text) => {
                let set = source.set("set", &text, rules)?;
                Ok(judge_set(&set, rules, as_laid))
            }
            CheckRequest::Turn(turn) => turn.judge(source, rules, as_laid, judge),
        }
    }
}

fn judge_set(set: &Set, rules: &RuleSet, as_laid: bool) -> Verdict {
    let illegal = |reason| Verdict::Illegal { set: true, reason };
    if let Some(fault) = rules.set_fault(set, as_laid) {
        return illegal(format!("`{set}` {fault}"));
    }
    match rules.check_table(&Table::new(vec![set.clone()])) {
        Ok(_) => Verdict::Set(if as_laid || rules.tables_lie_in_order() {
            rules.readings_as_laid(set)
        } else {
            rules.judge(set.tiles())
        }),
        Err(why) => illegal(why.explain(rules)),
    }
}

impl TurnRequest {
    fn judge(
        self,
        source: TextSource,
        rules: &RuleSet,
        as_laid: bool,
        judge: &mut dyn CouldPlay,
    ) -> Result<Verdict, Error> {
        let before = source.legal_table("before", &self.before, rules, false)?;
        let (before, me) = source.owned(&self.owners, before, rules)?;
        let after = self.table_after(source, rules, before.owners().is_some() && me.is_some())?;
        let played = source.tiles("played", &self.played, rules)?;
        let known = self.owners.of_sets.is_some() || after.owners().is_some();
        let me = me.filter(|_| known).map(|seat| Seat(seat.into()));
        let illegal = |reason| Ok(Verdict::Illegal { set: false, reason });
        let judged = TileCounts::try_from_tiles(played)
            .map_err(Illegal::TooManyCopies)
            .and_then(|rack| {
                let claim = Claim {
                    before: &before,
                    rack: &rack,
                    after: &after,
                    opened: self.opened,
                    me,
                };
                rules.judge_claim_laying(&claim, judge)
            });
        match judged {
            Err(Illegal::OpeningNotJudged(why)) => Err(Error::NotJudged(why)),
            Err(why) => illegal(why.explain(rules)),
            Ok(turn) => {
                let mut sets = after.sets().iter().filter(|_| as_laid);
                let badly_laid = sets.find_map(|set| Some((set, rules.set_fault(set, true)?)));
                match badly_laid {
                    Some((set, fault)) => illegal(format!("`{set}` {fault}")),
                    None => Ok(Verdict::Turn(turn.opening_value)),
                }
            }
        }
    }

    /// The table after, with the claimed owners.
    fn table_after(
        &self,
        source: TextSource,
        rules: &RuleSet,
        owners_known: bool,
    ) -> Result<Table, Error> {
        let after = source.table("after", &self.after, rules)?;
        let Some(owners) = &self.owners_after else {
            return Ok(after);
        };
        let owners = source.owner_list("owners_after", owners, &after)?;
        if !rules.has_group_owners() {
            return Ok(after);
        }
        if !owners_known {
            let error = PositionError::OwnersAfter(
                source.name("owners_after"),
                source.name("owners"),
                source.name("me"),
            );
            return Err(error.into());
        }
        Ok(Table::owned(after.into_sets(), owners))
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Set(readings) => {
                let all = [
                    ("group", readings.group),
                    ("run", readings.run),
                    ("run in steps of two", readings.step_run),
                    ("mirror group", readings.mirror_group),
                    ("mirror run", readings.mirror_run),
                ];
                let all: Vec<String> = all
                    .into_iter()
                    .filter_map(|(kind, value)| Some((kind, value?)))
                    .map(|(kind, value)| format!("{kind} ({value} points in an opening)"))
                    .collect();
                write!(f, "Legal: {}.", all.join(" or "))
            }
            Verdict::Turn(None) => write!(f, "Legal."),
            Verdict::Turn(Some(value)) => write!(f, "Legal: an opening worth {value} points."),
            Verdict::Illegal { reason, .. } => write!(f, "Not legal: {reason}."),
        }
    }
}

impl Verdict {
    pub fn is_legal(&self) -> bool {
        !matches!(self, Verdict::Illegal { .. })
    }

    /// The answer to the request with this id, as a line of JSON.
    pub fn to_json(&self, id: &Id) -> String {
        let (legal, kinds, reason) = match self {
            Verdict::Set(readings) => (true, Some(*readings), None),
            Verdict::Turn(_) => (true, None, None),
            Verdict::Illegal { set, reason } => {
                let none = set.then(Readings::default);
                (false, none, Some(reason.as_str()))
            }
        };
        json_line(&VerdictLine {
            id,
            legal,
            kinds,
            reason,
        })
    }
}

/// The verdict as a line of JSON.
#[derive(Serialize)]
struct VerdictLine<'a> {
    id: &'a Id,
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<Readings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}
