//! What a bench says about single positions: disagreements and failures, each with the command that
//! asks the question again.

use std::mem::discriminant;

use rummilab::core::Table;
use rummilab::engine::{Comparison, Outcome, PositionLine, options_of};
use rummilab::solver::Goal;

use super::Args;
use super::corpus::Corpus;
use crate::error::warn;
use crate::rules_arg::quoted;

/// Every position on which answers cannot all be true.
pub fn tell_disagreements(args: &Args, corpus: &Corpus, comparison: &Comparison) {
    for disagreement in &comparison.disagreements {
        let line = &corpus.positions[disagreement.position];
        let mut text = format!("they disagree on: {}", command(args, line));
        for (solver, said) in comparison.solvers.iter().zip(&disagreement.said) {
            text += &format!("\n  {} {said}", solver.name);
        }
        if let Some(certified) = disagreement.certified {
            text += &format!("\n  the file says {certified:?}");
        }
        warn(&text);
    }
}

/// The first failure of each kind of each contestant.
pub fn tell_failures(args: &Args, corpus: &Corpus, comparison: &Comparison) {
    for (solver, answers) in comparison.solvers.iter().zip(&comparison.answers) {
        let mut told = Vec::new();
        for (line, answer) in corpus.positions.iter().zip(answers) {
            let outcome = &answer.outcome;
            let kind = discriminant(outcome);
            let answers = matches!(outcome, Outcome::Claim(_) | Outcome::Wrong(_));
            if answers || told.contains(&kind) {
                continue;
            }
            told.push(kind);
            let (name, command) = (&solver.name, command(args, line));
            warn(&format!("{name} {outcome}; first on: {command}"));
        }
    }
}

/// The `rummilab solve` command for a position.
fn command(args: &Args, line: &PositionLine) -> String {
    let question = &line.question;
    let rules = line.rules.as_deref().unwrap_or(args.rules.name());
    let mut text = format!("rummilab solve --rules {}", quoted(rules));
    let of_line = line.options.as_deref().map(options_of);
    let of_line = of_line.and_then(Result::ok).unwrap_or_default();
    for option in args.rules.options.iter().chain(&of_line) {
        text += &format!(" --option {}", quoted(option));
    }
    match &question.before {
        Some(table) => text += &format!(" --table \"{table}\""),
        None => text += &format!(" --table-tiles \"{}\"", question.position.table),
    }
    text += &format!(" --rack \"{}\"", question.position.rack);
    if !question.position.opened {
        text += " --unopened";
    }
    if question.goal == Goal::Value {
        text += " --objective value";
    }
    let owners = question.before.as_ref().and_then(Table::owners);
    if let Some(owners) = owners.filter(|owners| !owners.is_empty()) {
        let owner = |owner: &Option<u8>| owner.map_or("-".to_owned(), |seat| seat.to_string());
        let owners: Vec<String> = owners.iter().map(owner).collect();
        text += &format!(" --owners {}", owners.join(","));
    }
    if let Some(me) = question.me {
        text += &format!(" --me {me}");
    }
    text
}
