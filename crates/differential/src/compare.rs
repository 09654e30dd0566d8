//! Answers of the command compared with the truth and with each other.

use std::collections::BTreeSet;
use std::fmt;

use serde_json::Value;

use crate::answer::Answer;
use crate::client::Reply;
use crate::finding::{Finding, Kind, SOLVERS};
use crate::position::Position;
use crate::sets::{Reading, Readings};
use crate::tile::{Tile, parse_tiles, print_tiles, sorted};
use crate::truth::Objective;

/// What brute force says about the best play.
#[derive(Debug, Clone, Copy, Default)]
pub struct BestFacts {
    pub best: Option<(u32, u32)>,
    /// The largest opening value, where the player has not opened.
    pub opening_value: Option<u32>,
    /// The most old sets that a best play keeps.
    pub kept: Option<u32>,
}

/// A play as a list writes it: tiles, value, the tiles laid.
pub type Listed = (u32, u32, Vec<Tile>);

/// What brute force says about a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DrawFacts {
    pub tile: Tile,
    /// The best tiles and value then.
    pub best: (u32, u32),
    /// Whether the whole rack can go.
    pub goes_out: bool,
}

fn finding(
    kind: Kind,
    solver: usize,
    expected: impl fmt::Display,
    found: impl fmt::Display,
) -> Finding {
    Finding {
        kind,
        solver: SOLVERS[solver],
        expected: format!("{expected}"),
        found: format!("{found}"),
    }
}

/// The answer of a reply, or what is wrong with a reply that holds none.
fn answered(solver: usize, reply: &Reply) -> Result<&Value, Finding> {
    let value = match reply {
        Reply::Answer(value) => value,
        Reply::Slow => return Err(finding(Kind::Slow, solver, "an answer", "none in time")),
        Reply::Dead => {
            return Err(finding(
                Kind::Dead,
                solver,
                "an answer",
                "the process ended",
            ));
        }
    };
    let message = value["error"].as_str().unwrap_or("");
    match value["status"].as_str() {
        Some("unsupported") => Err(finding(Kind::Refused, solver, "an answer", message)),
        Some("error") if message.contains("bug in rummilab") => {
            Err(finding(Kind::Bug, solver, "an answer", message))
        }
        Some("error") | None => Err(finding(Kind::Error, solver, "an answer", value)),
        Some(_) => Ok(value),
    }
}

/// What the solvers answered, read by `read`. A reply without an answer, and an answer that is not
/// `wanted`, are findings.
fn read_all<'r, T>(
    replies: &'r [Reply],
    findings: &mut Vec<Finding>,
    wanted: &str,
    read: impl Fn(&'r Value) -> Option<T>,
) -> Vec<(usize, T)> {
    let mut all = Vec::new();
    for (solver, reply) in replies.iter().enumerate() {
        let answer = answered(solver, reply).and_then(|value| {
            let error = || finding(Kind::Error, solver, wanted, value);
            read(value).ok_or_else(error)
        });
        match answer {
            Ok(answer) => all.push((solver, answer)),
            Err(found) => findings.push(found),
        }
    }
    all
}

/// Judges the answers of all solvers to the question for the best play.
pub fn best(
    position: &Position,
    objective: Objective,
    facts: BestFacts,
    replies: &[Reply],
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let mut answers = Vec::new();
    let read = |value| match Answer::read(value) {
        None if value["status"] == "unknown" => Some(None),
        answer => answer.map(Some),
    };
    for (solver, answer) in read_all(replies, &mut findings, "a play", read) {
        let Some(answer) = answer else {
            findings.push(finding(Kind::Unproven, solver, "a play", "unknown"));
            continue;
        };
        match answer.fault(position) {
            Some(fault) => findings.push(finding(Kind::Illegal, solver, "a legal play", fault)),
            None => answers.push((solver, answer)),
        }
    }
    let facts = match facts.best {
        Some(_) => facts,
        None => known_from(objective, &answers),
    };
    for (solver, answer) in &answers {
        findings.extend(judge_best(position, objective, &facts, *solver, answer));
    }
    findings
}

/// Without brute force: the best legal play of any solver is a lower bound for all.
fn known_from(objective: Objective, answers: &[(usize, Answer)]) -> BestFacts {
    let score = |answer: &Answer| objective.score(answer.tiles, answer.value);
    let Some((_, best)) = answers.iter().max_by_key(|(_, answer)| score(answer)) else {
        return BestFacts::default();
    };
    let equal = answers
        .iter()
        .filter(|(_, answer)| score(answer) == score(best));
    let proven = answers
        .iter()
        .filter(|(_, answer)| answer.status == "optimal");
    BestFacts {
        best: Some((best.tiles, best.value)),
        opening_value: proven.filter_map(|(_, answer)| answer.opening_value).max(),
        kept: equal.map(|(_, answer)| answer.untouched).max(),
    }
}

