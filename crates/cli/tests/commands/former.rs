//! A former version of a bot plays by its own build, over the protocol.

use rummilab::core::PRESET_NAMES;

use crate::common::{Folder, blocks};

/// The path of a former build: `cargo xtask former` makes one and sets it.
const FORMER: &str = "RUMMILAB_FORMER";

#[test]
fn a_former_build_plays_every_preset() {
    let Ok(former) = std::env::var(FORMER) else {
        eprintln!("SKIPPED: {FORMER} names no build");
        return;
    };
    let bot = format!("cmd:{former} serve --bot hold");
    let folder = Folder::new();
    // Those after them have fields that no former build knows.
    for rules in &PRESET_NAMES[..8] {
        let args = [
            "--rules", rules, "--bot", &bot, "--bots", "greedy", "--deals", "2",
        ];
        folder.play(rules, &args);
        let games = blocks(&folder.at(rules))
            .into_iter()
            .flat_map(|block| block.games);
        let faults: Vec<_> = games.map(|game| game.fault).collect();
        assert_eq!(faults, [const { None }; 4], "{rules}");
    }
}
