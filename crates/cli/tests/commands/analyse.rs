//! `analyse` through the binary: counts, openings, figures of games, single decisions.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use std::path::Path;

use rummilab::solver::suite::long_tier;
use serde_json::Value;

use crate::common::{fails, run, run_in, words};

/// The lines of JSON that a command answers.
#[track_caller]
fn answers(args: &[&str]) -> Vec<Value> {
    let (code, out, err) = run(&[&["analyse"], args].concat());
    assert_eq!(code, 0, "{args:?}: {err}");
    out.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[track_caller]
fn answer(args: &[&str]) -> Value {
    let mut answers = answers(args);
    assert_eq!(answers.len(), 1, "{args:?}");
    answers.remove(0)
}

/// Plays a match into `folder/name`.
#[track_caller]
fn play(folder: &Path, name: &str, args: &[&str]) -> String {
    let out = folder.join(name).to_str().unwrap().to_owned();
    let (code, _, err) = run_in(folder, &[&["tournament", "--out", &out], args].concat(), "");
    assert_eq!(code, 0, "{err}");
    out
}

#[test]
fn count_answers_as_the_contract_says() {
    let small = words("count --values 5 --colours 3 --copies 1 --jokers 0");
    let line = run(&[&["analyse"], &small[..], &["--json"]].concat()).1;
    assert!(
        line.starts_with("{\"total\":\"506\",\"by_tiles\":[\"1\",\"0\",\"0\",\""),
        "{line}"
    );
    for method in ["auto", "closure", "automaton"] {
        let found = answer(&[&small[..], &["--json", "--method", method]].concat());
        let by_tiles = found["by_tiles"].as_array().unwrap();
        assert_eq!(by_tiles.len(), 16);
        let sum: u64 = by_tiles
            .iter()
            .map(|n| n.as_str().unwrap().parse::<u64>().unwrap())
            .sum();
        assert_eq!(
            (sum, found["total"].as_str()),
            (506, Some("506")),
            "{method}"
        );
    }
    // Three sets of nine and five groups of three tiles; jokers are tiles.
    assert_eq!(
        answer(&[&small[..], &["--json"]].concat())["by_tiles"][3],
        "14"
    );
    let jokers = words("count --values 4 --colours 3 --copies 1 --jokers 2 --json");
    let found = answer(&jokers);
    assert_eq!(found["total"], "1665");
    assert_eq!(found["by_tiles"][2], "0");
    let text = run(&words("analyse count --values 3 --colours 3 --copies 2")).1;
    assert!(text.contains("87 playable multisets"), "{text}");
}

#[test]
fn count_refuses_what_it_cannot_count() {
    let count = |args: &[&str]| run(&[&["analyse", "count"], args].concat());
    fails(&count(&["--values", "2"]), 2, &["from 3 to 15"]);
    fails(&count(&["--jokers", "5"]), 2, &["jokers"]);
    fails(
        &count(&["--jokers", "1", "--method", "automaton"]),
        2,
        &["no jokers"],
    );
    fails(&count(&["--option", "wrap=true"]), 2, &["too many to keep"]);
}

#[test]
fn openings_do_not_depend_on_threads_or_on_the_other_sizes() {
    let racks = |sizes: &str, threads: &str| {
        let args = [
            "analyse",
            "opening",
            "--tiles",
            sizes,
            "--samples",
            "700",
            "--seed",
            "5",
            "--json",
            "--threads",
            threads,
        ];
        let (code, out, err) = run(&args);
        assert_eq!(code, 0, "{err}");
        out
    };
    let all = racks("13..15", "1");
    assert_eq!(all, racks("13..=15", "3"));
    assert_eq!(all, racks("15,13,14,14", "2"));
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(racks("14", "2").trim_end(), lines[1]);
    assert!(
        lines[1].starts_with("{\"tiles\":14,\"samples\":700,\"p_any_set\":0."),
        "{all}"
    );
    let row: Value = serde_json::from_str(lines[1]).unwrap();
    let number = |key: &str| row[key].as_f64().unwrap();
    // The exact share of racks with a set is known (docs/solver.md#exact-probabilities), that of
    // openings within 0.0005.
    for (key, se, known) in [
        ("p_any_set", "se_p_any_set", 0.784_853_866),
        ("p_open", "se_p_open", 0.4974),
    ] {
        let off = (number(key) - known).abs() / number(se);
        assert!(off < 3.5, "{key}: {row}");
    }
    assert!(
        number("mean_best_opening") > 20.0 && number("se_mean_best_opening") > 0.0,
        "{row}"
    );
}

#[test]
fn openings_follow_the_rules() {
    let row = |args: &[&str]| {
        let all = ["opening", "--samples", "300", "--json"];
        answer(&[&all[..], args].concat())
    };
    let plain = row(&[]);
    assert_eq!(plain["tiles"], 14);
    // Nobody opens with more points than there are; everybody who holds a set, with one point.
    assert_eq!(row(&["--option", "opening_min=700"])["p_open"], 0.0);
    assert_eq!(
        row(&["--option", "opening_min=1"])["p_open"],
        plain["p_any_set"]
    );
    // Without jokers in the opening fewer racks open, and the same hold a set.
    let strict = row(&["--option", "opening_jokers=false"]);
    assert_eq!(strict["p_any_set"], plain["p_any_set"]);
    assert!(
        strict["p_open"].as_f64() < plain["p_open"].as_f64(),
        "{strict} {plain}"
    );
    // The whole game can be laid: 2 x 4 x 91 points of numbers and two jokers.
    let whole = answer(&words(
        "opening --samples 1 --tiles 104 --json --option jokers=0",
    ));
    assert_eq!(
        (&whole["p_open"], &whole["mean_best_opening"]),
        (&1.0.into(), &728.0.into())
    );
    assert_eq!(whole["se_p_open"], Value::Null);
    for rules in ["tournament", "twist", "house"] {
        assert_eq!(row(&["--rules", rules])["samples"], 300, "{rules}");
    }
}

#[test]
fn opening_refuses_racks_that_cannot_be() {
    let opening = |sizes: &str| run(&["analyse", "opening", "--tiles", sizes]);
    for sizes in ["0", "20..14", "14..", "x"] {
        fails(&opening(sizes), 2, &["expected such as 14 or 14..20"]);
    }
    fails(&opening("107"), 2, &["no rack has 107 tiles", "1 to 106"]);
}

/// docs/solver.md#exact-probabilities, with a million racks.
#[test]
fn a_million_racks_agree_with_the_exact_figure() {
    if !long_tier() {
        return;
    }
    let row = answer(&words(
        "opening --tiles 14 --samples 1000000 --seed 1 --json",
    ));
    let number = |key: &str| row[key].as_f64().unwrap();
    let off = (number("p_any_set") - 0.784_853_866).abs();
    assert!(off < 3.0 * number("se_p_any_set"), "{row}");
    assert!(
        (number("p_open") - 0.4974).abs() < 0.0005 + 3.0 * number("se_p_open"),
        "{row}"
    );
}

/// Whatever it had done when it was interrupted, fewer samples give the same.
#[test]
#[cfg(unix)]
fn an_interrupted_opening_prints_what_was_done() {
    use std::process::{Command, Stdio};

    let child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .args([
            "analyse",
            "opening",
            "--samples",
            "1000000000",
            "--json",
            "--threads",
            "1",
        ])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let pid = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &pid])
            .status()
            .unwrap()
            .success()
    );
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(75), "{said}");
    let out = String::from_utf8(output.stdout).unwrap();
    if out.is_empty() {
        // Interrupted before the first racks were done: a slow machine.
        assert!(said.contains("nothing was kept"), "{said}");
        return;
    }
    let row: Value = serde_json::from_str(&out).unwrap();
    let samples = row["samples"].to_string();
    assert!(
        said.contains(&format!("--samples {samples} gives the same")),
        "{said}"
    );
    let again = run(&["analyse", "opening", "--samples", &samples, "--json"]);
    assert_eq!(again.1, out);
}

