//! Makes a match with a problem smaller while a problem of the same sign remains.

use std::io;

use serde_json::{Value, json};

use super::examine::{Found, examine};
use super::fixture::Fixture;
use super::program::Program;
use crate::rules::{FIELDS, Rules};

/// Deals of a trial: with other rules the same seed deals other tiles.
const TRIAL_DEALS: u64 = 8;
const TRIALS: u32 = 250;

/// A smaller match with a problem of the same sign, and that problem.
///
/// # Errors
/// If the command cannot be run.
pub fn shrink(program: &Program, fixture: &Fixture, found: &Found) -> io::Result<(Fixture, Found)> {
    let mut shrinking = Shrinking {
        program,
        sign: found.sign(),
        best: fixture.clone(),
        found: found.clone(),
        trials: 0,
    };
    while shrinking.step()? {}
    shrinking.fewest_deals()?;
    Ok((shrinking.best, shrinking.found))
}

impl Found {
    /// What problems of one kind have in common: the kind and the reason, without tiles and
    /// numbers.
    pub fn sign(&self) -> String {
        let text = &self.problem.text;
        let reason = text.split("; seat").next().unwrap_or(text);
        let mut sign = format!("{}: ", self.problem.kind);
        for (at, part) in reason.split('`').enumerate() {
            if at % 2 == 1 {
                sign.push_str("`…`");
                continue;
            }
            let words = part.split_whitespace();
            let plain = words.filter(|word| !word.contains(|c: char| c.is_ascii_digit()));
            sign.push_str(&plain.take(12).collect::<Vec<_>>().join(" "));
        }
        if let Some((head, _)) = sign.split_once("could lay") {
            return format!("{head}could lay");
        }
        if self.problem.kind == "replay" {
            return "replay".to_owned();
        }
        match self.problem.kind {
            kind @ ("score" | "could-open" | "could-open-cap") => kind.to_owned(),
            _ => sign,
        }
    }
}

struct Shrinking<'a> {
    program: &'a Program,
    sign: String,
    best: Fixture,
    found: Found,
    trials: u32,
}

impl Shrinking<'_> {
    /// Whether one of all single steps made the match smaller.
    fn step(&mut self) -> io::Result<bool> {
        let mut smaller = false;
        for bots in self.fewer_bots() {
            smaller |= self.attempt(Fixture {
                bots,
                ..self.best.clone()
            })?;
        }
        if self.best.players > 2 {
            let players = self.best.players - 1;
            smaller |= self.attempt(Fixture {
                players,
                ..self.best.clone()
            })?;
        }
        if self.best.shared {
            smaller |= self.attempt(Fixture {
                shared: false,
                ..self.best.clone()
            })?;
        }
        for field in FIELDS {
            for value in self.simpler(field) {
                let mut rules = self.best.rules.clone();
                if rules.set(field, &value)
                    && rules.is_sound()
                    && self.attempt(Fixture {
                        rules,
                        ..self.best.clone()
                    })?
                {
                    smaller = true;
                    break;
                }
            }
        }
        Ok(smaller)
    }

    /// Takes this match if the sign remains.
    fn attempt(&mut self, fixture: Fixture) -> io::Result<bool> {
        if fixture == self.best {
            return Ok(false);
        }
        let trial = Fixture {
            deals: TRIAL_DEALS,
            ..fixture
        };
        let found = self.look(&trial)?;
        let Some(found) = found else {
            return Ok(false);
        };
        self.best = trial;
        self.found = found;
        Ok(true)
    }

    fn look(&mut self, fixture: &Fixture) -> io::Result<Option<Found>> {
        if self.trials >= TRIALS {
            return Ok(None);
        }
        self.trials += 1;
        let doors = ["verify", "replay"].contains(&self.found.problem.kind);
        let found = examine(self.program, fixture, doors)?.found;
        Ok(found.into_iter().find(|found| found.sign() == self.sign))
    }

    /// One deal, if some seed has the problem in its first.
    fn fewest_deals(&mut self) -> io::Result<()> {
        self.trials = TRIALS.saturating_sub(60).min(self.trials);
        for seed in 1..=40 {
            let one = Fixture {
                deals: 1,
                seed,
                ..self.best.clone()
            };
            if let Some(found) = self.look(&one)? {
                self.best = one;
                self.found = found;
                return Ok(());
            }
        }
        if let Some((block, _)) = self.found.game {
            self.best.deals = self.best.deals.min(block + 1).max(1);
        }
        Ok(())
    }

    /// Lists with a bot less, or a plainer one.
    fn fewer_bots(&self) -> Vec<Vec<String>> {
        let mut lists = Vec::new();
        let bots = &self.best.bots;
        for at in 0..bots.len() {
            if bots.len() > 2 {
                let mut fewer = bots.clone();
                fewer.remove(at);
                lists.push(fewer);
            }
            let name = bots[at].split(':').next().unwrap_or("greedy");
            for plain in ["greedy", name] {
                let mut plainer = bots.clone();
                plainer[at] = plain.to_owned();
                lists.push(plainer);
            }
        }
        lists
    }

    /// Simpler values of a field: that of the nearest preset, and smaller numbers of small games.
    fn simpler(&self, field: &str) -> Vec<Value> {
        let rules = &self.best.rules;
        let preset = Rules::preset(rules.nearest_preset()).unwrap_or_else(Rules::original);
        let value = rules.get(field);
        let mut values = Vec::new();
        let sized = [
            "colours",
            "values",
            "copies",
            "hand",
            "opening_min",
            "jokers",
        ];
        if sized.contains(&field) {
            values.extend(smaller(&value));
            // Openings of 0 points raise questions of their own.
            values.retain(|value| field != "opening_min" || *value != json!(0));
        } else if preset.get(field) != value {
            values.push(preset.get(field));
        }
        values
    }
}

/// Smaller values of a field, the smallest first.
fn smaller(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => {
            let number = number.as_u64().unwrap_or(0);
            let candidates = [
                number / 2,
                number.saturating_sub(2),
                number.saturating_sub(1),
            ];
            candidates
                .iter()
                .filter(|n| **n < number)
                .map(|n| json!(n))
                .collect()
        }
        Value::String(letters) if letters.len() > 1 => {
            vec![json!(letters[..letters.len() - 1])]
        }
        Value::Object(kinds) => {
            let less = |kind: &String| {
                let count = kinds[kind].as_u64().filter(|count| *count > 0)?;
                let mut fewer = kinds.clone();
                fewer.insert(kind.clone(), json!(count - 1));
                Some(Value::Object(fewer))
            };
            kinds.keys().filter_map(less).collect()
        }
        _ => Vec::new(),
    }
}
