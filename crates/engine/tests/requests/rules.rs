//! Rules as a page shows and changes them, and tables on which jokers keep their places.

use rummilab_core::{FIELDS, PRESET_NAMES, RuleSet};
use serde_json::{Value, json};

use crate::{answer, ask, engine};

fn texts(list: &Value) -> Vec<&str> {
    let list = list.as_array().unwrap().iter();
    list.map(|text| text.as_str().unwrap()).collect()
}

#[test]
fn every_field_of_every_system_is_shown_with_its_sentence() {
    let mut engine = engine();
    for name in PRESET_NAMES {
        let shown = ask(&mut engine, "rules", &json!({"rules": name}));
        assert_eq!(
            (&shown["base"], &shown["options"]),
            (&json!(name), &json!([]))
        );
        let rules = RuleSet::preset(name).unwrap();
        let fields = shown["fields"].as_array().unwrap();
        assert_eq!(fields.len(), FIELDS.len());
        for (field, said) in fields.iter().zip(rummilab_words::rule_sentences(
            Default::default(),
            rules.spec(),
        )) {
            assert_eq!(field["key"], said.key);
            assert_eq!(field["sentence"], said.text);
            assert_eq!(field["value"], field["base"], "{field}");
            assert_ne!(field["values"], "", "{field}");
            if field["kind"] == "choice" {
                assert!(
                    field["choices"]
                        .as_array()
                        .unwrap()
                        .contains(&field["value"]),
                    "{field}"
                );
            }
            // What is shown can be typed: it is the same value.
            let option = format!("{}={}", said.key, field["value"].as_str().unwrap());
            assert_eq!(rules.with_options(&[option]).unwrap(), rules, "{field}");
        }
    }
}

#[test]
fn a_changed_system_is_told_in_few_words_and_as_a_file() {
    let mut engine = engine();
    let with =
        json!({"rules": "twist", "options": ["hand=10", "redeal=never", "about=say \"so\""]});
    let shown = ask(&mut engine, "rules", &with);
    assert_eq!(texts(&shown["options"]), ["about='say \"so\"'", "hand=10"]);
    let file = shown["toml"].as_str().unwrap();
    assert_eq!(file, "base = \"twist\"\nabout = 'say \"so\"'\nhand = 10\n");
    let read = RuleSet::from_toml(file).unwrap();
    assert_eq!((&*read.about, read.hand), ("say \"so\"", 10));
    // The file comes back as it was, and so does one without a base.
    let opened = ask(
        &mut engine,
        "rules",
        &json!({"rules": "mine.toml", "toml": file}),
    );
    assert_eq!(opened, shown);
    let whole = json!({"rules": "mine.toml", "toml": read.to_toml()});
    assert_eq!(ask(&mut engine, "rules", &whole), shown);
}

#[test]
fn faults_are_told_at_their_fields() {
    let mut engine = engine();
    let with =
        json!({"rules": "original", "options": ["values=40", "redeal=often", "zyx=1", "copies"]});
    let shown = ask(&mut engine, "rules", &with);
    let faults: Vec<(&str, &str)> = shown["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            (
                fault["field"].as_str().unwrap(),
                fault["message"].as_str().unwrap(),
            )
        })
        .collect();
    for (field, message) in [
        ("values", "`values` is 40; expected 3 to 15"),
        (
            "redeal",
            "`redeal` has a value of the wrong kind; expected one of ",
        ),
        ("zyx", "`zyx` is no field of a rule system"),
        ("copies", "`copies` has no value"),
    ] {
        let found = faults.iter().find(|(found, _)| *found == field);
        assert!(
            found.is_some_and(|(_, text)| text.starts_with(message)),
            "{faults:?}"
        );
    }
    for (with, expected) in [
        (json!({"rules": "orignal"}), "did you mean `original`?"),
        (
            json!({"rules": "a.toml", "toml": "base = \"six\"\nhand = 0"}),
            "a.toml:2:8: `hand` is 0",
        ),
        (json!({"rules": "a.toml", "toml": "= ="}), "not a TOML file"),
    ] {
        let refused = answer(&mut engine, "rules", &with);
        assert!(
            refused["error"].as_str().unwrap().contains(expected),
            "{refused}"
        );
    }
}

