//! `club`: evenings of people in a folder, and tournaments of bots played again as such.

use std::fs;

use rayon::prelude::*;
use rummilab::club::{Change, Evening, Event, Files, players_file};
use rummilab::core::{EmptyPoolScore, RuleSet};
use rummilab::record::{Block, Reader};
use serde_json::Value;

use crate::common::{Folder, blocks, json_lines, says, summary, told_in};

/// What people would write down after a game of bots, by the letters of the table: `-` for the
/// winner, otherwise points and number of tiles.
fn written_down(rules: &RuleSet, block: &Block, game: usize) -> Vec<String> {
    let played = &block.games[game];
    let went_out = played.seats.iter().any(|seat| seat.tiles_left == 0);
    let booked = went_out || rules.empty_pool_score == EmptyPoolScore::OwnNegative;
    let of_letter = |bot: &u16| {
        let seat = played.seating.iter().position(|other| other == bot);
        let seat = &played.seats.iter().as_slice()[seat.expect("all play each game")];
        let points = if booked {
            -i64::from(seat.score)
        } else {
            seat.points_left.into()
        };
        match seat.tiles_left {
            0 => "-".to_owned(),
            tiles => format!("{points} ({tiles})"),
        }
    };
    block.games[0].seating.iter().map(of_letter).collect()
}

/// A tournament of bots: the folder it was played in.
struct Bots {
    folder: Folder,
    args: String,
}

impl Bots {
    /// A small tournament; each number another.
    fn play(number: u64) -> Bots {
        let names = ["greedy", "single", "random"];
        let seats = 3 + (number % 2) as usize;
        let entries = seats + (number * 5 % 10) as usize;
        let bots: Vec<&str> = (0..entries)
            .map(|at| names[(at + number as usize) % 3])
            .collect();
        let rules = ["tournament", "original"][(number / 2 % 2) as usize];
        let last = if number.is_multiple_of(4) {
            "--final"
        } else {
            ""
        };
        let args = format!(
            "--rules {rules} --players {seats} --rounds {} --seed {number} {last}",
            1 + number % 3
        );
        let folder = Folder::new();
        let bots = bots.join(",");
        folder.play("run", &format!("--format club --bots {bots} {args}"));
        Bots { folder, args }
    }

    fn rules(&self) -> RuleSet {
        RuleSet::preset(self.args.split(' ').nth(1).expect("rules")).expect("a preset")
    }

    fn number(&self, flag: &str) -> u64 {
        let mut words = self.args.split(' ').skip_while(|word| *word != flag);
        words.nth(1).expect("the flag").parse().expect("a number")
    }

    fn event(&self) -> Event {
        let text = format!(
            "name = \"x\"\nrules = \"{}\"\nrounds = {}\nfinal = {}\nseats = {}\nseed = {}\n",
            self.rules().name,
            self.number("--rounds"),
            self.args.contains("--final"),
            self.number("--players"),
            self.number("--seed")
        );
        Event::parse(&text).expect("an event")
    }

    /// All players by name, and whether they are reserve players.
    fn names(&self) -> Vec<(String, bool)> {
        let reader = Reader::open(&self.folder.at("run/games.bin")).expect("a record");
        let labels = reader.header().bots.iter().map(|bot| bot.label.clone());
        labels
            .map(|label| (label.clone(), label.contains("(reserve")))
            .collect()
    }

    /// The same tournament by the library for people: tables, letters, points and ranking.
    fn check_as_people(&self) {
        let (event, rules, names) = (self.event(), self.rules(), self.names());
        let list = players_file(&names).expect("proper names");
        let mut files = Files::from([("players.csv".to_owned(), list)]);
        let read = |files: &Files| {
            Evening::read(event.clone(), rules.clone(), files).expect("sound files")
        };
        let mut blocks = blocks(&self.folder.at("run")).into_iter();
        for round in 1..=event.all_rounds() {
            let Change { file, text } = read(&files).draw(false).expect("tables");
            files.insert(file.clone(), text);
            let mut evening = read(&files);
            for table in 0..evening.tables(round).len() {
                let block = blocks.next().expect("as many tables");
                let seated: Vec<&str> = evening.tables(round)[table]
                    .players()
                    .iter()
                    .map(|player| evening.name(*player))
                    .collect();
                let bots = block.games[0].seating.iter();
                let bots: Vec<&str> = bots
                    .map(|bot| names[usize::from(*bot)].0.as_str())
                    .collect();
                assert_eq!(
                    seated,
                    bots,
                    "{}: round {round}, table {}",
                    self.args,
                    table + 1
                );
                for game in 0..block.games.len() {
                    let texts = written_down(&rules, &block, game);
                    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                    let change = evening.enter(None, (table + 1, game + 1), &texts);
                    files.insert(file.clone(), change.expect("a possible result").text);
                }
            }
        }
        assert_eq!(blocks.next(), None);
        let standings = serde_json::to_value(read(&files).standings()).expect("JSON");
        assert_eq!(
            standings,
            summary(&self.folder.at("run"))["club"],
            "{}",
            self.args
        );
    }
}

