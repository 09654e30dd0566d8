//! `serve`: the other side of the bot protocol, and the example on its page.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{run_in, says, told_in};

/// The answers of `serve` to these lines.
pub fn serve(bot: &str, lines: &str) -> Vec<Value> {
    let text = told_in(&std::env::temp_dir(), &["serve", "--bot", bot], lines);
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// The lines of the example that begin with `from`, without that prefix.
fn example(from: &str) -> String {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bot-api/PROTOCOL.md");
    let page = fs::read_to_string(page).expect("the page is there");
    let lines = page.lines().filter_map(|line| line.strip_prefix(from));
    let lines = lines.filter(|line| line.starts_with('{'));
    lines.map(|line| format!("{line}\n")).collect()
}

#[test]
fn the_example_on_the_page_is_what_happens() {
    let (code, text, error) = run_in(&std::env::temp_dir(), "serve --bot greedy", example("> "));
    assert_eq!((code, text), (0, example("< ")), "{error}");
}

pub fn hello_and(game: &Value, requests: &[Value]) -> String {
    let hello = json!({"id": 1, "type": "hello", "protocol": [1], "harness": {"name": "t", "version": "1"}});
    let lines = [&hello, game].into_iter().chain(requests);
    lines.map(|line| format!("{line}\n")).collect()
}

pub fn new_game(rules: &Value) -> Value {
    json!({"id": 2, "type": "newgame", "rules": rules, "players": 2, "seat": 0})
}

fn state(rack: &str, table: &[&str], opened: bool) -> Value {
    json!({"rack": rack, "table": table, "opened": [opened, true], "rack_sizes": [3, 9], "pool": 20})
}

/// The hint for this rack beside this table.
fn hint(bot: &str, rack: &str, table: &[&str], opened: bool) -> Value {
    let ask = json!({"id": 3, "type": "hint", "state": state(rack, table, opened)});
    let said = serve(bot, &hello_and(&new_game(&json!("original")), &[ask]));
    assert_eq!(said[0]["features"], json!(["hint", "solve"]));
    said[2].clone()
}

#[test]
fn a_hint_says_what_why_and_what_else() {
    let greedy = hint("greedy", "R6 J B1", &["R3 R4 R5", "K7 B7 O7"], true);
    assert_eq!(greedy["best"]["tiles"], "R6 J");
    assert_eq!(greedy["best"]["value"], 6);
    let why = greedy["best"]["why"].as_str().expect("a text");
    says(
        why,
        &["lays 2 tiles worth 6: the most tiles that can be laid"],
    );
    let others = greedy["alternatives"].as_array().expect("a list");
    let tiles: Vec<&str> = others
        .iter()
        .filter_map(|other| other["tiles"].as_str())
        .collect();
    assert_eq!(tiles, ["R6", ""], "without the joker, or nothing");
    assert_eq!(others[1]["action"], "draw");

    let out = hint("greedy", "R6", &["R3 R4 R5"], true);
    assert!(
        out["best"]["why"]
            .as_str()
            .expect("a text")
            .starts_with("goes out with 1 tile:"),
        "{out}"
    );

    // A holder keeps tiles that it could lay, and the hint says so.
    let hold = hint("hold", "R6 B1 B9", &["R3 R4 R5"], true);
    assert_eq!(hold["best"]["action"], "draw");
    let why = hold["best"]["why"].as_str().expect("a text");
    says(why, &["though it could do more: lays 1 tile worth 6"]);

    let unopened = hint("greedy", "R6 R7 R8 B1", &["R3 R4 R5"], false);
    let why = unopened["best"]["why"].as_str().expect("a text");
    says(why, &["at most 21 points, 30 are needed to open"]);
}

/// Whatever the other program sends, it gets an answer with its id, and the next request is
/// answered as if nothing had happened.
#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let ask = |id: u64| {
        json!({"id": id, "type": "move", "state": state("R6 B1 B9", &["R3 R4 \
        R5"], true), "events": []})
    };
    let hello = json!({"id": 3, "type": "hello", "protocol": [2], "harness": {"name": "t", "version": "1"}});
    let game = |rules: Value, players: u8| json!({"id": 3, "type": "newgame", "rules": rules, "players": players, "seat": 0});
    let put_back = json!({"id": 3, "type": "putback", "tile": "X", "state": state("R6", &[], true), "events": []});
    let move_with =
        json!({"id": 3, "type": "move", "state": state("R6 X1", &[], true), "events": []});
    let few = json!({"base": "original", "values": 99});
    for (request, code, part) in [
        (
            json!({"id": 3, "type": "dance"}),
            "unsupported",
            "`dance` is not a type",
        ),
        (
            json!({"id": 3, "type": "move"}),
            "invalid",
            "missing field `state`",
        ),
        (game(json!("orignal"), 2), "invalid", "`orignal`"),
        (game(few, 2), "invalid", "values"),
        (game(json!("original"), 9), "invalid", "players is 9"),
        (hello, "unsupported", "version 1"),
        (put_back, "invalid", "`X` is no tile"),
        (move_with, "invalid", "`X1` is not a tile"),
    ] {
        let requests = [ask(9), request.clone(), ask(10)];
        let said = serve(
            "greedy",
            &hello_and(&new_game(&json!("original")), &requests),
        );
        let answer = &said[3];
        assert_eq!(
            (&answer["id"], &answer["type"]),
            (&json!(3), &json!("error")),
            "{request}"
        );
        assert_eq!(answer["code"], code, "{request}");
        says(answer["message"].as_str().expect("a text"), &[part]);
        assert_eq!(said[2]["action"], json!({"play": ["R3 R4 R5 R6"]}));
        let again = (&said[4]["id"], &said[4]["action"]);
        assert_eq!(again, (&json!(10), &said[2]["action"]), "{request}");
    }
    let no_game = json!({"id": 2, "type": "move", "state": state("R6", &[], true), "events": []});
    assert_eq!(
        serve("greedy", &hello_and(&no_game, &[]))[1]["message"],
        "no game has begun"
    );
    let said = serve(
        "greedy",
        "nonsense\n\n{\"type\":\"news\"}\n{\"id\":4,\"type\":\"quit\"}\n",
    );
    assert_eq!(said.len(), 1);
    assert_eq!(
        (&said[0]["id"], &said[0]["code"]),
        (&json!(0), &json!("invalid"))
    );
}

