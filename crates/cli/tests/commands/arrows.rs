//! The dependencies between crates, as drawn in `crates/ARCHITECTURE.md`.

use std::collections::BTreeMap;

use cargo_metadata::{DependencyKind, MetadataCommand};
use walkdir::WalkDir;

/// User and used crate. Dependencies of tests and benches are not restricted.
const ARROWS: &[(&str, &str)] = &[
    ("core", ""),
    ("chance", ""),
    ("solver", "chance core"),
    ("words", "core solver"),
    ("search", "core solver"),
    ("ilp", "core solver"),
    ("bot-api", "chance core"),
    ("playout", "bot-api chance core"),
    ("bots", "bot-api chance core ilp playout search solver"),
    ("record", "core"),
    ("arena", "bot-api chance core record"),
    ("env", "arena bot-api chance core solver"),
    ("stats", "chance core record"),
    ("club", "arena chance core stats words"),
    ("report", "core record stats"),
    (
        "play",
        "arena bot-api bots chance core playout record solver words",
    ),
    ("engine", "arena club core play record solver words"),
    ("runs", "arena bot-api bots chance core record solver stats"),
    (
        "rummilab",
        "arena bot-api bots chance club core engine env ilp play playout record report runs \
         search solver stats words",
    ),
    // Only through the facade.
    ("cli", "rummilab"),
    ("differential", "chance"),
    ("solver-suite", "core solver"),
    ("mcp", "rummilab"),
];

fn crate_of(package: &str) -> Option<&str> {
    match package {
        "rummilab" => Some(package),
        _ => package.strip_prefix("rummilab-"),
    }
}

#[test]
fn crates_use_only_what_they_may() {
    let metadata = MetadataCommand::new()
        .no_deps()
        .exec()
        .expect("cargo metadata runs in the workspace");
    let mut found: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in &metadata.packages {
        let Some(name) = crate_of(&package.name) else {
            continue;
        };
        let normal = package
            .dependencies
            .iter()
            .filter(|d| d.kind == DependencyKind::Normal);
        let mut ours: Vec<String> = normal
            .filter_map(|d| crate_of(&d.name).map(str::to_owned))
            .collect();
        ours.sort();
        found.insert(name.to_owned(), ours);
    }
    let crates: Vec<&str> = found
        .keys()
        .map(String::as_str)
        .filter(|name| *name != "benches")
        .collect();
    let mut expected: Vec<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    expected.sort_unstable();
    assert_eq!(
        crates, expected,
        "a new crate needs its arrows here and in ARCHITECTURE.md"
    );
    for (name, used) in ARROWS {
        assert_eq!(found[*name].join(" "), *used, "the arrows of {name}");
    }
}

/// Only one file of the bots may name the solver backends, and only one of the record bincode
/// (ARCHITECTURE.md).
#[test]
fn single_doors_stay_single() {
    let root = MetadataCommand::new()
        .no_deps()
        .exec()
        .expect("cargo metadata runs")
        .workspace_root;
    let check = |folder: &str, word: &str, door: &str| {
        let sources = WalkDir::new(root.join(folder)).into_iter();
        for path in sources
            .map(|entry| entry.expect("readable").into_path())
            .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        {
            let text = std::fs::read_to_string(&path).expect("a source file");
            let code = text
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            let uses = code.filter(|line| line.contains(word)).count();
            assert!(
                uses == 0 || path.ends_with(door),
                "{word} in {}",
                path.display()
            );
        }
    };
    check("bots/src", "rummilab_search", "solvers.rs");
    check("bots/src", "rummilab_ilp", "solvers.rs");
    check("crates/record/src", "bincode::", "codec.rs");
    check("crates/stats/src", "good_lp", "program.rs");
}
