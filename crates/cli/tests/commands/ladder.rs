//! `ladder`, end to end through the binary: what is played and what is not, the files, merges, gates
//! and refusals.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::time::SystemTime;

use serde_json::Value;
use walkdir::WalkDir;

use crate::common::{Folder, fails, says};

/// A ladder in a folder: its conditions, and bots by name.
pub fn ladder(folder: &Folder, name: &str, conditions: &str, bots: &[(&str, &str)]) {
    fs::create_dir_all(folder.at(name).join("bots")).expect("a folder");
    folder.write(&format!("{name}/ladder.toml"), conditions);
    for (bot, plays) in bots {
        let text = format!("bot = \"{plays}\"\n");
        folder.write(&format!("{name}/bots/{bot}.toml"), text);
    }
}

const THREE: [(&str, &str); 3] = [
    ("greedy", "greedy"),
    ("holder", "hold:h=3"),
    ("random", "random"),
];
const SMALL: &str = "deals = 4\nseed = 3\nanchor = \"greedy\"\n";

/// All files of a folder but those that hold times.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = WalkDir::new(folder)
        .into_iter()
        .map(|entry| entry.expect("readable"));
    let kept =
        entries.filter(|entry| entry.file_type().is_file() && entry.file_name() != "timings.csv");
    kept.map(|entry| {
        let name = entry.path().strip_prefix(folder).expect("inside");
        let bytes = fs::read(entry.path()).expect("readable");
        (name.display().to_string(), bytes)
    })
    .collect()
}

/// The page has the name of the folder.
const PAGE: &str = "index.html";

/// The names of the files that differ, or that only one has.
fn differing(a: &BTreeMap<String, Vec<u8>>, b: &BTreeMap<String, Vec<u8>>) -> Vec<String> {
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let differing = names
        .into_iter()
        .filter(|name| a.get(*name) != b.get(*name));
    differing.cloned().collect()
}

fn pairs(folder: &Folder, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.at(name).join("pairs")).expect("there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("readable").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().expect("plain"))
        .collect();
    names.sort();
    names
}

fn bot<'a>(standings: &'a Value, name: &str) -> &'a Value {
    let mut bots = standings["bots"].as_array().expect("a list").iter();
    bots.find(|bot| bot["bot"] == name).expect("a bot of it")
}

fn written(path: &Path) -> SystemTime {
    let metadata = fs::metadata(path).expect("there");
    metadata.modified().expect("a time")
}

#[test]
fn a_new_bot_plays_its_pairs_alone_and_the_league_agrees() {
    let folder = Folder::new();
    ladder(&folder, "all", SMALL, &THREE);
    let said = folder.told("ladder all");
    says(
        &said,
        &[
            "24 games between 3 bots",
            "3 of 3 pairs played, 4 deals each",
        ],
    );
    let three = ["greedy--holder", "greedy--random", "holder--random"];
    assert_eq!(pairs(&folder, "all"), three);
    let before = files(&folder.at("all"));
    let records = three.map(|pair| folder.at(&format!("all/pairs/{pair}/games.bin")));
    let times = records.clone().map(|record| written(&record));
    // Nothing is missing, so nothing changes.
    assert_eq!(folder.told("ladder all"), said);
    assert!(files(&folder.at("all")) == before);

    folder.write(
        "all/bots/single.toml",
        "bot = \"single\"\nversion = \"2\"\nnote = \"one\"\n",
    );
    says(
        folder.told("ladder all"),
        &[
            "48 games between 4 bots",
            "6 of 6 pairs played",
            "single@2",
            "single; one",
        ],
    );
    assert_eq!(pairs(&folder, "all").len(), 6);
    assert_eq!(records.map(|record| written(&record)), times);
    let after = files(&folder.at("all"));
    for (name, bytes) in before.iter().filter(|(name, _)| name.starts_with("pairs/")) {
        assert!(after[name] == *bytes, "{name}");
    }
    let standings = folder.json("all/ladder.json");
    assert_eq!(
        (&standings["step"], &standings["games"]),
        (&2.into(), &48.into())
    );
    let history = folder.text("all/history.csv");
    assert_eq!(history.lines().count(), 1 + 3 + 4);
    assert!(history.starts_with(&String::from_utf8_lossy(&before["history.csv"]).into_owned()));
    assert_eq!(folder.text("all/ladder.csv").lines().count(), 1 + 4);
    let page = folder.text("all/index.html");
    for part in [
        "The ladder all",
        "Differences of all pairs",
        "Ratings as the ladder grew",
    ] {
        assert!(page.contains(part), "{part}");
    }
    roxmltree::Document::parse_with_options(
        &page,
        roxmltree::ParsingOptions {
            allow_dtd: true,
            ..roxmltree::ParsingOptions::default()
        },
    )
    .expect("well formed");
    // Pairs are runs, which play the same deals and can be proven.
    folder.told("verify all/pairs/holder--single@2 --replay-bots");
    let deals = |pair: &str| -> Vec<Vec<_>> {
        let blocks = crate::common::blocks(&folder.at(&format!("all/pairs/{pair}")));
        blocks.into_iter().map(|block| block.deals).collect()
    };
    assert_eq!(deals("greedy--random"), deals("holder--single@2"));

    folder.told("league all");
    let league = folder.json("all/league.json");
    assert!(league["nash"]["weights"].is_array());
    for entry in league["bots"].as_array().expect("a list") {
        let known = bot(&standings, entry["bot"].as_str().expect("a name"));
        for field in ["games", "win_rate", "win_rate_ci", "rating"] {
            assert_eq!(entry[field], known[field], "{field}");
        }
    }
}

