//! Files as people write them: what is read, kept and refused.

use rummilab_club::{Change, Evening, Event, Files, names_in, players_file, sheets, text_of};
use rummilab_core::RuleSet;
use rummilab_words::Language;

const EVENT: &str =
    "name = \"<Herbst>\"\nrules = \"tournament\"\nrounds = 1\nseats = 4\nseed = 7\n";

fn read(files: &[(&str, &str)]) -> Result<Evening, String> {
    let files = files
        .iter()
        .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
    let files: Files = files.collect();
    let event = Event::parse(EVENT).unwrap();
    let rules = RuleSet::preset("tournament").unwrap();
    Evening::read(event, rules, &files).map_err(|faults| faults.to_string())
}

#[track_caller]
fn refused(players: &str, round: Option<&str>, expected: &[&str]) {
    let mut files = vec![("players.csv", players)];
    files.extend(round.map(|text| ("round-1.csv", text)));
    let said = read(&files).unwrap_err();
    assert_eq!(said.lines().count(), expected.len(), "{said}");
    for (line, part) in said.lines().zip(expected) {
        assert!(line.contains(part), "{part:?} is not in {line}");
    }
}

const FOUR: &str = "name\nAnna\nBert\nCem\nDora\n";

fn round(change: impl Fn(&str) -> String) -> String {
    let text = read(&[("players.csv", FOUR)])
        .unwrap()
        .draw(false)
        .unwrap()
        .text;
    text.lines().map(|line| change(line) + "\n").collect()
}

#[test]
fn faults_name_file_and_line_and_all_come_at_once() {
    refused(
        "who\nAnna\n",
        None,
        &["players.csv:1: expected a first line with the column `name`"],
    );
    refused(
        "name,from,reserve\nAnna,one,\nBert,,maybe\nanna,,\n=1+1,,\nAnna,,\n",
        None,
        &[
            "players.csv:2: `one` in column from: expected a round",
            "players.csv:3: `maybe` in column reserve",
            "players.csv:5: `=1+1` is no name",
            "players.csv:6: there is a player Anna already",
        ],
    );
    let unknown = round(|line| line.replace("1,2,B,Bert", "1,2,B,Berta"));
    let unknown = unknown
        .replace("1,2,B,Cem", "1,2,B,Berta")
        .replace("1,2,B,Dora", "1,2,B,Berta");
    let unknown = unknown.replace("1,2,B,Anna", "1,2,B,Berta");
    refused(
        FOUR,
        Some(&unknown),
        &["round-1.csv:7: players.csv has no player `Berta`"],
    );
    let short = round(|line| line.replace("1,4,D", "1,4,C"));
    refused(
        FOUR,
        Some(&short),
        &["round-1.csv:17: this table, game and letter is there twice"],
    );
    let torn = round(str::to_owned);
    let torn = torn.rsplitn(3, '\n').last().unwrap();
    refused(
        FOUR,
        Some(torn),
        &["round-1.csv:2: table 1: expected as many games as players"],
    );
    let both = round(|line| match line.strip_suffix(",,") {
        Some(start) if line.starts_with("1,2,") => format!("{start},5,-5"),
        _ => line.to_owned(),
    });
    let expected = "round-1.csv:6: table 1, game 2: rack 5 and points -5: expected one of them";
    refused(FOUR, Some(&both), &[expected]);
    let event = EVENT
        .replace("rounds = 1", "rounds = 0")
        .replace("= 4", "= 5");
    let said = Event::parse(&event).unwrap_err().to_string();
    assert!(said.contains("club.toml:3: rounds = 0"), "{said}");
    assert!(said.contains("club.toml:4: seats = 5"), "{said}");
    let said = Event::parse("name = \"x\"\nround = 2\n")
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("club.toml:2: unknown field `round`"),
        "{said}"
    );
}

