//! A bot that answers without thinking, for measuring the overhead of the protocol.
#![allow(clippy::print_stdout, reason = "its answers go there")]

use std::io::{BufRead, stdin};

fn main() {
    for line in stdin().lock().lines().map_while(Result::ok) {
        let id: String = line
            .split_once("\"id\":")
            .map(|(_, rest)| rest.chars().take_while(char::is_ascii_digit).collect())
            .unwrap_or_default();
        let answer = if line.contains("\"type\":\"move\"") {
            "\"type\":\"move\",\"action\":\"draw\""
        } else if line.contains("\"type\":\"newgame\"") {
            "\"type\":\"ready\""
        } else if line.contains("\"type\":\"hello\"") {
            "\"type\":\"hello\",\"protocol\":1,\"name\":\"echo\""
        } else if line.contains("\"type\":\"gameover\"") {
            "\"type\":\"ok\""
        } else {
            return;
        };
        println!("{{\"id\":{id},{answer}}}");
    }
}
