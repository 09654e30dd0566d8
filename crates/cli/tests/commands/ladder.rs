//! `ladder`, end to end through the binary: what is played and what is not, the files, merges, gates
//! and refusals.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use rummilab_solver_suite::long_tier;
use serde_json::Value;
use walkdir::WalkDir;

use crate::common::{Folder, blocks, each, json_lines, says};

/// Makes a ladder in a folder: its conditions, and its bots as `name bot`, apart at `;`.
pub fn ladder(folder: &Folder, name: &str, conditions: &str, bots: &str) {
    fs::create_dir_all(folder.at(name).join("bots")).expect("a folder");
    folder.write(&format!("{name}/ladder.toml"), conditions);
    for bot in bots.split("; ") {
        let (bot, plays) = bot.split_once(' ').unwrap_or((bot, bot));
        bot_file(folder, name, bot, &format!("bot = \"{plays}\""));
    }
}

/// Writes the file of a bot; `;` ends a line.
pub fn bot_file(folder: &Folder, ladder: &str, bot: &str, text: &str) {
    let place = folder.at(ladder).join("bots").join(bot);
    fs::write(place.with_extension("toml"), text.replace(';', "\n") + "\n").expect("writable");
}

const THREE: &str = "greedy; holder hold:h=3; random";
const SMALL: &str = "deals = 4\nseed = 3\nanchor = \"greedy\"\n";
/// The page has the name of the folder.
const PAGE: &str = "index.html";

type Files = BTreeMap<String, Vec<u8>>;

/// All files of a ladder but those that hold times.
fn files(folder: &Folder, name: &str) -> Files {
    let folder = folder.at(name);
    let entries = WalkDir::new(&folder)
        .into_iter()
        .map(|entry| entry.expect("readable"));
    let kept =
        entries.filter(|entry| entry.file_type().is_file() && entry.file_name() != "timings.csv");
    kept.map(|entry| {
        let name = entry.path().strip_prefix(&folder).expect("inside");
        let bytes = fs::read(entry.path()).expect("readable");
        (name.display().to_string(), bytes)
    })
    .collect()
}

/// The names of the files that differ, or that only one has.
fn differing(a: &Files, b: &Files) -> Vec<String> {
    let names: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
    let differing = names
        .into_iter()
        .filter(|name| a.get(*name) != b.get(*name));
    differing.cloned().collect()
}

/// The names of the pairs that were begun.
fn pairs(folder: &Folder, name: &str) -> String {
    let files = files(folder, name);
    let records = files
        .keys()
        .filter_map(|name| name.strip_suffix("/games.bin"));
    let names: Vec<&str> = records
        .filter_map(|name| name.strip_prefix("pairs/"))
        .collect();
    names.join(" ")
}

fn bot<'a>(standings: &'a Value, name: &str) -> &'a Value {
    let mut bots = standings["bots"].as_array().expect("a list").iter();
    bots.find(|bot| bot["bot"] == name).expect("a bot of it")
}

