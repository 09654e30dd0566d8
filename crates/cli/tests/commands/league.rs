//! `league` and `league respond`, end to end through the binary.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{Folder, Said, fails, run, summary, words};

fn text(path: &Path) -> &str {
    path.to_str().expect("a plain path")
}

#[track_caller]
fn works(said: Said) -> String {
    let (code, out, err) = said;
    assert_eq!(code, 0, "{err}");
    out
}

fn tournament(out: &Path, args: &[&str]) {
    works(run(
        &[&["tournament", "--quiet", "--out", text(out)], args].concat()
    ));
}

/// A league of four bots that think fast.
fn four(folder: &Folder) -> PathBuf {
    let out = folder.at("four");
    let bots = "greedy,single,random,hold:h=3";
    tournament(&out, &["--bots", bots, "--deals", "12", "--seed", "3"]);
    out
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("it is there")).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

#[test]
fn a_league_is_written_beside_its_run_and_says_what_the_summary_says() {
    let folder = Folder::new();
    let out = four(&folder);
    let said = works(run(&["league", text(&out)]));
    let (league, known) = (json(&out.join("league.json")), summary(&out));
    for (bot, known) in list(&league["bots"]).iter().zip(list(&known["bots"])) {
        for field in [
            "bot",
            "games",
            "win_rate",
            "win_rate_ci",
            "rating",
            "rating_ci",
        ] {
            assert_eq!(bot[field], known[field], "{field}");
        }
    }
    let mut pairs = list(&known["pairs"]).iter();
    for a in 0..4 {
        for b in a + 1..4 {
            let pair = pairs.next().expect("six pairs");
            let cell = &league["payoffs"][a][b];
            assert_eq!(
                (&cell["wins"], &cell["ci"]),
                (&pair["win_rate"], &pair["win_rate_ci"])
            );
        }
    }
    // The holder beats all of these, so the mixture is the holder.
    let weights: Vec<f64> = list(&league["nash"]["weights"])
        .iter()
        .map(|weight| weight["weight"].as_f64().expect("a number"))
        .collect();
    assert!(weights[3] > 0.99999, "{weights:?}");
    assert_eq!(league["bots"][0]["worst"]["against"], "hold:h=3");
    assert!(
        said.starts_with("# League: `original`, 2 players\n"),
        "{said}"
    );
    assert!(
        said.contains("| 1 | `hold:h=3` |") && said.contains("Never picked"),
        "{said}"
    );
    assert_eq!(
        fs::read_to_string(out.join("table.md")).expect("there"),
        said
    );
    // The same again from its own data, elsewhere, and after it was written once.
    let data = out.join("league.json");
    let bytes = fs::read(&data).expect("there");
    assert_eq!(works(run(&["league", text(&data)])), said);
    let elsewhere = folder.at("elsewhere");
    let printed = works(run(&[
        "league",
        text(&out),
        "--json",
        "--out",
        text(&elsewhere),
    ]));
    assert_eq!(printed.as_bytes(), bytes);
    assert_eq!(
        fs::read(elsewhere.join("league.json")).expect("there"),
        bytes
    );
    works(run(&["verify", text(&out)]));
}

#[test]
fn with_more_players_there_is_no_mixture_and_the_table_says_why() {
    let folder = Folder::new();
    let out = folder.at("three");
    let bots = "greedy,single,random,value";
    tournament(&out, &["--bots", bots, "--players", "3", "--deals", "2"]);
    let said = works(run(&["league", text(&out)]));
    assert!(said.contains("told for two players only"), "{said}");
    let league = json(&out.join("league.json"));
    assert!(league["nash"].is_null() && league["payoffs"].is_null());
}

