//! `tournament --format club` and `--faults rules`, end to end through the binary.

use std::collections::BTreeMap;
use std::fs;

use rummilab::core::Seat;
use rummilab::record::{Block, Reader, Writer};
use serde_json::Value;

use crate::common::{Folder, blocks, bytes, json_lines, says, summary};

const FIVE: &str = "--bots greedy,value,single,hold,random --rounds 2 --final";

/// Plays a club tournament into `folder/name`.
#[track_caller]
fn club(folder: &Folder, name: &str, rules: &str, args: &str) -> String {
    let club = format!("--format club --rules {rules} --seed 4 {args}");
    folder.play(name, &club)
}

#[track_caller]
fn verified(folder: &Folder, name: &str) {
    folder.told(&format!("verify {name} --replay-bots"));
}

/// Number of pairs that sat at one table in both rounds.
fn repeats(first: &[Block], second: &[Block]) -> usize {
    let pairs = |blocks: &[Block]| {
        let mut pairs = Vec::new();
        for block in blocks {
            let table = &block.games[0].seating;
            for a in table {
                pairs.extend(table.iter().filter(|b| a < b).map(|b| (*a, *b)));
            }
        }
        pairs
    };
    let before = pairs(first);
    pairs(second)
        .iter()
        .filter(|pair| before.contains(pair))
        .count()
}

#[test]
fn threads_do_not_change_a_byte_and_verify_agrees() {
    let folder = Folder::new();
    let four = "--bots greedy,value,single,hold";
    for (rules, args) in [
        ("tournament", FIVE),
        ("original", &format!("{four} --players 3 --rounds 2")),
        ("house", &format!("{four} --players 4 --rounds 1")),
        ("twist", &format!("{four} --rounds 1")),
    ] {
        let runs = [1, 2, 8].map(|threads| {
            let name = format!("{rules}-{threads}");
            club(
                &folder,
                &name,
                rules,
                &format!("{args} --threads {threads}"),
            );
            bytes(&folder.at(&name))
        });
        assert!(runs[0] == runs[1] && runs[0] == runs[2], "{rules}");
        verified(&folder, &format!("{rules}-1"));
    }
    let house = summary(&folder.at("house-1"));
    assert_eq!(house["club"]["ranking"][0]["points"], Value::Null);
}

#[test]
fn an_interrupted_tournament_and_a_plan_file_give_the_same_bytes() {
    let folder = Folder::new();
    club(&folder, "whole", "tournament", FIVE);
    let whole = bytes(&folder.at("whole"));
    let games = folder.read("whole/games.bin");
    for share in [20, 45, 60, 90] {
        let cut = format!("cut-{share}");
        fs::create_dir(folder.at(&cut)).expect("new");
        folder.write(&format!("{cut}/plan.toml"), folder.read("whole/plan.toml"));
        folder.write(
            &format!("{cut}/games.bin"),
            &games[..games.len() * share / 100],
        );
        club(&folder, &cut, "tournament", FIVE);
        assert!(bytes(&folder.at(&cut)) == whole, "{share} %");
    }
    folder.told("run whole/plan.toml --out again");
    assert!(bytes(&folder.at("again")) == whole);
}

/// docs/rules.md#rounds-and-tables, docs/rules.md#club-seats and docs/rules.md#ranking: blocks,
/// seats and starters, deals, ranking and what is printed.
#[test]
fn seats_deals_and_result_list_are_those_of_the_rules() {
    let folder = Folder::new();
    let out = folder.at("run");
    let printed = club(&folder, "run", "tournament", FIVE);
    says(
        &printed,
        &[
            "5 entries, 2 tables of 4, 2 rounds and a final",
            "(reserve 3)",
        ],
    );
    says(&printed, &["--rounds 2 --seed 4"]);
    let blocks = blocks(&out);
    assert_eq!(blocks.len(), 5);
    for block in &blocks {
        assert_eq!((block.games.len(), block.deals.len()), (4, 4));
        let [a, b, c, d] = [0, 1, 2, 3].map(|seat| block.games[0].seating[Seat(seat)]);
        let seats = [[a, b, c, d], [a, d, c, b], [a, d, b, c], [a, c, b, d]];
        for (number, (game, seats)) in block.games.iter().zip(seats).enumerate() {
            assert_eq!(
                (&*game.seating, usize::from(game.deal)),
                (&seats[..], number)
            );
            assert_eq!(game.seating[game.starter], [a, b, c, d][number]);
            let others = block.deals.iter().skip(number + 1);
            assert!(others.into_iter().all(|deal| *deal != block.deals[number]));
        }
    }
    // The three reserve players meet again, and so do three of the four at the other table.
    assert_eq!(repeats(&blocks[..2], &blocks[2..4]), 6);

    let summary = summary(&out);
    assert_eq!(
        (&summary["blocks"], &summary["games"]),
        (&5.into(), &20.into())
    );
    let bots = summary["bots"].as_array().expect("rows");
    assert!(bots.iter().all(|bot| bot["win_rate_ci"].is_null()));
    let [ranking, reserves] =
        ["ranking", "reserves"].map(|key| summary["club"][key].as_array().expect("a list"));
    assert_eq!((ranking.len(), reserves.len()), (5, 3));
    let key = |row: &Value| {
        let finalist = !row["final"].is_null();
        let by = if finalist { &row["final"] } else { row };
        (finalist, by["placement"].as_i64(), by["points"].as_i64())
    };
    assert!(ranking.is_sorted_by(|a, b| key(a) >= key(b)), "{ranking:?}");
    assert_eq!(ranking.iter().filter(|row| key(row).0).count(), 4);

    // The rounds, recomputed from the games.
    let mut points: BTreeMap<u16, i64> = BTreeMap::new();
    for game in blocks[..4].iter().flat_map(|block| &block.games) {
        for (bot, seat) in game.seating.iter().zip(&game.seats) {
            *points.entry(*bot).or_default() += i64::from(seat.score);
        }
    }
    for row in ranking {
        let bot = bots.iter().position(|bot| bot["bot"] == row["bot"]);
        assert_eq!(row["points"], points[&(bot.expect("known") as u16)]);
    }
}

