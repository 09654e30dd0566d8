//! The clock of a bot that asks the solver: the time for solving counts as the bot's time.

use std::thread::sleep;
use std::time::Duration;

use rummilab_bot_api::external::{Conversation, Process};
use rummilab_bot_api::protocol::{Reply, Request, VERSION};
use rummilab_bot_api::{Oracle, Refusal};
use rummilab_core::RuleSet;
use serde_json::{Map, Value, json};

/// Shortest time of the oracle for an answer.
const SOLVING: Duration = Duration::from_millis(300);
const PATIENT: Duration = Duration::from_secs(60);

/// An oracle that sleeps.
struct Slow;

impl Oracle for Slow {
    fn best_play(
        &mut self,
        _: &RuleSet,
        _: &Map<String, Value>,
    ) -> Result<Map<String, Value>, Refusal> {
        sleep(SOLVING);
        Ok(Map::new())
    }
}

/// A bot that writes two questions and its move at once and reads the answers later.
const BOT: &str = r#"
read line; echo '{"id":1,"type":"hello","protocol":1,"name":"hasty"}'
read line; echo '{"id":2,"type":"ready"}'
read line
echo '{"id":7,"type":"solve","rack":"R1"}
{"id":8,"type":"solve","rack":"R1"}
{"id":3,"type":"move","action":"draw"}'
read line; read line; read line
"#;

fn request(fields: Value) -> Request {
    serde_json::from_value(fields).unwrap()
}

/// The move is in the pipe before the first answer is ready. It counts as sent when the questions
/// are answered.
#[test]
fn a_move_that_is_written_with_its_questions_waits_for_their_answers() {
    let words = ["sh", "-c", BOT].map(str::to_owned);
    let process = Process::start(&words, None, None).unwrap();
    let mut talk = Conversation::begin(process, &[VERSION], Some(|| Box::new(Slow))).unwrap();
    let game = json!({"type": "newgame", "rules": "original", "players": 2, "seat": 0});
    let (ready, _) = talk.ask(request(game), PATIENT).unwrap();
    assert_eq!(ready, Reply::Ready);
    let state = json!({"rack": "R1", "table": [], "opened": [true, true], "rack_sizes": [1, 9], "pool": 20});
    let turn = json!({"type": "move", "state": state, "events": []});
    let (_, taken) = talk.ask(request(turn), PATIENT).unwrap();
    assert_eq!(talk.solves(), 2);
    assert!(taken >= 2 * SOLVING, "{taken:?}");
}
