//! The server as seen by a client: the program, its standard input and output.

#![allow(clippy::unwrap_used)]

use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use rummilab_chance::{Key, Stream};
use serde_json::{Value, json};

/// Told at a real table.
const RACK: &str = "rack R10-12 R3 R4 K7 B9 O1 K2 B13 K5 O8 K11 O2";

/// A client with the server that it started.
struct Client {
    server: Child,
    to: Option<ChildStdin>,
    from: Lines<BufReader<ChildStdout>>,
    asked: u64,
}

impl Client {
    /// Starts a server and completes the handshake.
    fn new() -> Client {
        let mut server = Command::new(env!("CARGO_BIN_EXE_rummilab-mcp"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let from = BufReader::new(server.stdout.take().unwrap()).lines();
        let to = server.stdin.take();
        let mut client = Client {
            server,
            to,
            from,
            asked: 0,
        };
        let about = json!({
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "test", "version": "1"},
        });
        client.ask("initialize", &about);
        client.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        client
    }

    fn send(&mut self, line: &str) {
        let to = self.to.as_mut().unwrap();
        writeln!(to, "{line}").unwrap();
        to.flush().unwrap();
    }

    /// The result of a request; other messages of the server are skipped.
    fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        self.send(&request.to_string());
        loop {
            let line = self.from.next().unwrap().unwrap();
            let mut answer: Value = serde_json::from_str(&line).unwrap();
            if answer["id"] == json!(id) {
                assert!(answer.get("error").is_none(), "{method}: {answer}");
                return answer["result"].take();
            }
        }
    }

    /// The answer of a tool, or its complaint.
    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Value, String> {
        let params = json!({"name": tool, "arguments": arguments});
        let mut result = self.ask("tools/call", &params);
        let text = result["content"][0]["text"].as_str().unwrap().to_owned();
        match result["isError"].as_bool() {
            Some(true) => Err(text),
            _ => Ok(result["structuredContent"].take()),
        }
    }

    /// Closes the input; returns whether the server ends without an error.
    fn close(mut self) -> bool {
        drop(self.to.take());
        self.server.wait().unwrap().success()
    }
}

#[test]
fn every_tool_has_a_schema_that_describes_every_argument() {
    let mut client = Client::new();
    let listed = client.ask("tools/list", &json!({}));
    let tools = listed["tools"].as_array().unwrap();
    let names: Vec<&str> = tools
        .iter()
        .map(|tool| tool["name"].as_str().unwrap())
        .collect();
    let expected = [
        "solve",
        "check_turn",
        "explain_steps",
        "advise",
        "new_game",
        "play_turn",
        "bot_move",
        "review",
    ];
    assert_eq!(names, expected);
    for tool in tools {
        assert!(tool["description"].as_str().unwrap().len() > 40, "{tool}");
        for (name, argument) in tool["inputSchema"]["properties"].as_object().unwrap() {
            assert!(
                argument["description"].is_string(),
                "{}: {name}",
                tool["name"]
            );
        }
    }
    assert!(client.close());
}

#[test]
fn positions_are_solved_explained_and_judged() {
    let mut client = Client::new();
    let position = json!({"table": ["R3 R4 R5", "K7 B7 O7"], "rack": "R6 J"});
    let solved = client.call("solve", &position).unwrap();
    assert_eq!(
        (&solved["status"], &solved["tiles"]),
        (&json!("optimal"), &json!(2))
    );
    let steps = client.call("explain_steps", &position).unwrap();
    assert!(!steps["steps"].as_array().unwrap().is_empty(), "{steps}");
    let turn = json!({"before": ["R3 R4 R5"], "played": "R6", "after": ["R3 R4 R5 R6"]});
    assert_eq!(
        client.call("check_turn", &turn).unwrap()["legal"],
        json!(true)
    );
    let turn = json!({"before": ["R3 R4 R5"], "played": "R7", "after": ["R3 R4 R5 R7"]});
    assert_eq!(
        client.call("check_turn", &turn).unwrap()["legal"],
        json!(false)
    );
    assert!(client.close());
}