/// What a spreadsheet makes of a file is read, and its columns and separator stay.
#[test]
fn files_of_spreadsheets_are_read() {
    let text = text_of(b"Name;Verein;Reserve\r\nM\xfcller;Nord;\r\nEva;S\xfcd;x\r\n;;\r\n");
    let names = names_in("list.csv", &text).unwrap();
    assert_eq!(
        names,
        [("M\u{fc}ller".to_owned(), false), ("Eva".to_owned(), true)]
    );
    assert_eq!(names_in("list.txt", "Anna\n\n Bert \n").unwrap().len(), 2);
    let players = "Name;Verein\nAnna;Nord\nBert;Nord\nCem;\nDora;\n";
    let mut evening = read(&[("players.csv", players)]).unwrap();
    let Change { text, .. } = evening.add(&["Eva".to_owned()], true).unwrap();
    assert_eq!(
        text,
        "name;verein;reserve\nAnna;Nord;\nBert;Nord;\nCem;;\nDora;;\nEva;;yes\n"
    );
    // Points without their plus.
    let points = round(|line| {
        let score = match line.split(',').nth(2) {
            Some("A") => "60",
            Some("B") => "-10",
            Some("C") => "-20",
            Some("D") => "-30",
            _ => return line.to_owned(),
        };
        format!("{line}{score}")
    });
    let evening = read(&[("players.csv", FOUR), ("round-1.csv", &points)]).unwrap();
    let standings = evening.standings();
    assert_eq!(
        (standings.ranking[0].placement, standings.ranking[0].points),
        (16, Some(240))
    );
}

/// A spreadsheet reads a file that it wrote and a command has changed: mark and line ends stay, and
/// a text that was no UTF-8 gets the mark.
#[test]
fn marks_and_line_ends_of_spreadsheets_stay() {
    let lines = "name\r\nJ\u{f6}rg\r\nBert\r\nCem\r\nDora\r\n";
    let marked = format!("\u{feff}{lines}");
    let latin: Vec<u8> = lines.chars().map(|letter| letter as u8).collect();
    let windows = "\u{feff}name,reserve\r\nJ\u{f6}rg,\r\nBert,\r\nCem,\r\nDora,\r\nEva,yes\r\n";
    for (bytes, expected) in [
        (lines.as_bytes(), windows.trim_start_matches('\u{feff}')),
        (marked.as_bytes(), windows),
        (&latin, windows),
    ] {
        let mut evening = read(&[("players.csv", &text_of(bytes))]).unwrap();
        let change = evening.add(&["Eva".to_owned()], true).unwrap();
        assert_eq!(change.text, expected);
    }
    let list = text_of("\u{feff}# club\nAnna\n".as_bytes());
    assert_eq!(
        names_in("list.txt", &list).unwrap(),
        [("Anna".to_owned(), false)]
    );
}

/// A player is renamed in all files. Whenever that is stopped, the files fit together.
#[test]
fn a_name_is_corrected_in_all_files() {
    let draw = read(&[("players.csv", FOUR)]).unwrap().draw(false).unwrap();
    let mut files: Files = [("players.csv", FOUR), ("round-1.csv", &*draw.text)]
        .map(|(name, text)| (name.to_owned(), text.to_owned()))
        .into();
    let open = |files: &Files| {
        let files: Vec<(&str, &str)> = files.iter().map(|(a, b)| (&**a, &**b)).collect();
        read(&files).unwrap()
    };
    let names = |evening: &Evening| -> Vec<String> {
        let rows = evening.standings().ranking;
        rows.into_iter().map(|row| row.bot).collect()
    };
    for (name, to) in [("anna", "Anne"), ("Anne", "Annette")] {
        // The first time it is stopped after the list of players.
        let changes = open(&files).rename(name, to).unwrap();
        let done = if to == "Anne" { 1 } else { changes.len() };
        for change in changes.into_iter().take(done) {
            files.insert(change.file, change.text);
            assert!(names(&open(&files)).contains(&to.to_owned()));
        }
    }
    assert_eq!(files["round-1.csv"].matches("Annette").count(), 4);
    assert!(
        files
            .values()
            .all(|text| !text.contains("Anna") && !text.contains("Anne,"))
    );
    assert!(open(&files).rename("Bert", "cem").is_err());
    assert!(open(&files).rename("Anna", "Eva").is_err());
    assert!(open(&files).rename("Bert", "BERT").is_ok());
}

/// Files of rounds that the event does not have are named, not left out.
#[test]
fn rounds_beyond_the_event_are_faults() {
    let round = round(str::to_owned);
    let files = [
        ("players.csv", FOUR),
        ("final.csv", &round),
        ("round-2.csv", &round),
        ("round-x.csv", "a file of somebody else"),
    ];
    let said = read(&files).unwrap_err();
    let expected =
        "final.csv: club.toml has no such round\nround-2.csv: club.toml has no such round";
    assert_eq!(said, expected);
}

