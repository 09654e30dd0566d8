//! `analyse` through the binary: counts, openings, figures of games, single decisions.
#![allow(clippy::unwrap_used, reason = "a test helper may panic")]

use rummilab_solver_suite::long_tier;
use serde_json::{Value, json};

use crate::common::{Folder, answered, each, json_lines, says, told, told_in, words};
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
    // Fewer deals than the most where these leave no doubt of the grade.
    let most = tried.iter().map(|turn| turn["deals"].as_u64()).max();
    assert_eq!(most, Some(Some(6)));
    for turn in tried {
        assert_eq!(turn["tried"].as_array().unwrap().len(), 2);
        assert!(turn["loss_ci"][0].as_f64() <= turn["loss"].as_f64());
    }
    let text = folder.told(&format!("analyse {args} --seat 1"));
    says(
        &text,
        &[
            "by the measure of hold:h=0",
            "most tiles",
            "verdict",
            "best",
        ],
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
            "(no choice)",
            "(as the model)",
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

/// What a game turned on, each figure found again in `replay --json` and by the integer program.
#[test]
fn what_a_game_turned_on_are_facts_of_the_record() {
    let mut kinds = std::collections::BTreeSet::new();
    for args in [
        "--bots human:r=1,greedy --deals 4 --seed 3",
        "--bots hold:h=0,champion:budget=quick --deals 2 --seed 3",
    ] {
        let folder = played(args);
        let blocks = if args.contains("greedy") { 4 } else { 2 };
        for (block, me) in (0..blocks).flat_map(|block| [(block, 0), (block, 1)]) {
            let which = format!("run --block {block} --game {me}");
            let args = format!("review {which} --seat {me} --model hold:h=0 --deals 1");
            let told = answer_in(&folder, &args)["turned_on"].clone();
            let lines = json_lines(&folder.told(&format!("replay {which} --json")));
            for sentence in told.as_array().unwrap() {
                let sentence = sentence.as_str().unwrap();
                assert_eq!(sentence, fact(&lines, me, sentence));
                let [first, second] = [0, 1].map(|at| words(sentence)[at]);
                let first = if ["On", "When"].contains(&first) {
                    first
                } else {
                    "…"
                };
                kinds.insert(format!("{first} {second}"));
            }
        }
    }
    let all = ["On turn", "When the", "… could", "… laid", "… went"];
    assert!(kinds.iter().map(String::as_str).eq(all), "{kinds:?}");
}

/// The sentence that begins like this one, from the lines of a replay of two players.
fn fact(lines: &[Value], me: usize, sentence: &str) -> String {
    let text = |at: usize, key: &str| lines[at][key].as_str().unwrap().to_owned();
    let rack = |at: usize, seat: usize| lines[at]["racks"][seat].as_str().unwrap().to_owned();
    let many = |tiles: &str| match words(tiles).len() {
        1 => "1 tile".to_owned(),
        number => format!("{number} tiles"),
    };
    let named = |tiles: &str| match words(tiles).len() {
        0..7 => tiles.to_owned(),
        _ => many(tiles),
    };
    let goes = |at: usize, rack: &str, opened: bool| {
        let table = text(at, "table");
        let sets: Vec<&str> = table.split(" ; ").filter(|set| !set.is_empty()).collect();
        let line = json!({"table": sets, "rack": rack, "opened": opened});
        let answers = json_lines(&answered("solve --solver ilp", &line.to_string()));
        answers[0]["tiles"] == words(rack).len()
    };
    let mine = |at: &usize| lines[*at]["seat"] == me;
    let lays = |at: &usize| lines[*at]["action"] == "lays";
    let end = lines.len() - 1;
    let (out, turn) = (text(end, "tiles"), &lines[end]["own_turn"]);
    let name = text(end - usize::from(mine(&end)), "bot");
    let own = text(end - usize::from(!mine(&end)), "bot");
    if sentence.contains(" could have gone out") {
        let missed = (1..lines.len()).filter(mine).filter(|at| {
            let opened = (0..*at).filter(mine).any(|before| lays(&before));
            let before = rack(at - 1, me);
            text(*at, "tiles") != before && goes(at - 1, &before, opened)
        });
        let missed: Vec<usize> = missed.collect();
        let first = missed[0];
        let times = match missed.len() {
            1 => String::new(),
            times => format!(" {times} times, first"),
        };
        let (turn, tiles) = (&lines[first]["own_turn"], named(&rack(first - 1, me)));
        format!("{own} could have gone out{times} on turn {turn} with {tiles}.")
    } else if sentence.starts_with("When") {
        let at = lines.iter().position(|line| line["pool"] == 0).unwrap();
        let held = [0, 1].map(|seat| {
            let name = if seat == me { &own } else { &name };
            format!("{name} held {}", many(&rack(at, seat)))
        });
        format!("When the pool had run out, {}.", held.join(" and "))
    } else if sentence.contains("; that let the other") {
        let opened = (0..end - 1).any(|at| !mine(&at) && lays(&at));
        assert!(mine(&(end - 1)) && goes(end - 1, &out, opened) && !goes(end - 2, &out, opened));
        format!(
            "{own} laid {} on turn {}; that let the other player out: {} could not have gone on the \
             table before it.",
            named(&text(end - 1, "tiles")),
            lines[end - 1]["own_turn"],
            named(&out)
        )
    } else if sentence.starts_with(&format!("{own} went")) {
        format!("{own} went out on turn {turn} with {}.", named(&out))
    } else {
        let (out, held) = (named(&out), many(&rack(end, me)));
        format!("On turn {turn} of its own, {name} went out with {out}; {own} held {held}.")
    }
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

/// docs/solver.md#exact-probabilities, with a million racks in the long tier.
#[test]
fn openings_agree_with_the_exact_figure() {
    let samples = if long_tier() { 1_000_000 } else { 700 };
    let row = answer(&format!("opening --tiles 14 --samples {samples} --seed 5"));
    let number = |key: &str| row[key].as_f64().unwrap();
    let off = (number("p_any_set") - 0.784_853_866).abs();
    assert!(off < 3.0 * number("se_p_any_set"), "{row}");
    let off = (number("p_open") - 0.497_597_385).abs();
    assert!(off < 3.0 * number("se_p_open"), "{row}");
}

#[test]
fn every_rack_can_be_counted() {
    let folder = Folder::new();
    let count = |args: &str| answer(&format!("opening --exact {args}"));
    // 352 runs and 416 groups without a joker, 680 pairs with one of two jokers, 104 tiles with both.
    let three = count("--tiles 3");
    assert_eq!(
        (&three["racks"], &three["holding_a_set"], &three["opening"]),
        (&json!("192920"), &json!("2232"), &json!("680"))
    );
    // A run of three ends with 3 to 13, and each of its tiles is there twice.
    let runs = count("--tiles 3 --sets runs --option jokers=0");
    assert_eq!(runs["holding_a_set"], json!((4 * 11 * 8).to_string()));
    folder.refused(
        "analyse opening --exact --option wrap=true",
        &["--exact", "plain runs", "samples"],
    );
    folder.refused("analyse opening --sets runs", &["--exact"]);
    folder.refused("analyse opening --exact --samples 5", &["--samples"]);
}

/// However far it was when interrupted, fewer samples give the same output.
#[test]
#[cfg(unix)]
fn an_interrupted_opening_prints_what_was_done() {
    use std::process::{Command, Stdio};

    let endless = "analyse opening --samples 1000000000 --json --threads 1";
    let child = Command::new(assert_cmd::cargo::cargo_bin!("rummilab"))
        .env("LC_ALL", "C")
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
    assert!(csv.starts_with("rules,players,bot,seat,phase,figure,n,blocks,mean,se,low,high\n,,greedy,,,win_rate,32,8,"), "{csv}");
    let text = folder.told("analyse games run");
    says(&text, &["win rate", "hold:h=3"]);
}

/// Games with no, two and four jokers are three things: once they were one row of 104.95 turns.
#[test]
fn runs_of_different_rules_are_never_in_one_row() {
    let folder = Folder::new();
    for jokers in [0, 2, 4] {
        let args = "--bots greedy,hold --deals 3 --seed 3 --option";
        folder.play(&format!("j{jokers}"), &format!("{args} jokers={jokers}"));
    }
    let turns = |by: &str| {
        answers(
            &folder,
            &format!("games j0 j4 j2 {by} --figures game_turns"),
        )
    };
    let alone = |run: &str| {
        let rows = answers(
            &folder,
            &format!("games {run} --by rules --figures game_turns"),
        );
        (
            rows.len(),
            rows[0]["rules"].clone(),
            rows[0]["mean"].clone(),
        )
    };
    let titles = ["original", "original jokers=0", "original jokers=4"];
    let separate = ["j2", "j0", "j4"].map(alone);
    let rows = turns("--by rules");
    for ((row, title), (one, same, mean)) in rows.iter().zip(titles).zip(separate) {
        assert_eq!((&row["rules"], &row["mean"]), (&json!(title), &mean));
        assert_eq!((one, same), (1, json!(title)));
    }
    // A field of the rules is a key, and where it tells the rules apart they need no name.
    let of_field = turns("--by bot,jokers");
    let jokers: Vec<_> = of_field.iter().map(|row| row["jokers"].clone()).collect();
    assert_eq!(jokers, [0, 2, 4, 0, 2, 4]);
    assert!(of_field.iter().all(|row| row["rules"].is_null()));
    // Without it they are named, asked or not.
    let named = turns("--by bot,hand");
    assert_eq!(named.len(), 6);
    assert!(
        titles
            .iter()
            .all(|title| named.iter().any(|row| row["rules"] == *title))
    );
    let csv = folder.told("analyse games j0 j2 --by jokers --csv --figures game_turns");
    assert!(
        csv.starts_with("rules,players,bot,seat,phase,jokers,figure,n,"),
        "{csv}"
    );
    assert!(csv.contains("\n,,,,,0,game_turns,12,"), "{csv}");
    says(folder.told("analyse games j0 j2"), &["rules", "jokers=0"]);
    let table = folder.told("analyse games j0 j2 --by jokers");
    let first = |row: &str| row.split_whitespace().next().map(str::to_owned);
    let shown: Vec<_> = table.lines().skip(2).filter_map(first).take(2).collect();
    assert_eq!(shown, ["0", "2"], "{table}");
    folder.refused("analyse games j0 --by joker", &["'jokers'"]);
    // The name is that of all other tables too.
    folder.told("report j4");
    assert_eq!(folder.json("j4/summary.json")["rules"], "original jokers=4");
    says(folder.text("j4/report.html"), &["original jokers=4 rules"]);
    says(folder.told("status j4"), &["original jokers=4, 2 players"]);
    says(
        folder.told("replay j4 --block 0 --game 0"),
        &["original jokers=4, block 0"],
    );
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
