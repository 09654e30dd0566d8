//! `analyse` through the binary: counts, openings, figures of games, single decisions.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use rummilab_solver_suite::long_tier;
use serde_json::{Value, json};

use crate::common::{Folder, each, json_lines, refused, says, told, told_in, words};
use crate::programs::me;

/// The lines of JSON that a command prints in a folder.
#[track_caller]
fn answers(folder: &Folder, args: &str) -> Vec<Value> {
    json_lines(&folder.told(&format!("analyse {args} --json")))
}

#[track_caller]
fn answer_in(folder: &Folder, args: &str) -> Value {
    let mut answers = answers(folder, args);
    assert_eq!(answers.len(), 1, "{args}");
    answers.remove(0)
}

#[track_caller]
fn answer(args: &str) -> Value {
    answer_in(&Folder::new(), args)
}

/// A folder with a match in `run`.
fn played(args: &str) -> Folder {
    let folder = Folder::new();
    folder.play("run", args);
    folder
}

#[test]
fn count_answers_as_the_contract_says() {
    let small = "count --values 5 --colours 3 --copies 1 --jokers 0";
    let line = told(&format!("analyse {small} --json"));
    let start = r#"{"total":"506","by_tiles":["1","0","0",""#;
    assert!(line.starts_with(start), "{line}");
    for method in ["auto", "closure", "automaton"] {
        let found = answer(&format!("{small} --method {method}"));
        let by_tiles = found["by_tiles"].as_array().unwrap();
        assert_eq!(by_tiles.len(), 16);
        let counts = by_tiles.iter().map(|n| n.as_str().unwrap());
        let sum: u64 = counts.map(|n| n.parse::<u64>().unwrap()).sum();
        assert_eq!((sum, &found["total"]), (506, &json!("506")), "{method}");
    }
    // Three sets of nine and five groups of three tiles; jokers are tiles.
    assert_eq!(answer(small)["by_tiles"][3], "14");
    let found = answer("count --values 4 --colours 3 --copies 1 --jokers 2");
    assert_eq!(found["total"], "1665");
    assert_eq!(found["by_tiles"][2], "0");
    let text = told("analyse count --values 3 --colours 3 --copies 2");
    says(&text, &["87 playable multisets"]);
}

#[test]
fn a_review_grades_every_turn_of_a_seat_and_the_report_shows_it() {
    let folder = played("--bots greedy,hold --deals 1 --seed 3");
    let args = "review run --game 1 --model hold:h=0 --deals 6";
    let review = answer_in(&folder, &format!("{args} --seat 1 --save"));
    assert_eq!(
        (&review["seat"], &review["model"]),
        (&json!(1), &json!("hold:h=0"))
    );
    let turns = review["turns"].as_array().unwrap();
    assert!(turns.iter().all(|turn| turn["grade"].is_string()));
    let tried: Vec<&Value> = turns
        .iter()
        .filter(|turn| turn["why"].is_string())
        .collect();
    assert!(!tried.is_empty() && tried.len() < turns.len());
    for turn in tried {
        assert_eq!(turn["deals"], 6);
        assert!(turn["tried"].as_array().unwrap().len() >= 2);
        assert!(turn["loss_ci"][0].as_f64() <= turn["loss"].as_f64());
    }
    let text = folder.told(&format!("analyse {args} --seat 1"));
    says(
        &text,
        &["by the measure of hold:h=0", "most tiles", "grade", "best"],
    );
    // What the words mean is said where they stand, by one text.
    let meaning = [
        "A turn is best if it",
        "at most 5 % of a win",
        "It is unclear if the",
    ];
    let help = folder.told("analyse review --help");
    folder.told("report run");
    let page = std::fs::read_to_string(folder.at("run/report.html")).unwrap();
    for shown in [&text, &help, &page] {
        says(shown, &meaning);
    }
    says(&text, &["= for the same", "a dash: nothing to lay"]);
    says(
        &page,
        &[
            "Block 0, game 1: reviewed",
            "(best)",
            "lost ",
            "the model: hold:h=0",
        ],
    );
    let cases = r#"
        review run --seat 2 => there is no seat 2
        review run --game 9 => game
        review run --model nobody => nobody
    "#;
    each(cases, |args, parts| {
        folder.refused(&format!("analyse {args}"), parts);
    });
}

