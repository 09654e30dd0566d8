//! `league` and `league respond`, end to end through the binary.

use std::fs;

use serde_json::Value;

use crate::common::{Folder, says};

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

/// The folders and files in a folder, in order.
fn entries(folder: &Folder, name: &str) -> Vec<String> {
    let entries = fs::read_dir(folder.at(name)).expect("there");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("readable").file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).into_string().expect("plain"))
        .collect();
    names.sort();
    names
}

/// The run that confirmed a response.
fn confirmed(folder: &Folder, search: &str) -> String {
    let runs = entries(folder, &format!("{search}/confirm"));
    assert_eq!(runs.len(), 1);
    format!("{search}/confirm/{}", runs[0])
}

#[test]
fn a_league_is_written_beside_its_run_and_says_what_the_summary_says() {
    let folder = Folder::new();
    folder.play(
        "four",
        "--bots greedy,single,random,hold:h=3 --deals 12 --seed 3",
    );
    let said = folder.told("league four");
    let [league, known] =
        ["league", "summary"].map(|name| folder.json(&format!("four/{name}.json")));
    for (bot, known) in list(&league["bots"]).iter().zip(list(&known["bots"])) {
        for field in "bot games win_rate win_rate_ci rating rating_ci".split(' ') {
            assert_eq!(bot[field], known[field], "{field}");
        }
    }
    let mut pairs = list(&known["pairs"]).iter();
    for a in 0..4 {
        for b in a + 1..4 {
            let pair = pairs.next().expect("six pairs");
            let cell = &league["payoffs"][a][b];
            assert_eq!(cell["wins"], pair["win_rate"]);
            assert_eq!(cell["ci"], pair["win_rate_ci"]);
        }
    }
    // The holder beats all of these, so the mixture is the holder.
    let weights = &league["nash"]["weights"];
    assert!(weights[3]["weight"].as_f64() > Some(0.99999), "{weights}");
    assert_eq!(league["bots"][0]["worst"]["against"], "hold:h=3");
    let title = "# League: `original`, 2 players\n";
    assert!(said.starts_with(title), "{said}");
    says(&said, &["| 1 | `hold:h=3` |", "| never picked |"]);
    assert_eq!(folder.text("four/table.md"), said);
    // The same from its own data, elsewhere, and after it was written once.
    let data = folder.text("four/league.json");
    assert_eq!(folder.told("league four/league.json"), said);
    assert_eq!(folder.told("league four --json --out elsewhere"), data);
    assert_eq!(folder.text("elsewhere/league.json"), data);
    folder.told("verify four");
}

/// A search small enough for a test: fast bots, and `first` deals in the first rung.
fn respond(folder: &Folder, out: &str, first: u32, threads: u32) -> String {
    let search = "--to greedy --family single --start hold:h=3 --last 6 --factor 3 --stages 2 \
        --confirm 12 --seed 4";
    folder.told(&format!(
        "league respond {search} --first {first} --quiet --threads {threads} --out {out}"
    ))
}

#[test]
fn a_response_is_found_confirmed_on_other_deals_and_the_same_at_any_number_of_threads() {
    let folder = Folder::new();
    let said = respond(&folder, "one", 2, 1);
    let found = folder.json("one/response.json");
    let best = found["best"]["bot"].as_str().expect("a name");
    assert!(best.starts_with("hold"), "{best}");
    let title = format!("Best response to greedy that was found: {best}");
    let again = "Again:  rummilab league respond --to greedy --family single";
    says(&said, &[&title, again]);
    respond(&folder, "two", 2, 2);
    assert_eq!(
        folder.text("one/response.json"),
        folder.text("two/response.json")
    );
    // Rungs: all candidates on few deals, a third of them on more; none twice, and never the bot
    // itself.
    let rungs = list(&found["stages"][0]["rungs"]);
    let sizes = rungs.iter().map(|rung| list(&rung["candidates"]).len());
    let sizes: Vec<usize> = sizes.collect();
    assert_eq!(sizes[1], sizes[0].div_ceil(3));
    for name in ["single", "hold:h=3", "single:late=0"] {
        let candidates = list(&rungs[0]["candidates"]).iter();
        let same = candidates.filter(|known| known["bot"] == name);
        assert_eq!(same.count(), 1, "{name}");
    }
    // The confirmation is an ordinary run with the next seed, and its numbers are those printed.
    let run = confirmed(&folder, "one");
    let known = folder.json(&format!("{run}/summary.json"));
    assert_eq!(known["seed"], 5);
    let (told, pair) = (&found["confirmed"], &known["pairs"][0]);
    assert_eq!(told["wins"], pair["win_rate"]);
    assert_eq!(told["wins_ci"], pair["win_rate_ci"]);
    let wins = told["wins"].as_f64().expect("a share");
    let edge = found["exploitability"].as_f64().expect("a number");
    assert!((edge - (wins - 0.5).max(0.0)).abs() < 1e-12);
    folder.told(&["verify", &run]);
}

