//! `tournament`, `run`, `verify`, `replay` and `bots`, end to end through the binary.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::common::{Folder, bytes, play, run, summary, words};

#[test]
fn threads_do_not_change_a_byte() {
    let folder = Folder::new();
    for (i, setup) in [
        &words("--bots hold:h=3,greedy,random --deals 4 --seed 7")[..],
        &words("--bots hold,greedy --players 4 --rules tournament --deals 6"),
        &words("--bots single,value --draws shared --deals 8"),
    ]
    .iter()
    .enumerate()
    {
        let runs = ["1", "2", "8"].map(|threads| {
            let out = folder.at(&format!("{i}-{threads}"));
            play(&out, &[setup, &["--threads", threads][..]].concat());
            bytes(&out)
        });
        assert!(runs[0] == runs[1] && runs[0] == runs[2], "{setup:?}");
    }
}

/// Score by block and bot, from games.csv.
fn scores_by_block(folder: &Path, bot: &str) -> Vec<i64> {
    let csv = fs::read_to_string(folder.join("games.csv")).expect("there");
    let mut blocks = Vec::new();
    for row in csv.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let block: usize = cells[0].parse().expect("a number");
        blocks.resize(blocks.len().max(block + 1), 0);
        if cells[3] == bot {
            blocks[block] += cells[4].parse::<i64>().expect("a number");
        }
    }
    blocks
}

#[test]
fn identical_bots_differ_by_exactly_nothing_in_every_block() {
    let folder = Folder::new();
    for (players, bots, labels) in [
        ("2", "greedy,greedy", vec!["greedy#1", "greedy#2"]),
        ("2", "random,random", vec!["random#1", "random#2"]),
        (
            "3",
            "single,single,single",
            vec!["single#1", "single#2", "single#3"],
        ),
    ] {
        let out = folder.at(bots);
        play(
            &out,
            &words(&format!("--bots '{bots}' --players '{players}' --deals 10")),
        );
        let scores: Vec<Vec<i64>> = labels
            .iter()
            .map(|label| scores_by_block(&out, label))
            .collect();
        assert!(
            scores.iter().all(|bot| *bot == scores[0]),
            "{bots}: {scores:?}"
        );
        for pair in summary(&out)["pairs"].as_array().expect("pairs") {
            assert_eq!(pair["score_difference"], 0.0, "{bots}");
            assert_eq!(
                pair["score_difference_ci"],
                serde_json::json!([0.0, 0.0]),
                "{bots}"
            );
            assert_eq!(pair["win_difference"], 0.0, "{bots}");
        }
    }
}

#[test]
fn swapping_two_bots_flips_the_sign_exactly() {
    let folder = Folder::new();
    let (one, other) = (folder.at("one"), folder.at("other"));
    play(&one, &["--bots", "hold:h=3,greedy", "--deals", "12"]);
    play(&other, &["--bots", "greedy,hold:h=3", "--deals", "12"]);
    for bot in ["greedy", "hold:h=3"] {
        assert_eq!(scores_by_block(&one, bot), scores_by_block(&other, bot));
    }
    let difference =
        |folder: &Path, key: &str| summary(folder)["pairs"][0][key].as_f64().expect("a number");
    for key in ["score_difference", "win_difference"] {
        assert_eq!(difference(&one, key), -difference(&other, key));
    }
    assert_eq!(
        difference(&one, "variance_ratio_score"),
        difference(&other, "variance_ratio_score")
    );
}

