//! `serve`: the other side of the bot protocol, and the example on its page.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::common::{run_in, told_in};

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