#[test]
fn lists_of_players_have_faults_with_lines() {
    let long = "y".repeat(500);
    let short = format!("list.csv:3: `{}…` in column reserve", "y".repeat(80));
    let text = format!("# club\nname;reserve\nAnna;{long}\n#Bert;yes\nCem;maybe\n");
    for (text, expected) in [
        (text.as_str(), short.as_str()),
        (&text, "list.csv:5: `maybe` in column reserve"),
        (
            "# x\nPerson;Club\nAnna;Nord\n",
            "list.csv:2: expected a first line with the column",
        ),
    ] {
        let said = names_in("list.csv", text).unwrap_err().to_string();
        assert!(said.contains(expected), "{said}");
    }
    let names = names_in("list.txt", "# club\nAnna\n#Bert\nCem").unwrap();
    assert_eq!(names.len(), 2);
    let why = players_file(&[(long, false)]).unwrap_err().to_string();
    assert!(why.len() < 250, "{why}");
}

/// The players file after these steps: `+` adds a player and `-` lets one leave.
#[track_caller]
fn check_people(players: &str, steps: &[&str], expected: &str) {
    let mut evening = read(&[("players.csv", players)]).unwrap();
    let mut text = String::new();
    for step in steps {
        let (sign, name) = step.split_at(1);
        let names = [name.to_owned()];
        let change = match sign {
            "+" => evening.add(&names, false),
            _ => evening.leave(&names),
        };
        text = change.unwrap().text;
    }
    assert!(text.contains(expected), "{text}");
    assert!(read(&[("players.csv", &text)]).is_ok());
}

#[test]
fn players_leave_once_and_come_back() {
    let players = "name,from,until\nAnna,,\nBert,,0\nCem,3,2\nDora,1 4,2\nEva,,0\n";
    check_people(players, &["-Anna"], "\nAnna,,0\n");
    check_people(players, &["-Bert", "-Bert"], "\nBert,,0\n");
    check_people(players, &["+Bert"], "\nBert,,\n");
    check_people(players, &["-Anna", "-Anna", "+anna"], "\nAnna,,\n");
    let mut evening = read(&[("players.csv", players)]).unwrap();
    let why = evening.add(&["Anna".to_owned()], false).unwrap_err();
    assert!(why.to_string().contains("there is a player Anna already"));
    let standings = evening.standings();
    let names: Vec<&str> = standings.ranking.iter().map(|row| &*row.bot).collect();
    assert_eq!(names, ["Anna", "Dora"]);
    refused(
        "name,from,until\nAnna,1 2 3,1\n",
        None,
        &["players.csv:2: 3 in from, 1 in until: expected as many"],
    );
}

/// Somebody who is added before the first result sits after the round is drawn anew.
#[test]
fn a_late_comer_plays_in_a_round_without_results() {
    let players = "name\nAnna\nBert\nCem\nDora\nEva\nFritz\nGina\n";
    let text = |files: &[(&str, &str)], again| read(files).unwrap().draw(again).unwrap().text;
    let round = text(&[("players.csv", players)], false);
    let mut evening = read(&[("players.csv", players), ("round-1.csv", &round)]).unwrap();
    let players = evening.add(&["Hans".to_owned()], false).unwrap().text;
    let files = [("players.csv", &*players), ("round-1.csv", &*round)];
    assert_eq!(read(&files).unwrap().remarks().len(), 1);
    let round = text(&files, true);
    assert_eq!(round.matches("Hans").count(), 4);
}

#[test]
fn names_differ_in_more_than_case() {
    let names = ["Anna", "anna"].map(|name| (name.to_owned(), false));
    let why = players_file(&names).unwrap_err();
    assert_eq!(
        why.to_string(),
        "there is a player anna already; names have to differ"
    );
}

/// A page for the wall and one for each table, in both languages; names are no markup.
#[test]
fn sheets_have_a_page_for_each_table() {
    let players = "name\nAnna <b>\nBert\nCem\nDora\nEva\nFritz\nGina\n";
    let evening = read(&[("players.csv", players)]).unwrap();
    assert_eq!(sheets(&evening, 1, Language::English), None);
    let round = evening.draw(false).unwrap().text;
    let evening = read(&[("players.csv", players), ("round-1.csv", &round)]).unwrap();
    for (language, parts) in [
        (
            Language::English,
            ["lang=\"en\"", "Table 2", "begins. Clockwise:"],
        ),
        (
            Language::German,
            ["lang=\"de\"", "Tisch 2", "beginnt. Im Uhrzeigersinn:"],
        ),
    ] {
        let page = sheets(&evening, 1, language).unwrap();
        assert_eq!(page.matches("<section>").count(), 3);
        // Four games at one table, three at the other.
        assert_eq!(page.matches("<h2>").count(), 7);
        assert!(page.contains("&lt;Herbst&gt;") && page.contains("Anna &lt;b&gt;"));
        for part in parts {
            assert!(page.contains(part), "{part}");
        }
    }
}