#[test]
fn a_new_bot_plays_its_pairs_alone_and_the_league_agrees() {
    let folder = Folder::new();
    ladder(&folder, "all", SMALL, THREE);
    let said = folder.told("ladder all");
    says(
        &said,
        &[
            "24 games between 3 bots",
            "3 of 3 pairs played, 4 deals each",
        ],
    );
    assert_eq!(
        pairs(&folder, "all"),
        "greedy--holder greedy--random holder--random"
    );
    let before = files(&folder, "all");
    let written = || {
        let record = fs::metadata(folder.at("all/pairs/greedy--random/games.bin"));
        record.and_then(|record| record.modified()).expect("a time")
    };
    let at_first = written();
    // Nothing is missing, so nothing changes.
    assert_eq!(folder.told("ladder all"), said);
    assert!(files(&folder, "all") == before);

    bot_file(
        &folder,
        "all",
        "single",
        "bot = 'single';version = '2';note = 'one'",
    );
    let said = folder.told("ladder all");
    says(
        said,
        &[
            "48 games between 4 bots",
            "6 of 6 pairs",
            "single@2",
            "single; one",
        ],
    );
    assert_eq!(written(), at_first);
    let after = files(&folder, "all");
    let changed = differing(&before, &after);
    let new = changed.iter().filter(|name| name.starts_with("pairs/"));
    assert!(new.clone().count() == 15 && new.clone().all(|name| name.contains("single@2")));
    let standings = folder.json("all/ladder.json");
    assert_eq!(
        (&standings["step"], &standings["games"]),
        (&2.into(), &48.into())
    );
    assert!(after["history.csv"].starts_with(&before["history.csv"]));
    assert_eq!(folder.text("all/history.csv").lines().count(), 1 + 3 + 4);
    assert_eq!(folder.text("all/ladder.csv").lines().count(), 1 + 4);
    let page = folder.text("all/index.html");
    says(
        &page,
        &[
            "The ladder all",
            "Differences of all pairs",
            "Ratings as the ladder grew",
        ],
    );
    // The new bot has one step of its own: a mark.
    assert_eq!(page.matches("<svg id=\"history-").count(), 4);
    let body = page.split_once('>').expect("a doctype").1;
    roxmltree::Document::parse(body).expect("well formed");
    // Pairs are runs that can be proven, and they play the same deals.
    folder.told("verify all/pairs/holder--single@2 --replay-bots");
    let deals = |pair: &str| -> Vec<Vec<_>> {
        let blocks = blocks(&folder.at("all/pairs").join(pair));
        blocks.into_iter().map(|block| block.deals).collect()
    };
    assert_eq!(deals("greedy--random"), deals("holder--single@2"));

    // What reads several runs reads its pairs.
    let verified = folder.told("verify all");
    assert_eq!(verified.matches("8 games in 4 blocks are sound").count(), 6);
    assert_eq!(folder.told("status all").matches(" done").count(), 6);
    let rows = json_lines(&folder.told("analyse time all --json")).into_iter();
    let timed = rows.filter(|row| row["phase"].is_null());
    let timed: Vec<Value> = timed.collect();
    assert_eq!(timed.len(), 4, "{timed:?}");
    let (code, figures, err) = folder.run("analyse games all --figures score --csv");
    assert_eq!((code, figures.lines().count()), (0, 1 + 4), "{figures}");
    assert_eq!(err.matches("the runs in all have the same seed").count(), 1);
    let of_ladder = ["it is a ladder", "`rummilab ladder all --games 0`"];
    folder.refused("report all", &of_ladder);
    folder.refused("replay all", &["name one of the runs in it", "holder"]);

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

/// A budget ends with the pair that reaches it. In the end the pairs are the same; so they are after
/// a crash.
#[test]
fn parts_end_with_the_bytes_of_the_whole() {
    let folder = Folder::new();
    for name in ["whole", "parts", "cut"] {
        ladder(&folder, name, SMALL, THREE);
    }
    folder.told("ladder whole");
    let whole = files(&folder, "whole");
    let (code, out, err) = folder.run("ladder parts --games 1 --threads 1");
    assert_eq!(code, 0, "{err}");
    says(&out, &["8 games between 3 bots", "1 of 3 pairs played"]);
    says(&err, &["2 pairs still to be played"]);
    // The rating of the anchor is certain; of the others, the first by name meets it.
    assert_eq!(pairs(&folder, "parts"), "greedy--holder");
    let states = folder.told("status parts");
    assert_eq!(
        (
            states.matches(" done").count(),
            states.matches("not begun").count()
        ),
        (1, 2)
    );
    folder.told("ladder parts --games 1");
    assert_eq!(pairs(&folder, "parts"), "greedy--holder greedy--random");
    folder.told("ladder parts");
    // It has the history of three calls.
    let expected = ["history.csv", PAGE, "ladder.csv", "ladder.json"];
    assert_eq!(differing(&files(&folder, "parts"), &whole), expected);
    // As if killed: a pair cut in a block, another without its tables, one not begun.
    for (pair, cut) in [("greedy--holder", 0), ("greedy--random", 40)] {
        fs::create_dir_all(folder.at("cut/pairs").join(pair)).expect("a folder");
        let record = &whole[&format!("pairs/{pair}/games.bin")];
        let place = format!("cut/pairs/{pair}/games.bin");
        folder.write(&place, &record[..record.len() - cut]);
    }
    folder.told("ladder cut");
    assert_eq!(differing(&files(&folder, "cut"), &whole), [PAGE]);
}

/// More deals in `ladder.toml` are played in every pair.
#[test]
fn a_ladder_gets_more_deals() {
    let folder = Folder::new();
    ladder(&folder, "whole", SMALL, THREE);
    ladder(&folder, "grown", &SMALL.replace('4', "2"), THREE);
    folder.told("ladder grown");
    folder.write("grown/ladder.toml", SMALL);
    let (code, out, err) = folder.run("ladder grown");
    assert_eq!((code, &*err), (0, ""), "{out}");
    says(&out, &["24 games between 3 bots", "4 deals each"]);
    folder.told("ladder whole");
    // It has the history of two calls.
    let expected = ["history.csv", PAGE, "ladder.csv", "ladder.json"];
    let differing = differing(&files(&folder, "grown"), &files(&folder, "whole"));
    assert!(
        differing.iter().all(|file| expected.contains(&&**file)),
        "{differing:?}"
    );
}

#[test]
fn shards_are_united_to_the_whole_and_what_differs_is_refused() {
    let folder = Folder::new();
    for name in ["whole", "a", "b"] {
        ladder(&folder, name, SMALL, THREE);
    }
    let said = folder.told("ladder whole");
    for (name, shard) in [("a", "0/2"), ("b", "1/2")] {
        let (code, out, err) = folder.run(&format!("ladder {name} --shard {shard}"));
        assert_eq!((code, out.as_str()), (0, ""), "{err}");
        says(&err, &[&format!("shard {shard}"), "rummilab merge"]);
        assert!(!folder.at(name).join("ladder.json").exists());
    }
    assert_eq!(pairs(&folder, "b"), "greedy--random");
    let merged = folder.told("merge b a --out all");
    let renamed = merged
        .replace("all/", "whole/")
        .replace("ladder all", "ladder whole");
    assert_eq!(renamed, said);
    let all = files(&folder, "all");
    assert_eq!(differing(&all, &files(&folder, "whole")), [PAGE]);
    folder.told("merge a whole --out all");
    assert!(files(&folder, "all") == all);

    // More bots come with their games, which is a step of the history.
    ladder(&folder, "more", SMALL, "greedy; single");
    folder.told("ladder more");
    says(
        folder.told("merge more --out all"),
        &["32 games between 4 bots", "4 of 6 pairs"],
    );
    assert_eq!(folder.json("all/ladder.json")["step"], 2);

    // What differs is named, and nothing is written.
    let before = files(&folder, "all");
    ladder(&folder, "seed", &SMALL.replace('3', "4"), THREE);
    ladder(&folder, "other", SMALL, "greedy; holder hold:h=5; random");
    folder.told("ladder other");
    each(
        "merge seed a --out all => other conditions (seed) & seed/ladder.toml
        merge other --out all => holder.toml & are not the same
        merge a nowhere --out all => nowhere & no ladder.toml
        merge a --out b/bots => b/bots & other files",
        |merge, expected| folder.refused(merge, expected),
    );
    // A bot that is no longer in a ladder still has games there.
    fs::remove_file(folder.at("other/bots").join("holder.toml")).expect("there");
    folder.refused(
        "merge a other --out all",
        &["cannot be counted", "list of bots"],
    );
    assert!(files(&folder, "all") == before);
}

#[test]
fn with_three_players_each_bot_sits_among_copies_of_each_other() {
    let folder = Folder::new();
    ladder(&folder, "three", &format!("{SMALL}players = 3\n"), THREE);
    says(
        folder.told("ladder three"),
        &["6 of 6 pairs played", "original, 3 players"],
    );
    let lone = &folder.json("three/pairs/random--holder/summary.json")["bots"];
    assert_eq!(
        (&lone[0]["seats"], &lone[1]["seats"]),
        (&12.into(), &24.into())
    );
    // Each pair has three games a deal; each bot is in four pairs.
    let standings = folder.json("three/ladder.json");
    assert_eq!(standings["games"], 72);
    assert_eq!(bot(&standings, "holder")["games"], 48);
    let league = folder.told("league three");
    says(
        league,
        &["# League: `original`, 3 players", "72 games in 4 deals"],
    );
}

#[test]
fn gates_fail_below_and_say_what_was_not_shown() {
    let folder = Folder::new();
    let bots = "greedy; mine@1 hold:h=3; mine@9 single; mine@10 random; same@1 single; \
        same@2 single";
    ladder(
        &folder,
        "all",
        &SMALL.replace("deals = 4", "deals = 12"),
        bots,
    );
    folder.told("ladder all --quiet");
    let gate = |gates: &str, expected: &[&str]| {
        let args = format!("ladder all --games 0 --fail-below {gates}");
        let (code, _, err) = folder.run(&args);
        assert_eq!(
            code,
            i32::from(expected[0].starts_with("failed")),
            "{args}: {err}"
        );
        says(&err, expected);
    };
    each(
        "mine => failed: mine@10 less mine@9 is rated - & certainly below +0
        mine@9 => failed: mine@9 less mine@1
        same => passed: same@2 less same@1 is rated +0, not below +0; there is no interval
        mine@1=0 => passed: mine@1 & certainly not below +0
        same@1=0 => passed: same@1 & not shown to be below +0, but up to
        greedy => passed: greedy has no version before it
        same@1=-500 --fail-below mine@10=0 => failed: mine@10 & passed: same@1",
        gate,
    );
    folder.refused(
        "ladder all --fail-below nobody=1",
        &["no bot `nobody`", "mine@10"],
    );
    bot_file(&folder, "all", "new", "bot = 'dump'");
    gate("new=0", &["failed: new", "has no rating yet"]);
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
    each(
        "deals = 0 => greedy; hold => ladder.toml:1:9 & deals is 0
        deal = 3 => greedy; hold => ladder.toml:1:1 & unknown field `deal`, expected one of \
         `players`, `deals`, `seed`, `salt`, `draws`, `faults`, `clock`, `anchor`, `rules`
        bots = ['hold'] => greedy; hold => `bots` is no field of a ladder
        salt = 'random' => greedy; hold => `salt` & 64 hexadecimal digits
        rules = 'no.toml' => greedy; hold => bad/no.toml
        anchor = 'none' => greedy; hold => anchor & none
        seed = 1 => greedy => bad/bots & holds 1 of the two bots
        seed = 1 => greedy; hold hold:h=3 => hold.toml & name of another bot
        seed = 1 => greedy; a--b hold => a--b.toml & no `--`
        seed = 1 => greedy; ä: hold => ä:.toml
        seed = 1 => greedy; x gredy => x.toml & did you mean `greedy`"
            .replace(" => greedy", "|greedy")
            .as_str(),
        |case, expected| {
            let (conditions, bots) = case.split_once('|').expect("two");
            let folder = Folder::new();
            ladder(&folder, "bad", conditions, bots);
            folder.refused("ladder bad", expected);
            assert!(!folder.at("bad/pairs").exists());
        },
    );
    ladder(&folder, "all", SMALL, THREE);
    folder.told("ladder all");
    let before = files(&folder, "all");
    each(
        "ladder.toml:deals=4;seed=8 => pairs/greedy--holder & another plan (another seed)
        holder.toml:bot='hold:h=2' => `holder` was hold:h=3 & now hold:h=2 & another version
        holder.toml:bot='hold';bots=1 => holder.toml:2:1 & unknown field `bots`
        history.csv:a,b;1,2 => all/history.csv & no history of a ladder",
        |case, expected| {
            let (name, text) = case.split_once(':').expect("two");
            let folder_of = if name.starts_with("holder") {
                "bots/"
            } else {
                ""
            };
            let name = &format!("{folder_of}{name}");
            folder.write(&format!("all/{name}"), text.replace(';', "\n"));
            folder.refused("ladder all", expected);
            folder.write(&format!("all/{name}"), &before[name]);
            assert!(files(&folder, "all") == before, "{name}");
        },
    );
    // A bot without a file keeps its games.
    fs::remove_file(folder.at("all/bots").join("random.toml")).expect("there");
    says(
        folder.told("ladder all"),
        &["1 of 1 pair", "24 games between 3 bots", "retired"],
    );
    let states = folder.told("status all");
    assert_eq!(states.matches("--random").count(), 2, "{states}");
    folder.refused("verify begun", &["begun: no game in it was played"]);
}

/// The files of `--new` are those of the repository; with `RUMMILAB_TIER=long` so is its table.
#[test]
fn the_example_is_that_of_the_repository() {
    let folder = Folder::new();
    folder.told("ladder begun --new");
    if long_tier() {
        folder.told("ladder begun");
    }
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../experiments/ladder");
    let kept = |name: &&String| !name.contains("pairs/") && example.join(name).exists();
    let begun = files(&folder, "begun");
    assert!(begun.keys().filter(kept).count() >= 13);
    for name in begun.keys().filter(kept) {
        assert!(
            fs::read(example.join(name)).expect("there") == begun[name],
            "{name}"
        );
    }
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
    let both = folder.told("league gauntlet three --out both");
    says(
        &both,
        &["72 games in 12 deals", "resampled 200 times over deals"],
    );
    assert!(!both.contains("block"), "{both}");
    assert_eq!(folder.told("league both/league.json"), both);
    let league = folder.json("both/league.json");
    assert_eq!(
        (&league["games"], &league["nash"]["resamples"]),
        (&72.into(), &200.into())
    );
    let twice = folder.told("league gauntlet three three --json");
    assert_eq!(twice, folder.text("both/league.json"));
    folder.play("twist", "--bots greedy,single --rules twist --deals 2");
    folder.play(
        "unlike",
        "--bots greedy,single --draws shared --deals 6 --seed 2",
    );
    each(
        "league three twist => twist/games.bin & rule set
        league three unlike => unlike/games.bin & block 0
        league three both/league.json => both/league.json & it is a league",
        |league, expected| folder.refused(league, expected),
    );
}
