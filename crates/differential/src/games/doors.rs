//! Compares what the other commands say about a run: `replay` tells the states of a game, `verify`
//! finds nothing wrong, and another solver confirms passes that the brute force could not judge.

use std::io;

use serde_json::Value;

use super::program::{Folder, Program};
use super::state::State;
use crate::position::Position;
use crate::tile::{Tile, parse_table, parse_tiles, sorted};

/// What `replay --json` tells otherwise than our own replay of a game.
///
/// # Errors
/// If the command cannot be run.
pub fn replay_fault(
    program: &Program,
    folder: &Folder,
    block: u64,
    game: usize,
    states: &[State],
) -> io::Result<Option<String>> {
    let words = format!("replay run --json --block {block} --game {game}");
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let ran = program.run(&words, folder)?;
    if ran.status.is_none() {
        return Ok(None);
    }
    if ran.code() != Some(0) {
        return Ok(Some(format!("replay: {}", ran.err.trim())));
    }
    let lines: Vec<&str> = ran.out.lines().collect();
    if lines.len() != states.len() {
        return Ok(Some(format!(
            "{} lines for {} turns",
            lines.len(),
            states.len()
        )));
    }
    let mut says = lines.iter().zip(states).enumerate();
    Ok(says.find_map(|(turn, (line, state))| {
        let line = serde_json::from_str(line).unwrap_or(Value::Null);
        line_fault(&line, turn, state).map(|what| format!("replay of turn {turn}: {what}"))
    }))
}

/// The field of a line that differs from the state after the turn.
fn line_fault(line: &Value, turn: usize, state: &State) -> Option<String> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let racks = line["racks"].as_array().and_then(|racks| {
        let rack = |rack: &Value| parse_tiles(&text(rack)?).map(|tiles| sorted(&tiles));
        racks.iter().map(rack).collect::<Option<Vec<Vec<Tile>>>>()
    });
    let own = state.seats.iter().map(|seat| sorted(&seat.rack));
    let table = text(&line["table"]).and_then(|table| parse_table(&table));
    let by_set = |sets: &[Vec<Tile>]| sets.iter().map(|set| sorted(set)).collect::<Vec<_>>();
    let owners = line["owners"].as_array().map(|owners| {
        let owner = |owner: &Value| owner.as_u64().map(|owner| owner as usize);
        owners.iter().map(owner).collect::<Vec<_>>()
    });
    let checks = [
        ("turn", line["turn"] == turn),
        ("racks", racks == Some(own.collect())),
        ("pool", line["pool"] == state.pool.len()),
        (
            "table",
            table.is_some_and(|table| by_set(&table) == by_set(&state.table)),
        ),
        ("owners", owners.is_none_or(|owners| owners == state.owners)),
    ];
    let wrong = checks.iter().find(|(_, right)| !right);
    wrong.map(|(field, _)| format!("`{field}` of {line}"))
}

/// For each position whether the integer program lays a tile; `None` where it does not know.
///
/// # Errors
/// If the command cannot be run.
pub fn lays(
    program: &Program,
    folder: &Folder,
    positions: &[Position],
) -> io::Result<Vec<Option<String>>> {
    if positions.is_empty() {
        return Ok(Vec::new());
    }
    let lines = positions.iter().enumerate();
    let lines: Vec<String> = lines.map(|(i, position)| position.line(i as u64)).collect();
    std::fs::write(folder.path("passes.jsonl"), lines.join("\n") + "\n")?;
    let words = "solve --solver ilp --batch passes.jsonl --json";
    let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
    let ran = program.run(&words, folder)?;
    let played = |line: &str| {
        let line: Value = serde_json::from_str(line).ok()?;
        let tiles = line["tiles"].as_u64().filter(|tiles| *tiles > 0);
        tiles.and_then(|_| line["played"].as_str().map(str::to_owned))
    };
    Ok(ran.out.lines().map(played).collect())
}