#[test]
fn runs_that_are_no_league_are_refused_and_left_alone() {
    let folder = Folder::new();
    let check = |name: &str, args: &[&str], expected: &str| {
        let out = folder.at(name);
        tournament(&out, args);
        fails(&run(&["league", text(&out)]), 2, &[expected, "expected"]);
        assert!(!out.join("league.json").exists());
    };
    let bots = ["--bots", "random,single,greedy"];
    check(
        "gauntlet",
        &[&bots[..], &["--deals", "2", "--format", "gauntlet"]].concat(),
        "no round robin",
    );
    check(
        "shard",
        &[&bots[..], &["--deals", "4", "--shard", "1/2"]].concat(),
        "6 of 12 blocks",
    );
    check(
        "stopped",
        &[&bots[..], &["--deals", "60", "--until-width", "500"]].concat(),
        "may have ended it early",
    );
    check(
        "alone",
        &words("--bots random --deals 2"),
        "nobody met anybody",
    );
    fails(
        &run(&["league", text(&folder.at("nowhere"))]),
        2,
        &["nowhere"],
    );
    let data = folder.at("league.json");
    for (wrong, expected) in [("{", "is no league"), ("{\"seed\": 1}", "missing field")] {
        fs::write(&data, wrong).expect("writable");
        fails(&run(&["league", text(&data)]), 2, &[expected]);
    }
    let (code, _, err) = run(&["league"]);
    assert_eq!(code, 2, "{err}");
}

/// A search small enough for a test: bots that think fast, few deals, at first so many.
fn respond_from(first: &str, out: &Path, threads: &str) -> String {
    works(run(&[
        "league",
        "respond",
        "--to",
        "greedy",
        "--family",
        "single",
        "--start",
        "hold:h=3",
        "--first",
        first,
        "--last",
        "6",
        "--factor",
        "3",
        "--stages",
        "2",
        "--confirm",
        "12",
        "--seed",
        "4",
        "--quiet",
        "--threads",
        threads,
        "--out",
        text(out),
    ]))
}

fn respond(out: &Path, threads: &str) -> String {
    respond_from("2", out, threads)
}

