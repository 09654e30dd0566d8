//! `report`, end to end through the binary. Other tests check the contents of the page, and
//! `crates/web/tests/report.test.js` its behaviour in a browser.

use std::fs;

use crate::common::{Folder, says, told_in};

/// A folder with a match in `run`, and what was said of it.
fn played(args: &str) -> (Folder, String) {
    let folder = Folder::new();
    let text = folder.play("run", args);
    (folder, text)
}

#[track_caller]
fn report(folder: &Folder, args: &str) -> String {
    let (code, text, err) = folder.run(&format!("report {args}"));
    assert_eq!((code, err.as_str()), (0, ""), "{args}");
    text
}

#[test]
fn a_run_says_how_to_look_at_it_and_the_page_is_the_same_every_time() {
    let bots = "--bots hold,single --deals 4";
    let (folder, text) = played(bots);
    assert!(text.trim_end().ends_with("rummilab report run"), "{text}");
    let files = || fs::read_dir(folder.at("run")).expect("there").count();
    let before = files();
    let said = report(&folder, "run");
    assert!(said.starts_with("run"), "{said}");
    says(&said, &[" games to step through"]);
    let first = folder.text("run/report.html");
    assert_eq!(files(), before + 1);
    report(&folder, "run");
    assert_eq!(folder.text("run/report.html"), first);
    // The page contains neither the folder nor the way in which it is named.
    let dir = folder.at("run").display().to_string();
    report(&folder, &format!("{dir}/games.bin --out other.html"));
    assert_eq!(folder.text("other.html"), first);
    says(&first, &[&format!("rummilab tournament {bots} --seed 1")]);
    assert!(!first.contains(&dir));
    // The page does not disturb the folder: the run stays complete and verifies.
    folder.told("verify run");
    folder.play("run", bots);
}

/// The limit on the size: a run of 400 games with full replays stays far below a megabyte.
#[test]
fn pages_are_small() {
    for args in [
        "--bots hold,single --deals 200",
        "--bots single,hold --rules house --players 4 --deals 2",
    ] {
        let (folder, _) = played(args);
        report(&folder, "run");
        let bytes = folder.read("run/report.html").len();
        assert!(bytes < 400_000, "{args}: {bytes} bytes");
    }
}

/// A person's game cannot be played again by a command, and there is nothing to count.
#[test]
fn a_page_of_a_game_with_a_person_says_who_won() {
    let folder = Folder::new();
    let script = "b\ne\nd\n".repeat(600);
    let game = "play --plain --level easy --seed 4 --out game";
    told_in(folder.path(), game, script);
    report(&folder, "game/games.bin --out game.html");
    let page = folder.text("game.html");
    says(
        &page,
        &[
            "person beats human:r=",
            "like greedy, but changes only a few sets",
        ],
    );
    assert!(!page.contains("rummilab tournament") && !page.contains("<svg"));
}
