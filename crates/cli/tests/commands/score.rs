//! The benchmark of `score`.

use std::collections::BTreeSet;
use std::fs;

use crate::common::{Folder, json_lines};

const ENDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/ends.jsonl");

/// Games of one deal begin alike, so two positions of a grade could be equal (a bug of the first
/// file).
#[test]
fn no_grade_of_the_benchmark_has_two_positions_of_a_deal() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/benchmark/positions.jsonl"
    );
    let lines = json_lines(&fs::read_to_string(file).expect("the benchmark"));
    let deals: BTreeSet<(u64, &str)> = lines
        .iter()
        .map(|line| {
            let id = line["position"]["id"].as_str().expect("a name");
            let (deal, _) = id.split_once('g').expect("block, game and turn");
            (line["grade"].as_u64().expect("a grade"), deal)
        })
        .collect();
    assert_eq!((lines.len(), deals.len()), (500, 500));
}

#[test]
fn ends_say_how_often_a_bot_gives_a_win_away() {
    let folder = Folder::new();
    let text = fs::read_to_string(ENDS).expect("the ends");
    let some: Vec<&str> = text.lines().take(16).collect();
    folder.write("some.jsonl", some.join("\n"));
    let bots = "--bots greedy,champion:budget=fast --ends some.jsonl";
    let said = &json_lines(&folder.told(&*format!("score {bots} --json")))[0];
    let (greedy, champion) = (&said["greedy"], &said["champion:budget=fast"]);
    let won = some.iter().filter(|line| !line.contains("\"wins\":[]"));
    let won = won.count();
    assert!(won > 2, "{won}");
    for sum in [greedy, champion] {
        assert_eq!(
            (&sum["ends"], &sum["won"]),
            (&16.into(), &won.into()),
            "{sum}"
        );
    }
    assert_eq!(
        (&greedy["lost"], &champion["lost"]),
        (&won.into(), &0.into())
    );
    let each = json_lines(&folder.told(&*format!("score {bots} --each --json")));
    assert_eq!(each.len(), 2 * 16 + 1);

    let bad = some[0].replace("\"wins\":[", "\"wins\":[\"R99\",");
    folder.write("bad.jsonl", bad.replace(",]", "]"));
    folder.write("torn.jsonl", &some[0][..200]);
    let torn = ["torn.jsonl:1", "no line of `corpus --ends`"];
    folder.refused("score --bots greedy --ends torn.jsonl", &torn);
    // Under club rules a last round is played, so that the search would be wrong.
    folder.write(
        "club.jsonl",
        some[0].replace("\"original\"", "\"tournament\""),
    );
    let club = "corpus --rules tournament --ends 1";
    for args in [
        "score --bots greedy --ends club.jsonl",
        club,
        "corpus --players 3 --ends 1",
    ] {
        folder.refused(args, &["until all pass"]);
    }
    folder.refused(
        "score --bots greedy --ends bad.jsonl",
        &["bad.jsonl", "1", "R99"],
    );
}

#[test]
fn ends_of_a_corpus_are_those_of_the_file() {
    let folder = Folder::new();
    let made = "corpus --bots champion:budget=quick --deals 2 --seed 48 --ends 2";
    let text = fs::read_to_string(ENDS).expect("the ends");
    let first: Vec<&str> = text.lines().take(2).collect();
    let made = folder.told(made);
    assert_eq!(made.lines().collect::<Vec<_>>(), first);
}

#[test]
fn a_leaderboard_is_a_table_and_a_page() {
    let folder = Folder::new();
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../data/benchmark/positions.jsonl"
    );
    let text = fs::read_to_string(file).expect("the benchmark");
    let some: Vec<&str> = text.lines().step_by(50).collect();
    folder.write("some.jsonl", some.join("\n"));
    let entries = "score --bots random,greedy --entries --positions some.jsonl";
    let entries = folder.told(entries);
    folder.write("board.jsonl", &entries);
    let ranked = folder.told("score --board board.jsonl --page board.html");
    let place = |name: &str| ranked.find(name).expect("ranked");
    assert!(place("greedy") < place("random"), "{ranked}");

    let page = folder.text("board.html");
    let page = page.strip_prefix("<!DOCTYPE html>").expect("a page");
    let page = roxmltree::Document::parse(page).expect("well-formed");
    let rows = page
        .descendants()
        .filter(|node| node.has_tag_name("tr"))
        .count();
    let grades: BTreeSet<u64> = json_lines(&some.join("\n"))
        .iter()
        .filter_map(|line| line["grade"].as_u64())
        .collect();
    // Two headers, two players, and each of them by grade.
    assert_eq!(rows, 2 + 2 + 2 * grades.len());

    let other = entries.replace("\"positions\":\"", "\"positions\":\"0");
    folder.write("board.jsonl", format!("{entries}{other}"));
    folder.refused(
        "score --board board.jsonl --page board.html",
        &["board.jsonl:3", "its positions are not those"],
    );
    assert!(folder.text("board.html").contains("Leaderboard"));
    folder.refused(
        "score --bots greedy --positions some.jsonl --page other.html",
        &["--page"],
    );
}