#[test]
fn a_summary_holds_what_the_contract_says() {
    let folder = Folder::new();
    let out = folder.at("run");
    let table = play(&out, &words("--bots hold:h=3,greedy --deals 5 --seed 7"));
    let summary = summary(&out);
    for key in [
        "plan_hash",
        "seed",
        "rules",
        "players",
        "blocks",
        "games",
        "bots",
        "pairs",
        "game",
    ] {
        assert!(!summary[key].is_null(), "{key}");
    }
    assert_eq!(
        (&summary["blocks"], &summary["games"], &summary["seed"]),
        (&5.into(), &10.into(), &7.into())
    );
    assert_eq!(summary["bots"][0]["bot"], "hold:h=3");
    for key in [
        "games",
        "wins",
        "win_rate",
        "win_rate_ci",
        "mean_score",
        "mean_score_ci",
    ] {
        assert!(summary["bots"][0].get(key).is_some(), "{key}");
    }
    for key in ["mean_turns", "draw_share", "empty_pool_share"] {
        assert!(summary["game"][key].is_number(), "{key}");
    }
    let csv = fs::read_to_string(out.join("games.csv")).expect("there");
    let header =
        "block,game,seat,bot,score,win_share,tiles_left,points_left,own_turns,opened_turn,end";
    assert_eq!(csv.lines().next(), Some(header));
    assert_eq!(csv.lines().count(), 1 + 10 * 2);
    assert!(
        table.contains("Again:  rummilab tournament --bots hold:h=3,greedy --deals 5 --seed 7"),
        "{table}"
    );
}

#[test]
fn json_output_is_the_summary() {
    let folder = Folder::new();
    let out = folder.at("run");
    let printed = play(&out, &["--bots", "greedy,random", "--deals", "2", "--json"]);
    assert_eq!(
        printed.as_bytes(),
        fs::read(out.join("summary.json")).expect("there")
    );
}

#[test]
fn a_cut_record_is_continued_to_the_same_bytes() {
    let folder = Folder::new();
    let (whole, cut) = (folder.at("whole"), folder.at("cut"));
    let args = ["--bots", "greedy,single", "--deals", "6"];
    play(&whole, &args);
    play(&cut, &args);
    let games = fs::read(cut.join("games.bin")).expect("there");
    for part in [1, games.len() / 3, games.len() - 1] {
        fs::write(cut.join("games.bin"), &games[..part]).expect("writable");
        fs::remove_file(cut.join("summary.json")).expect("there");
        play(&cut, &args);
        assert!(bytes(&cut) == bytes(&whole), "cut at {part}");
    }
    // A complete run is not played again.
    play(&cut, &args);
    assert!(bytes(&cut) == bytes(&whole));
}

#[test]
fn a_folder_of_another_plan_is_left_alone() {
    let folder = Folder::new();
    let out = folder.at("run");
    let path = out.to_str().expect("a plain path");
    play(&out, &["--bots", "greedy,random", "--deals", "2"]);
    let before = bytes(&out);
    let output = run(&words(&format!(
        "tournament --bots greedy,random --deals 3 --out {path}"
    )));
    assert_eq!(output.0, 2);
    assert!(output.2.contains("another plan"), "{}", output.2);
    assert!(bytes(&out) == before);

    let home = folder.at("home");
    fs::create_dir(&home).expect("writable");
    fs::write(home.join("letter.txt"), "dear").expect("writable");
    let output = run(&[
        "tournament",
        "--bots",
        "greedy,random",
        "--out",
        home.to_str().expect("plain"),
    ]);
    assert_eq!(output.0, 2);
    assert!(output.2.contains("letter.txt"));
    assert_eq!(fs::read_dir(&home).expect("there").count(), 1);

    fs::write(home.join("letter.txt"), "dear").expect("writable");
    fs::rename(home.join("letter.txt"), home.join("games.bin")).expect("writable");
    let output = run(&[
        "tournament",
        "--bots",
        "greedy,random",
        "--out",
        home.to_str().expect("plain"),
    ]);
    assert_eq!(output.0, 2);
    assert_eq!(fs::read(home.join("games.bin")).expect("there"), b"dear");
}

