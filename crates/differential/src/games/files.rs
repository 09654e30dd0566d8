//! Compares `games.csv` and `summary.json` with the record of the run.

use std::collections::BTreeMap;

use serde_json::Value;

use super::fixture::Fixture;
use super::record::{Ending, Game, Record};

/// The line that names the columns of `games.csv`.
const COLUMNS: &str = "block,game,seat,bot,score,win_share,tiles_left,points_left,own_turns,\
                       opened_turn,end";

/// How many match-ups a round robin has; each plays every deal as a block of its own.
pub fn matchups(fixture: &Fixture) -> u64 {
    let bots = fixture.bots.len() as u64;
    match fixture.players {
        2 => bots * (bots - 1) / 2,
        _ => 1,
    }
}

/// What differs between the record and `games.csv`.
pub fn csv_fault(record: &Record, csv: &str) -> Option<String> {
    let mut lines = csv.lines();
    if lines.next() != Some(COLUMNS) {
        return Some("the columns are not as documented".to_owned());
    }
    for block in &record.blocks {
        for (number, game) in block.games.iter().enumerate() {
            for seat in 0..game.seats.len() {
                let expected = row(record, block.number, number, game, seat);
                let found = lines.next().unwrap_or("");
                if !same_row(&expected, found) {
                    return Some(format!(
                        "expected `{}`, found `{found}`",
                        expected.join(",")
                    ));
                }
            }
        }
    }
    lines.next().map(|line| format!("a line too many: {line}"))
}

fn row(record: &Record, block: u64, number: usize, game: &Game, seat: usize) -> Vec<String> {
    let result = &game.seats[seat];
    let bot = game.seating.get(seat).map(|bot| usize::from(*bot));
    let bot = bot.and_then(|bot| record.bots.get(bot));
    let end = match game.ending {
        Ending::Out(_) => "out",
        Ending::Empty => "empty",
        Ending::Fault(_) => "fault",
        Ending::Endless => "endless",
    };
    let opened = result
        .opened_turn
        .map_or(String::new(), |turn| turn.to_string());
    vec![
        block.to_string(),
        number.to_string(),
        seat.to_string(),
        bot.cloned().unwrap_or_default(),
        result.score.to_string(),
        win_share(game, seat).to_string(),
        result.tiles_left.to_string(),
        result.points_left.to_string(),
        result.own_turns.to_string(),
        opened,
        end.to_owned(),
    ]
}

/// Whether a line has these values. The name of a bot may be quoted and hold commas.
fn same_row(expected: &[String], found: &str) -> bool {
    let bot = &expected[3];
    let quoted = format!("\"{bot}\"");
    let line = if found.contains(&quoted) {
        found.replacen(&quoted, "@", 1)
    } else {
        found.replacen(&format!(",{bot},"), ",@,", 1)
    };
    let cells: Vec<&str> = line.split(',').collect();
    cells.len() == expected.len()
        && expected
            .iter()
            .zip(&cells)
            .enumerate()
            .all(|(column, (value, cell))| match column {
                3 => *cell == "@",
                5 => number(value).is_some_and(|share| {
                    number(cell).is_some_and(|found| (share - found).abs() < 1e-4)
                }),
                _ => value == cell,
            })
}

fn number(text: &str) -> Option<f64> {
    text.parse().ok()
}

/// The share of the win of a seat: seats on place 1 share it.
fn win_share(game: &Game, seat: usize) -> f64 {
    let winners = game.seats.iter().filter(|seat| seat.place == 1).count();
    if game.seats[seat].place == 1 {
        1.0 / winners as f64
    } else {
        0.0
    }
}

/// What differs between the record and the summary: games, wins and faults of each bot.
pub fn summary_fault(record: &Record, summary: &str) -> Option<String> {
    let Ok(summary) = serde_json::from_str::<Value>(summary) else {
        return Some("the summary is not JSON".to_owned());
    };
    let games: usize = record.blocks.iter().map(|block| block.games.len()).sum();
    if summary["games"] != games {
        return Some(format!(
            "{games} games are recorded, {} summed up",
            summary["games"]
        ));
    }
    let mut wins: BTreeMap<usize, f64> = BTreeMap::new();
    for game in record.blocks.iter().flat_map(|block| &block.games) {
        for (seat, bot) in game.seating.iter().enumerate() {
            *wins.entry(usize::from(*bot)).or_default() += win_share(game, seat);
        }
    }
    for line in summary["bots"].as_array()? {
        let name = line["bot"].as_str()?;
        let bot = record.bots.iter().position(|bot| bot == name);
        let Some(bot) = bot else {
            return Some(format!("the summary has a bot {name}, the record has none"));
        };
        let won = wins.get(&bot).copied().unwrap_or(0.0);
        let told = line["wins"].as_f64()?;
        // One bot alone plays against itself: its wins are means over its seats.
        if record.bots.len() > 1 && (won - told).abs() > 1e-6 {
            return Some(format!("{name} won {won}, the summary says {told}"));
        }
    }
    None
}