#[test]
fn an_engine_with_rules_offers_these_alone() {
    let original = RuleSet::preset("original").unwrap();
    let rules = original.with_options(&["jokers=1", "name=calm"]).unwrap();
    let mut engine = engine().with_rules(rules);
    let about = ask(&mut engine, "about", &json!({}));
    assert_eq!(
        (&about["given"], about["rules"].as_array().unwrap().len()),
        (&json!(true), 1)
    );
    let offered = &about["rules"][0];
    assert_eq!(offered["name"], "calm");
    let new = json!({
        "rules": offered["base"], "options": offered["options"], "levels": ["easy"], "seed": 1
    });
    assert_eq!(ask(&mut engine, "new", &new)["rules"], "calm");
}

#[test]
fn a_typed_table_says_how_its_jokers_can_lie() {
    let mut engine = engine();
    let with = json!({
        "rules": "original", "options": ["joker_rule=any"],
        "table": "r9 j j | R3-4 J | 7RBK", "rack": "r1-2"
    });
    let typed = ask(&mut engine, "typed", &with);
    assert_eq!(typed["rack"], json!(["R1", "R2"]));
    let words = |set: usize| {
        let ways = typed["table"][set]["ways"].as_array().unwrap().iter();
        let way = |way: &Value| format!("{} {} {}", way["set"], way["words"], way["now"]);
        ways.map(way)
            .collect::<Vec<_>>()
            .join(", ")
            .replace('"', "")
    };
    assert_eq!(
        words(0),
        "R9 J J:group group of 9 false, J J R9:run run 7 to 9 false, \
         J R9 J:run run 8 to 10 false, R9 J J:run run 9 to 11 false"
    );
    assert_eq!(
        words(1),
        "J R3 R4 run 2 to 4 false, R3 R4 J run 3 to 5 true"
    );
    assert_eq!(words(2), "");
    let free = json!({"rules": "original", "table": "R9 J J", "rack": ""});
    assert_eq!(
        ask(&mut engine, "typed", &free)["table"][0]["ways"],
        json!([])
    );
    let wrong = json!({"rules": "original", "table": "R9 J J:group", "rack": ""});
    let wrong = answer(&mut engine, "typed", &wrong);
    assert!(
        wrong["error"].as_str().unwrap().contains("`J:group`"),
        "{wrong}"
    );
}

#[test]
fn loose_tiles_of_a_table_are_refused_where_jokers_keep_their_places() {
    let mut engine = engine();
    let position = json!({
        "options": {"joker_rule": "any"}, "table_tiles": "R3 R4 R5", "rack": "R6"
    });
    let with = json!({"question": "best", "position": position});
    let refused = answer(&mut engine, "solve", &with);
    let error = refused["error"].as_str().unwrap();
    for expected in ["`table_tiles`", "`table`", "joker_take = replaced"] {
        assert!(error.contains(expected), "{error}");
    }
}

/// A group with two jokers lies on the table as one, also after it was added to.
#[test]
fn a_table_keeps_how_its_sets_are_read() {
    let mut engine = engine();
    let options = json!({"joker_rule": "any", "jokers": 4});
    let position = json!({"options": options, "table": ["B9 J J:group"], "rack": "R9"});
    let state = ask(&mut engine, "puzzle", &json!({"position": position}));
    assert_eq!(state["table"][0]["reading"], "group");
    assert_eq!(state["table"][0]["ways"], json!([]));
    let lay = json!({"game": state["game"], "tiles": [{"rack": "R9"}], "to": 0});
    let laid = ask(&mut engine, "move", &lay);
    assert_eq!(laid["can"]["end"], true, "{laid}");
    assert_eq!(laid["table"][0]["reading"], json!(null));
}
