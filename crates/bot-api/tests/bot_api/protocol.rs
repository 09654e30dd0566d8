//! Agreement of the protocol with its page and its schema.

use std::fs;
use std::path::Path;

use rummilab_bot_api::protocol::{
    Ask, BotAction, BotReply, GameFromMessages, MAX_LINE_BYTES, NewGame, RulesMessage, SCHEMA,
    State, WireError, action_from, rules_from, schema,
};
use rummilab_core::{Action, PRESET_NAMES, RuleSet, Seat};
use serde_json::{Value, json};

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

#[test]
fn the_schema_is_that_of_the_types() {
    let written: Value = serde_json::from_str(SCHEMA).unwrap();
    assert_eq!(
        written,
        schema(),
        "write it again: cargo run -p rummilab-bot-api --features schema --example schema \
         > crates/bot-api/protocol.schema.json"
    );
}

/// Every line of the page's example is a message without any field left out.
#[test]
fn the_example_is_made_of_messages() {
    let page = file("PROTOCOL.md");
    let lines = page
        .lines()
        .filter(|line| line.starts_with("> {") || line.starts_with("< {"));
    let mut kinds = Vec::new();
    for line in lines {
        let (from, text) = line.split_at(2);
        assert!(text.len() < MAX_LINE_BYTES);
        let value: Value = serde_json::from_str(text).unwrap();
        if value["type"] == "dance" {
            assert!(serde_json::from_str::<Ask>(text).is_err(), "no request");
            continue;
        }
        let again = if from == "> " {
            serde_json::to_value(serde_json::from_str::<Ask>(text).unwrap())
        } else {
            serde_json::to_value(serde_json::from_str::<BotReply>(text).unwrap())
        };
        assert_eq!(again.unwrap(), value, "{line}");
        kinds.push(format!("{from}{}", value["type"].as_str().unwrap()));
    }
    for kind in [
        "> hello",
        "< hello",
        "> newgame",
        "< ready",
        "> move",
        "< move",
        "> hint",
        "< hint",
        "> solve",
        "< solve",
        "> putback",
        "< putback",
        "> gameover",
        "< ok",
        "< error",
        "> quit",
    ] {
        assert!(
            kinds.iter().any(|found| found == kind),
            "{kind} is not shown"
        );
    }
}

/// Every type and field in the schema is explained on the page.
#[test]
fn the_page_names_every_field() {
    let page = file("PROTOCOL.md");
    let mut names = Vec::new();
    collect(&schema(), &mut names);
    names.sort();
    names.dedup();
    assert!(names.len() > 40, "{names:?}");
    for name in names {
        let named = [format!("`{name}`"), format!("\"{name}\"")];
        assert!(named.iter().any(|named| page.contains(named)), "{name}");
    }
}

fn collect(schema: &Value, names: &mut Vec<String>) {
    if let Some(properties) = schema["properties"].as_object() {
        names.extend(properties.keys().cloned());
    }
    for word in ["const", "enum"] {
        let words = schema[word].as_array().cloned();
        let words = words.unwrap_or_else(|| vec![schema[word].clone()]);
        names.extend(words.iter().filter_map(Value::as_str).map(str::to_owned));
    }
    match schema {
        Value::Object(fields) => fields.values().for_each(|field| collect(field, names)),
        Value::Array(items) => items.iter().for_each(|item| collect(item, names)),
        _ => {}
    }
}

#[test]
fn rules_come_through() {
    for name in PRESET_NAMES {
        let rules = RuleSet::preset(name).unwrap();
        let text = serde_json::to_string(&RulesMessage::from(&rules)).unwrap();
        assert_eq!(
            rules_from(&serde_json::from_str(&text).unwrap()).unwrap(),
            rules
        );
        assert_eq!(
            rules_from(&RulesMessage::Name((*name).to_owned())).unwrap(),
            rules
        );
    }
    let based = json!({"base": "original", "jokers": 0, "name": "mine"});
    let rules = rules_from(&serde_json::from_value(based).unwrap()).unwrap();
    assert_eq!(rules.jokers.classic, 0);
    let check = |rules: Value, part: &str| {
        let error = rules_from(&serde_json::from_value(rules).unwrap()).unwrap_err();
        assert!(error.to_string().contains(part), "{error}");
    };
    check(json!("orignal"), "no rule system `orignal`");
    check(json!({"base": "original", "values": 99}), "values");
    check(json!({"base": "original", "valuse": 9}), "valuse");
}

/// What a program built before the last fields existed has to understand is as little as can be.
#[test]
fn rules_are_sent_as_what_differs_from_a_preset() {
    let check = |text: &str, expected: Value| {
        let rules = RuleSet::from_toml(text).unwrap();
        let message = RulesMessage::from(&rules);
        assert_eq!(serde_json::to_value(&message).unwrap(), expected);
        assert_eq!(rules_from(&message).unwrap(), rules);
    };
    let (first, later) = PRESET_NAMES.split_at(6);
    for name in first {
        check(&format!("base = \"{name}\""), json!({"base": name}));
    }
    // The name of a later preset would tell such a program nothing.
    for name in later {
        let rules = RuleSet::preset(name).unwrap();
        let message = serde_json::to_value(RulesMessage::from(&rules)).unwrap();
        assert!(
            first.iter().any(|base| message["base"] == **base),
            "{message}"
        );
        assert_eq!(message["name"], **name);
    }
    let leaflet = RuleSet::preset("leaflet").unwrap();
    check(
        "base = \"leaflet\"",
        json!({
            "base": "twist", "name": "leaflet", "about": leaflet.about, "colours": "RBKO",
            "jokers": {"J": 2, "D": 0, "C": 0, "M": 0}, "max_jokers_per_set": 2,
        }),
    );
    check(
        "base = \"twist\"\nname = \"mine\"\nvalues = 9\ndraw_first = true",
        json!({"base": "twist", "name": "mine", "values": 9, "draw_first": true}),
    );
}

