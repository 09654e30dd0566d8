//! A checksum of the bots' behaviour on fixed deals under every rule system that ships. The commit
//! of a change that moves it says why; `data/fingerprint.toml` holds the values.

use rummilab::arena::{PlanSpec, RulesEntry};
use rummilab::record::block_line;
use rummilab::runs::{Match, MatchEvent};

/// The BLAKE3 hash of the JSON lines of every block, the first 16 digits.
fn fingerprint(rules: &str, players: u64, deals: u64, bots: &[&str]) -> String {
    let spec = PlanSpec {
        bots: bots.iter().map(|bot| (*bot).to_owned()).collect(),
        players,
        deals,
        rules: RulesEntry::Name(rules.to_owned()),
        ..PlanSpec::default()
    };
    let mut hasher = blake3::Hasher::new();
    let game = Match::of(spec).observe(|event| {
        if let MatchEvent::Block(block) = event {
            hasher.update(block_line(block).as_bytes());
        }
    });
    assert!(game.play().is_ok_and(|outcome| outcome.is_complete()));
    hasher.finalize().to_hex()[..16].to_owned()
}

#[test]
fn behaviour_is_what_it_was() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/fingerprint.toml");
    let known: toml::Table = std::fs::read_to_string(path)
        .expect("there")
        .parse()
        .expect("TOML");
    let bots = "greedy value hold:h=3 hold:empty=keep hold-joker single random";
    let bots: Vec<&str> = bots.split(' ').collect();
    let mut found = toml::Table::new();
    for rules in rummilab::core::PRESET_NAMES {
        // Turns with special jokers, wrapped runs and six colours take longer.
        let (deals, two, four) = match rules {
            "twist" | "house" => (1, &["greedy", "hold-joker"][..], &["greedy"][..]),
            _ => (4, &bots[..], &bots[..4]),
        };
        let mut add = |players, bots| {
            let found_here = fingerprint(rules, players, deals, bots);
            found.insert(format!("{rules}-{players}"), found_here.into());
        };
        add(2, two);
        add(4, four);
        if rules == "six" {
            add(6, &bots[..6]);
        }
    }
    assert_eq!(
        found, known,
        "the bots play in another way. If that is meant, write this to data/fingerprint.toml and \
         say so in the commit:\n{found}"
    );
}
