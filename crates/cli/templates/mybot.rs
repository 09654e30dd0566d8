//! A Rummikub bot that asks the solver; change `question` and `action` to play your way.
//! Every message is explained in crates/bot-api/PROTOCOL.md.

use serde_json::{Value, json};

/// What the solver is asked on this turn.
fn question(state: &Value, seat: &Value) -> Value {
    let opened = &state["opened"][seat.as_u64().unwrap_or(0) as usize];
    json!({"type": "solve", "table": state["table"], "rack": state["rack"], "opened": opened,
           "owners": state["owners"], "me": seat})
}

/// What to do now that the solver has answered.
fn action(state: &Value, rules: &Value, answer: &Value) -> Value {
    let count = |of: &Value| of.as_u64().unwrap_or(0) as usize;
    let (tiles, hand) = (count(&answer["tiles"]), count(&rules["hand"]));
    let rack = state["rack"].as_str().unwrap_or("").split(' ').count();
    // The idea: collect tiles. A large rack goes almost whole, and what is laid early helps others.
    let waits = state["pool"] != 0 && tiles < rack && rack < 3 * hand;
    match tiles {
        1.. if !waits => json!({"play": answer["table"]}),
        _ if rules["draw_first"] == true || state["pool"] == 0 => json!("pass"),
        _ => json!("draw"),
    }
}

pub fn main() {
    let (mut game, mut state) = (Value::Null, Value::Null);
    for line in std::io::stdin().lines() {
        let message: Value = serde_json::from_str(&line.expect("UTF-8")).expect("JSON");
        let mut reply = match message["type"].as_str() {
            Some("hello") => json!({"type": "hello", "protocol": 1, "name": "mybot"}),
            Some("newgame") => {
                game = message.clone();
                json!({"type": "ready"})
            }
            Some("putback") => json!({"type": "putback", "put_back": true}),
            Some("move") => {
                state = message["state"].clone();
                question(&state, &game["seat"])
            }
            // The solver's answer, or why there is none.
            Some("solve" | "error") => {
                json!({"type": "move", "action": action(&state, &game["all_rules"], &message)})
            }
            Some("gameover") => json!({"type": "ok"}),
            Some("quit") => break,
            kind => json!({"type": "error", "code": "unsupported", "message": kind}),
        };
        reply["id"] = message["id"].clone();
        println!("{reply}");
    }
}