#[test]
fn later_fields_are_passed_over() {
    let text = r#"{"id":3,"type":"newgame","later":[1],"rules":"original","players":2,"seat":0}"#;
    let ask: Ask = serde_json::from_str(text).unwrap();
    let expected = NewGame {
        game: 0,
        rules: RulesMessage::Name("original".to_owned()),
        all_rules: serde_json::Map::new(),
        players: 2,
        seat: 0,
        seed: String::new(),
        move_ms: None,
        bank_ms: None,
        inc_ms: None,
    };
    assert_eq!(
        ask.request,
        rummilab_bot_api::protocol::Request::NewGame(expected)
    );
    let text = r#"{"note":"hm","id":3,"type":"move","action":{"play":["R1 R2 R3"],"note":1}}"#;
    assert!(serde_json::from_str::<BotReply>(text).is_ok());
}

#[test]
fn actions_are_read_or_refused_with_a_reason() {
    let house = RuleSet::preset("house").unwrap();
    let original = RuleSet::preset("original").unwrap();
    let read = |action: Value, rules: &RuleSet| {
        let action: BotAction = serde_json::from_value(action).map_err(|e| e.to_string())?;
        action_from(&action, rules).map_err(|error: WireError| error.to_string())
    };
    assert_eq!(read(json!("draw"), &original), Ok(Action::Draw));
    assert_eq!(read(json!("pass"), &original), Ok(Action::Pass));
    let play = json!({"play": ["r3  R4 R5", "K7 B7 J"], "owners": [null, 1]});
    let Ok(Action::Play(table)) = read(play.clone(), &original) else {
        panic!()
    };
    assert_eq!(table.to_string(), "R3 R4 R5 ; K7 B7 J");
    assert_eq!(table.owners(), None, "groups have no owners here");
    let Ok(Action::Play(table)) = read(
        json!({"play": ["R3 R4 R5", "K7 B7 J"], "owners": [null, 1]}),
        &house,
    ) else {
        panic!()
    };
    assert_eq!(table.owners(), Some(&[None, Some(1)][..]));
    let check = |action: Value, part: &str| {
        let error = read(action, &house).unwrap_err();
        assert!(error.contains(part), "{error}");
    };
    check(json!("fold"), "expected \"draw\", \"pass\" or an object");
    check(
        json!({"play": "R3 R4 R5"}),
        "expected \"draw\", \"pass\" or an object",
    );
    check(
        json!({"play": ["R3 R4 R5", "R3 O4"]}),
        "play, set 2: column 4: `O4` is not in this rule system",
    );
    // The short forms that people may type are not part of the protocol.
    for typed in ["R3,R4,R5", "R3-5", "7RBK", "R3 R4 R5;"] {
        check(json!({"play": [typed]}), "is not a tile");
    }
    let yellow = read(json!({"play": ["Y3 Y4 Y5"]}), &original).unwrap_err();
    assert!(
        yellow.contains("`Y3` is not in this rule system"),
        "{yellow}"
    );
    check(
        json!({"play": ["R3 R4 R5"], "owners": []}),
        "owners has 0 entries, expected 1",
    );
}

/// `serve` checks the messages of another program before a bot sees them. A wrong message changes
/// nothing.
#[test]
fn states_that_make_no_sense_are_refused() {
    let rules = RuleSet::preset("original").unwrap();
    let state = json!({"rack": "R1 R2 J", "table": ["B1 B2 B3"], "opened": [true, false],
        "rack_sizes": [3, 14], "pool": 40});
    let mut seen = GameFromMessages::new(rules.clone(), 2, Seat(0)).unwrap();
    let sound: State = serde_json::from_value(state.clone()).unwrap();
    seen.tell(&sound, &[]).unwrap();
    let before = format!("{:?}", seen.view());
    let mut check = |field: &str, value: Value, part: &str| {
        let mut wrong = state.clone();
        wrong[field] = value;
        let wrong: State = serde_json::from_value(wrong).unwrap();
        let error = seen.tell(&wrong, &[]).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
        assert_eq!(format!("{:?}", seen.view()), before);
    };
    check("rack", json!("R1 Q2"), "rack: column 4: `Q2` is not a tile");
    check("rack", json!("R1 R1 R1"), "more R1 than the game holds");
    check("rack", json!("J J J"), "more J than the game holds");
    check(
        "table",
        json!(["R1 R2 R3", "R1 R2 R3"]),
        "table and rack: there are more R1",
    );
    check("table", json!(["B1 B2 P3"]), "table, set 1: column 7");
    check("opened", json!([true]), "opened has 1 entries, expected 2");
    check("rack_sizes", json!([1, 2, 3]), "rack_sizes has 3 entries");
    check("drawn", json!("?"), "drawn: column 1");
    assert!(GameFromMessages::new(rules.clone(), 7, Seat(0)).is_err());
    assert!(GameFromMessages::new(rules, 2, Seat(2)).is_err());
}