/// A budget stops after the pair that reaches it, new bots play first, and in the end the pairs are
/// the same; so they are after a crash.
#[test]
fn parts_end_with_the_bytes_of_the_whole() {
    let folder = Folder::new();
    ladder(&folder, "whole", SMALL, &THREE);
    folder.told("ladder whole");
    let whole = files(&folder.at("whole"));
    ladder(&folder, "parts", SMALL, &THREE);
    let (code, out, err) = folder.run("ladder parts --games 1 --threads 1");
    assert_eq!(code, 0, "{err}");
    says(&out, &["8 games between 3 bots", "1 of 3 pairs played"]);
    says(&err, &["2 pairs still to be played"]);
    // The anchor is certain, of the others the first by name meets it.
    assert_eq!(pairs(&folder, "parts"), ["greedy--holder"]);
    folder.told("ladder parts --games 1");
    assert_eq!(
        pairs(&folder, "parts"),
        ["greedy--holder", "greedy--random"]
    );
    assert_eq!(folder.json("parts/ladder.json")["bots"][2]["games"], 8);
    folder.told("ladder parts");
    let parts = files(&folder.at("parts"));
    for (name, bytes) in whole.iter().filter(|(name, _)| name.contains('/')) {
        assert!(parts[name] == *bytes, "{name}");
    }
    // As if killed: a pair cut in a block, one not begun, nothing rated.
    ladder(&folder, "cut", SMALL, &THREE);
    for pair in ["greedy--holder", "greedy--random"] {
        fs::create_dir_all(folder.at("cut/pairs").join(pair)).expect("a folder");
        let record = &whole[&format!("pairs/{pair}/games.bin")];
        let kept = record.len() - if pair.ends_with("random") { 40 } else { 0 };
        folder.write(&format!("cut/pairs/{pair}/games.bin"), &record[..kept]);
    }
    folder.told("ladder cut");
    assert_eq!(differing(&files(&folder.at("cut")), &whole), [PAGE]);
}

#[test]
fn shards_are_united_to_the_whole_and_what_differs_is_refused() {
    let folder = Folder::new();
    for name in ["whole", "a", "b"] {
        ladder(&folder, name, SMALL, &THREE);
    }
    let said = folder.told("ladder whole");
    for (name, shard) in [("a", "0/2"), ("b", "1/2")] {
        let (code, out, err) = folder.run(&format!("ladder {name} --shard {shard}"));
        assert_eq!((code, out.as_str()), (0, ""), "{err}");
        says(&err, &[&format!("shard {shard}"), "rummilab merge"]);
        assert!(!folder.at(name).join("ladder.json").exists());
    }
    assert_eq!(
        (pairs(&folder, "a").len(), pairs(&folder, "b").len()),
        (2, 1)
    );
    let merged = folder.told("merge b a --out all");
    assert_eq!(
        merged
            .replace("all/", "whole/")
            .replace("ladder all", "ladder whole"),
        said
    );
    let whole = files(&folder.at("whole"));
    let all = files(&folder.at("all"));
    assert_eq!(differing(&all, &whole), [PAGE]);
    folder.told("merge a whole --out all");
    assert!(files(&folder.at("all")) == all);

    // More bots come with their games, which is a step of the history.
    ladder(&folder, "more", SMALL, &[THREE[0], ("single", "single")]);
    folder.told("ladder more");
    let (code, out, err) = folder.run("merge more --out all");
    assert_eq!(code, 0, "{err}");
    says(&out, &["32 games between 4 bots", "4 of 6 pairs played"]);
    assert_eq!(folder.json("all/ladder.json")["step"], 2);

    // What differs is named, and nothing is written.
    let before = files(&folder.at("all"));
    ladder(&folder, "seed", &SMALL.replace('3', "4"), &THREE);
    ladder(&folder, "other", SMALL, &[THREE[0], ("holder", "hold:h=5")]);
    ladder(&folder, "file", SMALL, &[THREE[0], THREE[2]]);
    folder.write("file/bots/holder@1.toml", "bot = \"hold:h=3\"\n");
    folder.told("ladder other");
    for (merge, expected) in [
        (
            "merge seed a --out all",
            vec!["other conditions (seed)", "seed/ladder.toml"],
        ),
        (
            "merge other --out all",
            vec!["holder.toml", "are not the same"],
        ),
        (
            "merge a nowhere --out all",
            vec!["nowhere", "no ladder.toml"],
        ),
        ("merge a --out a/bots", vec!["a/bots", "other files"]),
    ] {
        folder.refused(merge, &expected);
        assert!(files(&folder.at("all")) == before, "{merge}");
    }
    // Games of one deal that are not the same.
    let forged = folder.read("other/pairs/greedy--holder/games.bin");
    fs::remove_file(folder.at("other/bots/holder.toml")).expect("there");
    folder.write("other/bots/random.toml", "bot = \"random\"\n");
    folder.write("other/pairs/greedy--holder/games.bin", forged);
    folder.refused(
        "merge a other --out new",
        &["cannot be counted", "list of bots"],
    );
    assert!(!folder.at("new").exists());
}