/// A careful review was replaced without a word, and a bad line was found after the work.
#[test]
fn a_review_with_more_deals_stays_and_a_bad_line_is_found_at_once() {
    let folder = played("--bots greedy,hold --deals 1 --seed 3");
    let save = |more: &str| {
        let args = format!("analyse review run --model hold:h=0 --json --save {more}");
        let (code, _, err) = folder.run(&args);
        assert_eq!(code, 0, "{err}");
        err
    };
    assert_eq!(save("--deals 3"), "");
    let kept = folder.text("run/reviews.jsonl");
    says(
        save("--deals 1"),
        &["hold:h=0", "the other stays", "--replace"],
    );
    assert_eq!(folder.text("run/reviews.jsonl"), kept);
    assert_eq!(save("--deals 1 --replace"), "");
    assert_ne!(folder.text("run/reviews.jsonl"), kept);
    std::fs::write(folder.at("run/reviews.jsonl"), "?\n").unwrap();
    for args in [
        "analyse review run --save",
        "analyse export run",
        "report run",
    ] {
        folder.refused(args, &["reviews.jsonl:1", "the whole file"]);
    }
}

#[test]
fn runs_are_compared_exported_and_searched_for_mistakes() {
    let folder = played("--bots greedy,hold:h=0 --deals 2 --seed 3");
    folder.play("other", "--bots greedy,hold:h=4 --deals 2 --seed 3");
    let found = answer_in(&folder, "compare run other --figures win_rate,draw_share");
    assert_eq!(
        (&found["unpaired"], &found["figures"][0]["paired"]),
        (&Value::Null, &json!(true))
    );
    assert_eq!(found["plans"][0]["field"], "bots");
    let text = folder.told("analyse compare run other --page diff.html");
    says(
        &text,
        &[
            "Compared block by block: 2 blocks",
            "hold:h=0 / hold:h=4",
            "win rate, %",
            "Holm counts it once",
        ],
    );
    says(
        folder.text("diff.html"),
        &[
            "Two runs compared",
            "hold:h=0 − hold:h=4",
            "Fields of the plans",
        ],
    );
    folder.refused("analyse compare run nowhere", &["nowhere"]);

    let rows = json_lines(&folder.told("analyse export run"));
    let csv = folder.told("analyse export run --csv");
    assert_eq!(csv.lines().count(), rows.len() + 1);
    says(
        csv.lines().next().unwrap(),
        &["block,game,turn,seat,own_turn,bot,opened,rack"],
    );
    assert!(
        rows.iter()
            .all(|row| row["grade"].is_null() && row["most_tiles"].is_u64())
    );

    let args = "mistakes run --model hold:h=0 --sample 1 --deals 1";
    assert_eq!(answers(&folder, args).len(), 10);
    says(
        folder.told(&format!("analyse {args}")),
        &[
            "before opening",
            "empty pool",
            "1 game by",
            "last tiles: it has 1 to 10",
        ],
    );
    says(
        folder.told("analyse mistakes --help"),
        &["last tiles: it has 1 to 10"],
    );
}

#[test]
fn what_cannot_be_counted_or_drawn_is_refused() {
    let cases = r#"
        count --values 2 => from 3 to 15
        count --jokers 5 => jokers
        count --jokers 1 --method automaton => no jokers
        count --option wrap=true => too many to keep
        opening --tiles 0 => expected such as 14 or 14..20
        opening --tiles 20..14 => expected such as 14 or 14..20
        opening --tiles 14.. => expected such as 14 or 14..20
        opening --tiles x => expected such as 14 or 14..20
        opening --tiles 107 => no rack has 107 tiles & 1 to 106
    "#;
    each(cases, |args, parts| {
        refused(&format!("analyse {args}"), parts);
    });
}

#[test]
fn openings_do_not_depend_on_threads_or_on_the_other_sizes() {
    let racks = |sizes: &str, threads: u8| {
        let args = "analyse opening --samples 700 --seed 5 --json";
        told(&format!("{args} --tiles {sizes} --threads {threads}"))
    };
    let all = racks("13..15", 1);
    assert_eq!(all, racks("13..=15", 3));
    assert_eq!(all, racks("15,13,14,14", 2));
    let lines: Vec<&str> = all.lines().collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(racks("14", 2).trim_end(), lines[1]);
    let start = r#"{"tiles":14,"samples":700,"p_any_set":0."#;
    assert!(lines[1].starts_with(start), "{all}");
    let row: Value = serde_json::from_str(lines[1]).unwrap();
    let number = |key: &str| row[key].as_f64().unwrap();
    // The exact share of racks with a set is known (docs/solver.md#exact-probabilities), that of
    // openings to within 0.0005.
    for (key, se, known) in [
        ("p_any_set", "se_p_any_set", 0.784_853_866),
        ("p_open", "se_p_open", 0.4974),
    ] {
        let off = (number(key) - known).abs() / number(se);
        assert!(off < 3.5, "{key}: {row}");
    }
    let (mean, se) = ("mean_best_opening", "se_mean_best_opening");
    assert!(number(mean) > 20.0 && number(se) > 0.0, "{row}");
}

