//! Club evenings by requests are those of the library, byte for byte.

use rummilab_club::{
    Change, Evening, Event, Files, players_file, season, season_list, sheets, standings_list,
};
use rummilab_words::Language;

use super::*;

/// An evening whose every step is made twice: by a request, and by the library.
struct Twice {
    engine: Engine,
    files: Files,
    state: u64,
}

impl Twice {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self
            .state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.state >> 33) as usize % bound
    }

    fn evening(&self) -> Evening {
        Evening::open(&self.files).unwrap()
    }

    /// Makes a step; the library has these changes.
    #[track_caller]
    fn step(&mut self, step: &Value, changes: Vec<Change>) -> Value {
        let found = ask(
            &mut self.engine,
            "club",
            &json!({"files": self.files, "do": step}),
        );
        let changes: Files = changes
            .into_iter()
            .map(|own| (own.file, own.text))
            .collect();
        assert_eq!(found["changes"], json!(changes), "{step}");
        self.files.extend(changes);
        let list = standings_list(&self.evening(), Language::English);
        assert_eq!(found["evening"]["standings"], json!(list));
        found
    }

    #[track_caller]
    fn refused(&mut self, step: &Value, language: &str, part: &str) {
        let with = json!({"files": self.files, "do": step});
        let request = json!({"id": 1, "ask": "club", "with": with, "language": language});
        let said = self.engine.answer(&request.to_string());
        let said: Value = serde_json::from_str(&said).unwrap();
        assert!(said["error"].as_str().unwrap().contains(part), "{said}");
    }

    /// Results of all games of the last round, some of them checked before.
    fn play(&mut self) {
        let round = self.evening().drawn();
        for (table, game) in self.evening().open_games(round) {
            let place = (table + 1, game + 1);
            let players = self.evening().tables(round)[table].players().len();
            let out = self.below(players);
            let texts = (0..players).map(|at| match self.below(8) {
                _ if at == out => "-".to_owned(),
                0 => "200".to_owned(),
                points => format!("{} ({})", points * 3 * (1 + at), 1 + at),
            });
            let texts: Vec<String> = texts.collect();
            let own: Vec<&str> = texts.iter().map(String::as_str).collect();
            let change = self.evening().enter(Some(round), place, &own).unwrap();
            let results = texts.join("/");
            let entry = json!({"round": round, "table": place.0, "game": place.1,
                "results": results});
            let checked = json!({"files": self.files, "do": {"check": entry}});
            let checked = ask(&mut self.engine, "club", &checked);
            assert_eq!(checked["changes"], json!({}));
            let found = self.step(&json!({"enter": entry}), vec![change]);
            assert_eq!(found["said"], checked["said"]);
            let shown = &found["evening"]["tables"][round as usize - 1]["tables"][table];
            assert_eq!(shown["games"][game]["said"], found["said"]);
        }
    }
}

/// A whole evening with people who come, leave and are renamed; returns its files.
fn evening_of(seed: u64, players: usize) -> Files {
    let event = Event {
        name: "cup".to_owned(),
        date: "1 May".to_owned(),
        rules: "tournament".to_owned(),
        options: vec!["jokers=2".to_owned()],
        rounds: 2,
        with_final: seed.is_multiple_of(2),
        seats: 4,
        seed,
    };
    let names: Vec<(String, bool)> = (0..players).map(|at| (format!("P{at}"), at > 11)).collect();
    let change = |file: &str, text: String| Change {
        file: file.to_owned(),
        text,
    };
    let lines = names.iter().map(|(name, reserve)| {
        let reserve = if *reserve { "yes" } else { "" };
        format!("{name},{reserve}\n")
    });
    let mut new = json!(event);
    new["names"] = json!(format!("name,reserve\n{}", lines.collect::<String>()));
    let mut twice = Twice {
        engine: engine(),
        files: Files::new(),
        state: seed,
    };
    let files = [
        change("club.toml", event.to_toml()),
        change("players.csv", players_file(&names).unwrap()),
    ];
    twice.step(&json!({"new": new}), files.into());
    for round in 1..=event.all_rounds() {
        let change = twice.evening().draw(false).unwrap();
        twice.step(&json!({"draw": {}}), vec![change]);
        twice.refused(&json!({"draw": {}}), "de", "ohne Ergebnis");
        let late = format!("late{round}");
        let change = twice
            .evening()
            .add(std::slice::from_ref(&late), false)
            .unwrap();
        twice.step(&json!({"add": {"names": late}}), vec![change]);
        let leaver = format!("P{round}");
        let change = twice
            .evening()
            .leave(std::slice::from_ref(&leaver))
            .unwrap();
        twice.step(&json!({"leave": {"name": leaver}}), vec![change]);
        if round <= event.rounds {
            let change = twice.evening().draw(true).unwrap();
            twice.step(&json!({"draw": {"again": true}}), vec![change]);
        }
        twice.play();
        let change = twice
            .evening()
            .rename(&late, &format!("Renée{round}"))
            .unwrap();
        twice.step(
            &json!({"rename": {"name": late, "to": format!("Renée{round}")}}),
            change,
        );
        assert!(twice.files.values().all(|text| !text.contains("late")));
        let step = json!({"files": twice.files, "do": {"sheets": {"round": round}}});
        let page = ask(&mut twice.engine, "club", &step);
        let expected = sheets(&twice.evening(), round, Language::English);
        assert_eq!(page["sheets"], json!(expected));
    }
    let entry = json!({"round": 1, "table": 1, "game": 1, "results": "- / 5"});
    twice.refused(&json!({"enter": entry}), "en", "2 results for");
    twice.refused(&json!({"add": {"names": "=1"}}), "de", "ist kein Name");
    let cut = twice.files["round-1.csv"].replacen(",A,", ",Q,", 1);
    twice.files.insert("round-1.csv".to_owned(), cut);
    twice.refused(&Value::Null, "de", "round-1.csv:2: `Q` in column letter");
    let text = twice.files["round-1.csv"].replacen(",Q,", ",A,", 1);
    twice.files.insert("round-1.csv".to_owned(), text);
    twice.files
}

#[test]
fn evenings_by_requests_are_those_of_the_library() {
    let files: Vec<Files> = [(1, 12), (2, 14), (3, 13)]
        .map(|(seed, of)| evening_of(seed, of))
        .into();
    let evenings = files
        .iter()
        .map(|files| Evening::open(files).unwrap().standings());
    let list = season_list(&season(&evenings.collect::<Vec<_>>()), Language::English);
    let found = ask(&mut engine(), "club-season", &json!({"evenings": files}));
    assert_eq!(found, json!(list));
}