#[test]
fn with_three_players_each_bot_sits_among_copies_of_each_other() {
    let folder = Folder::new();
    ladder(&folder, "three", &format!("{SMALL}players = 3\n"), &THREE);
    says(
        folder.told("ladder three"),
        &["6 of 6 pairs played", "original, 3 players"],
    );
    assert_eq!(pairs(&folder, "three").len(), 6);
    let lone = folder.json("three/pairs/random--holder/summary.json");
    assert_eq!(
        (&lone["bots"][0]["seats"], &lone["bots"][1]["seats"]),
        (&12.into(), &24.into())
    );
    let standings = folder.json("three/ladder.json");
    // Each pair has three games a deal; each bot is in four pairs.
    assert_eq!(
        (&standings["games"], &bot(&standings, "holder")["games"]),
        (&72.into(), &48.into())
    );
    says(
        folder.told("league three"),
        &["# League: `original`, 3 players", "72 games in 4 blocks"],
    );
}

#[test]
fn gates_fail_below_and_say_what_was_not_shown() {
    let folder = Folder::new();
    let bots = [
        ("greedy", "greedy"),
        ("mine@1", "hold:h=3"),
        ("mine@9", "single"),
        ("mine@10", "random"),
        ("same@1", "single"),
        ("same@2", "single"),
    ];
    ladder(
        &folder,
        "all",
        &SMALL.replace("deals = 4", "deals = 12"),
        &bots,
    );
    folder.told("ladder all --quiet");
    let gate = |gates: &str, code: i32, expected: &[&str]| {
        let (found, _, err) = folder.run(&format!("ladder all --games 0 {gates}"));
        assert_eq!(found, code, "{gates}: {err}");
        says(&err, expected);
    };
    gate(
        "--fail-below mine",
        1,
        &[
            "failed: mine@10 less mine@9 is rated -",
            "certainly below +0",
        ],
    );
    gate("--fail-below mine@9", 1, &["failed: mine@9 less mine@1"]);
    gate(
        "--fail-below same",
        0,
        &["passed: same@2 less same@1 is rated +0, not below +0; there is no interval"],
    );
    gate(
        "--fail-below mine@1=0",
        0,
        &["passed: mine@1", "certainly not below +0"],
    );
    gate(
        "--fail-below same@1=0",
        0,
        &["not shown to be below +0, but up to"],
    );
    gate(
        "--fail-below same@1=-500 --fail-below mine@10=0",
        1,
        &["passed: same@1", "failed: mine"],
    );
    gate(
        "--fail-below greedy",
        0,
        &["greedy has no version before it"],
    );
    folder.refused(
        "ladder all --fail-below nobody=1",
        &["no bot `nobody`", "mine@10"],
    );
    folder.write("all/bots/new.toml", "bot = \"dump\"\n");
    gate(
        "--fail-below new=0",
        1,
        &["failed: new", "has no rating yet"],
    );
}

