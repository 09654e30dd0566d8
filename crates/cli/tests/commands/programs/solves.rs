//! The request `solve`: the harness answers a program, and `serve` gives the same answers.

use rummilab::record::FaultKind;
use serde_json::{Value, json};

use super::{PATIENT, SHORT, check, faults_with};
use crate::common::{Folder, answered, json_lines, says};
use crate::serve::{hello_and, new_game, serve};

/// A question, and what is changed in it.
fn question(changes: &Value) -> Value {
    let mut question =
        json!({"id": 7, "type": "solve", "table": ["R3 R4 R5", "K7 B7 O7"], "rack": "R6 J"});
    let changes = changes.as_object().cloned().unwrap_or_default();
    let fields = question.as_object_mut().expect("an object");
    fields.extend(changes);
    question
}

fn good() -> Value {
    question(&json!({}))
}

fn lines(questions: &[Value]) -> String {
    questions.iter().map(|line| format!("{line}\n")).collect()
}

/// The answers of the harness to a fixture that asks these questions in a match of two games, which
/// must end without a fault.
#[track_caller]
fn heard(mode: &str, questions: &[Value]) -> Vec<Value> {
    let folder = Folder::new();
    folder.write("questions", lines(questions));
    let faults = faults_with(&folder, mode, &format!("--deals 1 --clock {PATIENT}"));
    assert_eq!(faults, []);
    json_lines(&folder.text("answers"))
}

/// The answers on one turn of each game, which must be equal.
#[track_caller]
fn answers(questions: &[Value]) -> Vec<Value> {
    let mut first = heard("solve", questions);
    let second = first.split_off(questions.len());
    assert_eq!(first, second);
    first
}

/// The answers of `serve` to the same questions in a game of the same rules.
fn served(questions: &[Value]) -> Vec<Value> {
    let game = hello_and(&new_game(&json!("tournament")), questions);
    serve("greedy", &game).split_off(2)
}

#[test]
fn the_answer_is_that_of_a_batch_line() {
    let line = r#"{"table":["R3 R4 R5","K7 B7 O7"],"rack":"R6 J"}"#;
    let answer = answered("solve --rules tournament", line);
    let mut expected: Value = serde_json::from_str(&answer).expect("JSON");
    let fields = expected.as_object_mut().expect("an object");
    fields.retain(|field, _| field != "micros" && field != "nodes");
    assert_eq!(expected["played"], "R6 J");
    expected["id"] = json!(7);
    expected["type"] = json!("solve");
    assert_eq!(answers(&[good()]), [expected.clone()]);
    assert_eq!(served(&[good()]), [expected]);
}