#[test]
fn a_response_is_found_confirmed_on_other_deals_and_the_same_at_any_number_of_threads() {
    let folder = Folder::new();
    let (one, two) = (folder.at("one"), folder.at("two"));
    let said = respond(&one, "1");
    let found = json(&one.join("response.json"));
    let best = found["best"]["bot"].as_str().expect("a name");
    assert!(best.starts_with("hold"), "{best}");
    assert!(
        said.contains(&format!("Best response to greedy that was found: {best}")),
        "{said}"
    );
    assert!(
        said.contains("Again:  rummilab league respond --to greedy --family single"),
        "{said}"
    );
    respond(&two, "2");
    let bytes = |out: &Path| fs::read(out.join("response.json")).expect("there");
    assert_eq!(bytes(&one), bytes(&two));
    // Rungs: everybody on few deals, a third of them on more; nobody twice, and never the bot itself.
    let rungs = list(&found["stages"][0]["rungs"]);
    let sizes = rungs.iter().map(|rung| list(&rung["candidates"]).len());
    let sizes: Vec<usize> = sizes.collect();
    assert_eq!(sizes[1], sizes[0].div_ceil(3));
    let names: Vec<&Value> = list(&rungs[0]["candidates"])
        .iter()
        .map(|c| &c["bot"])
        .collect();
    for name in ["single", "hold:h=3", "single:late=0"] {
        assert_eq!(
            names.iter().filter(|known| ***known == name).count(),
            1,
            "{name}"
        );
    }
    // What is confirmed is an ordinary run with the next seed, and its numbers are those told.
    let runs: Vec<PathBuf> = fs::read_dir(one.join("confirm"))
        .expect("there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    let known = summary(&runs[0]);
    assert_eq!((runs.len(), &known["seed"]), (1, &5.into()));
    assert_eq!(found["confirmed"]["wins"], known["pairs"][0]["win_rate"]);
    assert_eq!(
        found["confirmed"]["wins_ci"],
        known["pairs"][0]["win_rate_ci"]
    );
    let wins = found["confirmed"]["wins"].as_f64().expect("a share");
    let edge = found["exploitability"].as_f64().expect("a number");
    assert!((edge - (wins - 0.5).max(0.0)).abs() < 1e-12);
    works(run(&["verify", text(&runs[0])]));
}

#[test]
fn a_response_in_company_sits_alone_against_copies_of_the_bot() {
    let folder = Folder::new();
    let out = folder.at("three");
    let said = works(run(&[
        "league",
        "respond",
        "--to",
        "single",
        "--family",
        "value",
        "--players",
        "3",
        "--first",
        "2",
        "--last",
        "2",
        "--stages",
        "1",
        "--confirm",
        "6",
        "--quiet",
        "--out",
        text(&out),
    ]));
    assert!(said.contains("(original, 3 players)"), "{said}");
    assert!(said.contains(" --players 3 "), "{said}");
    let found = json(&out.join("response.json"));
    let runs = fs::read_dir(out.join("confirm")).expect("there");
    let runs: Vec<PathBuf> = runs.map(|entry| entry.expect("readable").path()).collect();
    let known = summary(&runs[0]);
    let best = &known["bots"][0];
    assert_eq!(found["players"], 3);
    assert_eq!(best["bot"], found["best"]["bot"]);
    // Six deals in three seatings, the response in one seat of each.
    assert_eq!((&known["games"], &best["seats"]), (&18.into(), &18.into()));
    assert_eq!(found["confirmed"]["wins"], best["win_rate"]);
    assert_eq!(found["confirmed"]["wins_ci"], best["win_rate_ci"]);
    let wins = best["win_rate"].as_f64().expect("a share");
    let edge = found["exploitability"].as_f64().expect("a number");
    assert!((edge - (wins - 1.0 / 3.0).max(0.0)).abs() < 1e-12);
}

/// What a killed search leaves behind: some candidates not played, one torn in the middle of a block, nothing confirmed.
#[test]
fn a_search_that_was_cut_off_goes_on_and_ends_with_the_same_bytes() {
    let folder = Folder::new();
    let (whole, cut) = (folder.at("whole"), folder.at("cut"));
    respond(&whole, "2");
    respond(&cut, "2");
    fs::remove_file(cut.join("response.json")).expect("there");
    fs::remove_dir_all(cut.join("confirm")).expect("there");
    let mut searched: Vec<PathBuf> = fs::read_dir(cut.join("search"))
        .expect("there")
        .map(|entry| entry.expect("readable").path())
        .collect();
    searched.sort();
    fs::remove_dir_all(&searched[0]).expect("there");
    let torn = searched[1].join("games.bin");
    let bytes = fs::read(&torn).expect("there");
    fs::write(&torn, &bytes[..bytes.len() - 40]).expect("writable");
    // A longer search has played more of a candidate than this one asks for, which must not count.
    respond_from("5", &cut, "2");
    respond(&cut, "2");
    let read = |out: &Path| fs::read(out.join("response.json")).expect("there");
    assert_eq!(read(&whole), read(&cut));
}

#[test]
fn a_wrong_search_is_refused_with_what_was_expected() {
    let folder = Folder::new();
    let out = folder.at("none");
    let check = |args: &str, expected: &[&str]| {
        let all = [
            &["league", "respond", "--out", text(&out)],
            &words(args)[..],
        ]
        .concat();
        fails(&run(&all), 2, expected);
        assert!(!out.exists(), "nothing is left behind");
    };
    check("--to gredy", &["did you mean `greedy`"]);
    check(
        "--to greedy --family hodl",
        &["no bot `hodl`", "expected one of greedy"],
    );
    check("--to greedy --family faulty", &["no bot `faulty`"]);
    check("--to greedy --family hold:h=3", &["without settings"]);
    check("--to greedy --start hold:h=x", &["expected 0 to 100"]);
    check(
        "--to random --family random",
        &["no candidate but `random`"],
    );
    check("--to greedy --first 9 --last 8", &["--last 8 is less"]);
    check("--to greedy --factor 1", &["from 2 to 1000"]);
    check("--to greedy --rules oriignal", &["did you mean `original`"]);
}