/// docs/rules.md#pairing: with 16 entries no pair meets twice in rounds 1 and 2.
#[test]
fn no_pair_meets_twice_in_two_rounds_with_sixteen_entries() {
    let folder = Folder::new();
    let bots = ["single,random"; 8].join(",");
    club(
        &folder,
        "run",
        "tournament",
        &format!("--bots {bots} --rounds 2"),
    );
    let blocks = blocks(&folder.at("run"));
    assert_eq!(repeats(&blocks[..4], &blocks[4..]), 0);
}

#[test]
fn verify_finds_tables_that_do_not_follow_from_the_results() {
    let folder = Folder::new();
    let out = folder.at("run");
    club(&folder, "run", "tournament", FIVE);
    let header = Reader::open(&out.join("games.bin"))
        .expect("a record")
        .header()
        .clone();
    let mut all = blocks(&out);
    let (second, third) = (all[2].games.clone(), all[3].games.clone());
    (all[2].games, all[3].games) = (third, second);
    let deals = all[2].deals.clone();
    all[2].deals = std::mem::replace(&mut all[3].deals, deals);
    fs::remove_file(out.join("games.bin")).expect("removed");
    let mut writer = Writer::create(&out.join("games.bin"), &header).expect("new");
    for block in &all {
        writer.append(block).expect("written");
    }
    drop(writer);
    let (code, said, _) = folder.run("verify run --replay-bots");
    assert_eq!(code, 1, "{said}");
    says(&said, &["the seatings are not those of the plan"]);
}

/// docs/rules.md#rounds-and-tables and docs/rules.md#pairing: the reserve players sit at the last
/// table of every round, and `lots.csv` holds what a pairing needs besides the results.
#[test]
fn lots_are_kept_and_reserve_players_stay_at_the_last_table() {
    let folder = Folder::new();
    let bots = "--bots single,random,single,random,single,random --rounds 4 --final";
    club(&folder, "run", "tournament", bots);
    let text = String::from_utf8(folder.read("run/lots.csv")).expect("a text");
    let mut rows = text.lines();
    assert_eq!(rows.next(), Some("block,round,table,letter,bot,lot"));
    let rows: Vec<Vec<&str>> = rows.map(|row| row.split(',').collect()).collect();
    assert_eq!(rows.len(), 4 * 8 + 4);
    let labels = Reader::open(&folder.at("run/games.bin")).expect("a record");
    let labels = labels.header().bots.clone();
    let seated: Vec<String> = blocks(&folder.at("run"))
        .iter()
        .flat_map(|block| block.games[0].seating.iter())
        .map(|bot| labels[usize::from(*bot)].label.clone())
        .collect();
    let told: Vec<&str> = rows.iter().map(|row| row[4]).collect();
    assert_eq!(told, seated, "letters A to D sit clockwise in game 1");
    let mut lots = BTreeMap::new();
    for row in &rows {
        let [round, table, letter, bot, lot] = [1, 2, 3, 4, 5].map(|column| row[column]);
        assert!(["A", "B", "C", "D"].contains(&letter), "{row:?}");
        if bot.contains("reserve") {
            assert_eq!((table, lot), ("2", ""), "round {round}");
        } else {
            assert_eq!(*lots.entry(bot).or_insert(lot), lot, "{bot} keeps its lot");
        }
    }
    let mut lots: Vec<&str> = lots.into_values().collect();
    lots.sort_unstable();
    assert_eq!(lots, ["1", "2", "3", "4", "5", "6"]);

    verified(&folder, "run");
    folder.write("run/lots.csv", text.replace(",A,", ",B,"));
    let (code, said, _) = folder.run("verify run");
    assert_eq!(code, 1, "{said}");
    says(&said, &["lots.csv is not what the record gives"]);
    fs::remove_file(folder.at("run/lots.csv")).expect("it was there");
    let (code, said, _) = folder.run("verify run");
    assert_eq!(code, 1, "{said}");
    says(&said, &["lots.csv cannot be read"]);
}