#[test]
fn openings_follow_the_rules() {
    let row = |args: &str| answer(&format!("opening --samples 300 {args}"));
    let plain = row("");
    assert_eq!(plain["tiles"], 14);
    // With a threshold above all points no rack opens; with a threshold of one, every rack with a
    // set.
    assert_eq!(row("--option opening_min=700")["p_open"], 0.0);
    let one_point = row("--option opening_min=1");
    assert_eq!(one_point["p_open"], plain["p_any_set"]);
    // Without jokers in the opening fewer racks open, but as many hold a set.
    let strict = row("--option opening_jokers=false");
    assert_eq!(strict["p_any_set"], plain["p_any_set"]);
    let fewer = strict["p_open"].as_f64() < plain["p_open"].as_f64();
    assert!(fewer, "{strict} {plain}");
    // The whole game can be laid: 2 x 4 x 91 points of numbers and two jokers.
    let whole = answer("opening --samples 1 --tiles 104 --option jokers=0");
    assert_eq!(whole["p_open"], 1.0);
    assert_eq!(whole["mean_best_opening"], 728.0);
    assert_eq!(whole["se_p_open"], Value::Null);
    for rules in ["tournament", "twist", "house"] {
        let row = row(&format!("--rules {rules}"));
        assert_eq!(row["samples"], 300, "{rules}");
    }
}

/// docs/solver.md#exact-probabilities, with a million racks.
#[test]
fn a_million_racks_agree_with_the_exact_figure() {
    if !long_tier() {
        return;
    }
    let row = answer("opening --tiles 14 --samples 1000000 --seed 1");
    let number = |key: &str| row[key].as_f64().unwrap();
    let off = (number("p_any_set") - 0.784_853_866).abs();
    assert!(off < 3.0 * number("se_p_any_set"), "{row}");
    let off = (number("p_open") - 0.4974).abs();
    assert!(off < 0.0005 + 3.0 * number("se_p_open"), "{row}");
}

/// However far it was when interrupted, fewer samples give the same output.
#[test]
#[cfg(unix)]
fn an_interrupted_opening_prints_what_was_done() {
    use std::process::{Command, Stdio};

    let endless = "analyse opening --samples 1000000000 --json --threads 1";
    let child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .args(words(endless))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let pid = child.id().to_string();
    let kill = Command::new("kill").args(["-INT", &pid]).status();
    assert!(kill.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(75), "{said}");
    let out = String::from_utf8(output.stdout).unwrap();
    if out.is_empty() {
        // On a slow machine it was interrupted before the first racks were done.
        says(&said, &["nothing was kept"]);
        return;
    }
    let row: Value = serde_json::from_str(&out).unwrap();
    let samples = row["samples"].to_string();
    says(&said, &[&format!("--samples {samples} gives the same")]);
    let again = format!("analyse opening --samples {samples} --json");
    assert_eq!(told(&again), out);
}

#[test]
fn games_are_broken_down_as_the_summary_says() {
    let folder = played("--bots greedy,hold:h=3,random --deals 8 --seed 3");
    let summary = folder.json("run/summary.json");
    let rows = answers(&folder, "games run --figures all");
    for bot in summary["bots"].as_array().unwrap() {
        for (figure, mean, ci) in [
            ("win_rate", "win_rate", Some("win_rate_ci")),
            ("score", "mean_score", Some("mean_score_ci")),
            ("draw_share", "draw_share", None),
            ("tiles_per_play", "tiles_per_play", None),
            ("tiles_left", "mean_tiles_left", None),
        ] {
            let mut rows = rows.iter().filter(|row| row["bot"] == bot["bot"]);
            let row = rows.find(|row| row["figure"] == figure).unwrap();
            let off = row["mean"].as_f64().unwrap() - bot[mean].as_f64().unwrap();
            assert!(off.abs() < 1e-9, "{row} {bot}");
            assert!(ci.is_none_or(|ci| row["ci"] == bot[ci]), "{row} {bot}");
        }
    }
    // Every seat of every game once: three pairs, eight deals, two seatings, two seats.
    let seats = answers(&folder, "games run --by seat --figures place");
    assert_eq!(seats.len(), 2);
    let all = |row: &Value| row["n"] == 48 && row["bot"] == Value::Null;
    assert!(seats.iter().all(all), "{seats:?}");
    // Phases partition the turns.
    let turns = |by: &str| -> u64 {
        let rows = answers(
            &folder,
            &format!("games run --by {by} --figures draw_share"),
        );
        rows.iter().map(|row| row["n"].as_u64().unwrap()).sum()
    };
    assert_eq!(turns("phase"), turns("rules"));
    assert_eq!(turns("bot,seat,phase"), turns("rules"));
    let csv = folder.told("analyse games run --csv --figures all");
    assert_eq!(csv.lines().count(), rows.len() + 1);
    assert!(csv.starts_with("rules,players,bot,seat,phase,figure,n,blocks,mean,se,low,high\n,,greedy,,,win_rate,32,16,"), "{csv}");
    let text = folder.told("analyse games run");
    says(&text, &["win rate", "hold:h=3"]);
}

