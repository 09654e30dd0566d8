//! Positions that hurt: the committed corpus finds ten planted faults, and `bench hunt` finds one
//! by itself.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::common::{Folder, told_in};

/// The faults of `benches/adversarial/small.py`, each a class of the corpus.
const FAULTS: [&str; 10] = [
    "third-copy",
    "equal-runs",
    "redundant-joker",
    "long-run",
    "set-twice",
    "value-objective",
    "value-or-tiles",
    "opening-joker",
    "five-colours",
    "wrap",
];

fn repository(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(name)
}

fn corpus() -> String {
    fs::read_to_string(repository("data/positions/adversarial.jsonl")).expect("the corpus")
}

/// The lines of a class.
fn class(name: &str) -> String {
    let of_class = |line: &&str| line.contains(&format!("\"id\":\"{name}-"));
    let all = corpus();
    let lines = all.lines().filter(of_class);
    lines.map(|line| format!("{line}\n")).collect()
}

/// The argument that names the small solver, with a fault or none.
fn small(fault: Option<&str>) -> String {
    let script = repository("benches/adversarial/small.py");
    let fault = fault.map_or(String::new(), |fault| format!(" --fault {fault}"));
    format!("small=cmd:python3 '{}'{fault}", script.display())
}

/// The exit code of a comparison with it, and its own numbers of optimal and wrong answers.
fn compared(folder: &Folder, positions: &str, fault: Option<&str>) -> (i32, [u64; 2]) {
    let (positions, solver) = (format!("--positions={positions}"), small(fault));
    let args = ["bench", &positions, "--solver", &solver, "--repeat=1"];
    let (code, out, err) = folder.run(&[&args[..], &["--solvers=search", "--json"]].concat());
    let report: Value = serde_json::from_str(&out).unwrap_or_else(|_| panic!("{err}"));
    let count = |name| report["solvers"][1][name].as_u64().expect("a count");
    (code, ["optimal", "wrong"].map(count))
}

#[test]
fn every_planted_fault_is_found_by_all_positions_of_its_class() {
    let folder = Folder::new();
    folder.write("all", corpus());
    let all = corpus().lines().count() as u64;
    assert_eq!(compared(&folder, "all", None), (0, [all, 0]));
    let mut classes = 0;
    for fault in FAULTS {
        let lines = class(fault);
        let many = lines.lines().count() as u64;
        assert!(many >= 12, "{fault}: {many}");
        folder.write(fault, lines);
        let found = compared(&folder, fault, Some(fault));
        assert_eq!(found, (1, [0, many]), "{fault}");
        classes += many;
    }
    assert_eq!(classes, all, "every line belongs to a class");
}

#[test]
fn the_corpus_comes_from_its_seed() {
    let output = Command::new("python3")
        .arg(repository("benches/adversarial/draw.py"))
        .args(["--take", "2", "--binary"])
        .arg(assert_cmd::cargo::cargo_bin!("rummilab"))
        .output()
        .expect("Python");
    let drawn = told_in(&std::env::temp_dir(), "corpus --positions -", output.stdout);
    let first = |line: &&str| line.contains("-1\",") || line.contains("-2\",");
    let corpus = corpus();
    let expected: Vec<&str> = corpus.lines().filter(first).collect();
    assert_eq!(drawn.lines().collect::<Vec<_>>(), expected);
}

#[test]
fn a_missing_third_copy_is_found_with_ten_tiles() {
    let folder = Folder::new();
    let spoiled = small(Some("third-copy"));
    let hunt = |out: &str| {
        let words = "bench hunt --solvers search --faults wrong --tries 160 --seed 1 --json";
        let args: Vec<&str> = words.split(' ').collect();
        let (code, said, err) =
            folder.run(&[&args[..], &["--solver", &spoiled, "--out", out]].concat());
        assert_eq!(code, 1, "{err}");
        said
    };
    let said = hunt("found");
    let report: Value = serde_json::from_str(&said).expect("JSON");
    let found = &report["found"][0];
    assert_eq!(
        (&found["solver"], &found["fault"]),
        (&"small".into(), &"wrong".into())
    );
    assert!(found["tiles"].as_u64() <= Some(10), "{said}");
    assert_eq!(hunt("again"), said);
    assert_eq!(folder.text("again"), folder.text("found"));
    // What was found is a corpus: it finds the fault again, and nothing else.
    let many = found["positions"].as_u64().expect("a count");
    assert_eq!(
        compared(&folder, "found", Some("third-copy")),
        (1, [0, many])
    );
    assert_eq!(compared(&folder, "found", None), (0, [many, 0]));
    for line in folder.text("found").lines() {
        let line: Value = serde_json::from_str(line).expect("JSON");
        let (why, certified) = (&line["why"], &line["certified"]);
        assert_eq!(
            why["right"],
            certified[why["goal"].as_str().expect("a goal")][0],
            "{line}"
        );
        assert!(why["said"].as_i64() < why["right"].as_i64(), "{line}");
    }
}

#[test]
fn each_kind_of_fault_is_found() {
    let folder = Folder::new();
    // It lays nothing, crashes on a joker, cheats with a four, and is unsure of everything else.
    folder.write(
        "mine.py",
        "import json, sys\n\
         for line in sys.stdin:\n    \
             question = json.loads(line)\n    \
             rack = question.get('rack', '').split()\n    \
             assert 'J' not in rack, 'jokers'\n    \
             cheats = 'R4' in rack\n    \
             print(json.dumps({'table': [question['rack']]} if cheats else {}), flush=True)\n",
    );
    let mine = "mine=cmd:python3 mine.py";
    let words = "bench hunt --solvers search,search:states=1 --tries 300 --most 1 --out found";
    let args: Vec<&str> = words
        .split(' ')
        .chain(["--solver", mine, "--json"])
        .collect();
    let (code, out, err) = folder.run(&args);
    assert_eq!(code, 1, "{err}");
    let report: Value = serde_json::from_str(&out).expect("JSON");
    let rows = report["found"].as_array().expect("rows");
    let row = |row: &Value| format!("{} {} {}", row["solver"], row["fault"], row["tiles"]);
    let rows: Vec<String> = rows.iter().map(|one| row(one).replace('"', "")).collect();
    let expected = [
        "mine illegal 1",
        "mine crash 1",
        "mine short 4",
        "mine unproven 1",
        "search:states=1 unproven 1",
    ];
    assert_eq!(rows, expected, "{}", folder.text("found"));
    // Another search does not overwrite it.
    let found = folder.text("found");
    let (code, _, err) = folder.run(&args);
    assert_eq!(code, 2, "{err}");
    assert_eq!(folder.text("found"), found);
    // Nothing is wrong with the solvers of the command, under any rules.
    let words = "bench hunt --any-rules --solvers search,search:states=9999 --faults wrong,illegal";
    let args = format!("{words} --tries 100 --out none");
    let (code, out, err) = folder.run(&args);
    assert_eq!(
        (code, out.as_str()),
        (0, "Nothing found in 100 positions\n"),
        "{err}"
    );
    assert_eq!(folder.text("none"), "");
}