#[test]
fn what_cannot_be_is_told_in_words() {
    let mut client = Client::new();
    let wrong = [
        ("solve", json!({"rack": "R66"}), "R66"),
        ("solve", json!({"rack": "R6", "rules": "poker"}), "poker"),
        ("solve", json!({"racks": "R6"}), "rack"),
        (
            "play_turn",
            json!({"game": 7, "action": "draw"}),
            "no game 7",
        ),
        ("play_turn", json!({"game": 7, "action": "fold"}), "fold"),
        (
            "new_game",
            json!({"opponents": ["godlike"], "seed": 1}),
            "godlike",
        ),
        ("new_game", json!({"opponents": [], "seed": 1}), "player"),
        ("advise", json!({"lines": [RACK, "R99"]}), "line 2"),
        ("fold", json!({}), "fold"),
    ];
    for (tool, arguments, expected) in wrong {
        let error = client.call(tool, &arguments).unwrap_err();
        assert!(error.contains(expected), "{tool} {arguments}: {error}");
    }
    assert!(client.close());
}

#[test]
fn advice_follows_what_was_told() {
    let mut client = Client::new();
    let advised = client.call("advise", &json!({"lines": [RACK]})).unwrap();
    assert_eq!(advised["counsel"]["best"]["tiles"], json!("R10 R11 R12"));
    assert!(client.close());
}

/// The last view of a game that the client plays to its end.
fn played_to_its_end(client: &mut Client) -> Value {
    let game = json!({"opponents": ["medium"], "seed": 3});
    let mut state = client.call("new_game", &game).unwrap();
    let number = state["game"].clone();
    while state["stage"] != "over" {
        if state["stage"] == "bot" {
            state = client.call("bot_move", &json!({"game": number})).unwrap();
            continue;
        }
        let opened = state["seats"][0]["opened"].clone();
        let position =
            json!({"table": state["table"], "rack": state["your_rack"], "opened": opened});
        let best = client.call("solve", &position).unwrap();
        let lays = best["tiles"].as_u64().is_some_and(|tiles| tiles > 0);
        let turn = if lays {
            json!({"game": number, "action": "lay", "table": best["table"]})
        } else {
            json!({"game": number, "action": "draw"})
        };
        state = client.call("play_turn", &turn).unwrap();
    }
    state
}

#[test]
fn a_game_is_played_to_its_end_and_reviewed() {
    let mut client = Client::new();
    let state = played_to_its_end(&mut client);
    let number = state["game"].clone();
    assert!(
        state["results"]
            .as_array()
            .is_some_and(|lines| lines.len() > 1),
        "{state}"
    );
    let error = client.call("play_turn", &json!({"game": number, "action": "draw"}));
    assert!(error.unwrap_err().contains("over"));
    let review = client
        .call("review", &json!({"game": number, "work": 500}))
        .unwrap();
    assert!(review["headline"].is_string(), "{review}");
    assert!(client.close());
}

/// A review that takes hours.
fn long_review(client: &mut Client) -> Value {
    let game = played_to_its_end(client)["game"].clone();
    json!({
        "jsonrpc": "2.0",
        "id": "long",
        "method": "tools/call",
        "params": {"name": "review", "arguments": {"game": game, "work": 1_000_000_000}},
    })
}

#[test]
fn a_cancelled_call_ends_and_the_next_is_answered() {
    let mut client = Client::new();
    let review = long_review(&mut client);
    client.send(&review.to_string());
    let cancel = json!({
        "jsonrpc": "2.0",
        "method": "notifications/cancelled",
        "params": {"requestId": "long"},
    });
    client.send(&cancel.to_string());
    let solved = client.call("solve", &json!({"rack": "R3 R4 R5"})).unwrap();
    assert_eq!(solved["tiles"], json!(3));
    assert!(client.close());
}

#[test]
fn the_end_of_the_input_ends_the_program_whatever_is_in_hand() {
    let mut client = Client::new();
    let review = long_review(&mut client);
    client.send(&review.to_string());
    // The review has begun.
    client.ask("ping", &json!({}));
    assert!(client.close());
}