#[test]
fn games_are_broken_down_as_the_summary_says() {
    let folder = tempfile::tempdir().unwrap();
    let bots = words("--bots greedy,hold:h=3,random --deals 8 --seed 3");
    let dir = play(folder.path(), "two", &bots);
    let summary = std::fs::read(Path::new(&dir).join("summary.json")).unwrap();
    let summary: Value = serde_json::from_slice(&summary).unwrap();
    let rows = answers(&["games", &dir, "--json", "--figures", "all"]);
    for bot in summary["bots"].as_array().unwrap() {
        for (figure, mean, ci) in [
            ("win_rate", "win_rate", Some("win_rate_ci")),
            ("score", "mean_score", Some("mean_score_ci")),
            ("draw_share", "draw_share", None),
            ("tiles_per_play", "tiles_per_play", None),
            ("tiles_left", "mean_tiles_left", None),
        ] {
            let row = rows
                .iter()
                .find(|row| row["bot"] == bot["bot"] && row["figure"] == figure);
            let row = row.unwrap();
            let near = (row["mean"].as_f64().unwrap() - bot[mean].as_f64().unwrap()).abs() < 1e-9;
            assert!(near, "{row} {bot}");
            assert!(ci.is_none_or(|ci| row["ci"] == bot[ci]), "{row} {bot}");
        }
    }
    // Every seat of every game once: three pairs, eight deals, two seatings, two seats.
    let seats = answers(&words(&format!(
        "games '{dir}' --json --by seat --figures place"
    )));
    assert_eq!(seats.len(), 2);
    assert!(
        seats
            .iter()
            .all(|row| row["n"] == 48 && row["bot"] == Value::Null),
        "{seats:?}"
    );
    // Phases are parts of the turns.
    let turns = |by: &str| -> u64 {
        let rows = answers(&words(&format!(
            "games '{dir}' --json --by '{by}' --figures draw_share"
        )));
        rows.iter().map(|row| row["n"].as_u64().unwrap()).sum()
    };
    assert_eq!(turns("phase"), turns("rules"));
    assert_eq!(turns("bot,seat,phase"), turns("rules"));
    let csv = run(&["analyse", "games", &dir, "--csv", "--figures", "all"]).1;
    assert_eq!(csv.lines().count(), rows.len() + 1);
    assert!(csv.starts_with("rules,players,bot,seat,phase,figure,n,blocks,mean,se,low,high\n,,greedy,,,win_rate,32,16,"), "{csv}");
    let text = run(&["analyse", "games", &dir]).1;
    assert!(
        text.contains("win rate") && text.contains("hold:h=3"),
        "{text}"
    );
}

