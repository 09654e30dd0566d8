//! `tournament`, `run`, `verify`, `replay` and `bots`, end to end through the binary.

use std::fs;

use serde_json::{Value, json};

use crate::common::{Folder, bytes, each, json_lines, play, says, told};

#[test]
fn threads_do_not_change_a_byte() {
    let folder = Folder::new();
    for setup in [
        "--bots hold:h=3,greedy,random --deals 4 --seed 7",
        "--bots hold,greedy --players 4 --rules tournament --deals 6",
        "--bots single,value --draws shared --deals 8",
        "--bots hold,greedy,random,single,value --players 5 --rules six --deals 2",
        "--bots hold,greedy,random,single,value,dump --players 6 --rules six --deals 1",
        "--bots hold,greedy --players 6 --rules tournament --deals 2",
        "--bots greedy,single --players 5 --rules house --deals 1",
        "--bots greedy,random --players 6 --rules twist --deals 1",
    ] {
        let runs = [1, 8].map(|threads| {
            let name = format!("{threads} {setup}");
            folder.play(&name, &format!("{setup} --threads {threads}"));
            bytes(&folder.at(&name))
        });
        assert!(runs[0] == runs[1], "{setup}");
    }
}

/// Score by block and bot, from games.csv.
fn scores_by_block(folder: &Folder, run: &str, bot: &str) -> Vec<i64> {
    let csv = folder.text(&format!("{run}/games.csv"));
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

fn summary(folder: &Folder, run: &str) -> Value {
    folder.json(&format!("{run}/summary.json"))
}

#[test]
fn identical_bots_differ_by_exactly_nothing_in_every_block() {
    let folder = Folder::new();
    for (players, bot) in [
        (2, "greedy"),
        (2, "random"),
        (3, "single"),
        (5, "value"),
        (6, "dump"),
    ] {
        let bots = vec![bot; players].join(",");
        folder.play(
            bot,
            &format!("--bots {bots} --players {players} --deals 10"),
        );
        let first = scores_by_block(&folder, bot, &format!("{bot}#1"));
        for label in 2..=players {
            let other = scores_by_block(&folder, bot, &format!("{bot}#{label}"));
            assert_eq!(first, other, "{bots}");
        }
        for pair in summary(&folder, bot)["pairs"].as_array().expect("pairs") {
            assert_eq!(pair["score_difference"], 0.0, "{bots}");
            assert_eq!(pair["score_difference_ci"], json!([0.0, 0.0]), "{bots}");
            assert_eq!(pair["win_difference"], 0.0, "{bots}");
        }
    }
}

#[test]
fn swapping_two_bots_flips_the_sign_exactly() {
    let folder = Folder::new();
    folder.play("one", "--bots hold:h=3,greedy --deals 12");
    folder.play("other", "--bots greedy,hold:h=3 --deals 12");
    for bot in ["greedy", "hold:h=3"] {
        let [one, other] = ["one", "other"].map(|run| scores_by_block(&folder, run, bot));
        assert_eq!(one, other);
    }
    for (key, sign) in [
        ("score_difference", -1.0),
        ("win_difference", -1.0),
        ("variance_ratio_score", 1.0),
    ] {
        let [one, other] = ["one", "other"].map(|run| {
            let value = &summary(&folder, run)["pairs"][0][key];
            value.as_f64().expect("a number")
        });
        assert_eq!(one, sign * other, "{key}");
    }
}

#[test]
fn a_cut_record_is_continued_to_the_same_bytes() {
    let folder = Folder::new();
    let (whole, cut) = (folder.at("whole"), folder.at("cut"));
    let args = "--bots greedy,single --deals 6";
    folder.play("whole", args);
    folder.play("cut", args);
    let games = folder.read("cut/games.bin");
    for part in [1, games.len() / 3, games.len() - 1] {
        folder.write("cut/games.bin", &games[..part]);
        fs::remove_file(cut.join("summary.json")).expect("there");
        folder.play("cut", args);
        assert!(bytes(&cut) == bytes(&whole), "cut at {part}");
    }
    // A complete run is not played again.
    folder.play("cut", args);
    assert!(bytes(&cut) == bytes(&whole));
}

#[test]
fn the_pool_may_run_out_in_a_game_that_ends_otherwise() {
    let folder = Folder::new();
    let out = folder.told("tournament --bots hold:h=0 --deals 10 --out run");
    let game = &folder.json("run/summary.json")["game"];
    let share = |name: &str| format!("{:.1} %", 100.0 * game[name].as_f64().expect("a share"));
    let (ran_out, nobody) = (share("pool_empty_at_end"), share("empty_pool_share"));
    assert_ne!(ran_out, nobody);
    let line = format!("the pool runs out in {ran_out} and {nobody} end with nobody out");
    says(out.replace('\n', " "), &[&line]);
}

#[test]
fn a_plan_file_plays_the_same_games() {
    let folder = Folder::new();
    let args = "--bots hold,greedy --deals 3 --option opening_min=20";
    play(&folder.at("one"), args);
    folder.told("run one/plan.toml --out again");
    assert!(bytes(&folder.at("one")) == bytes(&folder.at("again")));

    folder.write(
        "mine.toml",
        "base = \"original\"\nname = \"mine\"\nopening_min = 20\n",
    );
    let short = "bots = [\"greedy\", \"hold:h=01\"]\nrules = \"mine.toml\"\ndeals = 2\n";
    folder.write("short.toml", short);
    // Rules are relative to the plan, wherever the command runs.
    let [plan, out] = ["short.toml", "short"].map(|name| folder.at(name).display().to_string());
    told(&["run", &plan, "--out", &out]);
    let summary = summary(&folder, "short");
    assert_eq!(summary["rules"], "mine");
    assert_eq!(summary["bots"][1]["bot"], "hold");
}

#[test]
fn replay_tells_the_game_turn_by_turn() {
    let folder = Folder::new();
    folder.play("run", "--bots greedy,hold --deals 2");
    let told = folder.told("replay run --block 1 --game 1");
    assert!(
        folder
            .told("replay run --own-turn 1:2")
            .contains("  3  1:2   seat 1 (hold)")
    );
    let start = "original, block 1, game 1, seed 1\nseat 0 (hold): ";
    assert!(told.starts_with(start), "{told}");
    says(&told, &["draws", "lays", "place 1"]);

    let count = |tiles: &Value| {
        let tokens = tiles.as_str().unwrap_or_default().split_whitespace();
        tokens.filter(|token| *token != ";").count() as u64
    };
    for turn in json_lines(&folder.told("replay run --json")) {
        let racks = turn["racks"].as_array().expect("racks");
        let on_racks: u64 = racks.iter().map(count).sum();
        let pool = turn["pool"].as_u64().expect("a number");
        let all = on_racks + count(&turn["table"]) + pool;
        assert_eq!(all, 106, "no tile is lost: {turn}");
    }
    let cases = r#"
        replay run --block 9 => no block 9 & 0 to 1
        replay run --game 2 => games 0 to 1
        replay run --turn 9999 => turns 0 to
        replay run --own-turn 0:9999 => seat 0 has & turns of its own
        replay run --own-turn 9:1 => there is no seat 9
        replay run --own-turn 0:0 => expected SEAT:N
        replay run --own-turn 0:1 --turn 0 => cannot be used with
    "#;
    each(cases, |args, parts| folder.refused(args, parts));
}

/// `blocks.csv` has a row for each block, with the sums of its rows in `games.csv`. Folders of
/// older versions have none.
#[test]
fn blocks_are_the_sums_of_their_games() {
    let folder = Folder::new();
    folder.play("run", "--bots greedy,hold:h=3,random --deals 3");
    let lines = |name: &str| -> Vec<Vec<String>> {
        let text = folder.text(&format!("run/{name}"));
        let cells = |line: &str| line.split(',').map(str::to_owned).collect();
        text.lines().map(cells).collect()
    };
    let (blocks, games) = (lines("blocks.csv"), lines("games.csv"));
    let bots = ["greedy", "hold:h=3", "random"];
    let mut head = ["block", "games", "turns"].map(str::to_owned).to_vec();
    head.extend(
        bots.iter()
            .flat_map(|bot| ["seats", "wins", "score"].map(|what| format!("{bot} {what}"))),
    );
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
            let sums = [seats.to_string(), wins.to_string(), score.to_string()];
            let none = [""; 3].map(str::to_owned);
            assert_eq!(found, if seats == 0 { none } else { sums });
        }
    }
    fs::remove_file(folder.at("run/blocks.csv")).expect("it was there");
    let (code, out, err) = folder.run("verify run");
    assert_eq!(code, 1);
    says(out + &err, &["blocks.csv cannot be read"]);
}