/// A plan that a person wrote is worth more than the folder it lies in.
#[test]
fn a_plan_file_is_not_written_over_by_another_plan() {
    let folder = Folder::new();
    let home = folder.at("home");
    fs::create_dir(&home).expect("writable");
    let plan = home.join("plan.toml");
    let written = "# mine\nbots = [\"greedy\", \"random\"]\ndeals = 2\n";
    fs::write(&plan, written).expect("writable");
    let (plan_path, home_path) = (plan.to_str().expect("plain"), home.to_str().expect("plain"));
    let output = run(&["run", plan_path, "--out", home_path]);
    assert_eq!(output.0, 2);
    assert!(output.2.contains("plan.toml"));
    assert_eq!(fs::read_to_string(&plan).expect("there"), written);
    assert_eq!(fs::read_dir(&home).expect("there").count(), 1);
}

#[test]
fn a_plan_file_plays_the_same_games() {
    let folder = Folder::new();
    let (one, again) = (folder.at("one"), folder.at("again"));
    play(
        &one,
        &words("--bots hold,greedy --deals 3 --option opening_min=20"),
    );
    let plan = one.join("plan.toml");
    let output = run(&[
        "run",
        plan.to_str().expect("plain"),
        "--out",
        again.to_str().expect("plain"),
    ]);
    assert_eq!(output.0, 0, "{}", output.2);
    assert!(bytes(&one) == bytes(&again));

    let short = folder.at("short.toml");
    fs::write(
        folder.at("mine.toml"),
        "base = \"original\"\nname = \"mine\"\nopening_min = 20\n",
    )
    .expect("writable");
    fs::write(
        &short,
        "bots = [\"greedy\", \"hold:h=01\"]\nrules = \"mine.toml\"\ndeals = 2\n",
    )
    .expect("writable");
    let out = folder.at("short");
    let output = run(&[
        "run",
        short.to_str().expect("plain"),
        "--out",
        out.to_str().expect("plain"),
    ]);
    assert_eq!(output.0, 0, "{}", output.2);
    assert_eq!(summary(&out)["rules"], "mine");
    assert_eq!(summary(&out)["bots"][1]["bot"], "hold");
}

fn check_refused(args: &[&str], parts: &[&str]) {
    let output = run(args);
    let message = output.2;
    assert_eq!(output.0, 2, "{args:?}: {message}");
    assert!(output.1.is_empty(), "{args:?}");
    for part in parts {
        assert!(message.contains(part), "{args:?}: {message}");
    }
}

#[test]
fn bad_input_is_met_with_what_was_expected() {
    let folder = Folder::new();
    let out = folder.at("none");
    let out = out.to_str().expect("plain");
    let with = |args: &str, parts: &[&str]| {
        check_refused(
            &[&["tournament", "--out", out], &words(args)[..]].concat(),
            parts,
        );
    };
    with("", &["--bots", "rummilab bots"]);
    with("--bots gredy", &["gredy", "did you mean `greedy`"]);
    with("--bots hold:g=3", &["no parameter `g`", "it has h, empty"]);
    with("--bots hold:h=lots", &["expected 0 to 100"]);
    with("--bots greedy --players 5", &["5", "2 to 4"]);
    with("--bots greedy --deals 0", &["0"]);
    with(
        "--bots greedy --rules orginal",
        &["did you mean `original`"],
    );
    with("--bots greedy --option hand=99", &["hand", "99"]);
    with(
        "--bots greedy --option joker_reclaim=replace-any",
        &["search", "joker_reclaim = replace-any"],
    );
    with(
        "--bots greedy --format swiss",
        &["swiss", "round-robin", "club"],
    );
    with(
        "--bots greedy --format club",
        &["tables of 4", "at least 4 bots"],
    );
    with("--bots greedy --threads 0", &["threads"]);
    with("--bots greedy --deels 3", &["--deals"]);
    assert!(
        !Path::new(out).exists(),
        "nothing is written for a wrong command"
    );

    let plan = folder.at("plan.toml");
    fs::write(&plan, "bots = [\"greedy\"]\nplayerz = 3\n").expect("writable");
    check_refused(
        &["run", plan.to_str().expect("plain")],
        &["plan.toml:2:1", "playerz"],
    );
    fs::write(&plan, "bots = [\"greedy\", \"hodl\"]\nplayers = 9\n").expect("writable");
    check_refused(
        &["run", plan.to_str().expect("plain")],
        &["plan.toml:1:19: `bots`", "hodl", "did you mean `hold`"],
    );
    fs::write(&plan, "bots = [\"greedy\"]\nplayers = 9\ndeals = 0\n").expect("writable");
    check_refused(
        &["run", plan.to_str().expect("plain")],
        &["players is 9", "deals is 0"],
    );
    check_refused(&["run", "nowhere.toml"], &["nowhere.toml"]);
}