#[test]
fn a_response_among_several_sits_alone_against_copies_of_the_bot() {
    let folder = Folder::new();
    let search = "--to single --family value --players 3 --first 2 --last 2 --stages 1 --confirm 6";
    let said = folder.told(&format!("league respond {search} --quiet --out three"));
    says(&said, &["(original, 3 players)", " --players 3 "]);
    let found = folder.json("three/response.json");
    let known = folder.json(&format!("{}/summary.json", confirmed(&folder, "three")));
    let (best, told) = (&known["bots"][0], &found["confirmed"]);
    assert_eq!(found["players"], 3);
    assert_eq!(best["bot"], found["best"]["bot"]);
    // Six deals in three seatings, the response in one seat of each.
    assert_eq!((&known["games"], &best["seats"]), (&18.into(), &18.into()));
    assert_eq!(told["wins"], best["win_rate"]);
    assert_eq!(told["wins_ci"], best["win_rate_ci"]);
    let wins = best["win_rate"].as_f64().expect("a share");
    let edge = found["exploitability"].as_f64().expect("a number");
    assert!((edge - (wins - 1.0 / 3.0).max(0.0)).abs() < 1e-12);
}

/// The state after a killed search: some candidates not played, one cut in the middle of a block,
/// nothing confirmed.
#[test]
fn a_search_that_was_cut_off_goes_on_and_ends_with_the_same_bytes() {
    let folder = Folder::new();
    respond(&folder, "whole", 2, 2);
    respond(&folder, "cut", 2, 2);
    fs::remove_file(folder.at("cut/response.json")).expect("there");
    fs::remove_dir_all(folder.at("cut/confirm")).expect("there");
    let searched = entries(&folder, "cut/search");
    fs::remove_dir_all(folder.at("cut/search").join(&searched[0])).expect("there");
    let torn = format!("cut/search/{}/games.bin", searched[1]);
    let bytes = folder.read(&torn);
    folder.write(&torn, &bytes[..bytes.len() - 40]);
    // A longer search has played more of a candidate than this one asks for; that must not count.
    respond(&folder, "cut", 5, 2);
    respond(&folder, "cut", 2, 2);
    assert_eq!(
        folder.text("whole/response.json"),
        folder.text("cut/response.json")
    );
}

/// Small budgets against a weak bot. Every kind is one of the list, says its work, and is measured on
/// the deals of the next seed; the bytes are the same at any number of threads.
#[test]
fn responses_of_every_kind_are_made_and_measured_the_same_at_any_number_of_threads() {
    let folder = Folder::new();
    let search = "--to single --kind playouts,settings --own hold:h=0 --games 12 \
        --family value --first 2 --last 2 --stages 1 --confirm 4 --seed 4 --quiet";
    let said = folder.told(&format!("league respond {search} --threads 1 --out one"));
    says(
        &said,
        &[
            "Responses to single (original, 2 players)",
            "work a turn: 12 playouts, against single, going on as hold:h=0",
            "--kind playouts,settings",
            "--own hold:h=0 --games 12",
        ],
    );
    folder.told(&format!("league respond {search} --threads 2 --out two"));
    assert_eq!(
        folder.text("one/response.json"),
        folder.text("two/response.json")
    );
    let found = folder.json("one/response.json");
    let responses = list(&found["responses"]);
    let kinds: Vec<&Value> = responses.iter().map(|response| &response["kind"]).collect();
    assert_eq!(kinds, ["playouts", "settings"]);
    for response in &responses[..1] {
        let wins = response["confirmed"]["wins"].as_f64().expect("a share");
        assert!(wins >= 0.625, "{response}");
    }
    let runs = entries(&folder, "one/confirm");
    assert_eq!(runs.len(), 2);
    for run in runs {
        let run = format!("one/confirm/{run}");
        let known = folder.json(&format!("{run}/summary.json"));
        let bot = &known["bots"][0]["bot"];
        let response = responses.iter().find(|one| one["responder"] == *bot);
        let told = &response.expect("the run is of a kind")["confirmed"];
        assert_eq!((&known["seed"], &told["seed"]), (&5.into(), &5.into()));
        assert_eq!(told["wins"], known["pairs"][0]["win_rate"]);
        assert_eq!(told["wins_ci"], known["pairs"][0]["win_rate_ci"]);
        folder.told(&["verify", &run]);
    }
}
