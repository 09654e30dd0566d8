//! Records of other versions: a newer format is refused, and what another build began is not
//! continued.

use std::fs;
use std::path::Path;

use rummilab::record::{Reader, Writer};

use crate::common::{Folder, fails, run_in};

/// Says in a record that another build made it.
fn by_another_build(games: &Path) {
    let reader = Reader::open(games).expect("a record");
    let mut header = reader.header().clone();
    header.build = "rummilab 0.0.1".to_owned();
    let mut writer = Writer::new(Vec::new(), &header).expect("a header");
    for block in reader {
        writer.append(&block.expect("sound")).expect("in order");
    }
    fs::write(games, writer.into_inner()).expect("the games");
}

/// Another build may play differently, so nothing is added to what it began, and nothing is
/// changed.
#[test]
fn what_another_build_began_is_left_as_it_is() {
    let folder = Folder::new();
    folder.play("run", "--bots hold,greedy --deals 4 --shard 0/3");
    let begun = run_in(folder.path(), "play --plain --seed 6 --out game", "d\n");
    assert_eq!(begun.0, 75, "{begun:?}");
    for (games, command) in [
        ("run/games.bin", "run run/plan.toml --shard 0/3 --out run"),
        ("game/games.bin", "play --plain --seed 6 --out game"),
    ] {
        by_another_build(&folder.at(games));
        let before = fs::read(folder.at(games)).expect("the games");
        let said = run_in(folder.path(), command, "end\n");
        fails(&said, 2, &["another build"]);
        let after = fs::read(folder.at(games)).expect("the games");
        assert!(before == after, "{games} was changed");
    }
}
