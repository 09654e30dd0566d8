//! Answers for people: what to lay, the new table with the new tiles marked, and how sure it is. Nothing here is written
//! for programs.

use std::fmt::{self, Write};

use rummilab::core::layout::{Laid, Origin};
use rummilab::engine::{BestAnswer, BestPlay, DrawsAnswer, PlaysAnswer, Question, Status, micros};
use rummilab::solver::{Draw, Omitted, Play, Plays, Verified};

use crate::tables::{drawn, new_table, right, written};

/// The best play for people.
pub fn best(question: &Question, found: &BestAnswer) -> String {
    written(|out| write_answer(out, question, found))
}

fn write_answer(out: &mut String, question: &Question, found: &BestAnswer) -> fmt::Result {
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

fn write_play(
    out: &mut String,
    question: &Question,
    found: &BestAnswer,
    play: &BestPlay,
) -> fmt::Result {
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
fn write_steps(out: &mut String, play: &BestPlay) -> fmt::Result {
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
fn tiles(count: usize) -> String {
    match count {
        1 => "1 tile".to_owned(),
        _ => format!("{count} tiles"),
    }
}

/// The table, one set a line; tiles from the rack in brackets. What became of the old sets is said if they are known, and
/// the seat of each group where groups have owners.
fn write_table(out: &mut String, play: &BestPlay, old_known: bool) -> fmt::Result {
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

/// The plays for people.
pub fn plays(listed: &PlaysAnswer) -> String {
    written(|out| write_list(out, listed))
}

fn write_list(out: &mut String, listed: &PlaysAnswer) -> fmt::Result {
    let (solver, time) = (&listed.solver, micros(listed.time));
    let Some(Plays { plays, rest }) = &listed.list else {
        writeln!(
            out,
            "The tiles of the table cannot be split into legal sets."
        )?;
        return writeln!(out, "Proven: {solver}, {time} µs");
    };
    match (plays.len(), rest) {
        (0, Omitted::Nothing) => writeln!(out, "Nothing can be laid.")?,
        (1, Omitted::Nothing) => writeln!(out, "One play:")?,
        (n, Omitted::Nothing) => writeln!(out, "All {n} plays, the best first:")?,
        (0, _) => writeln!(out, "There are plays.")?,
        (1, Omitted::Later) => writeln!(out, "The best play of several:")?,
        (n, Omitted::Later) => writeln!(out, "The best {n} plays of more:")?,
        (_, Omitted::Unknown) => writeln!(out, "The best play; a list would take too much work:")?,
    }
    if !plays.is_empty() {
        writeln!(out, "\n tiles   value   lay")?;
    }
    for Play { tiles, .. } in plays {
        writeln!(out, "{:6}  {:6}   {tiles}", tiles.len(), tiles.face_sum())?;
    }
    let sure = match rest {
        Omitted::Nothing => "Proven complete",
        Omitted::Later => "Proven best",
        Omitted::Unknown => "Not complete",
    };
    writeln!(out, "\n{sure}: {solver}, {time} µs")
}

/// The draws for people: the tiles that change something.
pub fn draws(found: &DrawsAnswer) -> String {
    written(|out| write_draws(out, found))
}

fn write_draws(out: &mut String, found: &DrawsAnswer) -> fmt::Result {
    let (solver, time) = (&found.solver, micros(found.time));
    let Some(answer) = &found.answer else {
        writeln!(
            out,
            "The tiles of the table cannot be split into legal sets."
        )?;
        return writeln!(out, "Proven: {solver}, {time} µs");
    };
    match answer.now.as_ref().filter(|now| !now.played.is_empty()) {
        Some(now) => {
            let (count, value, played) = (tiles(now.tiles), now.value, &now.played);
            writeln!(out, "Without a draw: {count} worth {value}: {played}")?;
        }
        None => writeln!(out, "Without a draw nothing can be laid.")?,
    }
    let score = |best: &Option<Verified>| best.as_ref().map(|best| best.score);
    let now = score(&answer.now);
    let changes = |draw: &&Draw| draw.goes_out || score(&draw.best) != now;
    if answer.draws.iter().any(|draw| changes(&draw)) {
        let mut table = new_table(vec!["draw", "unseen", "tiles", "value", "lay", "out"]);
        right(&mut table, 1..4);
        for draw in answer.draws.iter().filter(changes) {
            let best = draw.best.as_ref();
            table.add_row(vec![
                draw.tile.to_string(),
                draw.unseen.to_string(),
                best.map_or(String::new(), |best| best.tiles.to_string()),
                best.map_or(String::new(), |best| best.value.to_string()),
                best.map_or(String::new(), |best| best.played.to_string()),
                if draw.goes_out { "yes" } else { "" }.to_owned(),
            ]);
        }
        writeln!(out, "\n{}\n", drawn(&table))?;
    }
    let idle = answer.draws.iter().filter(|draw| !changes(draw));
    let idle: u32 = idle.map(|draw| u32::from(draw.unseen)).sum();
    let (going, all) = answer.going_out();
    writeln!(
        out,
        "{going} of {all} unseen tiles let the whole rack go, {idle} change nothing"
    )?;
    let proven = if answer.proven {
        "Proven"
    } else {
        "Not all proven"
    };
    writeln!(out, "{proven}: {solver}, {time} µs")
}