#[test]
fn games_of_several_runs_are_told_apart_and_errors_are_honest() {
    let folder = played("--bots greedy,hold --deals 3");
    folder.play("three", "--bots greedy,hold --players 3 --deals 2 --seed 2");
    let by = "games run three --by players,bot --figures win_rate";
    let rows = answers(&folder, by);
    let players: Vec<&Value> = rows.iter().map(|row| &row["players"]).collect();
    assert_eq!(players, [2, 2, 3, 3]);
    let (code, _, err) = folder.run("analyse games run run");
    assert_eq!(code, 0);
    says(&err, &["have the same seed"]);
    let club = "--bots greedy,hold,greedy,random --format club --rounds 2 --rules tournament";
    folder.play("club", club);
    let rows = answers(&folder, "games club");
    let no_error = |row: &Value| row["se"] == Value::Null && row["ci"] == Value::Null;
    assert!(rows.iter().all(no_error), "{rows:?}");
    let cases = r#"
        analyse games run --figures luck => no figure `luck` & win_rate
        analyse games run --by phase --figures win_rate => win_rate & no phase
    "#;
    each(cases, |args, parts| folder.refused(args, parts));
}

/// The bot that played chooses its recorded action on every turn, in every rule system, including
/// its random numbers.
#[test]
fn the_bot_that_played_says_what_it_did() {
    for args in [
        "--bots random,hold:h=3",
        "--bots greedy,random --rules house",
        "--bots random,single --rules house --option dup_redraw=optional",
    ] {
        let folder = played(&format!("{args} --deals 2 --seed 4"));
        for turn in [0, 5, 8, 13] {
            let said = answer_in(
                &folder,
                &format!("review run --block 1 --game 1 --turn {turn}"),
            );
            let own = &said["bots"][0];
            assert_eq!(own["bot"], said["bot"], "{args}: {said}");
            assert_eq!(own["same"], true, "{args}: {said}");
            assert_eq!(own["action"], said["done"]["action"], "{said}");
            // No bot lays more than the solver's best.
            let best = said["solver"]["best"][0]["tiles"].as_u64().unwrap();
            for bot in said["bots"].as_array().unwrap() {
                let tiles = bot["tiles"].as_str().unwrap().split_whitespace().count() as u64;
                assert!(tiles <= best, "{bot} of {said}");
                let action = bot["action"].as_str().unwrap();
                assert!(!action.contains("illegal"), "{bot}");
            }
        }
    }
}

#[test]
fn a_turn_is_told_to_people_and_to_programs() {
    let folder = played("--bots greedy,hold --deals 1");
    let said = answer_in(&folder, "review run --turn 0 --bot hold:h=9");
    assert_eq!(said["opened"], false);
    assert_eq!(said["table"], "");
    assert_eq!(said["solver"]["opening_min"], 30);
    let bots = said["bots"].as_array().unwrap().iter();
    let names: Vec<&str> = bots.map(|bot| bot["bot"].as_str().unwrap()).collect();
    assert_eq!(names[..2], ["greedy", "hold"]);
    assert!(names.contains(&"single") && names.contains(&"hold:h=9") && !names.contains(&"faulty"));
    let text = folder.told("analyse review run --turn 0 --solver ilp");
    says(
        &text,
        &["turn 1 of seat 0 (greedy, not opened)", "30 are needed"],
    );
    let cases = r#"
        analyse review run --turn 9999 => has turns 0 to
        analyse review run --block 7 --turn 0 => no block 7
    "#;
    each(cases, |args, parts| folder.refused(args, parts));
}

/// The first turn of game 0 on which a seat took this action.
fn first_turn(folder: &Folder, action: &str) -> Value {
    let turns = json_lines(&folder.told("replay run --json"));
    let mut turns = turns.into_iter().filter(|turn| turn["action"] == action);
    turns.next().unwrap()
}