/// A line that is too long is skipped as a whole, and the game continues.
#[test]
fn an_overlong_line_is_answered_and_the_game_goes_on() {
    let ask = json!({"id": 9, "type": "move", "state": state("R6 B1 B9", &["R3 R4 \
        R5"], true), "events": []});
    let long = format!("{}\n", "x".repeat(3 << 20));
    let lines = hello_and(&new_game(&json!("original")), &[]) + &long + &format!("{ask}\n") + &long;
    let said = serve("greedy", &lines);
    assert_eq!(said.len(), 5);
    for error in [&said[2], &said[4]] {
        assert_eq!(
            (&error["id"], &error["code"]),
            (&json!(0), &json!("invalid"))
        );
        assert_eq!(error["message"], "a line is longer than 1048576 bytes");
    }
    assert_eq!(said[3]["action"], json!({"play": ["R3 R4 R5 R6"]}));
}

#[test]
fn absurd_sizes_are_refused_by_name() {
    let check = |field: &str, value: Value, expected: &str| {
        let mut ask = json!({"id": 3, "type": "move", "state": state("R6", &["R3 R4 \
            R5"], true), "events": []});
        *ask.pointer_mut(field).expect("a field") = value;
        let said = serve("rollout", &hello_and(&new_game(&json!("original")), &[ask]));
        assert_eq!(said[2]["code"], "invalid", "{}", said[2]);
        assert_eq!(said[2]["message"], expected);
    };
    let huge = u64::MAX;
    check(
        "/state/pool",
        json!(huge),
        &format!("pool is {huge}, expected 0 to 106"),
    );
    check(
        "/state/rack_sizes",
        json!([1, huge]),
        &format!("rack_sizes is {huge}, expected 0 to 106"),
    );
    check(
        "/state/rack_sizes",
        json!([107, 1]),
        "rack_sizes is 107, expected 0 to 106",
    );
    check(
        "/events",
        json!([{"seat": 2, "did": "drew"}]),
        "seat of an event is 2, expected 0 to 1",
    );
    check(
        "/events",
        json!([{"seat": 1, "did": "penalty", "count": huge}]),
        &format!("count of an event is {huge}, expected 0 to 106"),
    );
    check(
        "/events",
        json!([{"seat": 1, "did": "drew", "put_back": u32::MAX}]),
        &format!("put_back of an event is {}, expected 0 to 100000", u32::MAX),
    );
}

#[test]
fn rules_that_no_solver_honours_are_refused() {
    let rules = json!({"base": "original", "joker_reclaim": "replace-any"});
    let said = serve("greedy", &hello_and(&new_game(&rules), &[]));
    assert_eq!(said[1]["code"], "unsupported", "{}", said[1]);
}