#[test]
fn the_end_of_the_input_before_the_handshake_is_no_failure() {
    let server = Command::new(env!("CARGO_BIN_EXE_rummilab-mcp"))
        .stdin(Stdio::null())
        .output()
        .unwrap();
    assert!(server.status.success(), "{server:?}");
    assert!(
        server.stdout.is_empty() && server.stderr.is_empty(),
        "{server:?}"
    );
}

#[test]
fn a_line_that_is_no_json_is_told() {
    let mut client = Client::new();
    for (line, code) in [
        ("{\"jsonrpc\":", -32700),
        ("nonsense", -32700),
        ("[1, 2", -32700),
        ("[1, 2]", -32600),
    ] {
        client.send(line);
        let told: Value = serde_json::from_str(&client.from.next().unwrap().unwrap()).unwrap();
        assert_eq!(
            (&told["error"]["code"], &told["id"]),
            (&json!(code), &Value::Null),
            "{line}"
        );
    }
    client.send("");
    client.ask("ping", &json!({}));
    assert!(client.close());
}

/// A broken call: an argument of the wrong type, an unknown name, or a truncated line.
fn broken(luck: &mut Stream) -> String {
    let values = [
        json!(null),
        json!(-1),
        json!(1e300),
        json!("R6"),
        json!("R6 J J J J"),
        json!(["R3-5", 7]),
        json!({"rack": {}}),
        json!(""),
        json!("\u{0}"),
        json!([[[]]]),
        json!(true),
        json!("house"),
    ];
    let tools = [
        "solve",
        "check_turn",
        "explain_steps",
        "advise",
        "new_game",
        "play_turn",
        "bot_move",
        "review",
    ];
    let keys = [
        "rules",
        "table",
        "rack",
        "opened",
        "game",
        "action",
        "lines",
        "opponents",
        "seed",
        "before",
        "after",
        "played",
        "players",
        "seat",
    ];
    let mut arguments = serde_json::Map::new();
    for _ in 0..luck.index(6).unwrap() {
        let key = luck.pick(&keys).unwrap();
        arguments.insert((*key).to_owned(), luck.pick(&values).unwrap().clone());
    }
    let call = json!({
        "jsonrpc": "2.0",
        "id": "broken",
        "method": "tools/call",
        "params": {"name": luck.pick(&tools).unwrap(), "arguments": arguments},
    });
    let line = call.to_string();
    // Sometimes the line itself is truncated.
    match luck.index(8).unwrap() {
        0 => line.chars().take(luck.index(line.len()).unwrap()).collect(),
        _ => line,
    }
}

/// docs/rules.md#redeal-on-pairs: seed 1 deals three pairs to seat 0.
#[test]
fn all_tiles_are_dealt_anew_for_pairs_alone() {
    let mut client = Client::new();
    let game = json!({"opponents": ["easy"], "seed": 1});
    let first = client.call("new_game", &game).unwrap();
    assert_eq!(first["pairs"], "R3 R3, K3 K3, O7 O7");
    let redeal = json!({"game": first["game"], "action": "redeal"});
    let dealt = client.call("play_turn", &redeal).unwrap();
    assert_ne!(dealt["your_rack"], first["your_rack"]);
    assert!(dealt["pairs"].is_null());
    let again = client.call("play_turn", &redeal).unwrap_err();
    assert!(again.contains("no pairs"), "{again}");
    assert!(client.close());
}

#[test]
fn malformed_calls_crash_nothing() {
    let long = std::env::var("RUMMILAB_TIER").is_ok_and(|tier| tier == "long");
    let rounds = if long { 1000 } else { 20 };
    let mut client = Client::new();
    let mut luck = Stream::new(Key::sample(1, "broken calls", 0));
    for _ in 0..rounds {
        for _ in 0..100 {
            let line = broken(&mut luck);
            client.send(&line);
        }
        client.ask("ping", &json!({}));
    }
    let solved = client.call("solve", &json!({"rack": "R3 R4 R5"})).unwrap();
    assert_eq!(solved["tiles"], json!(3));
    assert!(client.close());
}
