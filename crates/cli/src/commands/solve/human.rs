//! Answers as text: the tiles to lay, the new table with the new tiles marked, the strength of the
//! claim, and the assumptions.

use std::fmt::{self, Write};

use rummilab::core::count;
use rummilab::core::layout::{Laid, OldSets, Origin};
use rummilab::engine::{
    BestAnswer, BestPlay, DrawsAnswer, EitherWay, PlaysAnswer, Question, Status, micros,
};
use rummilab::solver::{Draw, Goal, Omitted, Play, Plays, Verified};

use super::Answer;
use crate::tables::{drawn, new_table, right, written};

/// The answers as text. `granted` are the assumptions; `verbose` adds the solver.
pub fn text(
    question: &Question,
    answers: &EitherWay<Answer>,
    granted: &[&str],
    verbose: bool,
) -> String {
    written(|out| {
        if let Some(unopened) = &answers.unopened {
            writeln!(out, "If you have not opened:\n")?;
            write_any(out, question, unopened, verbose)?;
            writeln!(out, "\n\nIf you have opened:\n")?;
        }
        write_any(out, question, &answers.as_asked, verbose)?;
        if !granted.is_empty() {
            writeln!(out, "\nTaken for granted:")?;
        }
        granted
            .iter()
            .try_for_each(|what| writeln!(out, "  {what}"))
    })
}

fn write_any(out: &mut String, question: &Question, answer: &Answer, verbose: bool) -> fmt::Result {
    let (solver, time) = match answer {
        Answer::Best(answer) => {
            write_answer(out, question, answer)?;
            (&answer.solver, answer.time)
        }
        Answer::Plays(answer) => {
            write_list(out, answer)?;
            (&answer.solver, answer.time)
        }
        Answer::Draws(answer) => {
            write_draws(out, answer)?;
            (&answer.solver, answer.time)
        }
    };
    if verbose {
        let nodes = match answer {
            Answer::Best(answer) => format!(", {} search nodes", answer.nodes),
            _ => String::new(),
        };
        writeln!(out, "Solver {solver}{nodes}, {} µs", micros(time))?;
    }
    Ok(())
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
    match found.status {
        Status::Optimal => writeln!(out, "Proven: nothing better is possible."),
        Status::Feasible(bound) => {
            let unit = match question.goal {
                Goal::Tiles => "tiles",
                _ => "points",
            };
            let played = found.play.as_ref().map(|play| play.played);
            let reached = played.map(|played| match question.goal {
                Goal::Tiles => played.len() as i64,
                _ => i64::from(played.face_sum()),
            });
            if reached == Some(bound) {
                let other = "another with as many may have a better tie-break";
                return writeln!(out, "Proven: no play has more {unit}; {other}.");
            }
            writeln!(
                out,
                "Not proven: there may be better, up to {bound} {unit}."
            )
        }
        Status::Infeasible => writeln!(out, "Proven."),
        Status::Unknown => Ok(()),
    }
}

fn write_play(
    out: &mut String,
    question: &Question,
    found: &BestAnswer,
    play: &BestPlay,
) -> fmt::Result {
    let laid = play.played.len();
    let needed = question.rules.opening_min;
    match (laid, found.opening_value) {
        (0, None) => writeln!(out, "Nothing can be laid.")?,
        (0, Some(largest)) => writeln!(
            out,
            "No legal opening: own sets are worth at most {largest} points, {needed} are needed."
        )?,
        (_, opening) => {
            let value = play.played.face_sum();
            writeln!(
                out,
                "Lay {} worth {value}: {}",
                count(laid, "tile"),
                play.played
            )?;
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
    if let (Some(old_sets), true) = (play.old_sets, laid > 0) {
        write_old_sets(
            out,
            old_sets,
            play.untouched.is_some_and(|(_, proven)| proven),
        )?;
    }
    Ok(())
}

/// Writes what became of the old sets, if there were any.
fn write_old_sets(out: &mut String, old_sets: OldSets, most_kept: bool) -> fmt::Result {
    let all = [
        (old_sets.kept, "kept"),
        (old_sets.extended, "extended"),
        (old_sets.rebuilt, "rebuilt"),
    ];
    let counts = all.iter().filter(|(count, _)| *count > 0);
    let counts: Vec<String> = counts
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if counts.is_empty() {
        return Ok(());
    }
    let most = if most_kept {
        "; no best play keeps more"
    } else {
        ""
    };
    writeln!(out, "Old sets: {}{most}.", counts.join(", "))
}

/// Writes the numbered steps, if there are any.
fn write_steps(out: &mut String, play: &BestPlay) -> fmt::Result {
    let steps = match &play.steps {
        Some(Ok(steps)) if !steps.is_empty() => steps,
        Some(Err(fault)) => {
            return writeln!(out, "No steps were found for this turn: {fault}.\n");
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

/// Writes the table, one set a line, with tiles from the rack in brackets. It adds what became of
/// the old sets if they are known, and the owner of each group if groups have owners.
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
            Origin::Extended if old_known => line += "  extended",
            Origin::Rebuilt if old_known => line += "  rebuilt",
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
        .map(|(tile, new)| {
            if *new {
                format!("[{tile}]")
            } else {
                tile.to_string()
            }
        })
        .collect();
    tiles.join(" ")
}

fn write_list(out: &mut String, listed: &PlaysAnswer) -> fmt::Result {
    let Some(Plays { plays, rest }) = &listed.list else {
        writeln!(
            out,
            "The tiles of the table cannot be split into legal sets."
        )?;
        return writeln!(out, "Proven.");
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
        Omitted::Nothing => "Proven: there are no others.",
        Omitted::Later => "Proven: nothing better is possible.",
        Omitted::Unknown => "Not complete.",
    };
    writeln!(out, "\n{sure}")
}

/// Writes the draws that change something.
fn write_draws(out: &mut String, found: &DrawsAnswer) -> fmt::Result {
    let Some(answer) = &found.answer else {
        writeln!(
            out,
            "The tiles of the table cannot be split into legal sets."
        )?;
        return writeln!(out, "Proven.");
    };
    match answer.now.as_ref().filter(|now| !now.played.is_empty()) {
        Some(now) => {
            let (tiles, value, played) = (count(now.tiles, "tile"), now.value, &now.played);
            writeln!(out, "Without a draw: {tiles} worth {value}: {played}")?;
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
        "Proven."
    } else {
        "Not all proven."
    };
    writeln!(out, "{proven}")
}
