//! A checksum of each bot's behaviour beside its version: a change of behaviour requires a new
//! version. `data/behaviour.toml` holds both.

use std::collections::BTreeMap;

use rummilab_bots::roster::ROSTER;
use rummilab_core::RuleSet;
use rummilab_record::block_line;
use rummilab_runs::{Match, MatchEvent};
use serde::{Deserialize, Serialize};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/behaviour.toml");
const COMMAND: &str = "RUMMILAB_UPDATE=1 cargo test -p rummilab-runs --test runs behaviour";
/// Fewer tiles, so that a game of any bot under any rules is short.
const SMALL: [&str; 2] = ["values=8", "hand=8"];

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Behaviour {
    version: u32,
    /// The first 16 digits.
    fingerprint: String,
}

/// Rules and players: every rule system, late openings, a full table with special jokers, and a
/// race on an empty pool and one beside the last tile between holders.
const GAMES: [(&str, &str, &[&str]); 8] = [
    ("original", "", &["greedy"]),
    ("tournament", "", &["greedy"]),
    ("twist", "", &["greedy"]),
    ("house", "", &["greedy"]),
    ("original", "opening_min=60", &["greedy"]),
    ("twist", "", &["greedy", "hold", "value"]),
    ("original", "", &["hold:h=0,empty=keep"]),
    ("tournament", "", &["champion:budget=quick"]),
];

/// The BLAKE3 hash of the games of a bot at its defaults against others.
fn fingerprint(bot: &str) -> String {
    let mut hasher = blake3::Hasher::new();
    for (rules, option, others) in GAMES {
        let rules = RuleSet::preset(rules).unwrap();
        let options = SMALL.into_iter().chain(option.split_whitespace());
        let rules = rules.with_options(&options.collect::<Vec<_>>()).unwrap();
        let players = [&[bot], others].concat();
        let seats = players.len() as u64;
        let game = Match::new(players).rules(&rules).players(seats).deals(1);
        let game = game.observe(|event| {
            if let MatchEvent::Block(block) = event {
                hasher.update(block_line(block).as_bytes());
            }
        });
        assert!(game.play().unwrap().is_complete());
    }
    hasher.finalize().to_hex()[..16].to_owned()
}

#[test]
fn whoever_changes_a_bot_raises_its_version() {
    let text = std::fs::read_to_string(FILE).unwrap_or_default();
    let known: BTreeMap<String, Behaviour> = toml::from_str(&text).unwrap();
    let found = ROSTER.iter().map(|entry| {
        let behaviour = Behaviour {
            version: entry.version,
            fingerprint: fingerprint(entry.name),
        };
        (entry.name.to_owned(), behaviour)
    });
    let found: BTreeMap<String, Behaviour> = found.collect();
    for (bot, behaviour) in &found {
        let Some(before) = known.get(bot) else {
            continue;
        };
        assert!(
            behaviour.version > before.version || behaviour == before,
            "{bot} plays in another way, or its version went down: if that is meant, raise the \
             version of {bot} to {} (its \
             entry in bots/src) and run: {COMMAND}",
            before.version + 1,
        );
    }
    if std::env::var("RUMMILAB_UPDATE").is_ok_and(|value| value == "1") {
        let head = format!(
            "# The version of each bot's behaviour, and a checksum of what it does on fixed deals\n\
             # (crates/runs/tests/runs/behaviour.rs). Made by: {COMMAND}\n"
        );
        std::fs::write(FILE, head + &toml::to_string(&found).unwrap()).unwrap();
    } else {
        assert_eq!(found, known, "bots or versions are new; run: {COMMAND}");
    }
}
