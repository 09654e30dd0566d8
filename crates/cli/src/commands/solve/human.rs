//! The answer for people: what to lay, the new table with the new tiles marked, and how sure it is. Refuses to write
//! anything that a program should read.

use std::fmt::{self, Write};

use super::answer::{Found, Play, Status, micros};
use super::layout::{Laid, Origin};
use crate::question::Question;

/// The text.
pub fn text(question: &Question, found: &Found) -> String {
    let mut text = String::new();
    // A String takes everything that is written to it.
    let _ = write_answer(&mut text, question, found);
    text
}

fn write_answer(out: &mut String, question: &Question, found: &Found) -> fmt::Result {
    match &found.play {
        None => {
            let why = match found.status {
                Status::Infeasible => "The tiles of the table cannot be split into legal sets.",
                _ => "Nothing was found within the limits of the solver.",
            };
            writeln!(out, "{why}")?;
            if let Some(hint) = &found.hint {
                writeln!(out, "Hint: {hint}.")?;
            }
        }
        Some(play) => write_play(out, question, found, play)?,
    }
    let (solver, nodes, time) = (&found.solver, found.nodes, micros(found.time));
    let sure = match found.status {
        Status::Optimal => "Proven best".to_owned(),
        Status::Feasible(bound) => format!("Best found, not proven; no more than {bound}"),
        Status::Infeasible => "Proven".to_owned(),
        Status::Unknown => "Unknown".to_owned(),
    };
    writeln!(out, "{sure}: {solver}, {nodes} nodes, {time} µs")
}

fn write_play(out: &mut String, question: &Question, found: &Found, play: &Play) -> fmt::Result {
    let count = play.played.len();
    let needed = question.rules.opening_min;
    match (count, found.opening_value) {
        (0, None) => writeln!(out, "Nothing can be laid.")?,
        (0, Some(largest)) => writeln!(
            out,
            "No legal opening: own sets are worth at most {largest} points, {needed} are needed."
        )?,
        (_, opening) => {
            let value = play.played.face_sum();
            writeln!(out, "Lay {} worth {value}: {}", tiles(count), play.played)?;
            if let Some(largest) = opening {
                writeln!(
                    out,
                    "The largest opening is worth {largest} points, {needed} are needed."
                )?;
            }
        }
    }
    if !play.table.is_empty() {
        write_table(out, play, question.before.is_some())?;
    }
    write_steps(out, play)?;
    if let (Some((untouched, proven)), true) = (play.untouched, count > 0) {
        let old = question
            .before
            .as_ref()
            .map_or(0, |table| table.sets().len());
        let most = if proven { ", the most possible" } else { "" };
        if old > 0 {
            writeln!(out, "{untouched} of {old} old sets untouched{most}")?;
        }
    }
    Ok(())
}

/// The steps, numbered, if there are any.
fn write_steps(out: &mut String, play: &Play) -> fmt::Result {
    let steps = match &play.steps {
        Some(Ok(steps)) if !steps.is_empty() => steps,
        Some(Err(fault)) => {
            return writeln!(out, "The turn cannot be told step by step: {fault}.\n");
        }
        _ => return Ok(()),
    };
    let width = steps.len().to_string().len();
    writeln!(out, "Steps:")?;
    for (i, step) in steps.iter().enumerate() {
        writeln!(out, "  {:width$}. {step}", i + 1)?;
    }
    writeln!(out)
}

/// So many tiles, in words.
pub fn tiles(count: usize) -> String {
    match count {
        1 => "1 tile".to_owned(),
        _ => format!("{count} tiles"),
    }
}

/// The table, one set a line; tiles from the rack in brackets. What became of the old sets is said if they are known, and
/// the seat of each group where groups have owners.
fn write_table(out: &mut String, play: &Play, old_known: bool) -> fmt::Result {
    let sets: Vec<String> = play.table.iter().map(marked).collect();
    let width = sets.iter().map(String::len).max().unwrap_or(0);
    writeln!(out, "\nTable:")?;
    for (i, (laid, set)) in play.table.iter().zip(sets).enumerate() {
        let mut line = format!("  {set:width$}");
        if let Some(owners) = &play.owners {
            let seat = owners[i].map(|seat| format!("seat {seat}"));
            line += &format!("  {:6}", seat.unwrap_or_default());
        }
        match laid.origin {
            Origin::Changed if old_known => line += "  changed",
            Origin::New if old_known => line += "  new",
            _ => {}
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(out)
}

fn marked(laid: &Laid) -> String {
    let tiles = laid.set.tiles().iter().zip(&laid.from_rack);
    let tiles: Vec<String> = tiles
        .map(|(tile, new)| match new {
            true => format!("[{tile}]"),
            false => tile.to_string(),
        })
        .collect();
    tiles.join(" ")
}
