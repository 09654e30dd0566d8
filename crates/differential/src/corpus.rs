//! A corpus: positions under rule systems drawn at random, as lines of `solve --batch`, with the
//! answers of the solvers that prove theirs.
//!
//! Nothing is left out but what the rules forbid. A quarter of the positions is dense. Every second
//! rule system has at least 80 tiles, and racks of 20 to 55 where the table leaves as many.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};

use crate::client::{Client, Reply};
use crate::deal::{Size, sized};
use crate::dice::Dice;
use crate::draw::every_field;
use crate::position::Position;

const POSITIONS_OF_A_SYSTEM: u64 = 5;

/// Fewest tiles of a game whose racks are large.
const LARGE_GAME: usize = 80;

/// More sets than any table holds.
const CROWDED: usize = 40;

/// Position `number` of a seed, from 0.
pub fn position(seed: u64, number: u64) -> Position {
    let system = number / POSITIONS_OF_A_SYSTEM;
    let large = system % 2 == 1;
    let least_tiles = if large { LARGE_GAME } else { 0 };
    let rules = every_field(&mut Dice::new(seed, "any rules", system), least_tiles);
    let mut dice = Dice::new(seed, "any position", number);
    let dense = number.is_multiple_of(4);
    let size = Size {
        sets: if dense { CROWDED } else { dice.range(0, 14) },
        rack: if large {
            dice.range(20, 55)
        } else {
            dice.range(1, 19)
        },
        planted: dice.chance(30),
    };
    sized(&mut dice, &rules, size)
}

/// The solvers of a build, each asked for both goals.
pub struct Certifier {
    solvers: [[Client; 2]; 3],
}

/// The proven answers to both goals: tiles and value of each.
type Proven = [(u64, u64); 2];

impl Certifier {
    /// Both solvers of this binary, and both in turn, with a time limit for each answer.
    pub fn new(binary: &Path, limit: Duration) -> Certifier {
        let client = |solver, goal| {
            let words = ["solve", "--batch", "-", "--solver", solver, "--objective"];
            Client::new(binary, &[&words[..], &[goal]].concat(), limit)
        };
        let both = |solver| ["tiles", "value"].map(|goal| client(solver, goal));
        Certifier {
            solvers: ["search", "ilp", "auto"].map(both),
        }
    }

    /// The line with the answers of the solvers that prove theirs, if any does.
    ///
    /// # Errors
    /// The line and all answers, if two differ.
    pub fn certified(&mut self, position: &Position, number: u64) -> Result<String, String> {
        let line = position.line(number);
        let said = self.solvers.each_mut().map(|both| proven(both, &line));
        let mut proven = said.into_iter().flatten();
        let Some(answer) = proven.next() else {
            return Ok(line);
        };
        if proven.any(|other| other != answer) {
            return Err(format!("search, ilp, auto: {said:?}: {line}"));
        }
        let [tiles, value] = answer;
        let mut line: Value = serde_json::from_str(&line).unwrap_or_default();
        let goes_out = tiles.0 > 0 && tiles.0 == position.rack.len() as u64;
        line["certified"] = json!({"tiles": tiles, "value": value, "goes_out": goes_out});
        Ok(line.to_string())
    }
}

fn proven(both: &mut [Client; 2], line: &str) -> Option<Proven> {
    let [tiles, value] = both.each_mut().map(|client| {
        let Reply::Answer(answer) = client.ask(line) else {
            return None;
        };
        let proven = answer["status"] == "optimal";
        let figure = |key: &str| answer[key].as_u64().filter(|_| proven);
        Some((figure("tiles")?, figure("value")?))
    });
    Some([tiles?, value?])
}