/// docs/rules.md#time-outs and docs/rules.md#invalid-plays: tiles drawn for an invalid play, and
/// for a time-out with nothing laid.
#[test]
fn faults_cost_what_the_rules_say_and_are_counted_apart() {
    let folder = Folder::new();
    for (rules, invalid, late) in [
        ("original", 3, 3),
        ("tournament", 3, 1),
        ("twist", 1, 1),
        ("house", 0, 0),
    ] {
        for kind in KINDS {
            let name = format!("{rules}-{kind}");
            let bots = format!("--bots faulty:kind={kind},every=2,greedy");
            folder.play(
                &name,
                &format!("{bots} --rules {rules} --faults rules --allow-faults --deals 3"),
            );
            let faults = &summary(&folder.at(&name))["bots"][0]["faults"];
            for other in KINDS {
                let count = faults[other].as_u64().expect("a count");
                assert_eq!(count > 0, other == kind, "{rules}: {kind}: {faults}");
            }
            let turns = json_lines(&folder.told(&format!("replay {name} --json")));
            let is_refused = |turn: &&Value| turn["action"].to_string().contains("refused");
            let first = turns.iter().find(is_refused).expect("a refused turn");
            let drawn = first["tiles"].as_str().expect("a text");
            let expected = if kind == "timeout" { late } else { invalid };
            assert_eq!(
                drawn.split_whitespace().count(),
                expected,
                "{rules}: {kind}"
            );
            verified(&folder, &name);
        }
    }
}

const KINDS: [&str; 4] = ["illegal", "timeout", "crash", "protocol"];

#[test]
fn a_club_tournament_with_faulty_bots_is_played_to_its_end() {
    let folder = Folder::new();
    let bots = "faulty:every=3,faulty:kind=timeout,faulty:kind=crash,faulty:kind=protocol,greedy";
    for faults in ["end", "rules"] {
        let args = format!("--bots {bots} --faults {faults} --reserve random --allow-faults");
        let printed = club(&folder, faults, "tournament", &args);
        says(&printed, &["Faults: faulty:every=3"]);
        verified(&folder, faults);
        let summary = summary(&folder.at(faults));
        for (bot, kind) in KINDS.iter().enumerate() {
            let count = summary["bots"][bot]["faults"][kind].as_u64();
            assert!(count > Some(0), "{kind}");
        }
    }
}

/// Each fault can be found at its stated place: in the table, `status`, `verify` and
/// `summary.json`.
#[test]
fn faults_are_named_and_rates_of_nothing_have_a_bound() {
    let folder = Folder::new();
    let args = "--bots faulty:every=4,greedy --allow-faults --deals 6";
    let printed = folder.play("run", args);
    let faults = &summary(&folder.at("run"))["faults"];
    assert_eq!(faults.as_array().expect("a list").len(), 5);
    for fault in faults.as_array().expect("a list") {
        let said = format!(
            "faulty:every=4: illegal (--block {} --game {}, turn {})",
            fault["block"], fault["game"], fault["turn"]
        );
        for text in [
            &printed,
            &folder.told("status run"),
            &folder.told("verify run"),
        ] {
            says(text, &["12 faults, the first 5:", &said]);
        }
        let game = format!(
            "replay run --block {} --game {}",
            fault["block"], fault["game"]
        );
        let turns = json_lines(&folder.told(&format!("{game} --json")));
        assert_eq!(fault["turn"], turns.len(), "the turn that was not finished");
    }
    // No win in six blocks: at most 1 - 0.025^(1/6).
    let bots = &summary(&folder.at("run"))["bots"];
    let bounds = [0, 1].map(|bot| bots[bot]["win_rate_bound"].as_f64().expect("a bound"));
    assert!(
        (bounds[0] - 0.459_258).abs() < 1e-6 && (bounds[1] - 0.540_742).abs() < 1e-6,
        "{bounds:?}"
    );
    says(
        &printed,
        &["0.0 (<= 45.9)", "100.0 (>= 54.1)", "exact bounds"],
    );
    folder.play("stopped", &args.replace("6", "50 --until-width 50"));
    assert!(summary(&folder.at("stopped"))["bots"][0]["win_rate_bound"].is_null());
}
