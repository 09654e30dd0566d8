//! A set or a turn as it was written, and the verdict. Refuses to know a rule: it asks the referee, and `explain` for
//! the reason.

use std::fmt;

use rummilab_core::{Claim, CouldPlay, Illegal, Readings, RuleSet, Seat, Set, Table, TileCounts};
use serde::Serialize;

use crate::error::Error;
use crate::explain::{why_illegal, why_not_a_set};
use crate::line::Id;
use crate::reading::{Owners, Source, TableText};

/// What is to be judged.
pub enum Asked {
    /// A set.
    Set(String),
    /// A turn.
    Turn(Turn),
}

/// A turn as it was written.
pub struct Turn {
    /// The table before.
    pub before: TableText,
    /// The tiles that left the rack.
    pub played: String,
    /// The table after.
    pub after: TableText,
    /// Whether the player had opened before.
    pub opened: bool,
    /// Group owners before.
    pub owners: Owners,
    /// Group owners after, if somebody claims them.
    pub owners_after: Option<Vec<Option<u64>>>,
}

/// The judgement.
pub enum Verdict {
    /// A legal set, with its readings.
    Set(Readings),
    /// A legal turn; what the opening was worth if it was one.
    Turn(Option<u32>),
    /// Not legal.
    Illegal {
        /// Whether it was a set.
        set: bool,
        /// Why.
        reason: String,
    },
}

impl Asked {
    /// Judges; `as_laid` if the order of the tiles in a set counts. `judge` says what tiles are worth as an opening.
    pub fn judge(
        self,
        source: Source,
        rules: &RuleSet,
        as_laid: bool,
        judge: &mut dyn CouldPlay,
    ) -> Result<Verdict, Error> {
        match self {
            Asked::Set(text) => {
                let set = Set::new(source.tiles("set", &text, rules)?);
                Ok(judge_set(&set, rules, as_laid))
            }
            Asked::Turn(turn) => turn.judge(source, rules, as_laid, judge),
        }
    }
}

fn judge_set(set: &Set, rules: &RuleSet, as_laid: bool) -> Verdict {
    let illegal = |reason| Verdict::Illegal { set: true, reason };
    let readings = readings(set, rules, as_laid);
    if !readings.is_legal() {
        return illegal(why_not_a_set(rules, set, as_laid));
    }
    match rules.check_table(&Table::new(vec![set.clone()])) {
        Ok(_) => Verdict::Set(readings),
        Err(why) => illegal(why_illegal(rules, &why)),
    }
}

fn readings(set: &Set, rules: &RuleSet, as_laid: bool) -> Readings {
    match as_laid {
        true => rules.judge_laid(set.tiles()),
        false => rules.judge(set.tiles()),
    }
}

impl Turn {
    fn judge(
        self,
        source: Source,
        rules: &RuleSet,
        as_laid: bool,
        judge: &mut dyn CouldPlay,
    ) -> Result<Verdict, Error> {
        let before = source.legal_table("before", &self.before, rules, false)?;
        let (before, me) = source.owned(&self.owners, before, rules)?;
        let after = self.table_after(source, rules, before.owners().is_some() && me.is_some())?;
        let played = source.tiles("played", &self.played, rules)?;
        let known = self.owners.of_sets.is_some() || after.owners().is_some();
        let me = me.filter(|_| known).map(usize::from);
        let illegal = |reason| Ok(Verdict::Illegal { set: false, reason });
        let judged = TileCounts::try_from_tiles(played)
            .map_err(Illegal::TooManyCopies)
            .and_then(|rack| {
                let claim = Claim {
                    before: &before,
                    rack: &rack,
                    after: &after,
                    opened: self.opened,
                    me: me.map(Seat),
                };
                rules.judge_claim_laying(&claim, judge)
            });
        match judged {
            Err(why) => illegal(why_illegal(rules, &why)),
            Ok(turn) => {
                let badly_laid = |set: &&Set| as_laid && !readings(set, rules, true).is_legal();
                match after.sets().iter().find(badly_laid) {
                    Some(set) => illegal(why_not_a_set(rules, set, true)),
                    None => Ok(Verdict::Turn(turn.opening_value)),
                }
            }
        }
    }
}

impl Turn {
    /// The table after, with the owners that are claimed.
    fn table_after(
        &self,
        source: Source,
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
            let name = |field| source.name(field);
            let message = format!(
                "{} needs {} and {}, which say whose the groups were and who plays",
                name("owners_after"),
                name("owners"),
                name("me")
            );
            return Err(Error::Input(message));
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

/// The verdict as a line of JSON.
#[derive(Serialize)]
pub struct Record<'a> {
    id: &'a Id,
    legal: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    kinds: Option<Readings>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl<'a> Record<'a> {
    /// The record of this verdict on the line of this id.
    pub fn new(id: &'a Id, verdict: &'a Verdict) -> Record<'a> {
        let (legal, kinds, reason) = match verdict {
            Verdict::Set(readings) => (true, Some(*readings), None),
            Verdict::Turn(_) => (true, None, None),
            Verdict::Illegal { set, reason } => {
                let none = set.then(Readings::default);
                (false, none, Some(reason.as_str()))
            }
        };
        Record {
            id,
            legal,
            kinds,
            reason,
        }
    }
}
