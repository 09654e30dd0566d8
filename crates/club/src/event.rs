//! `club.toml`: what an evening is called, and how it is played.

use rummilab_core::{RuleSet, line_and_column};
use serde::{Deserialize, Serialize};

use crate::sheet::BYTE_ORDER_MARK;
use crate::{FileFault, FileFaults, Files};

/// The name of the file.
pub const EVENT_FILE: &str = "club.toml";

/// The most rounds, as in tournaments of bots.
const MOST_ROUNDS: u64 = rummilab_arena::MAX_ROUNDS;

/// A club evening before anybody plays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Event {
    pub name: String,
    /// The date as people write it.
    #[serde(default)]
    pub date: String,
    /// A rule system by its name, or a file beside this one.
    pub rules: String,
    /// Fields of the rules with other values, as `key=value`.
    #[serde(default)]
    pub options: Vec<String>,
    pub rounds: u64,
    /// Whether the best players play a final, which alone decides their order.
    #[serde(rename = "final", default)]
    pub with_final: bool,
    /// Players at a table, 3 or 4.
    pub seats: usize,
    /// The seed of the lots.
    pub seed: u64,
}

impl Event {
    /// Reads the text of the file.
    ///
    /// # Errors
    /// What is wrong in it.
    pub fn parse(text: &str) -> Result<Event, FileFaults> {
        let fault = |line, what| {
            let file = EVENT_FILE.to_owned();
            FileFault { file, line, what }
        };
        let text = text.trim_start_matches(BYTE_ORDER_MARK);
        let event: Event = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| line_and_column(text, &span).0);
            FileFaults(vec![fault(line, error.message().to_owned())])
        })?;
        let line_of = |key: &str| {
            let at = text
                .lines()
                .position(|line| line.trim_start().starts_with(key));
            at.map(|at| at + 1)
        };
        let mut faults = Vec::new();
        if !(1..=MOST_ROUNDS).contains(&event.rounds) {
            let what = format!("rounds = {}: expected 1 to {MOST_ROUNDS}", event.rounds);
            faults.push(fault(line_of("rounds"), what));
        }
        if !(3..=4).contains(&event.seats) {
            let what = format!("seats = {}: expected 3 or 4 players", event.seats);
            faults.push(fault(line_of("seats"), what));
        }
        if faults.is_empty() {
            Ok(event)
        } else {
            Err(FileFaults(faults))
        }
    }

    /// The file with the rules, if they are none that ship.
    pub fn rules_file(&self) -> Option<&str> {
        let is_file = self.rules.ends_with(".toml");
        is_file.then_some(&*self.rules)
    }

    /// The rules of the event, with their file among these.
    ///
    /// # Errors
    /// If they have faults, or no such rules are there.
    pub fn read_rules(&self, files: &Files) -> Result<RuleSet, FileFaults> {
        let text = self.rules_file().and_then(|file| files.get(file));
        let rules = match text {
            Some(text) => {
                let text = text.trim_start_matches(BYTE_ORDER_MARK);
                RuleSet::from_text(&self.rules, text, &self.options)
            }
            None => RuleSet::named(&self.rules, &self.options),
        };
        rules.map_err(|why| {
            let (file, line, what) = (EVENT_FILE.to_owned(), None, why.to_string());
            FileFaults(vec![FileFault { file, line, what }])
        })
    }

    /// The text of the file.
    pub fn to_toml(&self) -> String {
        // Strings, numbers and lists can always be written.
        toml::to_string(self).unwrap_or_default()
    }

    /// The number of rounds, the final included.
    pub fn all_rounds(&self) -> u64 {
        self.rounds + u64::from(self.with_final)
    }
}
