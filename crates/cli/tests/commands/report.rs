//! `report`, end to end through the binary. What the page holds is tested where it is made, what a browser makes of it in
//! `report_browser`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{fails, run, words};

fn played(folder: &Path, name: &str, args: &[&str]) -> (PathBuf, String) {
    let path = folder.join(name);
    let out = path.to_str().expect("a plain path");
    let (code, text, err) = run(&[&["tournament", "--out", out], args].concat());
    assert_eq!(code, 0, "{err}");
    (path, text)
}

#[track_caller]
fn report(args: &[&str]) -> String {
    let (code, text, err) = run(&[&["report"], args].concat());
    assert_eq!((code, err.as_str()), (0, ""));
    text
}

fn written(path: &Path) -> String {
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn a_run_says_how_to_look_at_it_and_the_page_is_the_same_every_time() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, text) = played(
        folder.path(),
        "run",
        &["--bots", "hold,single", "--deals", "4"],
    );
    let dir = written(&path);
    assert!(
        text.trim_end().ends_with(&format!("rummilab report {dir}")),
        "{text}"
    );
    let before = fs::read_dir(&path).expect("there").count();
    let said = report(&[&dir]);
    let page = path.join("report.html");
    assert!(
        said.starts_with(&written(&page)) && said.contains(" games to step through"),
        "{said}"
    );
    let first = fs::read(&page).expect("a page");
    assert_eq!(fs::read_dir(&path).expect("there").count(), before + 1);
    report(&[&dir]);
    assert_eq!(fs::read(&page).expect("a page"), first);
    // Neither the folder nor the way in which it is named is in the page.
    let other = folder.path().join("other.html");
    report(&[&written(&path.join("games.bin")), "--out", &written(&other)]);
    assert_eq!(fs::read(&other).expect("a page"), first);
    let html = String::from_utf8(first).expect("UTF-8");
    assert!(html.contains("rummilab tournament --bots hold,single --deals 4 --seed 1"));
    assert!(!html.contains(&dir));
    // The page does not disturb the folder: the run is complete, and verifies.
    let (code, _, err) = run(&["verify", &dir]);
    assert_eq!(code, 0, "{err}");
    let (code, _, err) = run(&[
        "tournament",
        "--out",
        &dir,
        "--bots",
        "hold,single",
        "--deals",
        "4",
    ]);
    assert_eq!(code, 0, "{err}");
}

/// The brief for its size: a run of 400 games with full replays stays far below a megabyte.
#[test]
fn pages_are_small() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, args) in [
        ("pair", &["--bots", "hold,single", "--deals", "200"][..]),
        (
            "house",
            &words("--bots single,hold --rules house --players 4 --deals 2"),
        ),
    ] {
        let (path, _) = played(folder.path(), name, args);
        report(&[&written(&path)]);
        let bytes = fs::metadata(path.join("report.html"))
            .expect("a page")
            .len();
        assert!(bytes < 400_000, "{name}: {bytes} bytes");
    }
}

#[test]
fn bad_requests_leave_the_old_page_alone() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = played(
        folder.path(),
        "run",
        &["--bots", "single,single", "--deals", "2"],
    );
    let (dir, page) = (written(&path), path.join("report.html"));
    report(&[&dir, "--games", "b1g0,b0g1"]);
    let first = fs::read_to_string(&page).expect("a page");
    assert!(first.contains("\"id\":\"b1g0\"") && !first.contains("\"id\":\"b0g0\""));
    fails(
        &run(&["report", &dir, "--games", "b7g0"]),
        2,
        &["there is no game b7g0"],
    );
    fails(
        &run(&["report", &dir, "--games", "seven"]),
        2,
        &["`seven` names no game", "b3g1"],
    );
    let many = ["b0g0"; 13].join(",");
    fails(
        &run(&["report", &dir, "--games", &many]),
        2,
        &["at most 12"],
    );
    fails(
        &run(&["report", &written(&folder.path().join("none"))]),
        2,
        &["none"],
    );
    let games = path.join("games.bin");
    let whole = fs::read(&games).expect("games");
    let mut damaged = whole.clone();
    let middle = damaged.len() / 2;
    damaged[middle] ^= 0xFF;
    fs::write(&games, &damaged).expect("writable");
    fails(&run(&["report", &dir]), 2, &["damaged"]);
    assert_eq!(fs::read_to_string(&page).expect("a page"), first);
    // A torn end is what a killed run leaves: the rest is shown, and said to be a part.
    fs::write(&games, &whole[..whole.len() - 5]).expect("writable");
    let (code, _, err) = run(&["report", &dir]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("not complete"), "{err}");
    let part = fs::read_to_string(&page).expect("a page");
    assert!(part.contains("This run is not finished: 1 of 2 blocks are in the record."));
}

#[test]
fn another_summary_is_told() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = played(folder.path(), "run", &["--bots", "single", "--deals", "2"]);
    fs::write(path.join("summary.json"), "{}\n").expect("writable");
    let (code, _, err) = run(&["report", &written(&path)]);
    assert_eq!(code, 0, "{err}");
    assert!(
        err.contains("summary.json is not what the record gives"),
        "{err}"
    );
}