/// A result at a table with its number from 1, as people count.
fn from_one(mut result: Value) -> Value {
    if let Some(table) = result.get("table").and_then(Value::as_u64) {
        result["table"] = (table + 1).into();
    }
    result
}

/// docs/rules.md#club-tournament: seat by seat, whoever plays.
#[test]
fn people_play_the_tournaments_of_bots() {
    (0..44_u64)
        .into_par_iter()
        .for_each(|number| Bots::play(number).check_as_people());
}

/// The same through the command, with every file read and written.
#[test]
fn the_command_plays_a_tournament_of_bots() {
    let bots = Bots::play(8);
    let folder = &bots.folder;
    let list = players_file(&bots.names()).expect("proper names");
    folder.write("list.csv", list);
    folder.told(&format!(
        "club new evening --players list.csv {}",
        bots.args.replace("--players", "--seats")
    ));
    let tables = summary(&folder.at("run"))["club"]["tables"]
        .as_u64()
        .expect("a number");
    let rounds = bots.number("--rounds");
    for (at, block) in (0_u64..).zip(blocks(&folder.at("run"))) {
        if at % tables == 0 {
            folder.told("club draw evening");
        }
        let table = if at / tables < rounds {
            at % tables + 1
        } else {
            1
        };
        let line = |game: usize| {
            let texts = written_down(&bots.rules(), &block, game).join(" / ");
            format!("{table}.{} {texts}", game + 1)
        };
        let lines: Vec<String> = (0..block.games.len()).map(line).collect();
        let mut args = vec!["club", "enter", "evening"];
        args.extend(lines.iter().map(String::as_str));
        folder.told(&args);
    }
    let found = json_lines(&folder.told("club standings evening --json")).remove(0);
    let summary = summary(&folder.at("run"));
    for list in ["ranking", "reserves"] {
        let renamed = |row: &Value| {
            let mut row = row.as_object().expect("a row").clone();
            let name = row.remove("bot").expect("a name");
            row.insert("name".to_owned(), name);
            let rounds = row["by_round"].as_array().expect("a list").clone();
            let rounds: Vec<Value> = rounds.into_iter().map(from_one).collect();
            row["by_round"] = rounds.into();
            row["final"] = from_one(row["final"].take());
            Value::from(row)
        };
        let expected = summary["club"][list].as_array().expect("a list");
        let expected: Vec<Value> = expected.iter().map(renamed).collect();
        assert_eq!(found[list], Value::from(expected), "{list}");
    }
    let csv = folder.told("club standings evening --csv");
    assert_eq!(csv.lines().count(), bots.names().len() + 1);
    folder.refused(
        "club season evening ./evening",
        &["./evening: the same evening twice"],
    );
    let season = folder.told("club season evening --csv");
    assert!(
        season.starts_with("rank,name,placement,points,firsts"),
        "{season}"
    );
}

