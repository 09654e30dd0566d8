//! `tournament --format club` and `--faults rules`, end to end through the binary.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rummilab::core::Seat;
use rummilab::record::{Block, Reader, Writer};
use serde_json::Value;

use crate::common::{blocks, bytes, fails, play, run, summary, words};

const FIVE: &[&str] = &[
    "--bots",
    "greedy,value,single,hold,random",
    "--rounds",
    "2",
    "--final",
];

fn club(out: &Path, rules: &str, args: &[&str]) -> String {
    play(
        out,
        &[&["--format", "club", "--rules", rules, "--seed", "4"], args].concat(),
    )
}

fn verify(folder: &Path) -> (i32, String) {
    let (code, out, _) = run(&["verify", folder.to_str().expect("plain"), "--replay-bots"]);
    (code, out)
}

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// How many pairs sat at one table in both of two rounds.
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
    let folder = folder();
    let three = words("--bots greedy,value,single,hold --players 3 --rounds 2");
    for (rules, args) in [
        ("tournament", FIVE),
        ("original", &three),
        (
            "house",
            &words("--bots greedy,value,single,hold --players 4 --rounds 1"),
        ),
        (
            "twist",
            &["--bots", "greedy,value,single,hold", "--rounds", "1"],
        ),
    ] {
        let runs = ["1", "2", "8"].map(|threads| {
            let out = folder.path().join(format!("{rules}-{threads}"));
            club(&out, rules, &[args, &["--threads", threads]].concat());
            bytes(&out)
        });
        assert!(runs[0] == runs[1] && runs[0] == runs[2], "{rules}");
        let (code, said) = verify(&folder.path().join(format!("{rules}-1")));
        assert_eq!(code, 0, "{said}");
    }
    let house = summary(&folder.path().join("house-1"));
    assert_eq!(house["club"]["ranking"][0]["points"], Value::Null);
}

#[test]
fn an_interrupted_tournament_and_a_plan_file_give_the_same_bytes() {
    let folder = folder();
    let whole = folder.path().join("whole");
    club(&whole, "tournament", FIVE);
    let games = fs::read(whole.join("games.bin")).expect("there");
    for share in [20, 45, 60, 90] {
        let cut = folder.path().join(format!("cut-{share}"));
        fs::create_dir(&cut).expect("new");
        fs::copy(whole.join("plan.toml"), cut.join("plan.toml")).expect("copied");
        fs::write(cut.join("games.bin"), &games[..games.len() * share / 100]).expect("written");
        club(&cut, "tournament", FIVE);
        assert!(bytes(&cut) == bytes(&whole), "{share} %");
    }
    let (plan, again) = (whole.join("plan.toml"), folder.path().join("again"));
    let paths = [&plan, &again].map(|path| path.to_str().expect("plain"));
    let (code, _, err) = run(&["run", paths[0], "--out", paths[1]]);
    assert_eq!(code, 0, "{err}");
    assert!(bytes(&again) == bytes(&whole));
}

/// docs/rules.md#rounds-and-tables, docs/rules.md#club-seats and docs/rules.md#ranking: blocks,
/// seats and starters, deals, ranking and what is printed.
#[test]
fn seats_deals_and_result_list_are_those_of_the_rules() {
    let folder = folder();
    let out = folder.path().join("run");
    let printed = club(&out, "tournament", FIVE);
    for part in [
        "5 entries, 2 tables of 4, 2 rounds and a final",
        "(reserve 3)",
        "--rounds 2 --seed 4",
    ] {
        assert!(printed.contains(part), "{part:?} is not in:\n{printed}");
    }
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
    // Eight players at two tables: two of each old table at each new one.
    assert_eq!(repeats(&blocks[..2], &blocks[2..4]), 4);

    let summary = summary(&out);
    assert_eq!(
        (&summary["blocks"], &summary["games"]),
        (&5.into(), &20.into())
    );
    assert!(
        summary["bots"]
            .as_array()
            .expect("rows")
            .iter()
            .all(|bot| bot["win_rate_ci"].is_null())
    );
    let ranking = summary["club"]["ranking"].as_array().expect("a list");
    assert_eq!(
        (
            ranking.len(),
            summary["club"]["reserves"]
                .as_array()
                .expect("a list")
                .len()
        ),
        (5, 3)
    );
    let key = |row: &Value| {
        let by = if row["final"].is_null() {
            row
        } else {
            &row["final"]
        };
        (
            !row["final"].is_null(),
            by["placement"].as_i64(),
            by["points"].as_i64(),
        )
    };
    assert!(ranking.is_sorted_by(|a, b| key(a) >= key(b)), "{ranking:?}");
    assert_eq!(
        ranking.iter().filter(|row| !row["final"].is_null()).count(),
        4
    );

    // The rounds, counted again from the games.
    let mut points: BTreeMap<u16, i64> = BTreeMap::new();
    for game in blocks[..4].iter().flat_map(|block| &block.games) {
        for (bot, seat) in game.seating.iter().zip(&game.seats) {
            *points.entry(*bot).or_default() += i64::from(seat.score);
        }
    }
    for row in ranking {
        let bots = summary["bots"].as_array().expect("rows");
        let bot = bots
            .iter()
            .position(|bot| bot["bot"] == row["bot"])
            .expect("known");
        assert_eq!(row["points"].as_i64(), Some(points[&(bot as u16)]));
    }
}