/// The questions that differ from the usual one, with the flags that ask the same.
const OTHERS: [(&str, &str); 7] = [
    (r#"{"objective":"value"}"#, "--objective value"),
    (r#"{"objective":"tiles"}"#, ""),
    (r#"{"explain":true}"#, "--explain"),
    (r#"{"question":"plays"}"#, "--question plays"),
    (
        r#"{"question":"plays","most":2,"objective":"value"}"#,
        "--question plays --most 2 --objective value",
    ),
    (r#"{"question":"after-draw"}"#, "--question after-draw"),
    (
        r#"{"question":"after-draw","unseen":"R7 B1"}"#,
        "--question after-draw",
    ),
];

/// `question` and `objective` were once unknown fields.
#[test]
fn every_question_of_a_batch_line_is_answered() {
    let position = json!({"id": 7, "table": ["R3 R4 R5", "K7 B7 O7"], "rack": "R6 R8 K1 J"});
    let with = |changes: &Value| {
        let mut line = position.clone();
        let fields = line.as_object_mut().expect("an object");
        fields.extend(changes.as_object().cloned().unwrap_or_default());
        line
    };
    let (mut questions, mut expected) = (Vec::new(), Vec::new());
    for (fields, flags) in OTHERS {
        let fields: Value = serde_json::from_str(fields).expect("JSON");
        let line = with(&fields);
        let solve = |line: &Value, flags: &str| {
            let answer = answered(
                &format!("solve --rules tournament {flags}"),
                &line.to_string(),
            );
            let mut answer: Value = serde_json::from_str(&answer).expect("JSON");
            let fields = answer.as_object_mut().expect("an object");
            fields.retain(|field, _| field != "micros" && field != "nodes");
            answer
        };
        let mut answer = solve(&line, "");
        // A batch whose flags ask the same; `unseen` has no flag there.
        let mut plain = position.clone();
        if let Some(unseen) = fields.get("unseen") {
            plain["unseen"] = unseen.clone();
        }
        assert_eq!(answer, solve(&plain, flags), "{fields}");
        // Its own question counts more than the flags.
        if fields.get("question").is_some() {
            assert_eq!(answer, solve(&line, "--question best"), "{fields}");
        }
        answer["type"] = json!("solve");
        expected.push(answer);
        questions.push(with(&json!({"type": "solve"})));
        let asked = questions.last_mut().and_then(Value::as_object_mut);
        let fields = fields.as_object().cloned().unwrap_or_default();
        asked.expect("an object").extend(fields);
    }
    assert_eq!(answers(&questions), expected);
    assert_eq!(served(&questions), expected);
}

#[test]
fn the_21st_question_of_a_turn_is_refused_and_the_game_goes_on() {
    let questions = vec![good(); 22];
    let answers = answers(&questions);
    assert_eq!(answers.len(), 22);
    assert_eq!(answers[0]["tiles"], 2);
    assert!(answers[..20].iter().all(|answer| *answer == answers[0]));
    let refused = json!({"id": 7, "type": "error", "code": "invalid",
        "message": "20 `solve` requests a turn are answered, no more"});
    assert!(answers[20..].iter().all(|answer| *answer == refused));
    assert_eq!(served(&questions), answers);
}

#[test]
fn a_bad_question_is_answered_by_what_is_wrong_and_the_game_goes_on() {
    let cases = r#"
        {"rack": "R66"} => `R66` is not a tile
        {"rak": "R6"} => unknown field `rak`
        {"table": ["R3 R5"]} => `table`, set 1: `R3 R5`
        {"rules": "orignal"} => did you mean `original`
        {"table": ["R9 J J"], "options": {"joker_rule": "any"}} => write `R9 J J:group`
        {"question": "luck"} => expected one of `best`, `plays`, `after-draw`
        {"objective": "luck"} => expected `tiles` or `value`
        {"most": 3} => `most` belongs to the question plays
        {"question": "plays", "most": 1001} => `most` is 1001; expected 1 to 1000
        {"question": "plays", "explain": false} => `explain` belongs to the question best
    "#;
    let cases = cases.trim().lines().map(|case| {
        let (with, part) = case.trim().split_once(" => ").expect("two");
        let with: Value = serde_json::from_str(with).expect(with);
        (question(&with), part)
    });
    let nothing = (json!({"id": 7, "type": "solve"}), "missing field `rack`");
    let cases: Vec<(Value, &str)> = cases.chain([nothing]).collect();
    let mut questions: Vec<Value> = cases.iter().map(|case| case.0.clone()).collect();
    questions.push(good());
    let answers = answers(&questions);
    for (answer, (asked, part)) in answers.iter().zip(&cases) {
        let found = (&answer["id"], &answer["type"], &answer["code"]);
        let expected = (&json!(7), &json!("error"), &json!("invalid"));
        assert_eq!(found, expected, "{asked}");
        says(answer["message"].as_str().expect("a text"), &[*part]);
    }
    assert_eq!(answers[cases.len()]["tiles"], 2);
    assert_eq!(served(&questions), answers);
}

#[test]
fn a_question_without_a_move_or_an_id_is_refused() {
    let nameless = question(&json!({"id": "x"}));
    for (mode, asked, id, part) in [
        ("solve-early", good(), 7, "while a move is asked only"),
        ("solve", nameless, 0, "invalid type: string \"x\""),
    ] {
        let answers = heard(mode, &[asked]);
        assert!(!answers.is_empty());
        for answer in answers {
            let found = (&answer["id"], &answer["code"]);
            assert_eq!(found, (&json!(id), &json!("invalid")));
            says(answer["message"].as_str().expect("a text"), &[part]);
        }
    }
    let before_a_game = serve("greedy", &hello_and(&good(), &[]));
    assert_eq!(before_a_game[1]["message"], "no game has begun");
}

/// The questions of a turn are those between two `move` requests.
#[test]
fn the_next_turn_has_questions_of_its_own() {
    let state = json!({"rack": "R1", "table": [], "opened": [true, true], "rack_sizes": [1, 9], "pool": 20});
    let turn = json!({"id": 8, "type": "move", "state": state, "events": []});
    let asked = [&vec![good(); 21][..], &[turn, good()]].concat();
    let answers = served(&asked);
    assert_eq!(answers[20]["type"], "error");
    assert_eq!(answers[22], answers[0]);
}

/// Twenty questions, each answered after a tenth of a second, together exceed the clock.
#[test]
fn questions_are_on_the_clock() {
    let folder = Folder::new();
    folder.write("questions", lines(&[good()]));
    let faults = faults_with(&folder, "solve-slow", &format!("--deals 1 --clock {SHORT}"));
    let late = |(kind, _): &(FaultKind, String)| *kind == FaultKind::Timeout;
    assert!(faults.len() == 2 && faults.iter().all(late), "{faults:?}");
}

#[test]
fn a_flood_of_questions_is_a_fault() {
    let said = "more than 1000 `solve` requests";
    check("solve-flood", PATIENT, FaultKind::Protocol, said);
}