fn judge_best(
    position: &Position,
    objective: Objective,
    facts: &BestFacts,
    solver: usize,
    answer: &Answer,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Some((tiles, value)) = facts.best else {
        return findings;
    };
    let text = |tiles: u32, value: u32| format!("{tiles} tiles worth {value}");
    let (expected, found) = (text(tiles, value), text(answer.tiles, answer.value));
    let found = format!("{found} ({})", print_tiles(&answer.played));
    let truth = objective.score(tiles, value);
    let score = objective.score(answer.tiles, answer.value);
    let main = match (position.opened, objective) {
        (false, _) => Kind::Opening,
        (true, Objective::Tiles) => Kind::Tiles,
        (true, Objective::Value) => Kind::Value,
    };
    if score > truth {
        findings.push(finding(Kind::Illegal, solver, &expected, &found));
        return findings;
    }
    if answer.status != "optimal" {
        let bound = answer.bound.unwrap_or(-1);
        if bound < i64::from(truth.0) {
            let found = format!("bound {bound}");
            findings.push(finding(Kind::Bound, solver, &expected, found));
        }
        let whole = tiles as usize == position.rack.len() && answer.tiles < tiles;
        let kind = if whole {
            Kind::WholeRack
        } else {
            Kind::Unproven
        };
        let found = format!("{}: {found}, bound {bound}", answer.status);
        findings.push(finding(kind, solver, &expected, found));
        return findings;
    }
    if score.0 < truth.0 {
        findings.push(finding(main, solver, &expected, &found));
    } else if score.1 < truth.1 {
        findings.push(finding(Kind::TieBreak, solver, &expected, &found));
    }
    if let Some(points) = facts.opening_value
        && !position.opened
        && answer.opening_value != Some(points)
    {
        let kind = match answer.opening_value {
            Some(_) => Kind::OpeningValue,
            None => Kind::Unproven,
        };
        let found = format!("{:?}", answer.opening_value);
        findings.push(finding(kind, solver, points, found));
    }
    if let Some(kept) = facts.kept.filter(|_| score == truth) {
        let found = format!(
            "{} untouched with {}",
            answer.untouched,
            print_tiles(&answer.played)
        );
        let expected = format!("{kept} untouched");
        if answer.untouched > kept {
            findings.push(finding(Kind::Illegal, solver, expected, found));
        } else if !answer.untouched_optimal {
            findings.push(finding(Kind::ChangesUnproven, solver, expected, found));
        } else if answer.untouched < kept {
            findings.push(finding(Kind::Changes, solver, expected, found));
        }
    }
    findings
}

/// Judges lists of all plays.
pub fn plays(facts: Option<&BTreeSet<Listed>>, replies: &[Reply]) -> Vec<Finding> {
    let mut findings = Vec::new();
    let read = |value: &Value| {
        let rest = value["rest"].as_str().unwrap_or("").to_owned();
        Some((rest, read_plays(value)?))
    };
    let lists = read_all(replies, &mut findings, "a list of plays", read);
    // Without brute force the longest complete list is the truth for the others.
    let lists_of = lists.iter().map(|(_, list)| list);
    let complete = lists_of.filter(|(rest, _)| rest == "none");
    let longest = complete.max_by_key(|(_, list)| list.len());
    let longest = longest.map(|(_, list)| list.clone());
    let Some(truth) = facts.cloned().or(longest) else {
        return findings;
    };
    for (solver, (rest, list)) in &lists {
        let wrong = list.difference(&truth).next();
        let missing = truth.difference(list).next().filter(|_| rest == "none");
        if let Some((.., laid)) = wrong {
            let found = format!("lists {}, {} plays", print_tiles(laid), list.len());
            let expected = format!("{} plays without it", truth.len());
            findings.push(finding(Kind::Plays, *solver, expected, found));
        } else if let Some((.., laid)) = missing {
            let expected = format!("{} plays, {} too", truth.len(), print_tiles(laid));
            let found = format!("{} plays", list.len());
            findings.push(finding(Kind::Plays, *solver, expected, found));
        } else if rest == "unknown" {
            let (expected, found) = (truth.len(), list.len());
            findings.push(finding(Kind::Unproven, *solver, expected, found));
        }
    }
    findings
}