#[test]
fn verify_confirms_and_finds_every_kind_of_damage() {
    let folder = Folder::new();
    let out = folder.at("run");
    let path = out.to_str().expect("plain");
    play(
        &out,
        &words("--bots hold,random --deals 3 --rules tournament"),
    );
    let good = bytes(&out);
    let output = run(&["verify", path, "--replay-bots"]);
    assert_eq!(output.0, 0, "{}", output.1);
    assert!(output.1.contains("6 games in 3 blocks are sound"));

    let damage = |name: &str, change: &dyn Fn(&mut Vec<u8>), code: i32, part: &str| {
        let whole = fs::read(out.join(name)).expect("there");
        let mut bytes = whole.clone();
        change(&mut bytes);
        fs::write(out.join(name), &bytes).expect("writable");
        let output = run(&["verify", path]);
        let said = output.1 + &output.2;
        assert_eq!(output.0, code, "{name}: {said}");
        assert!(said.contains(part), "{name}: {said}");
        assert_eq!(
            fs::read(out.join(name)).expect("there"),
            bytes,
            "verify changes nothing"
        );
        fs::write(out.join(name), whole).expect("writable");
    };
    damage(
        "games.csv",
        &|bytes| bytes.extend(b"x"),
        1,
        "games.csv is not what the record gives",
    );
    damage(
        "blocks.csv",
        &|bytes| bytes.truncate(50),
        1,
        "blocks.csv is not what the record gives",
    );
    damage(
        "summary.json",
        &|bytes| bytes[20] ^= 1,
        1,
        "summary.json is not what the record gives",
    );
    damage(
        "plan.toml",
        &|bytes| bytes.clear(),
        1,
        "plan.toml is not what the record gives",
    );
    damage(
        "games.bin",
        &|bytes| bytes.truncate(bytes.len() - 1),
        1,
        "torn",
    );
    damage(
        "games.bin",
        &|bytes| {
            let at = bytes.len() / 2;
            bytes[at] ^= 1;
        },
        1,
        "damaged",
    );
    damage(
        "games.bin",
        &|bytes| bytes[0] ^= 1,
        2,
        "not a file of recorded games",
    );
    // Ours, but damaged in its header or cut off there: a check that failed.
    damage("games.bin", &|bytes| bytes[60] ^= 1, 1, "damaged");
    damage(
        "games.bin",
        &|bytes| bytes.truncate(60),
        1,
        "ends within its header",
    );
    damage("games.bin", &|bytes| bytes.clear(), 1, "games.bin");
    damage("games.bin", &|bytes| bytes[8] = 99, 2, "newer program");
    assert!(bytes(&out) == good);
    check_refused(
        &["verify", folder.at("nothing").to_str().expect("plain")],
        &["nothing"],
    );
}