#[test]
fn what_is_no_ladder_is_refused_and_left_alone() {
    let folder = Folder::new();
    folder.refused(
        "ladder nowhere",
        &["no ladder.toml", "rummilab ladder nowhere --new"],
    );
    folder.told("ladder begun --new");
    folder.refused("ladder begun --new", &["begun: it holds files already"]);
    // The example is that of the repository.
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/ladder");
    for (name, bytes) in files(&folder.at("begun")) {
        assert!(
            fs::read(example.join(&name)).expect("there") == bytes,
            "{name}"
        );
    }
    let bad = |conditions: &str, bots: &[(&str, &str)], expected: &[&str]| {
        let folder = Folder::new();
        ladder(&folder, "bad", conditions, bots);
        folder.refused("ladder bad", expected);
        assert!(!folder.at("bad/pairs").exists());
    };
    bad(
        "deals = 0\n",
        &THREE,
        &["bad/ladder.toml:1:9", "deals is 0"],
    );
    bad(
        "deal = 3\n",
        &THREE,
        &["ladder.toml:1:1", "unknown field `deal`"],
    );
    bad(
        "bots = [\"hold\"]\n",
        &THREE,
        &["`bots` is no field of a ladder"],
    );
    bad(
        "salt = \"random\"\n",
        &THREE,
        &["`salt`", "64 hexadecimal digits"],
    );
    bad("rules = \"no.toml\"\n", &THREE, &["bad/no.toml"]);
    bad("anchor = \"none\"\n", &THREE, &["anchor", "none"]);
    bad(SMALL, &THREE[..1], &["bad/bots", "holds 1 of the two bots"]);
    bad(
        SMALL,
        &[THREE[0], ("hold", "hold:h=3")],
        &["bots/hold.toml", "name of another bot"],
    );
    bad(
        SMALL,
        &[THREE[0], ("a--b", "hold")],
        &["a--b.toml", "no `--`"],
    );
    bad(
        SMALL,
        &[THREE[0], ("a b", "hold")],
        &["a b.toml", "no name for a bot"],
    );
    bad(
        SMALL,
        &[THREE[0], ("x", "gredy")],
        &["bots/x.toml", "did you mean `greedy`"],
    );
    bad(
        SMALL,
        &[THREE[0], ("x", "hold\"\nbots = \"1")],
        &["x.toml:2:1", "unknown field `bots`"],
    );

    ladder(&folder, "all", SMALL, &THREE);
    folder.told("ladder all");
    let before = files(&folder.at("all"));
    let refused = |name: &str, text: &str, expected: &[&str]| {
        let kept = folder.read(name);
        folder.write(name, text);
        folder.refused("ladder all", expected);
        folder.write(name, kept);
        assert!(files(&folder.at("all")) == before, "{name}");
    };
    refused(
        "all/ladder.toml",
        "deals = 4\nseed = 8\nanchor = \"greedy\"\n",
        &[
            "pairs/greedy--holder",
            "another plan (another seed)",
            "nothing was changed",
        ],
    );
    refused(
        "all/bots/holder.toml",
        "bot = \"hold:h=2\"\n",
        &["`holder` was hold:h=3", "now hold:h=2", "another version"],
    );
    refused(
        "all/history.csv",
        "a,b\n1,2\n",
        &["all/history.csv", "no history of a ladder"],
    );
    // A bot without a file keeps its games.
    fs::remove_file(folder.at("all/bots/random.toml")).expect("there");
    says(
        folder.told("ladder all"),
        &["1 of 1 pair", "24 games between 3 bots", "retired"],
    );
}

#[test]
fn a_league_counts_runs_together_and_the_same_games_once() {
    let folder = Folder::new();
    folder.play("three", "--bots greedy,single,random --deals 6 --seed 2");
    folder.play(
        "gauntlet",
        "--bots hold,greedy,single,random --deals 6 --format gauntlet",
    );
    says(
        folder.told("league gauntlet"),
        &["Not every pair has met", "| `hold` |"],
    );
    folder.told("league three gauntlet --out both");
    let league = folder.json("both/league.json");
    assert_eq!(
        (&league["games"], &league["nash"]["resamples"]),
        (&72.into(), &200.into())
    );
    let [one, two] = ["gauntlet three", "gauntlet three three"]
        .map(|runs| folder.told(&format!("league {runs} --json")));
    assert_eq!(one, two);
    folder.play("twist", "--bots greedy,single --rules twist --deals 2");
    folder.play(
        "unlike",
        "--bots greedy,single --draws shared --deals 6 --seed 2",
    );
    folder.refused("league three twist", &["twist/games.bin", "rule set"]);
    folder.refused("league three unlike", &["unlike/games.bin", "block 0"]);
    let (code, _, err) = folder.run("league three both/league.json");
    fails(
        &(code, String::new(), err),
        2,
        &["both/league.json", "it is a league"],
    );
}