#[test]
fn games_of_several_runs_are_told_apart_and_errors_are_honest() {
    let folder = tempfile::tempdir().unwrap();
    let two = play(folder.path(), "two", &words("--bots greedy,hold --deals 3"));
    let three = words("--bots greedy,hold --players 3 --deals 2 --seed 2");
    let three = play(folder.path(), "three", &three);
    let rows = answers(&words(&format!(
        "games '{two}' '{three}' --json --by players,bot --figures win_rate"
    )));
    let players: Vec<u64> = rows
        .iter()
        .map(|row| row["players"].as_u64().unwrap())
        .collect();
    assert_eq!(players, [2, 2, 3, 3]);
    let (code, _, err) = run(&["analyse", "games", &two, &two]);
    assert_eq!(code, 0);
    assert!(err.contains("have one seed"), "{err}");
    let club =
        words("--bots greedy,hold,greedy,random --format club --rounds 2 --rules tournament");
    let club = play(folder.path(), "club", &club);
    let rows = answers(&["games", &club, "--json"]);
    assert!(
        rows.iter()
            .all(|row| row["se"] == Value::Null && row["ci"] == Value::Null),
        "{rows:?}"
    );
    fails(
        &run(&["analyse", "games", &two, "--figures", "luck"]),
        2,
        &["no figure `luck`", "win_rate"],
    );
    let phase = [
        "analyse",
        "games",
        &two,
        "--by",
        "phase",
        "--figures",
        "win_rate",
    ];
    fails(&run(&phase), 2, &["win_rate", "no phase"]);
}

/// The bot that played says what it did, on every turn and in every rule system, random numbers and all.
#[test]
fn the_bot_that_played_says_what_it_did() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bots, extra) in [
        ("original", "random,hold:h=3", &[][..]),
        ("house", "greedy,random", &["--rules", "house"]),
        (
            "redraw",
            "random,single",
            &words("--rules house --option dup_redraw=optional"),
        ),
    ] {
        let args = [&["--bots", bots, "--deals", "2", "--seed", "4"], extra].concat();
        let dir = play(folder.path(), name, &args);
        for turn in ["0", "5", "8", "13"] {
            let args = [
                "turn", &dir, "--block", "1", "--game", "1", "--turn", turn, "--json",
            ];
            let said = answer(&args);
            let own = &said["bots"][0];
            assert_eq!(
                (&own["bot"], &own["same"]),
                (&said["bot"], &true.into()),
                "{name}: {said}"
            );
            assert_eq!(own["action"], said["done"]["action"], "{said}");
            // No bot lays more than the solver's best.
            let best = said["solver"]["best"][0]["tiles"].as_u64().unwrap();
            for bot in said["bots"].as_array().unwrap() {
                let tiles = bot["tiles"].as_str().unwrap().split_whitespace().count() as u64;
                assert!(tiles <= best, "{bot} of {said}");
                assert!(
                    !bot["action"].as_str().unwrap().contains("illegal"),
                    "{bot}"
                );
            }
        }
    }
}