#[test]
fn one_decision_is_changed_and_nothing_else() {
    let folder = played("--bots random,greedy --deals 2");
    let what_if = |turn: &Value, action: &str| {
        let turn = &turn["turn"];
        answer_in(
            &folder,
            &format!("review run --turn {turn} --action '{action}'"),
        )
    };
    let (drew, laid) = (first_turn(&folder, "draws"), first_turn(&folder, "lays"));
    // The recorded decision leads to the recorded game.
    let same = what_if(&drew, "draw");
    assert_eq!(same["recorded"], same["changed"], "{same}");
    let table = format!("play {}", laid["table"].as_str().unwrap());
    let same = what_if(&laid, &table);
    assert_eq!(same["recorded"], same["changed"], "{same}");
    let tiles = format!("lay {}", laid["tiles"].as_str().unwrap());
    assert_eq!(what_if(&laid, &tiles)["action"], same["was"]);
    // Another decision leads to another game, the same every time.
    let other = what_if(&laid, "draw");
    assert_eq!(other["action"], "draws");
    assert_eq!(other["was"], same["was"]);
    assert_ne!(other["recorded"], other["changed"], "{other}");
    assert_eq!(other, what_if(&laid, "draw"));
    let seats = other["changed"]["seats"].as_array().unwrap().iter();
    let sum: i64 = seats.map(|seat| seat["score"].as_i64().unwrap()).sum();
    assert_eq!(sum, 0, "{other}");
    let best = what_if(&laid, "best");
    let action = best["action"].as_str().unwrap();
    assert!(action.starts_with("lays"), "{best}");
}

#[test]
fn what_if_refuses_what_cannot_be_done() {
    let folder = played("--bots greedy,hold --deals 1");
    let cases = r#"
        --turn 0 --action think => `think` is no action & draw, pass
        --turn 0 --action pass => not legal there
        --turn 0 --action 'play R1 R2' => not legal there
        --turn 0 --action 'lay R1 R1 R1' => --action
        --turn 0 --action 'play X9' => X9
        --turn 9999 --action draw => has turns 0 to
        --turn 0 --action draw --bot greedy --bot hold => one bot plays on
        --action draw => --turn
        --turn 0 --seat 1 => cannot be used with
        --turn 0 --deals 5 => cannot be used with
    "#;
    each(cases, |args, parts| {
        folder.refused(&format!("analyse review run {args}"), parts);
    });
    let text = folder.told("analyse review run --turn 0 --action draw");
    says(&text, &["recorded", "changed"]);
}

/// Persons and programs cannot be asked: they are named, and a bot can play on in their seats.
#[test]
fn games_of_persons_and_programs_are_looked_at_again() {
    let folder = Folder::new();
    let script = "b\ne\nd\n".repeat(600);
    told_in(
        folder.path(),
        "play --plain --level easy --seed 4 --out person",
        script,
    );
    let program = format!("cmd:{} serve --bot single", me());
    let bots = ["--bot", &program, "--bot", "greedy"];
    folder.play(
        "program",
        &[&bots[..], &["--deals", "1", "--seed", "5"]].concat(),
    );
    for (run, absent) in [("person", "person"), ("program", program.as_str())] {
        let what_if = |more: &str| format!("analyse review {run} --turn 2 --action draw {more}");
        says(
            folder.told(&format!("analyse review {run} --turn 2")),
            &["Not asked:", absent],
        );
        let said = answer_in(&folder, &format!("review {run} --own-turn 0:2"));
        assert_eq!((&said["turn"], &said["own_turn"]), (&json!(2), &json!(2)));
        assert_eq!(said["not_asked"], json!([absent]));
        folder.refused(&what_if(""), &["--bot", absent]);
        folder.refused(&what_if("--bot nobody"), &["nobody"]);
        let said = answer_in(
            &folder,
            &format!("review {run} --turn 2 --action draw --bot greedy"),
        );
        let play = if run.ends_with("person") { "0" } else { "5" };
        let other = answer_in(
            &folder,
            &format!("review {run} --turn {play} --action draw --bot greedy"),
        );
        assert_eq!(other["action"], "draws");
        assert_ne!(other["unchanged"], other["changed"], "{other}");
        // The recorded action gives the same game, and the bot plays on in both.
        assert_eq!(said["stand_in"], "greedy");
        assert_eq!(said["unchanged"], said["changed"], "{said}");
        assert_ne!(said["recorded"], said["changed"], "{said}");
        // A long name of a program makes the other columns narrow.
        let stand_in = if run == "person" {
            "greedy plays on"
        } else {
            "greedy"
        };
        says(
            folder.told(&what_if("--bot greedy")),
            &[stand_in, "recorded"],
        );
    }
}
