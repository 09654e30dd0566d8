//! Records of earlier versions, in `data/records`: they verify, replay, report and merge, and are
//! not changed. Their plans and rules load. Records of later versions are refused.

use std::fs;
use std::path::{Path, PathBuf};

use crate::common::{Folder, fails, run_in, says, told, told_in};

/// The records of 0.1.0.
fn records() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/records/0.1.0")
}

/// The folders of whole runs.
const WHOLE: &str = "club club-reserves house-2 house-4 original-2 original-4 person program \
    stopped tournament-2 tournament-4 twist-2 twist-4";

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a record") {
        let entry = entry.expect("an entry");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("a copy");
        }
    }
}

#[test]
fn no_record_is_left_out_of_this_test() {
    let mut found: Vec<String> = fs::read_dir(records())
        .expect("the records")
        .map(|entry| entry.expect("an entry").file_name())
        .map(|name| name.into_string().expect("a plain name"))
        .collect();
    found.sort();
    let mut expected: Vec<&str> = WHOLE.split(' ').collect();
    expected.extend(["person-saved", "shards"]);
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// Deals, results, `games.csv`, `blocks.csv` and `summary.json` follow from the recorded actions,
/// and the bots are asked again. These records hold no versions: a bot that plays differently now
/// is reported as another version and is not a fault.
#[test]
fn old_records_verify() {
    for name in WHOLE.split(' ') {
        let folder = records().join(name).display().to_string();
        let said = told(&["verify", &folder, "--replay-bots"]);
        says(&said, &[" sound"]);
    }
}

#[test]
fn old_records_replay() {
    for name in WHOLE.split(' ') {
        let folder = records().join(name).display().to_string();
        let said = told(&["replay", &folder, "--block", "0", "--game", "0"]);
        assert!(said.lines().count() > 20, "{name}: {said}");
    }
}

#[test]
fn old_records_report() {
    let folder = Folder::new();
    for name in WHOLE.split(' ') {
        let old = records().join(name).display().to_string();
        let page = folder.at(&format!("{name}.html")).display().to_string();
        told(&["report", &old, "--out", &page]);
        let page = fs::read_to_string(page).expect("a page");
        assert!(page.contains("</html>"), "{name}");
    }
}

/// It matters that the plan is understood; of most plans no block is played.
#[test]
fn old_plans_and_rules_load() {
    let folder = Folder::new();
    // The program of one plan, which is started to check that it can play.
    told_in(folder.0.path(), "bot new --lang python", "");
    for name in WHOLE.split(' ') {
        let plan = records().join(name).join("plan.toml");
        let text = fs::read_to_string(&plan).expect("a plan");
        let rules = toml::from_str::<toml::Table>(&text).expect("TOML")["rules"].clone();
        let name_of = rules["name"].as_str().expect("a name").to_owned();
        let file = folder.at(&format!("{name}.toml"));
        fs::write(&file, toml::to_string(&rules).expect("TOML")).expect("a file");
        let file = file.display().to_string();
        says(told(&["rules", &file]), &[&name_of]);
        // The person of that game is not a bot, and whole blocks decide when a run stops.
        let part: &[&str] = match name {
            "person" => continue,
            "stopped" => &[],
            _ => &["--shard", "999/1000"],
        };
        let out = folder.at(name).display().to_string();
        let plan = plan.display().to_string();
        let args = [&["run", &plan, "--out", &out], part].concat();
        told_in(folder.0.path(), &args, "");
    }
}

#[test]
fn a_newer_record_is_refused_by_its_format() {
    let folder = Folder::new();
    let newer = folder.at("newer");
    copy(&records().join("original-2"), &newer);
    let games = newer.join("games.bin");
    let mut bytes = fs::read(&games).expect("the games");
    bytes[8..12].copy_from_slice(&99_u32.to_le_bytes());
    fs::write(&games, bytes).expect("the games");
    let newer = newer.display().to_string();
    for command in ["verify", "replay", "report"] {
        let said = run_in(folder.0.path(), &[command, &newer], "");
        fails(&said, 2, &["games.bin", "format 99", "use a newer program"]);
    }
}

#[test]
fn shards_of_an_old_version_become_a_run() {
    let folder = Folder::new();
    let whole = folder.at("whole").display().to_string();
    let shards = records().join("shards").display().to_string();
    told(&["merge", &shards, "--out", &whole]);
    let said = told(&["verify", &whole]);
    says(&said, &["8 games in 4 blocks are sound"]);
}

/// Another build may play differently, so nothing is added to what an old one began, and nothing is
/// changed.
#[test]
fn what_an_old_version_began_is_left_as_it_is() {
    let folder = Folder::new();
    let began = |name: &str| {
        let copied = folder.at("copy");
        let _ = fs::remove_dir_all(&copied);
        copy(&records().join(name), &copied);
        copied
    };
    let check = |name: &str, command: &[&str]| {
        let copied = began(name);
        let before = fs::read(copied.join("games.bin")).expect("the games");
        let out = copied.display().to_string();
        let plan = copied.join("plan.toml").display().to_string();
        let args: Vec<&str> = command
            .iter()
            .map(|word| if *word == "PLAN" { &plan } else { *word })
            .chain(["--out", &out])
            .collect();
        fails(
            &run_in(folder.0.path(), &args, "end\n"),
            2,
            &["another build"],
        );
        let after = fs::read(copied.join("games.bin")).expect("the games");
        assert!(before == after, "{name} was changed");
    };
    check("shards/shard-0-of-3", &["run", "PLAN"]);
    check("person-saved", &["play", "--plain"]);
}