#[test]
fn a_turn_is_told_to_people_and_to_programs() {
    let folder = tempfile::tempdir().unwrap();
    let dir = play(folder.path(), "run", &words("--bots greedy,hold --deals 1"));
    let said = answer(&["turn", &dir, "--turn", "0", "--bot", "hold:h=9", "--json"]);
    assert_eq!(
        (&said["opened"], &said["table"]),
        (&false.into(), &"".into())
    );
    assert_eq!(said["solver"]["opening_min"], 30);
    let names: Vec<&str> = said["bots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bot| bot["bot"].as_str().unwrap())
        .collect();
    assert_eq!(names[..2], ["greedy", "hold"]);
    assert!(names.contains(&"single") && names.contains(&"hold:h=9") && !names.contains(&"faulty"));
    let text = run(&["analyse", "turn", &dir, "--turn", "0", "--solver", "ilp"]).1;
    assert!(
        text.contains("seat 0 (greedy, not opened)") && text.contains("30 are needed"),
        "{text}"
    );
    fails(
        &run(&["analyse", "turn", &dir, "--turn", "9999"]),
        2,
        &["has turns 0 to"],
    );
    fails(
        &run(&["analyse", "turn", &dir, "--block", "7", "--turn", "0"]),
        2,
        &["no block 7"],
    );
}

/// The first turn of game 0 on which a seat did this.
fn first_turn(dir: &str, action: &str) -> Value {
    let lines = run(&["replay", dir, "--json"]).1;
    let turns = lines
        .lines()
        .map(|line| serde_json::from_str::<Value>(line).unwrap());
    let mut turns = turns.filter(|turn| turn["action"] == action);
    turns.next().unwrap()
}

#[test]
fn one_decision_is_changed_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let dir = play(
        folder.path(),
        "run",
        &words("--bots random,greedy --deals 2"),
    );
    let what_if = |turn: &Value, action: &str| {
        let turn = turn["turn"].to_string();
        answer(&words(&format!(
            "what-if '{dir}' --turn '{turn}' --action '{action}' --json"
        )))
    };
    let (drew, laid) = (first_turn(&dir, "draws"), first_turn(&dir, "lays"));
    // The decision that was taken leads to the game that was played.
    let same = what_if(&drew, "draw");
    assert_eq!(same["recorded"], same["changed"], "{same}");
    let table = format!("play {}", laid["table"].as_str().unwrap());
    let same = what_if(&laid, &table);
    assert_eq!(same["recorded"], same["changed"], "{same}");
    let tiles = format!("lay {}", laid["tiles"].as_str().unwrap());
    assert_eq!(what_if(&laid, &tiles)["action"], same["was"]);
    // Another one leads elsewhere, always to the same place.
    let other = what_if(&laid, "draw");
    assert_eq!(
        (&other["action"], &other["was"]),
        (&"draws".into(), &same["was"])
    );
    assert_ne!(other["recorded"], other["changed"], "{other}");
    assert_eq!(other, what_if(&laid, "draw"));
    let scores = other["changed"]["seats"].as_array().unwrap();
    let sum: i64 = scores
        .iter()
        .map(|seat| seat["score"].as_i64().unwrap())
        .sum();
    assert_eq!(sum, 0, "{other}");
    let best = what_if(&laid, "best");
    assert!(
        best["action"].as_str().unwrap().starts_with("lays"),
        "{best}"
    );
}

#[test]
fn what_if_refuses_what_cannot_be_done() {
    let folder = tempfile::tempdir().unwrap();
    let dir = play(folder.path(), "run", &words("--bots greedy,hold --deals 1"));
    let what_if = |turn: &str, action: &str| {
        run(&words(&format!(
            "analyse what-if '{dir}' --turn '{turn}' --action '{action}'"
        )))
    };
    fails(
        &what_if("0", "think"),
        2,
        &["`think` is no action", "draw, pass"],
    );
    fails(&what_if("0", "pass"), 2, &["not legal there"]);
    fails(&what_if("0", "play R1 R2"), 2, &["not legal there"]);
    fails(&what_if("0", "lay R1 R1 R1"), 2, &["--action"]);
    fails(&what_if("0", "play X9"), 2, &["X9"]);
    fails(&what_if("9999", "draw"), 2, &["has turns 0 to"]);
    let (code, text, err) = what_if("0", "draw");
    assert_eq!(code, 0, "{err}");
    assert!(
        text.contains("recorded") && text.contains("changed"),
        "{text}"
    );
}
