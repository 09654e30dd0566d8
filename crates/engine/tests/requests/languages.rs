//! Answers in the language of the request: no sentence comes from elsewhere than a catalogue.

use rummilab_words::outside_marks;

use super::*;

/// Fields that are not sentences: names, keys, files, grades.
const NO_SENTENCES: &[&str] = &[
    "question",
    "rest",
    "who",
    "stage",
    "reading",
    "name",
    "base",
    "key",
    "kind",
    "choices",
    "value",
    "options",
    "toml",
    "values",
    "person",
    "others",
    "bot",
    "default_level",
    "status",
    "solver",
    "step",
    "model",
    "action",
    "grade",
    "basis",
    "field",
    "bots",
    "saved",
    "plan",
];

/// Names, fields and typed texts that stand outside of marks in sentences.
const NAMES: &[&str] = &[
    "Anna",
    "human:r=1",
    "champion:budget=quick",
    "xyz",
    "twits",
    "values",
    "values=99",
    "rack",
    "table",
];

/// Asserts that every sentence of an answer stands in marks; returns how many there are.
fn check(at: &str, value: &Value) -> usize {
    match value {
        Value::Object(fields) => {
            let told = fields
                .iter()
                .filter(|(key, _)| !NO_SENTENCES.contains(&key.as_str()));
            told.map(|(key, value)| check(&format!("{at}.{key}"), value))
                .sum()
        }
        Value::Array(values) => values.iter().map(|value| check(at, value)).sum(),
        Value::String(text) => {
            let outside = outside_marks(text);
            let words = outside.split(|c: char| !c.is_alphanumeric() && !"=:-_".contains(c));
            let words: Vec<&str> = words
                .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() > 1)
                .filter(|word| !NAMES.contains(word) && !PRESET_NAMES.contains(word))
                .collect();
            assert!(words.is_empty(), "{at}: {words:?} in {text}");
            usize::from(text.contains('«'))
        }
        _ => 0,
    }
}

fn marked(engine: &mut Engine, ask: &str, with: &Value) -> (Value, usize) {
    let request = json!({"id": 1, "ask": ask, "language": "x-marked", "with": with});
    let found: Value = serde_json::from_str(&engine.answer(&request.to_string())).unwrap();
    let sentences = check(ask, &found);
    (found["answer"].clone(), sentences)
}

#[test]
fn a_game_its_review_and_questions_say_nothing_that_is_in_no_catalogue() {
    let mut engine = engine();
    let mut sentences = marked(&mut engine, "about", &json!({})).1;
    assert!(sentences > 100, "tiles and levels: {sentences}");
    let new = json!({"rules": "original", "levels": ["easy"], "seed": 3});
    let (mut state, _) = marked(&mut engine, "new", &new);
    let game = json!({"game": state["game"]});
    for typed in [
        "hint", "hint", "best", "sort", "reset", "undo", "R1 > 9", "xyz", "split 3", "end",
    ] {
        let command = json!({"game": state["game"], "command": typed});
        sentences += marked(&mut engine, "command", &command).1;
    }
    for _ in 0..400 {
        if state["stage"] == "over" {
            break;
        }
        if state["stage"] == "bot" {
            state = marked(&mut engine, "bot", &game).0;
            continue;
        }
        sentences += marked(&mut engine, "steps", &game).1;
        for typed in ["best", "end", "draw"] {
            let command = json!({"game": state["game"], "command": typed});
            sentences += marked(&mut engine, "command", &command).1;
        }
        state = marked(&mut engine, "state", &game).0;
    }
    assert_eq!(state["stage"], "over");
    let (record, _) = marked(&mut engine, "record", &game);
    marked(&mut engine, "open", &record);
    let review = json!({"block": 0, "game": 0, "work": 4000});
    // Begun in English, it is told in the language of whoever asks.
    let mut review = ask(&mut engine, "review", &review);
    while review["done"] == false {
        let (further, told) = marked(&mut engine, "review-on", &json!({"deals": 20}));
        sentences += told;
        review = further;
    }
    let english = ask(&mut engine, "review-on", &json!({}));
    let headline = english["headline"].as_str().unwrap();
    assert!(
        headline.contains("by the measure of the champion"),
        "{headline}"
    );
    assert!(sentences > 500, "{sentences}");
}

#[test]
fn rules_positions_exercises_and_refusals_are_told_in_the_language() {
    let mut engine = engine();
    for rules in PRESET_NAMES {
        let (_, told) = marked(&mut engine, "rules", &json!({"rules": rules}));
        assert!(told > 100, "{rules}: {told}");
    }
    let position = json!({"rules": "original", "table": ["R3 R4 R5"], "rack": "R6 B6 K6 J"});
    for question in ["best", "plays", "after-draw"] {
        marked(
            &mut engine,
            "solve",
            &json!({"question": question, "position": position}),
        );
    }
    let (puzzle, _) = marked(&mut engine, "puzzle", &json!({"position": position}));
    for typed in ["hint", "hint", "end", "best", "end"] {
        let command = json!({"game": puzzle["game"], "command": typed});
        marked(&mut engine, "command", &command);
    }
    let typed = json!({"rules": "original", "table": "R3 R4", "rack": "Q7"});
    let refused = [
        ("state", json!({"game": 77})),
        ("typed", typed),
        ("record", json!({"game": puzzle["game"]})),
        ("review-on", json!({})),
        ("open", json!({"bytes": "bm8gcmVjb3JkIG9mIGdhbWVz"})),
        ("open", json!({"bytes": ""})),
        ("rules", json!({"rules": "xyz"})),
        (
            "typed",
            json!({"rules": "original", "options": ["values=99"], "table": "", "rack": "R3"}),
        ),
        ("rules", json!({"rules": "twits"})),
        ("replay", json!({"block": 0, "game": 0})),
        (
            "solve",
            json!({"question": "best", "position": {"rack": "R99"}}),
        ),
        (
            "solve",
            json!({"question": "best", "position": {"table": ["R3 R4 R6"], "rack": "R5"}}),
        ),
    ];
    for (ask, with) in refused {
        assert_eq!(marked(&mut engine, ask, &with).1, 1, "{ask} {with}");
    }
}

#[test]
fn german_is_german_and_no_language_is_english() {
    let mut engine = engine();
    let new = json!({"rules": "original", "levels": ["easy"], "seed": 3});
    let state = ask(&mut engine, "new", &new);
    let said = |language: Value| {
        let with = json!({"game": state["game"], "command": "sort"});
        let request = json!({"ask": "command", "language": language, "with": with});
        let found: Value = serde_json::from_str(&engine.answer(&request.to_string())).unwrap();
        found["answer"]["said"].as_str().unwrap().to_owned()
    };
    assert_eq!(said(json!("de")), "Das Brett ist nach Zahlen sortiert.");
    assert_eq!(said(json!("de-AT")), "Das Brett ist nach Farben sortiert.");
    assert_eq!(said(Value::Null), "The rack is sorted by value.");
    assert_eq!(said(json!("fr")), "The rack is sorted by colour.");
}