/// Files are never destroyed, and what is refused changes none.
#[test]
fn what_is_refused_changes_no_file() {
    let folder = Folder::new();
    folder.write("list.txt", "Anna\nBert\nCem\nDora\n");
    let new = "club new evening --players list.txt --seed 1 --rounds 1";
    folder.told(new);
    folder.refused(new, &["club.toml is there already, and stays as it was"]);
    // A program that was stopped before the last file goes on.
    fs::remove_file(folder.at("evening/club.toml")).expect("it was there");
    folder.told(new);
    fs::remove_file(folder.at("evening/club.toml")).expect("it was there");
    let other = new.replace("list.txt", "evening/club.txt");
    folder.write("evening/club.txt", "Eva\n");
    folder.refused(&other, &["players.csv is there already"]);
    folder.told("club new evening --seed 1 --rounds 1");
    folder.told("club draw evening");
    let before = folder.text("evening/round-1.csv");
    for (args, expected) in [
        (
            "club draw evening",
            "4 games of round 1 without results, the first at table 1, game 1",
        ),
        ("club add evening anna", "there is a player anna already"),
        ("club leave evening Eva", "there is no player Eva"),
        (
            "club enter evening '1.1 - / 3 / 5'",
            "1.1 - / 3 / 5: 3 results for 4 players",
        ),
        (
            "club enter evening '2.1 - / 3 / 5 / 6'",
            "there is no table 2 with a game 1",
        ),
        (
            "club enter evening 'x / 3 / 5 / 6'",
            "expected table and game, such as 1.2",
        ),
        (
            "club enter evening --round 2 '1.1 - / 3 / 5 / 6'",
            "no tables are drawn yet",
        ),
        ("club enter evening --round 2", "no tables are drawn yet"),
        ("club sheets evening --round 2", "no tables are drawn yet"),
        (
            "club sheets evening --out evening/round-1.csv",
            "a file of another kind is there",
        ),
        (
            "club standings elsewhere",
            "elsewhere/club.toml is not there; `rummilab club new` begins an evening",
        ),
    ] {
        folder.refused(args, &[expected]);
        assert_eq!(folder.text("evening/round-1.csv"), before, "{args}");
    }
    folder.write("evening/round-1.csv", before.replace("1,1,A", "1,x,A"));
    folder.refused(
        "club standings evening",
        &["evening/round-1.csv:2: `x` in column game: expected a number from 1"],
    );
}

/// Rules of one's own go with the folder, and the steps of an evening are told line by line.
#[test]
fn an_evening_is_typed_line_by_line() {
    let folder = Folder::new();
    folder.write(
        "mine.toml",
        "base = \"tournament\"\nname = \"mine\"\nrack_penalty = { J = 99 }\n",
    );
    let players = "--player Anna --player Bert --player Cem --player Dora";
    folder.told(&format!(
        "club new evening {players} --rules mine.toml --seed 1 --rounds 1"
    ));
    fs::remove_file(folder.at("mine.toml")).expect("it was there");
    folder.told("club draw evening");
    // A line that was cut off is not taken.
    let said = told_in(folder.path(), "club enter evening", "- / 3 / 4 / 20");
    says(&said, &["4 games without results."]);
    let lines =
        "\n- / 1 / 2 / J\n1.1 - / 1 / 2 / 200\n- / y / 2 / 3\n- / 3 / 4 / 5\n- / 3 / 4 / 5\n";
    let said = told_in(folder.path(), "club enter evening", lines);
    says(
        &said,
        &[
            "+102",
            "-99",
            "+203",
            "`y` is not a tile",
            "All results of the round are there.",
        ],
    );
    let standings = folder.told("club standings evening --json");
    assert_eq!(
        json_lines(&standings)[0]["ranking"][0]["places"]
            .as_array()
            .map(Vec::len),
        Some(4)
    );
}

/// Results that two terminals enter at the same time are all in the file.
#[test]
fn no_result_is_lost_when_four_processes_write() {
    let folder = Folder::new();
    let players: Vec<String> = (0..16).map(|at| format!("--player P{at}")).collect();
    let players = players.join(" ");
    folder.told(&format!("club new evening {players} --seed 1 --rounds 1"));
    folder.told("club draw evening");
    (1..=4_usize).into_par_iter().for_each(|table| {
        let lines = (1..=4).map(|game| format!("{table}.{game} - / 1 / 2 / {}\n", 2 + game));
        let said = told_in(
            folder.path(),
            "club enter evening",
            lines.collect::<String>() + "q\n",
        );
        for game in 1..=4 {
            says(&said, &[&format!("Table {table}, game {game}: ")]);
        }
    });
    let said = told_in(folder.path(), "club enter evening", "");
    says(&said, &["All results of the round are there."]);
}