/// docs/rules.md#pairing: with 16 entries no pair meets twice in rounds 1 and 2.
#[test]
fn no_pair_meets_twice_in_two_rounds_with_sixteen_entries() {
    let folder = folder();
    let out = folder.path().join("run");
    let bots = ["single,random"; 8].join(",");
    club(&out, "tournament", &["--bots", &bots, "--rounds", "2"]);
    let blocks = blocks(&out);
    assert_eq!(repeats(&blocks[..4], &blocks[4..]), 0);
}

#[test]
fn verify_finds_tables_that_do_not_follow_from_the_results() {
    let folder = folder();
    let out = folder.path().join("run");
    club(&out, "tournament", FIVE);
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
    let (code, said) = verify(&out);
    assert_eq!(code, 1, "{said}");
    assert!(
        said.contains("the seatings are not those of the plan"),
        "{said}"
    );
}

#[test]
fn wrong_club_tournaments_are_refused() {
    let club = ["tournament", "--format", "club", "--bots"];
    let with = |more: &[&str]| run(&[&club[..], more].concat());
    fails(
        &with(&["greedy,hold"]),
        2,
        &["needs at least 4 bots", "2 are listed"],
    );
    fails(&with(&["greedy,hold", "--players", "2"]), 2, &["3 or 4"]);
    fails(&with(&["greedy,hold", "--deals", "5"]), 2, &["--rounds"]);
    fails(
        &run(&["tournament", "--bots", "greedy,hold", "--rounds", "2"]),
        2,
        &["rounds", "format club"],
    );
}

/// docs/rules.md#time-outs and docs/rules.md#invalid-plays: tiles drawn for an invalid play, and
/// for a time-out with nothing laid.
#[test]
fn faults_cost_what_the_rules_say_and_are_counted_apart() {
    let folder = folder();
    for (rules, invalid, late) in [
        ("original", 3, 3),
        ("tournament", 3, 1),
        ("twist", 1, 1),
        ("house", 0, 0),
    ] {
        for kind in ["illegal", "timeout", "crash", "protocol"] {
            let out = folder.path().join(format!("{rules}-{kind}"));
            let bots = format!("faulty:kind={kind},every=2,greedy");
            play(
                &out,
                &[
                    "--bots", &bots, "--rules", rules, "--faults", "rules", "--deals", "3",
                ],
            );
            let faults = &summary(&out)["bots"][0]["faults"];
            for other in ["illegal", "timeout", "crash", "protocol"] {
                let count = faults[other].as_u64().expect("a count");
                assert_eq!(count > 0, other == kind, "{rules}: {kind}: {faults}");
            }
            let dir = out.to_str().expect("plain");
            let (_, turns, _) = run(&["replay", dir, "--json"]);
            let turns = turns
                .lines()
                .map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            let refused = |turn: &Value| {
                turn["action"]
                    .as_str()
                    .is_some_and(|a| a.contains("refused"))
            };
            let first = turns.into_iter().find(refused).expect("a refused turn");
            let drawn = first["tiles"]
                .as_str()
                .expect("a text")
                .split_whitespace()
                .count();
            assert_eq!(
                drawn,
                if kind == "timeout" { late } else { invalid },
                "{rules}: {kind}"
            );
            let (code, said) = verify(&out);
            assert_eq!(code, 0, "{said}");
        }
    }
}

#[test]
fn a_club_tournament_with_faulty_bots_is_played_to_its_end() {
    let folder = folder();
    for faults in ["end", "rules"] {
        let out = folder.path().join(faults);
        let bots =
            "faulty:every=3,faulty:kind=timeout,faulty:kind=crash,faulty:kind=protocol,greedy";
        let printed = club(
            &out,
            "tournament",
            &["--bots", bots, "--faults", faults, "--reserve", "random"],
        );
        assert!(printed.contains("Faults: faulty:every=3"), "{printed}");
        assert_eq!(verify(&out).0, 0);
        let summary = summary(&out);
        for (bot, kind) in ["illegal", "timeout", "crash", "protocol"]
            .iter()
            .enumerate()
        {
            assert!(
                summary["bots"][bot]["faults"][kind].as_u64() > Some(0),
                "{kind}"
            );
        }
    }
}

#[test]
fn test_bots_are_listed_only_when_asked_for() {
    assert!(!run(&["bots"]).1.contains("faulty"));
    assert!(run(&["bots", "--all"]).1.contains("faulty"));
}