#[test]
fn replay_tells_the_game_turn_by_turn() {
    let folder = Folder::new();
    let out = folder.at("run");
    let path = out.to_str().expect("plain");
    play(&out, &["--bots", "greedy,hold", "--deals", "2"]);
    let output = run(&["replay", path, "--block", "1", "--game", "1"]);
    assert_eq!(output.0, 0, "{}", output.2);
    let told = output.1;
    assert!(
        told.starts_with("original, block 1, game 1, seed 1\nseat 0 (hold): "),
        "{told}"
    );
    assert!(
        told.contains("draws") && told.contains("lays") && told.contains("place 1"),
        "{told}"
    );

    let lines = run(&["replay", path, "--json"]).1;
    for line in lines.lines() {
        let turn: Value = serde_json::from_str(line).expect("JSON");
        let on_racks: usize = turn["racks"]
            .as_array()
            .expect("racks")
            .iter()
            .map(|rack| count(rack.as_str()))
            .sum();
        let all = on_racks
            + count(turn["table"].as_str())
            + turn["pool"].as_u64().expect("a number") as usize;
        assert_eq!(all, 106, "no tile is lost: {line}");
    }
    check_refused(&["replay", path, "--block", "9"], &["no block 9", "0 to 1"]);
    check_refused(&["replay", path, "--game", "2"], &["games 0 to 1"]);
    check_refused(&["replay", path, "--turn", "9999"], &["turns 0 to"]);
}

fn count(tiles: Option<&str>) -> usize {
    tiles
        .unwrap_or_default()
        .split_whitespace()
        .filter(|token| *token != ";")
        .count()
}

#[test]
fn bots_lists_every_bot() {
    let listed = run(&["bots"]).1;
    for bot in [
        "greedy",
        "value",
        "hold",
        "champion",
        "standoff",
        "hold-joker",
        "single",
        "random",
        "h=1",
        "empty=dump",
        "late=0",
        "budget=normal",
    ] {
        assert!(listed.contains(bot), "{bot} in {listed}");
    }
    let records = run(&["bots", "--json"]).1;
    assert!(
        records.lines().all(
            |line| serde_json::from_str::<Value>(line).is_ok_and(|bot| bot["name"].is_string())
        )
    );
}

/// `blocks.csv` has a row for each block, with the sums of its rows in `games.csv`. Folders of older versions have none.
#[test]
fn blocks_are_the_sums_of_their_games() {
    let folder = Folder::new();
    let out = folder.at("run");
    play(&out, &["--bots", "greedy,hold:h=3,random", "--deals", "3"]);
    let lines = |name: &str| -> Vec<Vec<String>> {
        let text = fs::read_to_string(out.join(name)).expect("there");
        let cells = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().map(cells).collect()
    };
    let (blocks, games) = (lines("blocks.csv"), lines("games.csv"));
    let bots = ["greedy", "hold:h=3", "random"];
    let of_bots = bots
        .iter()
        .flat_map(|bot| ["seats", "wins", "score"].map(|what| format!("{bot} {what}")));
    let head: Vec<String> = ["block", "games", "turns"]
        .map(str::to_owned)
        .into_iter()
        .chain(of_bots)
        .collect();
    assert_eq!(blocks[0], head);
    assert_eq!(blocks.len(), 1 + 9);
    for block in &blocks[1..] {
        assert_eq!(block[1], "2");
        for (column, bot) in bots.iter().enumerate() {
            let rows = games
                .iter()
                .filter(|row| row[0] == block[0] && row[3] == *bot);
            let (seats, wins, score) = rows.fold((0, 0.0, 0), |(seats, wins, score), row| {
                let number = |cell: usize| row[cell].parse::<f64>().expect("a number");
                (seats + 1, wins + number(5), score + number(4) as i64)
            });
            let found = &block[3 + 3 * column..6 + 3 * column];
            match seats {
                0 => assert_eq!(found, ["", "", ""]),
                _ => assert_eq!(
                    found,
                    [seats.to_string(), wins.to_string(), score.to_string()]
                ),
            }
        }
    }
    fs::remove_file(out.join("blocks.csv")).expect("it was there");
    let verified = run(&["verify", out.to_str().expect("plain")]);
    assert_eq!(verified.0, 0, "{}", verified.1);
}