fn read_plays(value: &Value) -> Option<BTreeSet<Listed>> {
    let number = |value: &Value| value.as_u64().and_then(|n| u32::try_from(n).ok());
    let plays = value["plays"].as_array()?.iter();
    plays
        .map(|play| {
            let laid = sorted(&parse_tiles(play["played"].as_str()?)?);
            Some((number(&play["tiles"])?, number(&play["value"])?, laid))
        })
        .collect()
}

/// Judges answers about draws; without facts the solvers are compared.
pub fn draws(facts: Option<&[DrawFacts]>, replies: &[Reply], objective: Objective) -> Vec<Finding> {
    let mut findings = Vec::new();
    let read = |value: &Value| Some((value["status"] == "optimal", read_draws(value)?));
    let lists = read_all(replies, &mut findings, "draws", read);
    for (solver, (proven, list)) in &lists {
        if !proven {
            findings.push(finding(Kind::Unproven, *solver, "proven draws", "feasible"));
        }
        for (i, draw) in list.iter().enumerate() {
            let truth = match facts {
                Some(facts) => facts.iter().find(|fact| fact.tile == draw.tile).cloned(),
                None => best_of(&lists, i, draw.tile, objective),
            };
            let Some(truth) = truth else {
                let expected = "no such draw";
                findings.push(finding(Kind::AfterDraw, *solver, expected, draw.tile));
                continue;
            };
            let text = |draw: &DrawFacts| {
                let (tiles, value) = draw.best;
                let out = if draw.goes_out { ", goes out" } else { "" };
                format!("{}: {tiles} tiles worth {value}{out}", draw.tile)
            };
            let score = |draw: &DrawFacts| objective.score(draw.best.0, draw.best.1);
            let kind = if score(draw) > score(&truth) || (*proven && score(draw) < score(&truth)) {
                Kind::AfterDraw
            } else if draw.goes_out != truth.goes_out && (*proven || draw.goes_out) {
                Kind::GoesOut
            } else {
                continue;
            };
            findings.push(finding(kind, *solver, text(&truth), text(draw)));
            break;
        }
        if let Some(facts) = facts.filter(|facts| facts.len() != list.len()) {
            let found = format!("{} draws", list.len());
            findings.push(finding(Kind::AfterDraw, *solver, facts.len(), found));
        }
    }
    findings
}

/// The better of what the solvers say about a draw.
fn best_of(
    lists: &[(usize, (bool, Vec<DrawFacts>))],
    i: usize,
    tile: Tile,
    objective: Objective,
) -> Option<DrawFacts> {
    let draws = lists.iter().filter_map(|(_, (_, list))| list.get(i));
    let draws: Vec<&DrawFacts> = draws.filter(|draw| draw.tile == tile).collect();
    let goes_out = draws.iter().any(|draw| draw.goes_out);
    let best = draws
        .iter()
        .map(|draw| draw.best)
        .max_by_key(|(tiles, value)| objective.score(*tiles, *value))?;
    Some(DrawFacts {
        tile,
        best,
        goes_out,
    })
}

fn read_draws(value: &Value) -> Option<Vec<DrawFacts>> {
    let number = |value: &Value| value.as_u64().map_or(0, |n| n as u32);
    let draws = value["draws"].as_array()?.iter();
    draws
        .map(|draw| {
            Some(DrawFacts {
                tile: Tile::parse(draw["draw"].as_str()?)?,
                best: (number(&draw["tiles"]), number(&draw["value"])),
                goes_out: draw["goes_out"].as_bool()?,
            })
        })
        .collect()
}

/// Judges a verdict of `check` on a set.
pub fn set(truth: Readings, reply: &Reply) -> Option<Finding> {
    let kinds = |readings: Readings| {
        let named = Reading::ALL.into_iter().zip(readings.0);
        let words = named.filter_map(|(kind, value)| Some(format!("{}={}", kind.word(), value?)));
        let words: Vec<String> = words.collect();
        if words.is_empty() {
            "illegal".to_owned()
        } else {
            words.join(" ")
        }
    };
    let wrong = |kind, found: String| Finding {
        kind,
        solver: "",
        expected: kinds(truth),
        found,
    };
    let value = match reply {
        Reply::Answer(value) => value,
        Reply::Slow => return Some(wrong(Kind::Slow, "no answer in time".to_owned())),
        Reply::Dead => return Some(wrong(Kind::Dead, "the process ended".to_owned())),
    };
    let Some(legal) = value["legal"].as_bool() else {
        return Some(wrong(Kind::Error, value.to_string()));
    };
    let of = |kind: Reading| value["kinds"][kind.word()].as_u64().map(|n| n as u32);
    let found = Readings(Reading::ALL.map(of));
    let same = found == truth && legal == truth.best().is_some();
    (!same).then(|| wrong(Kind::SetVerdict, kinds(found)))
}
