//! The answer of a program to a position: a line as `solve --batch` writes it, or less, read and
//! judged by the rules.

use rummilab_core::{Claim, CouldPlay, Illegal, Seat, TileCounts};
use rummilab_solver::{Arrangement, verify};
use serde::Deserialize;

use super::{Outcome, PlayFound, SolverClaim};
use crate::error::Error;
use crate::line::{SetTexts, fields_of};
use crate::position_line::PositionLine;
use crate::reading::{TableText, TextSource};

/// The fields that count; all others are passed over.
#[derive(Deserialize)]
struct Fields {
    status: Option<String>,
    /// Without a status: whether no play is better.
    proven: Option<bool>,
    bound: Option<i64>,
    table: Option<SetTexts>,
    error: Option<String>,
}

/// Judges the answer of a program to a question for most tiles or value. `judge` values tiles as an
/// opening. A table of the same tiles, or none, lays nothing. The play is there if it is legal.
pub fn judge_reply(
    reply: &str,
    line: &PositionLine,
    judge: &mut dyn CouldPlay,
) -> (Outcome, Option<PlayFound>) {
    match judged(reply, line, judge) {
        Ok((claim, play)) => (Outcome::Claim(claim), play),
        Err(outcome) => (outcome, None),
    }
}

fn judged(
    reply: &str,
    line: &PositionLine,
    judge: &mut dyn CouldPlay,
) -> Result<(SolverClaim, Option<PlayFound>), Outcome> {
    let fields: Fields =
        fields_of(reply).map_err(|error| Outcome::Illegal(Error::from(error).to_string()))?;
    let proven = match fields.status.as_deref() {
        Some("unsupported" | "error") => {
            let why = fields.error.unwrap_or_else(|| "no reason".to_owned());
            return Err(Outcome::Refused(why));
        }
        Some("infeasible") => return Ok((SolverClaim::Infeasible, None)),
        Some("unknown") => return Ok((SolverClaim::Unproven, None)),
        Some("optimal") => true,
        Some("feasible") => false,
        Some(other) => return Err(Outcome::Illegal(format!("`status` is `{other}`"))),
        None => fields.proven.unwrap_or(false),
    };
    let played = laid(fields.table, line, judge).map_err(Outcome::Illegal)?;
    let main = line.question.goal.score(&played, 0).main();
    let proven = proven || fields.bound.is_some_and(|bound| bound <= main);
    let play = PlayFound {
        tiles: played.len(),
        value: i64::from(played.face_sum()),
        bound: fields.bound.filter(|_| !proven),
    };
    Ok((SolverClaim::Play { main, proven }, Some(play)))
}

/// The tiles that the new table lays, or why it is illegal.
fn laid(
    table: Option<SetTexts>,
    line: &PositionLine,
    judge: &mut dyn CouldPlay,
) -> Result<TileCounts, String> {
    let Some(SetTexts(sets)) = table else {
        return Ok(TileCounts::EMPTY);
    };
    let question = &line.question;
    let (rules, position) = (&question.rules, &question.position);
    let after = TextSource::FIELDS.table("table", &TableText::Sets(sets), rules);
    let after = after.map_err(|error| error.to_string())?;
    let Some(before) = &question.before else {
        let claim = Arrangement::from(after.into_sets());
        let verified = verify(rules, position, &question.goal, claim);
        return verified
            .map(|play| play.played)
            .map_err(|fault| fault.to_string());
    };
    let owned = before.owners().is_some();
    let claim = Claim {
        before,
        rack: &position.rack,
        after: &after,
        opened: position.opened,
        me: question
            .me
            .filter(|_| owned)
            .map(|seat| Seat(usize::from(seat))),
    };
    match rules.judge_claim(&claim, judge) {
        Ok(turn) => Ok(turn.played),
        // A legal table that holds the old tiles otherwise: no turn, but an answer.
        Err(Illegal::NothingLaid) => Ok(TileCounts::EMPTY),
        Err(illegal) => Err(illegal.explain(rules)),
    }
}
